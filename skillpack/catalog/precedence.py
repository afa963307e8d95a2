"""Many claims to one name -> one winner."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from unicodedata import normalize

from skillpack.model.tree import Form, Origin, path_order

_FORMS = {Form.FOLDER: 0, Form.MARKDOWN: 1, Form.YAML: 2}


def name_key(name: str) -> str:
    """Return the key that two names share when they are one name: NFKC, without case."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def is_named_after(name: str, origin: Origin) -> bool:
    """Return whether the folder or file of a skill has the skill's name."""
    return name_key(origin.stem) == name_key(name)


def contender_order(name: str, origin: Origin) -> tuple[str, int, int, bool, bool, bytes, str]:
    """Return the sort key of a claim: by name, then the winner first.

    The source's rank decides; within a source a folder, then `.md`, `.yaml`, `.yml`; of these the one that is called as
    the skill is; then the path.
    """
    form, old_suffix = _FORMS[origin.form], origin.path.endswith(".yml")
    strange = not is_named_after(name, origin)
    return (name_key(name), origin.rank, form, old_suffix, strange, path_order(origin.path), name)


def resolve(claims: Iterable[tuple[str, Origin]]) -> Iterator[tuple[str, Origin, tuple[Origin, ...]]]:
    """Yield each name with the origin that has it and those that lost it, best first.

    Names that differ only in case are one name: on many file systems they would be one folder.

    Args:
        claims: Those to one name come together (as with `name_key` as sort key); their own order does not matter.
    """
    for _, together in groupby(claims, key=lambda claim: name_key(claim[0])):
        (name, winner), *losers = sorted(together, key=lambda claim: contender_order(*claim))
        yield name, winner, tuple(origin for _, origin in losers)
