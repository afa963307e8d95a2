"""Foreign text made safe for the place where it is shown: no description closes a tag or forges a line."""

import re
from html import escape

# What no prompt may carry: controls (a terminal or an XML reader would act on them) and lone surrogates (not UTF-8).
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """Return a text with LF newlines in which each unfit character became U+FFFD."""
    return _UNFIT.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """Return a text on one line: each run of line breaks and the blanks around it became one space."""
    return plain(" ".join(part for line in text.splitlines() if (part := line.strip())))


def xml_text(text: str) -> str:
    """Return a text for the inside of an element, quotes escaped too, as the reference library does."""
    return escape(plain(text))


def xml_attribute(text: str) -> str:
    """Return a text for the inside of a quoted attribute, on one line."""
    return escape(one_line(text))


def never_closing(text: str, tag: str) -> str:
    """Return a text that cannot end the element around it; all but such an end stays byte for byte."""
    return re.sub(rf"<(?=\s*/\s*{re.escape(tag)}\b)", "&lt;", text, flags=re.IGNORECASE)
