"""A preview that follows the sources."""
