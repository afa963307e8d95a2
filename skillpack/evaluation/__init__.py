"""Tasks with a skill and without it, run by a command that the user names, and graded."""
