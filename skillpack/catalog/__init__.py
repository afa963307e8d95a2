"""Which skill counts, where it is published, and what the set looks like."""
