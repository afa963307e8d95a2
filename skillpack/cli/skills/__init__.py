"""Skills that a command names: of a catalog, of a site, or installed."""
