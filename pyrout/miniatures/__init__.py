"""Rule sets that are played on a table: which of their facts are missing, their lines of events, and their words.

A rule set declares `% driver table` in its `main.lp`. What every one of them derives is in `asp/README.md`.
"""
