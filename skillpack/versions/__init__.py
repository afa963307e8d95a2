"""What was published under a name, what changed since, and what number that deserves."""
