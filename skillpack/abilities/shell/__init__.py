"""Readers of a Bourne shell."""
