"""VASL's board archives: reading them, their hexes and terrain, joined into a map."""
