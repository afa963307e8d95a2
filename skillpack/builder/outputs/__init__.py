"""Catalog -> outputs: what is rendered together, with a key of all that it shows."""
