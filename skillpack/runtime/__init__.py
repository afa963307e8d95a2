"""Skills in a conversation: stores, sessions, tools (seeds 000 to 004)."""
