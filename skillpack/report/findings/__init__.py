"""Findings in the formats of `check --format`."""
