"""What was published under each name before, and what of it stays."""
