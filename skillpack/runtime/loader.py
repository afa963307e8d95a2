"""A root of skills on disk -> the skills that a host would load from it, and why it would not load the others."""

import hashlib
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skillpack import resources
from skillpack.check.judge import verdict, words
from skillpack.check.run import check_skill, lower_thresholds, rule_pages
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read
from skillpack.model.digest import RECEIPT
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.settings import Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, SkippedKind, SourceTree, Tree, Trust
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.front_matter import metis_body
from skillpack.parse.skill import parse_skill
from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime.front_matter import FrontMatter, front_matter_of, is_unread
from skillpack.runtime.parse_cache import ParseCache
from skillpack.runtime.skill import Skill, SkillMetadata

LIMITS = Limits()
_READ = ("SKILL.md", "skill.md", "SKILL.star")
_BODY_TEXT = frozenset({"BD001", "BD002", "BD003", "BD004"})
_FAMILIES = frozenset({"LY", "FM", "NM", "DS", "OP", "MD", "AT", "RQ", "PB", "VR", "ST", "SL"})
TEXT_ALONE = _BODY_TEXT | {page.code for page in rule_pages() if page.family in _FAMILIES}
"""Codes of rules that look at nothing in a body but its text."""
_LOST = frozenset(SkippedKind) - {SkippedKind.LINK_INSIDE, SkippedKind.TOO_LARGE}  # why a file was not read
_log = logging.getLogger("skillpack.runtime")


@dataclass(frozen=True, slots=True)
class SkillRoot:
    """A folder of skills.

    Attributes:
        source: What its skills are said to come from: `global`, `workspace`, or a word of your own.
        depth: How many folders deep skills may lie; 1 means directly inside (M6).
        forms: Which shapes of skills count.
        exclude: Globs of what is left out, relative to the folder.
    """

    path: Path
    source: str
    trust: Trust = Trust.LOCAL
    depth: int = 1
    forms: tuple[Form, ...] = (Form.FOLDER,)
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invalid:
    """A skill that was not loaded.

    Attributes:
        path: Of its skill file.
        errors: In the host's own words, at least one.
    """

    path: Path
    errors: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path}: {'; '.join(self.errors)}"


@dataclass(frozen=True, slots=True)
class LoadedRoot:
    """What a root holds, in the order in which it was found.

    Attributes:
        skills: May repeat a name: hosts disagree which one counts.
    """

    skills: tuple[Skill, ...] = ()
    invalid: tuple[Invalid, ...] = ()


def load_root(
    root: SkillRoot,
    host: Profile,
    limits: Limits = LIMITS,
    *,
    cache: Path | None = None,
    found: Iterable[Location] | None = None,
) -> LoadedRoot:
    """Return the skills that a host would load from a root; none if the root is missing or cannot be read (M4).

    One bad skill never breaks the rest: it is skipped, with the host's own words (M8, M19). Who asks logs it.

    Args:
        cache: Folder of what was parsed before; None parses everything.
        found: The `places` of the root, for who has looked already; None looks.
    """
    skills, invalid = [], []
    known = ParseCache(cache, _folder_of(root), host) if cache is not None else None
    for place in places(root) if found is None else found:
        before = known.find(place, limits) if known is not None else None
        if before is not None:
            skills.append(Skill(**_values(before[0]), **_position(place, root.source, SKILL_FILE), body=before[1]))
            continue
        parsed, candidate = read_location(place, host, limits)
        errors = refusal(parsed, candidate, host, limits)
        if errors:
            invalid.append(Invalid(skill_path(place), errors))
        elif parsed.document.path:  # a folder without a skill file is not a skill, and no fault (M8)
            matter = front_matter_of(parsed)
            if known is not None and parsed.document.path == SKILL_FILE:
                known.keep(place, parsed.document.raw, matter)
            position = _position(place, root.source, parsed.document.path)
            skills.append(Skill(**_values(matter), **position, body=_body(parsed)))
    if known is not None:
        known.save()
    return LoadedRoot(tuple(skills), tuple(invalid))


def places(root: SkillRoot) -> Iterator[Location]:
    """Yield where skills may lie in a root, sorted by the names' bytes; nothing where there is no such folder."""
    folder = _folder_of(root)
    try:
        os.scandir(folder).close()
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("skills in %s cannot be read: %s", log_line(folder), error.strerror)
        return
    source = Source("", root.trust, root.forms, depth=root.depth, exclude=root.exclude, required=False)
    yield from discover((source,), folder)


def signature(found: Iterable[Iterable[Location]]) -> bytes:
    """Return a digest of the `places` of some roots: as long as it stays, loading them again gives the same skills."""
    whole = hashlib.sha256()
    for root in found:
        for place in root:
            whole.update(place.path.encode("utf-8", "surrogateescape"))
            whole.update(place.signature)
        whole.update(b"\0")
    return whole.digest()


def _folder_of(root: SkillRoot) -> Path:
    return Path(os.path.abspath(root.path.expanduser()))  # noqa: PTH100 a link stays the root's name


def skill_path(place: Location) -> Path:
    """Return the skill file of a place, whether it is there or not."""
    return Path(place.path, _READ[0]) if place.origin.form is Form.FOLDER else Path(place.path)


def log_invalid(bad: Invalid) -> None:
    """Log why a skill is skipped, as Metis does (M19)."""
    _log.warning("skipping invalid skill at %s", log_line(bad))


def read_location(place: Location, host: Profile, limits: Limits) -> tuple[ParsedSkill, SourceTree]:
    """Return a skill as parsed; of a folder only the skill file and the program are read.

    What stands in a body is looked for only where the host may refuse a skill for it: that takes as long as the rest.
    """
    candidate = read(place, limits, only=_READ)
    scanned = not host.error_codes <= TEXT_ALONE
    parsed = parse_skill(candidate, limits, scanned=scanned)
    program = parsed.program
    if program is None or program.runs or program.faults or program.path in _READ:
        return parsed, candidate
    # The front matter names a program elsewhere in the folder (K2).
    candidate = read(place, limits, only=(*_READ, program.path))
    return parse_skill(candidate, limits, scanned=scanned), candidate


def _unreadable(parsed: ParsedSkill, candidate: SourceTree) -> tuple[str, ...]:
    """Return why a skill file that is there was not read: no permission, a device, a link out of the folder.

    Empty where there is none, also for a folder that vanished meanwhile.
    """
    files = (parsed.document.path,) if parsed.document.path else SKILL_FILES
    return tuple(
        f"`{odd.path}` cannot be read: {odd.kind} ({odd.detail})"
        for odd in candidate.skipped
        if odd.kind in _LOST and (odd.path in files or candidate.origin.form is not Form.FOLDER)
    )


def refusal(parsed: ParsedSkill, candidate: SourceTree, host: Profile, limits: Limits) -> tuple[str, ...]:
    """Return why a host would not load a skill, in its own words; nothing where it would, or where there is none."""
    unread = _unreadable(parsed, candidate)
    if unread or not parsed.document.path:
        return unread
    lower = lower_thresholds((host,))
    if verdict(check_skill(parsed, candidate.tree, limits, thresholds=lower, codes=host.error_codes), host).loads:
        return ()
    # Asked again of every rule: the words are shown, and then nothing of a credential may be in them.
    whole = parse_skill(candidate, limits)
    return words(check_skill(whole, candidate.tree, limits, thresholds=lower), host)


def loaded_skill(parsed: ParsedSkill, place: Location, source: str) -> Skill:
    """Return a parsed skill in the form that programs use."""
    return Skill(**_facts(parsed, place, source), body=_body(parsed))


def skill_of_tree(parsed: ParsedSkill, source: str, contents: Callable[[], Tree]) -> Skill:
    """Return a parsed skill that lies in no folder of this machine.

    Args:
        contents: Returns its files.
    """
    place = Location(parsed.origin, parsed.name, b"", racy=False)
    facts = _facts(parsed, place, source) | {"file": None, "trust": Trust.EXTERNAL, "contents": contents}
    return Skill(**facts, body=_body(parsed))


def loaded_metadata(parsed: ParsedSkill, place: Location, source: str) -> SkillMetadata:
    """Return the metadata of a parsed skill, without its body."""
    return SkillMetadata(**_facts(parsed, place, source))


def _facts(parsed: ParsedSkill, place: Location, source: str) -> dict[str, Any]:
    return _values(front_matter_of(parsed)) | _position(place, source, parsed.document.path)


def _values(found: FrontMatter) -> dict[str, Any]:
    """Return the front matter that a skill keeps, by the names of its fields."""
    return {name: getattr(found, name) for name in FrontMatter.__slots__ if name != "unread"}


def _position(place: Location, source: str, file: str) -> dict[str, Any]:
    """Return the fields of a skill that follow from where it lies."""
    folder, form = Path(place.path), place.origin.form
    return {
        "source": source,
        "skill_dir": folder if form is Form.FOLDER else folder.parent,
        "trust": Trust.EXTERNAL if os.path.lexists(f"{place.path}/{RECEIPT}") else place.origin.trust,
        "file": folder / file if form is Form.FOLDER else folder,
        "form": form,
    }


def _body(parsed: ParsedSkill) -> str:
    """Return the body; all of the file where its front matter could not be read (I1)."""
    document = parsed.document
    if parsed.origin.form is Form.YAML:
        return document.body.text
    if is_unread(parsed):
        return document.text
    return metis_body(document.text, document.body.text)


def host_profile(name: str) -> Profile:
    """Return a host by its name.

    Raises:
        UsageError: There is none of that name.
    """
    return resources.chosen_profiles((name,))[0]
