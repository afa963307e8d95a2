"""Values in, pages out: the website of a catalog."""
