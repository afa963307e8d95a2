"""HTML that templates take as it is: made or sanitized by this room, never written by somebody."""

from markupsafe import Markup


def trusted(html: str) -> Markup:
    """Return HTML that is not escaped again: drawn by us, escaped where it was put together, or sanitized."""
    return Markup(html)  # noqa: S704 the one place that says so
