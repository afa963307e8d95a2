"""The predicates of boxxy's formal specification, each alone: the rules of `check` answer, by profile `formal`."""

import os
from collections.abc import Collection
from pathlib import Path

from skillpack.check.judge import verdict, words
from skillpack.check.run import SKILL_RULES, check_skill
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.finding import Severity
from skillpack.model.limits import Limits
from skillpack.model.profile import UNREAD_RULES, Profile
from skillpack.model.settings import Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.compose import quoted
from skillpack.parse.skill import parse_skill
from skillpack.runtime.loader import host_profile

_LIMITS = Limits()
_NAME, _DESCRIPTION = ("NM",), ("DS",)
_FRONT_MATTER = ("FM", "NM", "DS", "OP", "MD", "AT")
_OF_FOLDER = frozenset({"NM009"})  # asks what folder a skill lies in
# Nothing of the file is known then, or not all.
_UNREADABLE = ("LY013", "FM001", "FM002", "FM003", "FM004", "FM015", "FM016", *UNREAD_RULES)
_COSTS_MUCH = "DS008"  # a warning of the profile; of level 1 the formal specification demands it


def is_valid_name(name: str, *, folder: str | None = None) -> bool:
    """Return whether a text can be the name of a skill (`IsValidSkillName`, B3).

    Args:
        folder: Of the skill, which must have the same name; None asks nothing about it.
    """
    text = f"---\nname: {quoted(name)}\ndescription: Any.\n---\n"
    return _holds(text, _NAME, folder)


def is_valid_description(description: str) -> bool:
    """Return whether a text can be the description of a skill (`IsValidDescription`, B4)."""
    return _holds(f"---\nname: any\ndescription: {quoted(description)}\n---\n", _DESCRIPTION)


def is_valid_front_matter(text: str, *, folder: str | None = None) -> bool:
    """Return whether a skill file begins with front matter of the six fields, each as demanded (`IsValidFrontmatter`).

    Args:
        text: Of `SKILL.md`, with the lines `---` (B5, B6).
        folder: Of the skill, which must have its name; None asks nothing about it.
    """
    return _holds(text, _FRONT_MATTER, folder)


def is_valid_directory(folder: Path | str) -> bool:
    """Return whether a folder has a `SKILL.md` and no link that leaves it (`IsValidSkillDirectory`, B1)."""
    return _holds_in(folder, ("LY",))


def is_valid_level1(text: str) -> bool:
    """Return whether a skill file's name and description may always be in a prompt (`IsValidLevel1`, B2).

    They are valid, and no more than about 100 tokens together.

    Args:
        text: Of `SKILL.md`.
    """
    skill, tree = _alone(text, None)
    costs_much = check_skill(skill, tree, _LIMITS, codes=frozenset({_COSTS_MUCH}))
    return _holds(text, (*_NAME, *_DESCRIPTION)) and not costs_much


def is_valid_level2(text: str) -> bool:
    """Return whether a skill file's body may be loaded when the skill opens: at most 500 lines (`IsValidLevel2`, B7).

    Args:
        text: Of `SKILL.md`.
    """
    return _holds(text, ("BD",))


def is_valid_level3(folder: Path | str) -> bool:
    """Return whether all files that a skill refers to lie inside of its folder (`IsValidLevel3`, B9)."""
    return _holds_in(folder, ("RS", "LY008"))


def is_valid_skill(folder: Path | str) -> bool:
    """Return whether a folder holds a skill without an error of the formal specification (`IsValidCompleteSkill`)."""
    return not skill_errors(folder)


def skill_errors(folder: Path | str) -> tuple[str, ...]:
    """Return the errors of a folder's skill by the formal specification, in boxxy's words; empty for a valid one (B12).

    What lies directly in the folder is judged; a folder that is missing has the error that it is.
    """
    found = _read(folder)
    if found is None:
        return (f"there is no folder `{folder}`",)
    return words(check_skill(*found, _LIMITS), _formal())


def _formal() -> Profile:
    return host_profile("formal")


def _errors(prefixes: Collection[str]) -> frozenset[str]:
    """Return the codes of some families that are errors of the formal specification."""
    known = {rule.page.code for rule in SKILL_RULES}
    errors = {code for code, found in _formal().severities.items() if found is Severity.ERROR} & known
    return frozenset(code for code in errors if code.startswith(tuple(prefixes)))


def _holds(text: str, prefixes: Collection[str], folder: str | None = None) -> bool:
    """Return whether a skill file alone has no error of some families."""
    codes = _errors((*prefixes, *_UNREADABLE)) - (_OF_FOLDER if folder is None else frozenset())
    skill, tree = _alone(text, folder)
    return verdict(check_skill(skill, tree, _LIMITS, codes=codes), _formal()).loads


def _alone(text: str, folder: str | None) -> tuple[ParsedSkill, Tree]:
    """Return a skill of one text, as if it lay in a folder."""
    raw, stem = text.encode("utf-8", "surrogatepass"), folder or "any"
    tree = Tree({"SKILL.md": raw})
    origin = Origin(".", 0, stem, stem, Form.FOLDER, Trust.LOCAL)
    return parse_skill(SourceTree(origin, (("SKILL.md", len(raw)),), tree, whole=True, skipped=())), tree


def _holds_in(folder: Path | str, prefixes: Collection[str]) -> bool:
    """Return whether a folder's skill has no error of some families; False where there is no such folder."""
    found = _read(folder)
    return found is not None and verdict(check_skill(*found, _LIMITS, codes=_errors(prefixes)), _formal()).loads


def _read(folder: Path | str) -> tuple[ParsedSkill, Tree] | None:
    """Return a folder's skill with all of its files, None where there is no such folder."""
    absolute = Path(os.path.abspath(folder))  # noqa: PTH100 the name that it goes by, not that of what a link leads to
    if not absolute.is_dir():
        return None
    (place,) = discover((Source(absolute.name, depth=0),), absolute.parent)
    candidate = read(place, _LIMITS)
    return parse_skill(candidate, _LIMITS), candidate.tree
