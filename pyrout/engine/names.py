"""The names of the verbs, for the process that only passes requests on: the table itself takes long to import."""

NAMES = ("hello", "solve", "explain", "check", "phase", "options", "rules", "cancel")
LIMITED = 1_000_000  # seconds of a timeout
