"""Findings as text, for people and for machines: values in, lines out."""
