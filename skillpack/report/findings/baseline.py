"""The findings of one day, accepted: what is new since then stands out."""

import json
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import UsageError
from skillpack.model.finding import Finding, Judged, Position, at_places
from skillpack.report.findings.report import identity
from skillpack.report.json_text import json_document

VERSION = 1

_TEXTS = ("rule", "skill", "path", "fingerprint", "message")


class Accepted(Struct, frozen=True, order=True):
    """Findings that are accepted.

    Attributes:
        fingerprint: See `fingerprint.identity`; the key.
        message: Of one of them, for people who read the file.
        count: How many of them.
    """

    path: str
    rule: str
    skill: str
    fingerprint: str
    message: str
    count: int


class Baseline(Struct, frozen=True):
    """What a baseline file holds, sorted; a fingerprint occurs once."""

    entries: tuple[Accepted, ...] = ()


class Split(Struct, frozen=True):
    """Findings against a baseline.

    Attributes:
        new: Not accepted.
        known: Accepted.
        gone: What was accepted and is not found any more, with how many of them.
    """

    new: tuple[Judged, ...]
    known: tuple[Judged, ...]
    gone: tuple[Accepted, ...]


def fingerprint_from(prefix: str, finding: Finding) -> str:
    """Return the fingerprint of a finding whose path starts at the folder of the baseline, wherever people are.

    Args:
        prefix: From that folder to where the finding's own path starts.
        finding: A finding about no file has no path that could start anywhere.
    """
    return identity(replace(finding, path=_path_from(prefix, finding.path)))


def _path_from(prefix: str, path: str) -> str:
    return posixpath.normpath(f"{prefix}{path}") if path else ""


def accept(judged: Iterable[Judged], prefix: str = "") -> Baseline:
    """Return the baseline that accepts these findings; see `fingerprint_from` for the prefix."""
    entries: dict[str, Accepted] = {}
    for one in judged:
        for place in one.finding.places():
            finding = at_places(one.finding, [place])
            finding = replace(finding, path=_path_from(prefix, finding.path))
            name = identity(finding)
            entry = entries.get(name) or Accepted(finding.path, finding.rule, finding.subject, name, finding.message, 0)
            entries[name] = replace(entry, count=entry.count + 1)
    return Baseline(tuple(sorted(entries.values())))


def split(judged: Iterable[Judged], baseline: Baseline, prefix: str = "") -> Split:
    """Return which findings are new, which the baseline accepts, and what of it is gone.

    Of equal findings the first ones are known: the order of findings is that of lines, and lines may have moved. The
    places of one finding are told apart like findings.
    """
    left = Counter({entry.fingerprint: entry.count for entry in baseline.entries})
    new, known = [], []
    for one in judged:
        added: list[Position] = []
        accepted: list[Position] = []
        for place in one.finding.places():
            name = fingerprint_from(prefix, at_places(one.finding, [place]))
            (accepted if left[name] > 0 else added).append(place)
            left[name] -= left[name] > 0
        new += [replace(one, finding=at_places(one.finding, added))] if added else []
        known += [replace(one, finding=at_places(one.finding, accepted))] if accepted else []
    gone = (replace(entry, count=left[entry.fingerprint]) for entry in baseline.entries if left[entry.fingerprint])
    return Split(tuple(new), tuple(known), tuple(gone))


def write_baseline(baseline: Baseline) -> Iterator[str]:
    """Yield the lines of a baseline file: one entry a line, so that merges are easy; no line numbers, no dates."""
    entries = ({**{name: getattr(entry, name) for name in _TEXTS}, "count": entry.count} for entry in baseline.entries)
    return json_document({"version": VERSION}, "accepted", entries)


def read_baseline(text: str, path: str) -> Baseline:
    """Return the baseline in a file; its path is for messages.

    Entries with the same fingerprint are added up: merges leave such.

    Raises:
        UsageError: it is not a baseline, or one of another version.
    """
    hint = "write it anew from today's findings"
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the baseline `{path}` is not JSON: {error}", hint=hint) from None
    if not isinstance(value, dict) or not isinstance(value.get("accepted"), list):
        raise UsageError(f"`{path}` is not a baseline: it has no list `accepted`", hint=hint)
    if value.get("version") != VERSION:
        raise UsageError(f"the baseline `{path}` has version `{value.get('version')}`, not `{VERSION}`", hint=hint)
    entries: dict[str, Accepted] = {}
    for number, item in enumerate(value["accepted"], 1):
        entry = _entry(item)
        if entry is None:
            raise UsageError(f"entry {number} of the baseline `{path}` is not understood", hint=hint)
        before = entries.get(entry.fingerprint)
        entries[entry.fingerprint] = replace(entry, count=entry.count + before.count) if before else entry
    return Baseline(tuple(sorted(entries.values())))


def _entry(item: Any) -> Accepted | None:
    if not isinstance(item, dict):
        return None
    texts = {name: item[name] for name in _TEXTS if isinstance(item.get(name), str)}
    count = item.get("count")
    if len(texts) < len(_TEXTS) or type(count) is not int or count < 1:
        return None
    return Accepted(**texts, count=count)
