"""The encodings and clingo: statements, the controls that hold them, and the program of the routes."""
