"""Whatever is said, without the credentials in it: the one way of messages, paths and lines to people (pure).

A credential may stand where nobody looks for one: in the name of a file, the target of a link, the value of an option.
So findings are masked where they are made (`check.run`), foreign text where a terminal is written for
(`report.terminal.visible_text`), and lines, JSON and errors where they are printed (`cli.console`, `cli.main`).
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from skillpack.check.credentials import SHORT, find_credentials, mask

# Every credential has so many characters without a blank, or is cut into literals: most messages have neither.
_STRETCH, _SEAM = re.compile(r"\S{15}"), re.compile(r"""["'`]\s{0,9}[+.&]|["']\s{0,9}["']""")


@lru_cache(maxsize=4096)  # hints and paths repeat
def masked_text(text: str) -> str:
    """Return a text as it may be shown, of the same length where it is ASCII; nearly always the same."""
    if len(text) < SHORT or not (_STRETCH.search(text) or _SEAM.search(text)):
        return text
    content = text.encode("utf-8", "surrogatepass")
    found = find_credentials(content)
    return mask(content, found).decode("utf-8", "replace") if found else text


def masked_names(paths: Iterable[str]) -> dict[str, str]:
    """Return each path as it may be shown; two that look alike then are told apart by a number."""
    shown: dict[str, str] = {}
    alike: dict[str, int] = {}
    for path in paths:
        name = masked_text(path)
        if name != path:
            alike[name] = number = alike.get(name, 0) + 1
            name = name if number == 1 else f"{name}~{number}"
        shown[path] = name
    return shown


def masked_value(value: object) -> object:
    """Return a value for JSON with every text in it, keys as well, as it may be shown."""
    if isinstance(value, str):
        return masked_text(value)
    if isinstance(value, dict):
        return {masked_value(key): masked_value(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [masked_value(each) for each in value]
    return value
