"""A whole Rout Phase on hexes: every outcome, the best plan, a log, and the way from one position to another.

`turns` applies one turn to a position, `apply_rout` a rout. `explore` finds the states of a phase, `turn_outcomes` the choices in
a turn, `dependencies` which routs affect each other; `incremental` keeps answers. `plan` reads outcomes and the best plan.
`replay` judges a log, `reconcile` searches for a phase between two positions, `reveals` plays against concealed enemies.
"""
