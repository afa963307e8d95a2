"""SKILL.star, read without running it."""
