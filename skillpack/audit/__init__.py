"""A published site, held against what it says of itself: every digest, record, archive and link."""
