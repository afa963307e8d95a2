"""A stream of entries -> facts about the set, in one pass; memory grows with tags, not with skills.

Licences are counted as lists filter by them: spellings of one are one value, and so are terms of one's own.
"""

import re
from collections import Counter
from collections.abc import Iterable

from skillpack.model.entry import Entry, Overview, Tokens
from skillpack.model.publication import Publication
from skillpack.model.release import Tombstone

WHOLE = 300
"""Skills that fit on one page, where a browser can filter them without an index."""

OWN_TERMS = "own-terms"
"""Stands for every text that names no licence but a file or terms of its own."""

_FACETS = ("tags", "authors", "owners", "licenses", "tools", "statuses", "hosts", "kinds", "alarms")
_SPELLINGS = {
    "Apache-2.0": "apache 2|apache 2.0|apache license 2.0|apache license version 2.0|apache2|apache-2",
    "BSD-2-Clause": "bsd 2-clause|bsd-2|bsd 2 clause|simplified bsd",
    "BSD-3-Clause": "bsd 3-clause|bsd-3|bsd 3 clause|new bsd",
    "CC-BY-4.0": "cc by 4.0|cc-by 4.0|creative commons attribution 4.0",
    "CC0-1.0": "cc0|cc0 1.0",
    "GPL-3.0-only": "gpl-3.0|gplv3|gpl v3|gpl 3|gnu gplv3",
    "ISC": "isc",
    "MIT": "mit|expat",
    "MPL-2.0": "mpl 2.0|mozilla public license 2.0",
    "Unlicense": "unlicense",
}
_KNOWN = {text: name for name, texts in _SPELLINGS.items() for text in (name.lower(), *texts.split("|"))}
_TERMS = re.compile(r"licen[cs]e\.|\bterms\b|proprietary|all rights reserved|confidential|\bsee\b", re.IGNORECASE)
_LONGEST = 40  # characters of what may be a licence's name


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
        **{
            name: tuple(sorted(counter.items(), key=lambda pair: (-pair[1], pair[0])))
            for name, counter in facets.items()
        },
        duplicates=tuple(duplicates),
        copies=tuple(sorted(copies)),
        nameless=tuple(nameless),
        tombstones=tuple(tombstones),
        yanked=totals["yanked"],
        hidden=hidden,
    )


def merged_license(text: str) -> str:
    """Return the SPDX name of a licence that is spelled otherwise, `OWN_TERMS` for terms, and others as written."""
    plain = " ".join(re.sub(r"[,()]", " ", text.lower().replace("licence", "license")).split())
    short = plain.removeprefix("the ").removesuffix(" license")
    found = _KNOWN.get(plain) or _KNOWN.get(short)
    if found:
        return found
    return OWN_TERMS if _TERMS.search(text) or len(text) > _LONGEST else text


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
