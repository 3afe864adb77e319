"""Tools for authors of other programs: counts, comparisons, batches, minimal positions."""
