"""What agents read: the index of skills in each host's format, and a skill as it opens."""
