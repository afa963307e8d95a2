"""A stream of entries -> facts about the set, in parts that are added up; memory grows with tags, not with skills.

Licences are counted as lists filter by them: spellings of one are one value, and so are terms of one's own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

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


class EntryCounts(Struct, frozen=True, array_like=True):
    """What is counted of some entries: findings of all, the rest of the published ones.

    Attributes:
        largest: Tokens of the largest body.
        facets: Of each of `_FACETS`, combinations of values with their numbers: many skills have the same ones.
    """

    states: Mapping[Publication, int]
    errors: int
    warnings: int
    tokens: Tokens
    largest: int
    facets: tuple[tuple[tuple[tuple[str, ...], int], ...], ...]


def count_entries(entries: Iterable[Entry]) -> EntryCounts:
    """Return the counts of some entries."""
    states: Counter[Publication] = Counter()
    combined = tuple(Counter[tuple[str, ...]]() for _ in _FACETS)
    errors = warnings = always = opened = on_demand = largest = 0
    for entry in entries:
        errors += entry.errors
        warnings += entry.warnings
        state = entry.publication
        states[state] += 1
        if state is not Publication.PUBLISHED:
            continue
        tokens = entry.tokens
        always += tokens.always
        opened += tokens.opened
        on_demand += tokens.on_demand
        largest = max(largest, tokens.opened)
        for counter, values in zip(combined, _facets(entry), strict=True):
            if values:
                counter[values] += 1
    facets = tuple(tuple(counter.items()) for counter in combined)
    return EntryCounts(states, errors, warnings, Tokens(always, opened, on_demand), largest, facets)


def survey(
    counts: Iterable[EntryCounts],
    *,
    duplicates: Iterable[tuple[str, tuple[str, ...]]] = (),
    copies: Iterable[str] = (),
    nameless: Iterable[tuple[str, str]] = (),
    tombstones: Iterable[Tombstone] = (),
    hidden: int = 0,
) -> Overview:
    """Return the facts about a set of entries, counted in any number of parts."""
    states: Counter[Publication] = Counter()
    combined = tuple(Counter[tuple[str, ...]]() for _ in _FACETS)
    errors = warnings = always = opened = on_demand = largest = 0
    for part in counts:
        states.update(part.states)
        errors += part.errors
        warnings += part.warnings
        always += part.tokens.always
        opened += part.tokens.opened
        on_demand += part.tokens.on_demand
        largest = max(largest, part.largest)
        for counter, pairs in zip(combined, part.facets, strict=True):
            for values, number in pairs:
                counter[values] += number
    return Overview(
        skills=states.total(),
        withheld=states[Publication.WITHHELD],
        errors=errors,
        warnings=warnings,
        tokens=Tokens(always, opened, on_demand),
        largest=largest,
        **{name: _counted(name, counter) for name, counter in zip(_FACETS, combined, strict=True)},
        duplicates=tuple(duplicates),
        copies=tuple(sorted(copies)),
        nameless=tuple(nameless),
        tombstones=tuple(tombstones),
        yanked=states[Publication.YANKED],
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


def _facets(entry: Entry) -> tuple[tuple[str, ...], ...]:
    """Return the values of each facet, in the order of `_FACETS`; licences as they are written."""
    return (
        entry.tags,
        entry.authors,
        (entry.owner,) if entry.owner else (),
        (entry.license,) if entry.license else (),
        entry.tools,
        (entry.status,) if entry.status else (),
        tuple([verdict.profile for verdict in entry.verdicts if verdict.loads]),
        entry.kinds,
        (str(entry.alarm),) if entry.alarm is not None else (),
    )


def _counted(name: str, combinations: Counter[tuple[str, ...]]) -> tuple[tuple[str, int], ...]:
    """Return the values of a facet with the number of skills that have each, most frequent first."""
    found: Counter[str] = Counter()
    for values, number in combinations.items():
        for value in set(map(merged_license, values) if name == "licenses" else values):
            found[value] += number
    return tuple(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))
