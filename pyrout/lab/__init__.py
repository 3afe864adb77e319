"""Tools for authors of other programs: counts, comparisons, batches, minimal positions, and what its folders hold.

`verify` compares answers with `expect` facts, `count` counts routs, `compare` compares options, `minimise` shrinks a position
while a `property` holds. `batch` solves thousands of positions, each `worker` in a process of its own.
"""
