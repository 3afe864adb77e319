"""A whole Rout Phase on hexes: every outcome, the best plan, a log, and the way from one position to another."""
