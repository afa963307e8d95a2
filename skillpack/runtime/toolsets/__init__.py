"""The tools of each system, a file a system."""
