"""Tools for authors of other programs: counts, comparisons, batches, minimal positions.

`verify` compares answers with `expect` facts, `count` counts routs, `compare` compares options, `minimise` shrinks a position
while a `property` holds. `batch` solves thousands of positions, each `worker` in a process of its own.
`generate` finds positions with a wanted answer, `quiz` makes questions, `schema` writes the JSON Schema of all output.
"""
