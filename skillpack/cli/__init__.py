"""Verbs: the only reader of the command line."""
