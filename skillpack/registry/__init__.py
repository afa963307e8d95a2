"""What machines read: each published format is written and read in one file."""
