"""From what was asked for to skills in roots, as the commands that install do it."""
