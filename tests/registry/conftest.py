"""Entries and records of pages as a build makes them."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.model.ability import Abilities, Ability, AbilityKind, AbilityOrigin, FileReading, Unread
from skillpack.model.entry import Details, Entry, EntryState, FileRecord, PageRecord, Tokens
from skillpack.model.release import Release
from skillpack.model.requirements import Requirements
from skillpack.model.skill import Invocation

MakeEntry = Callable[..., Entry]
MakeRecord = Callable[..., PageRecord]


def _release(name: str, **changes: object) -> Release:
    plain = Release(name, "1.0.0", "d" * 64, "5" * 16, f"archives/{name}/{name}-1.0.0.zip", "a" * 64, 1234)
    return replace(plain, **changes)  # type: ignore[arg-type]


def _entry(name: str = "pdf", **changes: object) -> Entry:
    plain = Entry(
        name=name,
        path=f"skills/{name}/SKILL.md",
        description="Extract text.",
        state=EntryState.PUBLISHED,
        release=_release(name),
        license="MIT",
        tags=("forms", "pdf"),
        authors=("Ann",),
        role="",
        tools=("Read",),
        status="",
        successor="",
        owner="",
        tokens=Tokens(10, 100, 0),
        files=1,
        size=400,
        single=False,
        metaskill=False,
        by_model=True,
        by_user=True,
        requires=Requirements(),
        updated="",
        errors=0,
        warnings=0,
        infos=0,
        verdicts=(),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def _prepared(name: str = "pdf", **changes: object) -> PageRecord:
    details = Details(
        declared_name=name,
        declared_version="1.0.0",
        version="5" * 16,
        compatibility="",
        homepage="",
        source="",
        related=(),
        depends=(("code-review", "^1.2"),),
        deprecated="",
        fields=(("name", name), ("description", "Extract text."), ("metadata", 'author: Ann\n  version: "1.0.0"')),
        metadata=(("author", "Ann"), ("version", "1.0.0")),
        allowed_tools=("Read", "Bash(git:*)"),
        required_tools=(),
        input_schema="",
        invocation=Invocation(),
        placeholders=(),
        shell_lines=("git status",),
        program=None,
        comments=0,
    )
    files = (
        FileRecord("SKILL.md", 300, "1" * 64, "skill", 75, text=True, mode=0o644, runs="", language="markdown"),
        FileRecord("scripts/run.sh", 100, "2" * 64, "script", 25, text=True, mode=0o755, runs="bash", language="bash"),
    )
    abilities = Abilities(
        found=(
            Ability(AbilityKind.FETCHES, "scripts/run.sh", 3, "curl", "api.example"),
            Ability(AbilityKind.STARTS, "", 7, "git status", "git", AbilityOrigin.COMMAND),
        ),
        files=(
            FileReading("", "markdown"),
            FileReading("scripts/run.sh", "shell"),
            FileReading("a", unread=Unread.BINARY),
        ),
    )
    entry = _entry(name, **changes)
    return PageRecord("k" * 64, entry, details, files, (), "", (), (), (), abilities=abilities)


@pytest.fixture(scope="session")
def make_release() -> Callable[..., Release]:
    return _release


@pytest.fixture(scope="session")
def make_entry() -> MakeEntry:
    return _entry


@pytest.fixture(scope="session")
def make_record() -> MakeRecord:
    return _prepared
