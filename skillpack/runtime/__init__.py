"""Skills in a conversation: stores, sessions, tools."""
