"""Games on hexes: solving, judging, explaining and reporting."""
