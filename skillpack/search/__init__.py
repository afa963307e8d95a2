"""Which skill is meant: terms, ranking, likeness."""
