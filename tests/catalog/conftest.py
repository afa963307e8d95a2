"""Entries as a build makes them."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.model.entry import Entry, EntryState, Tokens
from skillpack.model.release import Release
from skillpack.model.requirements import Requirements

MakeEntry = Callable[..., Entry]

_PLAIN = Entry(
    name="pdf",
    path="skills/pdf/SKILL.md",
    description="Extract text.",
    state=EntryState.PUBLISHED,
    release=Release("pdf", "1.0.0", "d" * 64, "v" * 16, "archives/pdf/pdf-1.0.0.zip", "a" * 64, 100),
    license="",
    tags=(),
    authors=(),
    role="",
    tools=(),
    status="",
    successor="",
    owner="",
    tokens=Tokens(10, 100, 0),
    files=1,
    size=400,
    single=True,
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


@pytest.fixture(scope="session")
def make_entry() -> MakeEntry:
    def made(name: str = "pdf", **changes: object) -> Entry:
        return replace(_PLAIN, **{"name": name, "release": replace(_PLAIN.release, name=name), **changes})  # type: ignore[arg-type]

    return made
