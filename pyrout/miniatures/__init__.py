"""Rule sets that are played on a table: missing facts, lines of events, and wording.

A rule set says `plays_on(table)` in its `about.lp`. The atoms that each derives are in `asp/miniatures/README.md`.
"""
