"""What files in XML share: text that is safe in them, and addresses of published paths."""

import re
from string import ascii_letters, digits

from skillpack.model.hidden_characters import INVISIBLE, is_suspect

_PLAIN = frozenset(f"{ascii_letters}{digits}-._~/!$&'()*+,;=@")  # as in the addresses that pages call canonical
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", '"': "&quot;"})
_SPECIAL = re.compile("[&<>'\"]")
_JOINERS = frozenset("\u200c\u200d")  # they may shape words and pictures


def escaped(text: str) -> str:
    """Return a text for an element or an attribute."""
    return text.translate(_ENTITIES) if _SPECIAL.search(text) else text


def one_line(text: str) -> str:
    """Return a text on one line, with what is invisible in it or turns its direction shown as `[U+202E]`."""
    if not text.isprintable() or is_suspect(text):
        plain = (character if character.isprintable() else _shown(character) for character in text)
        text = INVISIBLE.sub(lambda found: _spelled(found[0]), "".join(plain))
    return " ".join(text.split())


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters; an ellipsis stands for the rest."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def address(site: str, path: str) -> str:
    """Return the absolute address of a published path, as pages call it canonical: without `index.html`."""
    return site + _quoted(path.removesuffix("index.html"))


def element(name: str, text: str, *, language: str = "") -> str:
    """Return an element with a text, on a line of its own; `language` is that of the text, where it is another."""
    return f"<{name}{spoken(language)}>{escaped(text)}</{name}>\n"


def spoken(language: str) -> str:
    """Return the attribute of a language, after a space; empty for none."""
    return f' xml:lang="{escaped(language)}"' if language else ""


def link(rel: str, kind: str, href: str, *, length: int = 0) -> str:
    """Return a link as Atom has them; `length` is told where it is known."""
    size = f' length="{length}"' if length else ""
    return f'<link rel="{rel}" type="{kind}" href="{escaped(href)}"{size}/>\n'


def _shown(character: str) -> str:
    if character.isspace():
        return " "
    return character if character in _JOINERS else _spelled(character)


def _spelled(character: str) -> str:
    return f"[U+{ord(character):04X}]"


def _quoted(path: str) -> str:
    """Return a path as part of a URL."""
    if _PLAIN.issuperset(path):
        return path
    return "".join(
        one if one in _PLAIN else "".join(f"%{byte:02X}" for byte in one.encode("utf-8", "replace")) for one in path
    )
