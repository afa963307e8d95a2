"""One verb a file; each holds a click command called `command`."""
