"""The commands of `pyrout`, one module each or a few that belong together."""
