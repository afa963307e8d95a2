"""Text to values and back: front matter, bodies, programs, configuration. Nothing here raises for a bad skill."""
