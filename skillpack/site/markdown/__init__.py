"""Markdown of strangers -> safe HTML."""
