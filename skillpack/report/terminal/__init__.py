"""What people read on a terminal: summaries, tables, quotes."""
