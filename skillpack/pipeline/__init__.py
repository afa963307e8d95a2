"""Sources -> site."""
