"""Is a skill right? Rules find, profiles judge."""
