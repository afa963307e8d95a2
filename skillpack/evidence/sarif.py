"""A scanner's report in SARIF 2.1.0: which tool ran when, and what it found in which file (pure)."""

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from skillpack.model.portable import printable
from skillpack.model.scan import ResultCounts, ScanRun

LARGEST_REPORT = 32 * 2**20
"""Bytes of a report that are read."""

_MOST_OBJECTS = 2_000_000  # in a report: each result takes memory, however short it is written
_MOST_RUNS = 1000
_MOST_FILES = 50_000  # that the results and artifacts of one run name
_LONGEST_PATH = 1000  # characters of an address
_DEEPEST = 24  # folders of a path that are looked at
_LONGEST_NAME = 80  # characters of a tool's name, and of its version
_MOST_BASES = 8  # that lead to each other
# As most reports write a path: nothing of it is to be replaced, and nothing leads elsewhere.
_PLAIN = re.compile(rf"(?:\w[\w.-]*/){{0,{_DEEPEST - 1}}}\w[\w.-]*", re.ASCII)
_DAY = re.compile(r"([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))(?:T|\Z)")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_REVISION = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_LEVELS = ("error", "warning", "note")


class _Location(Struct):
    uri: str | None = None
    uri_base_id: str | None = msgspec.field(name="uriBaseId", default=None)
    index: int = -1


class _Physical(Struct):
    artifact_location: _Location | None = msgspec.field(name="artifactLocation", default=None)


class _Place(Struct):
    physical_location: _Physical | None = msgspec.field(name="physicalLocation", default=None)


class _RuleReference(Struct):
    id: str = ""
    index: int = -1


class _Result(Struct, rename="camel"):
    level: str | None = None
    kind: str = "fail"
    rule_id: str | None = None
    rule_index: int = -1
    rule: _RuleReference | None = None
    locations: list[_Place] | None = None
    baseline_state: str | None = None


class _RuleLevel(Struct):
    level: str | None = None


class _Rule(Struct, rename="camel"):
    id: str = ""
    default_configuration: _RuleLevel | None = None


class _Driver(Struct, rename="camel"):
    name: str
    version: str | None = None
    semantic_version: str | None = None
    rules: list[_Rule] | None = None


class _Tool(Struct):
    driver: _Driver


class _Hashes(Struct):
    sha256: str = msgspec.field(name="sha-256", default="")


class _Artifact(Struct):
    location: _Location | None = None
    hashes: _Hashes | None = None


class _Revision(Struct, rename="camel"):
    revision_id: str | None = None


class _Invocation(Struct, rename="camel"):
    end_time_utc: str | None = None


class _Run(Struct, rename="camel"):
    tool: _Tool
    results: list[_Result] | None = None
    artifacts: list[_Artifact] | None = None
    invocations: list[_Invocation] | None = None
    version_control_provenance: list[_Revision] | None = None
    original_uri_base_ids: dict[str, _Location] | None = None


class _Report(Struct):
    version: str
    runs: list[_Run]


_DECODER = msgspec.json.Decoder(_Report)


def read_report(content: bytes, file: str) -> tuple[ScanRun, ...]:
    """Return the runs of a report.

    Args:
        content: Of the file.
        file: Its path, relative to the catalog's folder.

    Raises:
        ValueError: It is no report of SARIF 2.1.0, or is larger than anybody's; the message is a clause.
    """
    if len(content) > LARGEST_REPORT:
        raise ValueError(f"it has {len(content):,} bytes, and at most {LARGEST_REPORT:,} are read")
    if content.count(b"{") > _MOST_OBJECTS:
        raise ValueError(f"it holds more than {_MOST_OBJECTS:,} objects")
    try:
        found = _DECODER.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError(f"it cannot be read as SARIF: {str(error)[:200]}") from error
    if found.version != "2.1.0":
        raise ValueError(f"its version of SARIF is `{printable(found.version, longest=40)}`, not `2.1.0`")
    if len(found.runs) > _MOST_RUNS:
        raise ValueError(f"it has {len(found.runs):,} runs, and at most {_MOST_RUNS:,} are read")
    return tuple(_read_run(each, file) for each in found.runs)


def _read_run(run: _Run, file: str) -> ScanRun:
    driver = run.tool.driver
    tool = _shown(driver.name)
    if not tool:
        raise ValueError("it does not name the tool that made it")
    bases = run.original_uri_base_ids or {}
    artifacts = run.artifacts or []
    places = [_path(each.location, bases, ()) for each in artifacts]
    hashes = {path: _hash(each) for path, each in zip(places, artifacts, strict=True) if path}
    levels = _rule_levels(driver.rules or [])
    counts: dict[str, list[int]] = {}
    known: dict[tuple[str | None, str | None, int], str] = {}
    for result in run.results or ():
        level = _level(result, *levels)
        if level is None:
            continue
        where = _first_location(result)
        key = (where.uri, where.uri_base_id, where.index)
        path = known.get(key)
        if path is None:
            path = known[key] = _path(where, bases, places)
        counts.setdefault(path, [0, 0, 0])[level] += 1
        if len(known) > _MOST_FILES:
            break
    if max(len(known), len(artifacts)) > _MOST_FILES:
        raise ValueError(f"one of its runs names more than {_MOST_FILES:,} files")
    ends = [found[1] for each in run.invocations or () if (found := _DAY.match(each.end_time_utc or "")) is not None]
    revisions = {(each.revision_id or "").lower() for each in run.version_control_provenance or ()}
    return ScanRun(
        tool,
        _shown(driver.version or driver.semantic_version or ""),
        max(ends, default=""),
        tuple(sorted(filter(_REVISION.fullmatch, revisions))),
        {path: ResultCounts(*each) for path, each in counts.items()},
        hashes,
        file,
    )


def _shown(text: str) -> str:
    return printable(" ".join(text[: 4 * _LONGEST_NAME].split()), longest=_LONGEST_NAME)


def _hash(artifact: _Artifact) -> str:
    """Return the SHA-256 of an artifact, 64 hex digits; empty where it has none."""
    digest = artifact.hashes.sha256.lower() if artifact.hashes else ""
    return digest if _SHA256.fullmatch(digest) else ""


def _rule_levels(rules: Sequence[_Rule]) -> tuple[Sequence[str], Mapping[str, str]]:
    """Return the level of each rule, by its place and by its id; empty where the rule says nothing."""
    levels = [(each.default_configuration.level if each.default_configuration else None) or "" for each in rules]
    return levels, {each.id: level for each, level in zip(rules, levels, strict=True)}


def _level(result: _Result, by_place: Sequence[str], by_id: Mapping[str, str]) -> int | None:
    """Return the place of a result's level among those that count; None for what is no problem, or is gone.

    A result that says nothing has the level of its rule, else `warning` (SARIF 2.1.0, 3.27.10); an unknown word too.
    """
    if result.kind != "fail" or result.baseline_state == "absent":
        return None
    level = result.level
    if not level:
        rule = result.rule or _RuleReference()
        place = result.rule_index if result.rule_index >= 0 else rule.index
        level = by_place[place] if 0 <= place < len(by_place) else by_id.get(result.rule_id or rule.id, "")
    if level == "none":
        return None
    return _LEVELS.index(level) if level in _LEVELS else _LEVELS.index("warning")


def _first_location(result: _Result) -> _Location:
    physical = result.locations[0].physical_location if result.locations else None
    return (physical.artifact_location if physical else None) or _Location()


def _path(where: _Location | None, bases: Mapping[str, _Location], artifacts: Sequence[str]) -> str:
    """Return the path of a location, absolute or relative to an unnamed folder; empty for none that can be one."""
    if where is None:
        return ""
    if not where.uri:
        return artifacts[where.index] if 0 <= where.index < len(artifacts) else ""
    address, base = where.uri, where.uri_base_id
    for _ in range(_MOST_BASES):
        above = bases.get(base or "")
        if above is None or not above.uri or _is_absolute(address):
            break
        address, base = f"{above.uri.rstrip('/')}/{address}", above.uri_base_id
    return _normal(address)


def _is_absolute(address: str) -> bool:
    return address.startswith(("/", "file:"))


def _normal(address: str) -> str:
    """Return an address as a path with `/`; empty for another scheme, and for what leaves its folder."""
    if len(address) > _LONGEST_PATH:
        return ""
    if _PLAIN.fullmatch(address):
        return address
    path = address.removeprefix("file:")
    if path.startswith("//"):
        path = "/" + path[2:].partition("/")[2]
    path = _ESCAPED.sub(_unescaped, path).replace("\\", "/")
    scheme, colon, _ = path.partition(":")
    if colon and "/" not in scheme and len(scheme) > 1:  # one letter is a drive
        return ""
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if ".." in parts or len(parts) > _DEEPEST or not all(part.isprintable() for part in parts):
        return ""
    return ("/" if path.startswith("/") or colon else "") + "/".join(parts)


def _unescaped(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace")
