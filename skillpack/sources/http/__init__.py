"""HTTP: what is requested, of whom, how long it may take, and how much is read."""
