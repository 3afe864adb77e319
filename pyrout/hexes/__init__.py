"""Games on hexes: solving, judging, explaining and reporting.

Begin with `solver`: it answers one unit. `ground` runs clingo on the parts of the encodings, `facts` writes the facts of a
question, `routes` reads routes, `list_routes` lists them. `solve` answers positions, also many at once. `judge` judges
claimed routs, `judge_stops` those with gaps; `explain` and `chart` say why, `chances` has the dice, `report` the words.
`game` offers all this to `pyrout.game`.
"""
