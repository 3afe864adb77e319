"""LOS as VASL decides it, pixel by pixel."""
