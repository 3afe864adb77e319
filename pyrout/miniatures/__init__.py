"""Rule sets that are played on a table: which of their facts are missing, their lines of events, and their words.

A rule set says `plays_on(table)` in its `about.lp`. The atoms that each derives are in `asp/miniatures/README.md`.
"""
