"""What a skill can do: scripts, code in instructions, orders in prose -> abilities and concerns, with their places."""
