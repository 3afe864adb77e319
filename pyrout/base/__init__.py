"""Files, the cache, processes and sentences, for every room. Nothing here knows a game."""
