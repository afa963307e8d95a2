"""Files of results: what measuring a skill came to, by whom, and about which content."""
