"""Why a skill is not in an index that is asked for on a machine, and all of that in one line."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from skillpack.check.judge import verdict
from skillpack.model.finding import Finding
from skillpack.model.profile import Profile
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form
from skillpack.prompt.formats import Format

_MOST_CODES = 5  # in one line


class Reason(StrEnum):
    """Why a skill is left out."""

    NOT_LOADED = "not-loaded"
    NOT_PUBLISHED = "not-published"
    TOO_DEEP = "too-deep"
    LONE = "lone"
    HIDDEN = "hidden"
    PEOPLE_ONLY = "people-only"
    NEEDS = "needs"
    PATH = "path"


class Exclusion(Struct, frozen=True):
    """A skill that is left out.

    Attributes:
        codes: Of the rules that say why, for a skill that is not loaded or not published.
    """

    reason: Reason
    codes: tuple[str, ...] = ()


def exclusion(
    form: Format,
    skill: ParsedSkill,
    findings: Sequence[Finding],
    gate: Iterable[Profile],
    *,
    lacks: bool,
    hidden: bool = False,
) -> Exclusion | None:
    """Return why an index does not hold a skill; None where it does.

    A host's own index holds what that host would load by its profile; any other what the catalog would publish.

    Args:
        form: Of the index.
        skill: Which may be of a form or at a depth that the host does not read.
        findings: Of the skill.
        gate: The catalog's profiles.
        lacks: True where this machine lacks what the skill needs.
        hidden: True where the catalog leaves it out of its lists.
    """
    if hidden:
        return Exclusion(Reason.HIDDEN)
    host = form.host
    if host is not None and skill.origin.form is not Form.FOLDER and skill.origin.form not in host.lone:
        return Exclusion(Reason.LONE)
    depth = 0 if skill.origin.path == "." else skill.origin.path.count("/") + 1  # levels below its source
    if host is not None and 0 < host.depth < depth:
        return Exclusion(Reason.TOO_DEEP)
    against = [verdict(findings, profile) for profile in ((host,) if host is not None else gate)]
    codes = tuple(dict.fromkeys(code for each in against if not each.loads for code in each.codes))
    if codes:
        return Exclusion(Reason.NOT_LOADED if host is not None else Reason.NOT_PUBLISHED, codes)
    if not skill.invocation.by_model:
        return Exclusion(Reason.PEOPLE_ONLY)
    return Exclusion(Reason.NEEDS) if lacks and (host is None or "requires" in host.fields) else None


def exclusions_line(form: Format, found: int, excluded: Sequence[Exclusion]) -> str:
    """Return the skills left out: `3 of 12 left out: 2 that Metis does not load (NM009), 1 ...`; empty for none.

    Args:
        form: Of the index.
        found: How many skills there are.
        excluded: Those that are not in it.
    """
    counts = Counter(each.reason for each in excluded)
    seen = [reason for reason in Reason if counts[reason]]
    parts = [f"{counts[reason]:,} {_words(reason, form)}{_codes(reason, excluded)}" for reason in seen]
    return f"{len(excluded):,} of {found:,} left out: {', '.join(parts)}" if parts else ""


def _words(reason: Reason, form: Format) -> str:
    match reason:
        case Reason.NOT_LOADED:
            return f"that {form.title} does not load"
        case Reason.NOT_PUBLISHED:
            return "with errors"
        case Reason.TOO_DEEP:
            return f"deeper than {form.title} looks"
        case Reason.LONE:
            return f"in no folder, as {form.title} wants one"
        case Reason.HIDDEN:
            return "that the catalog hides"
        case Reason.PEOPLE_ONLY:
            return "that only people may start"
        case Reason.NEEDS:
            return "that need what this machine lacks"
        case Reason.PATH:
            return "with a line break in the path"


def _codes(reason: Reason, excluded: Iterable[Exclusion]) -> str:
    """Return the codes of one reason in brackets, the most frequent first; empty for none."""
    counts = Counter(code for each in excluded if each.reason is reason for code in each.codes)
    codes = [code for code, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    more = [f"{len(codes) - _MOST_CODES:,} more"] if len(codes) > _MOST_CODES else []
    return f" ({', '.join(codes[:_MOST_CODES] + more)})" if codes else ""
