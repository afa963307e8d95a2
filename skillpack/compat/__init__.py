"""The names that others gave to what this project does: thin, over the same core."""
