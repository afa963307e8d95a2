"""A stream of entries -> facts about the set, in one pass; memory grows with tags, not with skills."""

from collections import Counter
from collections.abc import Iterable

from skillpack.catalog.licenses import merged_license
from skillpack.model.entry import Entry, Overview, Tokens
from skillpack.model.publication import Publication
from skillpack.model.release import Tombstone

WHOLE = 300
"""Skills that fit on one page, where a browser can filter them without an index."""

_FACETS = ("tags", "authors", "owners", "licenses", "tools", "statuses", "hosts", "kinds", "alarms")


def survey(
    entries: Iterable[Entry],
    *,
    duplicates: Iterable[tuple[str, tuple[str, ...]]] = (),
    copies: Iterable[str] = (),
    nameless: Iterable[tuple[str, str]] = (),
    tombstones: Iterable[Tombstone] = (),
    hidden: int = 0,
) -> Overview:
    """Return the facts about a set of entries.

    Counts of findings are of all entries; tokens, tags and the like of the published ones.
    """
    totals: Counter[str] = Counter()
    facets = {name: Counter[str]() for name in _FACETS}
    largest = 0
    for entry in entries:
        totals.update(skills=1, errors=entry.errors, warnings=entry.warnings)
        if entry.publication is not Publication.PUBLISHED:
            totals[entry.publication] += 1
            continue
        tokens = entry.tokens
        totals.update(always=tokens.always, opened=tokens.opened, on_demand=tokens.on_demand)
        largest = max(largest, tokens.opened)
        for name, values in _facets(entry):
            facets[name].update(values)
    return Overview(
        skills=totals["skills"],
        withheld=totals["withheld"],
        errors=totals["errors"],
        warnings=totals["warnings"],
        tokens=Tokens(totals["always"], totals["opened"], totals["on_demand"]),
        largest=largest,
        **{name: _by_count(counter) for name, counter in facets.items()},
        duplicates=tuple(duplicates),
        copies=frozenset(copies),
        nameless=tuple(nameless),
        tombstones=tuple(tombstones),
        yanked=totals["yanked"],
        hidden=hidden,
    )


def _facets(entry: Entry) -> tuple[tuple[str, set[str]], ...]:
    return (
        ("tags", set(entry.tags)),
        ("authors", set(entry.authors)),
        ("owners", {entry.owner} - {""}),
        ("licenses", {merged_license(entry.license)} if entry.license else set()),
        ("tools", set(entry.tools)),
        ("statuses", {entry.status} - {""}),
        ("hosts", {verdict.profile for verdict in entry.verdicts if verdict.loads}),
        ("kinds", set(entry.kinds)),
        ("alarms", {str(entry.alarm)} if entry.alarm is not None else set()),
    )


def _by_count(counter: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counter.items(), key=lambda pair: (-pair[1], pair[0])))
