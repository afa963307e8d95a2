"""skillpack: folders of skills in, one static site out."""

__version__ = "0.1.0"
