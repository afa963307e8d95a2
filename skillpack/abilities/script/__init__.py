"""Scripts of skills, read without running them."""
