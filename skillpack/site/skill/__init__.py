"""The parts of a skill's page."""
