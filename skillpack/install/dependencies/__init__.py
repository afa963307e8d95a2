"""Skills that must come along because others depend on them."""
