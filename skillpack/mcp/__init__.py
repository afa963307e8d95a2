"""Skills for any agent that speaks the Model Context Protocol."""
