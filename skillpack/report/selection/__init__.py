"""What hosts show and which skill a request finds, as text and as JSON."""
