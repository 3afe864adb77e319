"""What authors of other programs work with: counts, comparisons, batches, minimal positions."""
