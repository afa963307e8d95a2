"""A catalog without its site: for commands that check, fix, list and show."""
