"""One file per family of rules; each holds one table."""
