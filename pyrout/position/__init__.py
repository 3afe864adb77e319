"""Positions as ground facts: the vocabulary, reading, and what facts must agree on."""
