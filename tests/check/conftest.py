"""Made-up skills, and what the rules say of them."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from skillpack.check.run import check_skill, fields_of_hosts
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SkippedFile, SourceTree, Trust, make_tree
from skillpack.parse.settings.profile import parse_profile
from skillpack.parse.skill import parse_skill

NAME = "name: pdf"
DESCRIPTION = "description: Reads PDF files. Use when somebody has one."
PROFILES = Path(__file__).parents[2] / "skillpack" / "check" / "profiles"


def _bytes(content: str | bytes) -> bytes:
    if isinstance(content, bytes):
        return content
    return content.encode() if content.endswith("\n") or not content else f"{content}\n".encode()


def _candidate(
    text: str | bytes | None = None,
    *,
    stem: str = "pdf",
    path: str = "SKILL.md",
    form: Form = Form.FOLDER,
    files: Mapping[str, str | bytes] | None = None,
    skipped: Iterable[SkippedFile] = (),
) -> SourceTree:
    """Return a candidate; a text ends in a newline, as editors leave it, and bytes stay as they are."""
    contents = dict(files or {})
    if text is not None:
        contents[path] = text
    tree = make_tree({name: _bytes(one) for name, one in contents.items()})
    place = stem if form is Form.FOLDER else path
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    origin = Origin("skills", 0, place, stem, form, Trust.LOCAL)
    return SourceTree(origin, listing, tree, whole=True, skipped=tuple(skipped))


@pytest.fixture(scope="session")
def candidate() -> Callable[..., SourceTree]:
    """Give the function that makes a candidate of a skill file's text, by default `skills/pdf/SKILL.md`."""
    return _candidate


@pytest.fixture(scope="session")
def skill() -> Callable[..., ParsedSkill]:
    """Give the function that makes a skill of the same arguments."""
    return lambda *given, **named: parse_skill(_candidate(*given, **named))


@pytest.fixture(scope="session")
def check() -> Callable[..., tuple[Finding, ...]]:
    """Give the function that returns all findings about a skill made of the same arguments.

    `limits` and `require` go to the rules.
    """

    def _check(*given, limits: Limits = Limits(), require: tuple[str, ...] = (), **named) -> tuple[Finding, ...]:  # noqa: ANN002, ANN003, B008
        found = _candidate(*given, **named)
        skill = parse_skill(found, limits)
        return check_skill(skill, found.tree, limits, require, host_fields=fields_of_hosts(_profiles().values()))

    return _check


@pytest.fixture(scope="session")
def page() -> Callable[..., str]:
    """Give the function that writes a skill file of front-matter lines; `name` and `description` are lines as well."""

    def _page(*lines: str, name: str = NAME, description: str = DESCRIPTION, body: str = "# PDF\n\nDo it.\n") -> str:
        kept = [line for line in (name, description, *lines) if line]
        return "\n".join(["---", *kept, "---", body])

    return _page


@pytest.fixture(scope="session")
def profiles() -> Mapping[str, Profile]:
    """Give all profiles of the package by name."""
    return _profiles()


@cache
def _profiles() -> Mapping[str, Profile]:
    return {file.stem: parse_profile(file.read_text("utf-8"), file.stem) for file in sorted(PROFILES.glob("*.toml"))}
