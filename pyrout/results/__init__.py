"""The results of the referee: answers, explanations, judgements and phases.

`answer` has the classes of an answer, `explanation` those of explanations and judgements, `phase` those of a Rout Phase,
`judged_game` those of a game judged from its log. A class states the JSON of its fields (`pyrout/json_form.py`).
"""
