"""Findings and a profile -> severity, verdict, the host's own words; suppressions for a day."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from skillpack.check.secrecy import SECRET_RULES
from skillpack.check.suppressions import covers
from skillpack.model.finding import SEVERITY_ORDER, Finding, Judged, Severity, Suppression, Verdict
from skillpack.model.profile import UNREAD_RULES, Profile

_ALONE = "! "
"""Starts a message after which the host says nothing else: it could not read on."""
_ELSE = "| "
"""Starts a message that the host gives only where it did not give the one before: one fault of a field at most."""
_ERROR, _WARNING, _OFF = Severity.ERROR, Severity.WARNING, Severity.OFF  # a member costs more than a global name
_HINT, _BRACKETS = "IV003", "FM011"
NAME_FORM = ("NM012", "NM005", "NM006", "NM007", "NM008", "NM010", "NM014", "NM011", "NM004", "NM009")
"""What can be wrong with the form of one name, the plainest first: one better name is the answer to all of it."""
UNREADABLE = frozenset({"FM001", "FM002", "FM003"}) | UNREAD_RULES
"""Codes of what keeps a front matter from being read: rules about its fields found nothing, for they saw nothing."""
_KINDS = frozenset({"kind", "type"})  # facts that tell findings of one rule apart
REPAIR = "repair"
"""A fact: with these repairs a reader does not meet what is found."""
REPAIRED = "repaired"
"""A fact: only who makes these repairs meets what is found."""
FINE = "fine"
"""A fact: readers that type values so find nothing wrong."""
READERS = "readers"
"""A fact: the hosts that read the field, which is no fault of the skill then; a host may refuse it all the same."""
CHARACTERS = "characters"
"""A fact: the characters of a name that not every host allows."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def severity(finding: Finding, profile: Profile) -> Severity:
    """Return the profile's judgement.

    Findings of a kind, or about a value of a type, that the profile names are judged for themselves.

    OFF for what the profile does not name, for a `size` within its limit or `within` the rule's threshold where it has
    none, for a `field` that it documents or that other hosts read, for a value that its YAML reader takes for what it
    should be, and for what is met only after a repair that its reader does not make. What its reader repairs is no more
    than a warning.
    """
    found = profile.severities.get(finding.rule, _OFF)
    if found is _OFF:
        return found
    repaired = of_kind = False
    for name, value in finding.facts:
        if name == REPAIRED and not _forgives(profile, value):
            return _OFF
        if name == READERS and found is not _ERROR:
            return _OFF
        if name == FINE and value == profile.types:
            return _OFF
        if (
            name == CHARACTERS
            and not of_kind
            and profile.name_characters
            and set(value) <= set(profile.name_characters)
        ):
            return _OFF
        if name == "size" and int(value) <= profile.limits.get(finding.rule, -1):
            return _OFF
        if name == "within" and finding.rule not in profile.limits:
            return _OFF
        if name == "field" and value in profile.fields:
            return _OFF
        if name in _KINDS and f"{finding.rule}.{value}" in profile.kinds:
            found, of_kind = profile.kinds[f"{finding.rule}.{value}"], True
        repaired = repaired or (name == REPAIR and _forgives(profile, value))
    return _WARNING if repaired and found is _ERROR else found


def _forgives(profile: Profile, repairs: str) -> bool:
    """Return True where the profile's reader makes all the repairs that a fact names."""
    return bool(profile.repairs) and all(repair in profile.repairs for repair in repairs.split())


def verdict(findings: Iterable[Finding], profile: Profile) -> Verdict:
    """Return whether the host would load the skill, and the codes that say why not or what is amiss."""
    errors, warnings = set(), set()
    minded = profile.severities
    for finding in findings:
        found = severity(finding, profile) if finding.rule in minded else _OFF
        if found is _ERROR:
            errors.add(finding.rule)
        elif found is _WARNING:
            warnings.add(finding.rule)
    return Verdict(profile.name, loads=not errors, codes=tuple(sorted(errors or warnings)))


def words(findings: Iterable[Finding], profile: Profile) -> tuple[str, ...]:
    """Return the errors in the host's own words and order, each text once.

    An error for which the profile has no words comes last, in ours. `{ours}` in a host's words stands for them too.
    """
    errors: dict[str, list[Finding]] = {}
    for finding in findings:
        if severity(finding, profile) is Severity.ERROR:
            errors.setdefault(finding.rule, []).append(finding)
    texts: dict[str, None] = {}
    said = False
    for code, message in profile.messages.items():
        said = said and message.startswith(_ELSE)
        found = errors.pop(code, ())
        if not found or said:
            continue
        said = True
        new = [_filled(message.removeprefix(_ALONE).removeprefix(_ELSE), finding) for finding in found]
        if message.startswith(_ALONE):
            return (new[0],)
        texts |= dict.fromkeys(new)
    return tuple(texts | dict.fromkeys(_ours(finding) for rest in errors.values() for finding in rest))


def judge(
    findings: Iterable[Finding], profiles: Sequence[Profile], suppressions: Sequence[Suppression] = ()
) -> tuple[Judged, ...]:
    """Return the findings that one of the profiles minds, in their order, each with the strictest severity.

    A secret is an error whatever the profiles say. Of what is wrong with the form of a name, the gravest stands for
    all.

    Suppressions are matched whatever their date: pages show the date, the gate asks `open_findings`.
    """
    judged = []
    for finding in findings:
        if finding.rule in SECRET_RULES:
            judged.append(Judged(finding, _ERROR, _covering(finding, suppressions)))
            continue
        if not any([finding.rule in profile.severities for profile in profiles]):  # noqa: C419 most are minded by none
            continue
        strictest = min((severity(finding, profile) for profile in profiles), key=_rank, default=Severity.OFF)
        if strictest is not Severity.OFF:
            judged.append(Judged(finding, strictest, _covering(finding, suppressions)))
    return tuple(_named_once(_bracketed_once(judged)))


def _bracketed_once(judged: Sequence[Judged]) -> Sequence[Judged]:
    """Return the findings without those about brackets that a graver one about the same value explains."""
    hints = {
        (one.finding.path, one.finding.span): _rank(one.severity)
        for one in judged
        if one.finding.rule == _HINT and one.suppression is None
    }

    def is_explained(one: Judged) -> bool:
        graver = hints.get((one.finding.path, one.finding.span))
        return one.finding.rule == _BRACKETS and graver is not None and graver <= _rank(one.severity)

    return [one for one in judged if not is_explained(one)] if hints else judged


def _named_once(judged: Sequence[Judged]) -> Iterator[Judged]:
    """Yield the findings, of those about the form of one name the one that says most."""
    named: dict[tuple[str, str], list[Judged]] = {}
    for one in judged:
        if one.finding.rule in NAME_FORM and one.suppression is None:
            named.setdefault((one.finding.subject, one.finding.path), []).append(one)
    kept = {id(min(group, key=_says_most)) for group in named.values()}
    for one in judged:
        if one.finding.rule not in NAME_FORM or one.suppression is not None or id(one) in kept:
            yield one


def _says_most(one: Judged) -> tuple[int, bool, int]:
    return _rank(one.severity), one.finding.fix is None, NAME_FORM.index(one.finding.rule)


def open_findings(judged: Iterable[Judged], *, today: str) -> tuple[Judged, ...]:
    """Return the findings that are not suppressed on that day (ISO date); only the gate asks, never a page."""
    return tuple(one for one in judged if one.suppression is None or "" < one.suppression.expires < today)


def portable(profiles: Iterable[Profile]) -> Profile:
    """Return the profile that minds what any of the others minds; it never gates by default."""
    asked = tuple(profiles)
    codes = sorted({code for profile in asked for code in profile.severities})
    minding = {code: tuple(each for each in asked if each.severities.get(code, _OFF) is not _OFF) for code in codes}
    return Profile(
        name="portable",
        title="Portable",
        source="the strictest of all profiles",
        severities={
            code: min((one.severities[code] for one in minding[code]), key=_rank, default=Severity.OFF)
            for code in codes
        },
        limits=_tightest(minding),
        messages={},
        fields=(),
        index_style="",
        load_format="",
        index_budget=min((one.index_budget for one in asked if one.index_budget), default=0),
        entry_budget=min((one.entry_budget for one in asked if one.entry_budget), default=0),
    )


def _rank(found: Severity) -> int:
    return SEVERITY_ORDER[found]


def _tightest(minding: Mapping[str, tuple[Profile, ...]]) -> dict[str, int]:
    """Return the limits that every profile that minds a code has; a profile without one accepts no size."""
    return {
        code: min(profile.limits[code] for profile in profiles)
        for code, profiles in minding.items()
        if profiles and all(code in profile.limits for profile in profiles)
    }


def _ours(finding: Finding) -> str:
    """Return our words for an error; of what only we do not read, also where it stands and what to do."""
    if finding.rule not in UNREAD_RULES:
        return finding.message
    where = f"line {finding.span.line}: " if finding.span.line else ""
    return f"{where}{finding.message}; {finding.hint}"


def _filled(message: str, finding: Finding) -> str:
    """Return the message with the facts in their places; a place without a fact stays as it is."""
    known = {"ours": _ours(finding), **dict(finding.facts)}
    return _PLACEHOLDER.sub(lambda place: known.get(place[1], place[0]), message)


def _covering(finding: Finding, suppressions: Sequence[Suppression]) -> Suppression | None:
    """Return the suppression that covers a finding, of several the one that holds longest."""
    covering = [one for one in suppressions if covers(one, finding)]
    return max(covering, key=lambda one: (not one.expires, one.expires), default=None)
