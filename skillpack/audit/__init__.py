"""What every client would see of a published site, install from it, or drop without a word."""
