"""All indexes, all clients, all cross-checks."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from skillpack.audit.clients import claude, legacy
from skillpack.audit.discovered import discovery_faults, single_faults
from skillpack.audit.faults import fault_pages, file_missing, index_unreadable, indexes_disagree
from skillpack.audit.feeds import feed_faults
from skillpack.audit.indexes import bundles_faults, bundles_refusal, catalog_faults, members, versions_faults
from skillpack.audit.known import Known
from skillpack.audit.look import look_at
from skillpack.audit.prompts import prompt_faults, prompt_strangers
from skillpack.audit.rows import KEY, OBJECT, Shape, opened
from skillpack.audit.view import Published
from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.finding import Finding, RulePage, finding_order
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.prompt.formats import Format
from skillpack.registry.schemas import SCHEMAS

_TOGETHER = 5000  # names of which all is known at one time: memory does not grow with the site
_LIMITS = Limits()
_NAMED_LIST = re.compile(r"\]\((llms/[0-9]{1,6}\.txt)\)$", re.MULTILINE)
_INDEXES: tuple[tuple[str, str, Shape], ...] = (
    (paths.VERSIONS, "skills", KEY),
    (paths.DISCOVERY, "skills", OBJECT),
    (paths.DISCOVERY_LEGACY, "skills", OBJECT),
    (paths.MARKETPLACE, "plugins", OBJECT),
)


Looks = Callable[[Sequence[str]], Iterable[tuple[Known, tuple[Finding, ...]]]]
"""Names -> what the site says of each, in order, and what is wrong with its own files; as `look_at_names`."""


def rule_pages() -> tuple[RulePage, ...]:
    """Return the pages of this room's codes, sorted by code."""
    return fault_pages()


def audit_site(site: Published, formats: Collection[Format], looks: Looks | None = None) -> tuple[Finding, ...]:
    """Return what is wrong with a whole site: what clients would lose, digests that differ, names that lead nowhere.

    The names are those of catalog.json; a name that only another index has is a fault of that index.

    Args:
        site: As published.
        formats: Of its prompt files.
        looks: Looks at single skills; None does it here.
    """
    try:
        index = opened(site, paths.CATALOG, "skills", OBJECT)
    except IndexRefusedError as error:
        return (index_unreadable(paths.CATALOG, str(error)),)
    if index is None:
        return (file_missing("", paths.CATALOG),)
    names = frozenset(name for name, _ in index.rows(None))
    found = {*audit_names(site, names, formats, looks), *_strangers(site, names, formats), *_loose(site)}
    return tuple(sorted(found, key=finding_order))


def audit_names(
    site: Published, names: Iterable[str], formats: Collection[Format], looks: Looks | None = None
) -> tuple[Finding, ...]:
    """Return what is wrong with some skills and with the rows that indexes have of them.

    A name that is on the site no more is asked for too: no index may have a row of it.
    """
    ordered = sorted(names)
    found: list[Finding] = []
    for start in range(0, max(1, len(ordered)), _TOGETHER):  # of no names at all, the heads of indexes are read
        found += _together(site, ordered[start : start + _TOGETHER], formats, looks or partial(look_at_names, site))
    return tuple(sorted(set(found), key=finding_order))


def look_at_names(site: Published, names: Sequence[str]) -> Iterator[tuple[Known, tuple[Finding, ...]]]:
    """Yield what a site says of each name, and what is wrong with the files of that name alone."""
    for name in names:
        known, found = look_at(site, name, _LIMITS)
        yield known, (*found, *single_faults(site, name, known, _LIMITS))


def _together(site: Published, names: Sequence[str], formats: Collection[Format], looks: Looks) -> Iterator[Finding]:
    known: dict[str, Known] = {}
    for name, (said, found) in zip(names, looks(names), strict=True):
        known[name] = said
        yield from found
    yield from catalog_faults(site, known, _LIMITS)
    yield from versions_faults(site, known, _LIMITS)
    yield from bundles_faults(site, known, _LIMITS)
    yield from discovery_faults(site, known, _LIMITS)
    yield from legacy.visit(site, known, _LIMITS)
    yield from claude.visit(site, known, _LIMITS)
    yield from prompt_faults(site, known, formats)


def _strangers(site: Published, names: frozenset[str], formats: Iterable[Format]) -> Iterator[Finding]:
    """Yield the names that indexes list and catalog.json does not."""
    for path, key, shape in _INDEXES:
        try:
            index = opened(site, path, key, shape)
        except IndexRefusedError as error:
            yield index_unreadable(path, str(error))
            continue
        for name, _ in index.rows(None) if index is not None else ():
            if name not in names:
                yield indexes_disagree(name, path, f"lists `{printable(name)}`, which {paths.CATALOG} does not")
    yield from bundles_refusal(site, _LIMITS)
    for bundle, name in members(site, _LIMITS):
        if name not in names:
            words = f"lists `{name}` in `{bundle}`, and {paths.CATALOG} has no such skill"
            yield indexes_disagree(name, paths.BUNDLES_INDEX, words)
    yield from prompt_strangers(site, names, formats)


def _loose(site: Published) -> Iterator[Finding]:
    """Yield what no skill names and is missing: schemas, feeds, the sitemap, the lists to which `llms.txt` leads."""
    for file in SCHEMAS:
        if site.get(paths.schema(file)) is None:
            yield file_missing("", paths.schema(file), paths.CATALOG)
    yield from feed_faults(site)
    named = b"Sitemap:" in (site.get(paths.ROBOTS) or b"")
    if named and site.get(paths.SITEMAP) is None:
        yield file_missing("", paths.SITEMAP, paths.ROBOTS)
    for path in sorted(set(_NAMED_LIST.findall((site.get(paths.LLMS) or b"").decode("utf-8", "replace")))):
        if site.get(path) is None:
            yield file_missing("", path, paths.LLMS)
