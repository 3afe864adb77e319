"""`pyrout generate`: positions that have a wanted answer.

`patches` has terrain, drawn or from a board; `place_units` asks an encoding where units could stand; `answering` solves many
positions at once; `search` picks those that have the wanted answer, and makes them small; `writing` writes them down.
What can be wanted is in `pyrout.lab.generate.kinds`.
"""
