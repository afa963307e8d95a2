"""Many contenders for one name -> one winner."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar
from unicodedata import normalize

from skillpack.model.tree import Form, Origin, path_order

T = TypeVar("T")

_FORMS = {Form.FOLDER: 0, Form.MARKDOWN: 1, Form.YAML: 2}


def name_key(name: str) -> str:
    """Return the key that two names share when they are one name: NFKC, without case."""
    if name.isascii():
        return name.lower()  # which is all that the next line does of it
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


def resolve_names(
    contenders: Iterable[T], name: Callable[[T], str], origin: Callable[[T], Origin]
) -> list[tuple[T, ...]]:
    """Return the contenders for each name, the winner first, by name as it is compared.

    Names that differ only in case are one name: on many file systems they would be one folder.
    """
    groups: defaultdict[str, list[T]] = defaultdict(list)
    for each in contenders:
        groups[name_key(name(each))].append(each)
    for group in groups.values():
        if len(group) > 1:
            group.sort(key=lambda each: contender_order(name(each), origin(each)))
    return [tuple(groups[key]) for key in sorted(groups)]


def find_copies(contenders: tuple[T, ...], origin: Callable[[T], Origin], digest: Callable[[T], str]) -> tuple[T, ...]:
    """Return the contenders for a name that are copies of the winner in other sources: they take nothing away.

    Args:
        contenders: The winner first.
        origin: Of a contender.
        digest: Of its tree; empty where it was not read whole.
    """
    winner, *losers = contenders
    source, content = origin(winner).rank, digest(winner)
    return tuple(each for each in losers if origin(each).rank != source and content and digest(each) == content)
