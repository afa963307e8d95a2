"""Configuration, profiles, texts and pictures of a catalog."""
