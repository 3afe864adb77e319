"""The version: this is the one place where it stands."""

__version__ = "0.2.0"
SCHEMA = "pyrout/1"  # of what is written and read as JSON
