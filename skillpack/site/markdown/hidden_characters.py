"""Characters that a reader cannot see, as chips on the page."""

import re

from skillpack.model.hidden_characters import INVISIBLE, is_suspect

_SURROGATE = re.compile("[\ud800-\udfff]")
_MARK = re.compile(r"⟦(U\+[0-9A-F]{4,6})⟧")


def laid_open(html: str) -> str:
    """Return code as HTML in which each invisible character is set off; tags of ours hold none."""
    return INVISIBLE.sub(_chip, _SURROGATE.sub("\ufffd", html)) if is_suspect(html) else html


def chips(html: str) -> str:
    """Return HTML text in which each character written out by `revealed` is set off from the words around it.

    The HTML may hold tags of ours, whose attributes hold no foreign text, and no others.
    """
    return _MARK.sub(r'<span class="unseen">\1</span>', html) if "⟦" in html else html


def _chip(found: re.Match[str]) -> str:
    return f'<span class="unseen">U+{ord(found[0]):04X}</span>'
