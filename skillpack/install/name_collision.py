"""Names that are one name on file systems that tell neither cases nor forms of Unicode apart (pure)."""

import unicodedata
from collections.abc import Iterable, Mapping


def colliding_names(wanted: Iterable[str], there: Iterable[str]) -> Mapping[str, str]:
    """Return each wanted name that cannot be placed, with the other name that it would be: the first comes first."""
    taken = {_folded(name): name for name in there}
    found: dict[str, str] = {}
    for name in wanted:
        other = taken.setdefault(_folded(name), name)
        if other != name:
            found[name] = other
    return found


def _folded(name: str) -> str:
    return name.lower() if name.isascii() else unicodedata.normalize("NFKC", name.casefold())
