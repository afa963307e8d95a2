"""One module a kind of page."""
