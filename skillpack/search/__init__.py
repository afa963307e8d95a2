"""Which skill is meant: terms, ranking, similarity."""
