"""Git: repositories, commits, and the skills in them."""
