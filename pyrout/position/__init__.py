"""Positions as ground facts: the vocabulary, reading, and what facts must agree on.

`reading` turns a text into the facts of `facts`, by the words of `vocabulary`; `line` does it for the notation in one line.
`consistency` checks facts against each other, `tables` those of a table, `map_coverage` that no part of the map is missing.
`corrections` changes facts for a player, `unit_names` finds a unit or hex by his words, `printed` has the strengths on counters,
`dependencies` cuts out the part that an answer depends on.
"""
