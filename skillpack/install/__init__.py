"""Skills in a root: placed, replaced, taken out, each by one rename."""
