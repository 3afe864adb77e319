"""Files, the cache, processes and sentences, for every room. Nothing here answers a question."""
