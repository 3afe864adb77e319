"""VASL's saved games: from the file to counters, sides and facts."""
