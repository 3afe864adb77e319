"""`python -m pyrout`: the command line."""

from .cli import main

main(prog_name="pyrout")
