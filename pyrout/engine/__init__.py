"""The process that answers other programs: JSON lines on standard input and output (`docs/how/engine.md`)."""
