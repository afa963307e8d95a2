"""Findings as a catalog judges them: by profiles, with its suppressions and with its baseline."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from skillpack.check.judge import judge
from skillpack.check.secrecy import SECRET_RULES
from skillpack.errors import UsageError
from skillpack.files.read import read_file
from skillpack.files.trace import Trace
from skillpack.model.finding import Finding, Judged, Position, Suppression, at_places
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration, Known
from skillpack.report.findings.baseline import Baseline, fingerprint_from, read_baseline

_LIMIT = 64 * 2**20  # bytes of a baseline
_REASON = "in the baseline"


def judge_in(
    findings: Iterable[Finding],
    profiles: Sequence[Profile],
    configuration: Configuration,
    suppressions: Sequence[Suppression] | None = None,
) -> tuple[Judged, ...]:
    """Return the findings that a catalog minds; what its baseline accepts is suppressed, a secret never.

    Args:
        findings: All of a skill, or of the set: equal ones are accepted as often as the baseline counts them.
        profiles: To judge by.
        configuration: With what its baseline accepts.
        suppressions: Those that may count; by default all of the catalog.
    """
    judged = judge(findings, profiles, configuration.suppressions if suppressions is None else suppressions)
    known = configuration.known
    if not known.counts:
        return judged
    left = Counter(dict(known.counts))
    return tuple(chain.from_iterable(_separate(each, left, known.prefix) for each in judged))


def _separate(judged: Judged, left: Counter[str], prefix: str) -> Iterator[Judged]:
    """Yield a finding at its new places, then at those that are accepted: places are told apart like findings."""
    finding = judged.finding
    if judged.suppression is not None or finding.rule in SECRET_RULES:
        yield judged
        return
    new: list[Position] = []
    accepted: list[Position] = []
    for place in finding.places():
        name = fingerprint_from(prefix, at_places(finding, [place]))
        (accepted if left[name] > 0 else new).append(place)
        left[name] -= left[name] > 0
    if new:
        yield replace(judged, finding=at_places(finding, new))
    if accepted:
        suppression = Suppression(finding.rule, finding.subject, _REASON, "")
        yield replace(judged, finding=at_places(finding, accepted), suppression=suppression)


def with_baseline(configuration: Configuration, root: Path, trace: Trace | None = None) -> Configuration:
    """Return a configuration with what its baseline accepts.

    Args:
        configuration: Names the file, relative to the catalog's folder; nothing changes where it names none.
        root: The catalog's folder.
        trace: Notes the file.

    Raises:
        UsageError: The file does not exist, or is not a baseline.
    """
    if not configuration.policy.baseline:
        return configuration
    file = root / configuration.policy.baseline
    if trace is not None:
        trace.link(str(file))
    entries = stored_baseline(file).entries
    known = Known(prefix_from(file, root), tuple((each.fingerprint, each.count) for each in entries))
    return replace(configuration, known=known, policy=replace(configuration.policy, baseline=""))


def stored_baseline(file: Path) -> Baseline:
    """Return the entries of a baseline file, without secrets: only a suppression with a reason accepts those.

    Raises:
        UsageError: It does not exist, or is not a baseline.
    """
    if not file.is_file():
        raise UsageError(f"the baseline `{file}` does not exist", hint="create it with `check --write-baseline`")
    known = read_baseline(read_file(file, _LIMIT).decode("utf-8", "replace"), str(file)).entries
    return Baseline(tuple(each for each in known if each.rule not in SECRET_RULES))


def prefix_from(file: Path, folder: Path) -> str:
    """Return the way from the folder of a baseline to another one, ended by a slash; empty where they are one."""
    way = Path(os.path.relpath(folder.resolve(), file.parent.resolve())).as_posix()
    return "" if way == "." else f"{way}/"
