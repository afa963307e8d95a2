"""Bytes from elsewhere: sites that were published before, in a folder or on the web."""
