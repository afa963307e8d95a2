"""What a skill says of others of its set, by links and in its tasks: only the set can say what is there (pure)."""

from collections.abc import Collection, Iterable, Sequence

from skillpack.check.rules.evaluation import EXPECTED
from skillpack.check.rules.resources import BESIDE, DECLARED, OUTSIDE
from skillpack.model.finding import Finding, at_places, finding_order

_RULE, _EXPECTS = "RS002", "EV004"
_SIBLING, _TOO_FAR = "sibling", "too-far"
_NAMED = 3  # skills that a message names


def depends_on_set(findings: Iterable[Finding]) -> bool:
    """Return whether a skill may have links to others of its set, or tasks that expect some."""
    return any(each.rule == _EXPECTS or (each.rule == _RULE and _fact(each, OUTSIDE)) for each in findings)


def with_siblings(findings: Sequence[Finding], names: Collection[str]) -> tuple[Finding, ...]:
    """Return the findings about a skill of a set, sorted by place; all its links to skills of the set are one or two.

    Those into a skill beside it work wherever both are installed: they are a finding of the kind `sibling`, or
    `declared` where `metadata.depends` names these skills, so that both are. Those that go up too far to get there are
    a finding of the kind `too-far`. A task that expects a skill of the set is as it should be; of a skill that is alone
    nobody knows.

    Args:
        findings: Of `check_skill`.
        names: Of the skills of the set.
    """
    if not depends_on_set(findings):
        return tuple(findings)
    findings = [each for each in findings if each.rule != _EXPECTS or not _is_there(each, names)]
    kept: list[Finding] = []
    found: dict[str, list[tuple[str, Finding]]] = {}
    for each in findings:
        name = _name(each, names) if each.rule == _RULE else ""
        kind = DECLARED if _fact(each, DECLARED) else _SIBLING if _fact(each, BESIDE) == name else _TOO_FAR
        found.setdefault(kind, []).append((name, each)) if name else kept.append(each)
    kept += [_joined(kind, links) for kind, links in found.items()]
    return tuple(sorted(kept, key=finding_order))


def _is_there(finding: Finding, names: Collection[str]) -> bool:
    """Return whether the skill that a task expects is in the set, or nothing else is."""
    return _fact(finding, EXPECTED) in names or len(names) <= 1


def _joined(kind: str, links: Sequence[tuple[str, Finding]]) -> Finding:
    """Return one finding about all links of a kind, each with the name of the skill that it leads to."""
    names = sorted({name for name, _ in links})
    first = links[0][1]
    those = "that skill is" if len(names) == 1 else "those skills are"
    message = f"links to {_listed(names)} work only where {those} installed too"
    hint = f"add `depends: {', '.join(names)}` to `metadata`" if kind == _SIBLING else ""
    if kind == _TOO_FAR:
        message = f"links to {_listed(names)} go up too far: skills are installed side by side"
        hint = f"write `../{names[0]}/...`, as seen from the folder of the skill"
    finding = Finding(_RULE, first.subject, first.path, first.span, message, hint, (("kind", kind),))
    places = [place for _, each in links for place in each.places()]
    return at_places(finding, sorted(places, key=lambda place: (place.path, place.span.line, place.span.column)))


def _name(finding: Finding, names: Collection[str]) -> str:
    """Return the skill of the set that a link leads to, or is meant for; empty for neither."""
    beside = _fact(finding, BESIDE)
    if beside in names:
        return beside
    folders = _fact(finding, OUTSIDE).split("/")
    return "" if beside else next((part for part in folders if part in names), "")


def _listed(names: Sequence[str]) -> str:
    """Return names for a message: "`a`, `b` and `c`", or the first few with the number of the others."""
    shown = [f"`{name}`" for name in names]
    if len(shown) > _NAMED:
        shown = [*shown[: _NAMED - 1], f"{len(shown) - _NAMED + 1} more skills"]
    *first, last = shown
    return f"{', '.join(first)} and {last}" if first else last


def _fact(finding: Finding, wanted: str) -> str:
    return next((value for name, value in finding.facts if name == wanted), "")
