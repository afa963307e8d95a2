"""Running the tables of rules."""
