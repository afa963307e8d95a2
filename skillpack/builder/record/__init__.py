"""One skill alone: its tree becomes a record, its texts become fragments."""
