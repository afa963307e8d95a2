"""Bodies of skills: as much of CommonMark as checking needs."""
