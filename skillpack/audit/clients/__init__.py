"""One file for each client: what it reads of a site, and what it makes of it."""
