"""Games on hexes: solving, judging, explaining, and telling of it."""
