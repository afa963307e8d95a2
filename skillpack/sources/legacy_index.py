"""Skills of an index v0.1: their files as they lie on the site, without any digest."""

import re
from collections.abc import Collection, Iterator
from urllib.parse import quote

from skillpack.errors import FetchError, IndexRefusedError
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import collisions, path_problem, printable
from skillpack.model.tree import make_tree
from skillpack.parse.compose import published_tree
from skillpack.parse.document import SKILL_FILE
from skillpack.registry.discovery import OldEntry, read_legacy, unfit_file
from skillpack.sources.available import AvailableSkill, check_name, from_tree
from skillpack.sources.published_site import PublishedCatalog

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_NAME = 64


def legacy_skills(
    catalog: PublishedCatalog, path: str, content: bytes, limits: Limits, only: Collection[str]
) -> Iterator[AvailableSkill]:
    """Yield the skills of an index v0.1, fetched: nothing else tells whether they are what is installed.

    Args:
        catalog: Gives the files of the site.
        path: Of the index, as `catalog` is asked for it.
        content: Of the index.
        limits: What we are willing to read.
        only: The names that are wanted; empty for all.

    Raises:
        IndexRefusedError: It is refused; the message names the entry.
        FetchError: A file cannot be read, or is not there.
    """
    url, seen = catalog.where(path), set[str]()
    entries = read_legacy(content, url=url, limits=limits)
    for entry in entries:
        why = "it is listed twice" if entry.name in seen else _refusal(entry, limits)
        if why:
            raise IndexRefusedError(f"`{url}` (`{printable(entry.name, longest=80)}`): {why}")
        seen.add(entry.name)
    for entry in entries:
        if not only or entry.name in only:
            yield _fetched(catalog, path, entry, limits)


def _refusal(entry: OldEntry, limits: Limits) -> str:
    """Return why an entry cannot be taken, as a clause; empty where it can."""
    if len(entry.name) > _MOST_NAME or _NAME.fullmatch(entry.name) is None:
        return "that is not a name"
    if SKILL_FILE not in entry.files:
        return f"it has no `{SKILL_FILE}`"
    if len(entry.files) > limits.files:
        return f"it has {len(entry.files)} files, at most {limits.files} are read"
    bad = next((path for path in entry.files if path_problem(path, limits)), "") or unfit_file(entry.files)
    if bad:
        return f"`{printable(bad)}` is not a usable file path"
    same = collisions(entry.files)
    return f"`{printable(same[0][1])}` conflicts with `{printable(same[0][0])}`" if same else ""


def _fetched(catalog: PublishedCatalog, path: str, entry: OldEntry, limits: Limits) -> AvailableSkill:
    found = from_tree(make_tree(_files(catalog, path, entry, limits)), entry.name)
    check_name(found, entry.name, catalog.where(path))
    return AvailableSkill(
        name=entry.name,
        provenance=Provenance(SourceKind.SITE, catalog.name),
        get=lambda: found,
        description=entry.description,
        digest=tree_digest(published_tree(found.tree)),
    )


def _files(catalog: PublishedCatalog, index: str, entry: OldEntry, limits: Limits) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    folder = f"{index.rpartition('/')[0]}/{entry.name}"
    # A path that starts at the origin is escaped already, so that the catalog does not do it.
    is_escaped = folder.startswith("/")
    paths = {f"{folder}/{quote(file) if is_escaped else file}": file for file in entry.files}
    size = 0
    for path, content in catalog.files(paths, most=limits.file):
        if content is None:
            raise FetchError(f"`{catalog.where(path)}` is missing, though its index lists it")
        size += len(content)
        if size > limits.tree:
            raise FetchError(f"`{entry.name}` of `{catalog.name}` has more than {limits.tree} bytes")
        found[paths[path]] = content
    return found
