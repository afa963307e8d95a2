"""Stores, sessions and sinks for the tests of the run time."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.runtime.event import Event
from skillpack.runtime.session import Session
from skillpack.runtime.store import SkillStore, load_skills

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a skill: a root below the test's folder, a name, a description, a body, further fields.

    The file ends in a newline, as editors leave it; `whole` takes the body as it is.
    """

    def written(
        name: str,
        *,
        root: str = "workspace",
        said: str | None = None,
        body: str = "Do it.\n",
        more: str = "",
        whole: bool = False,
    ) -> Path:
        folder = tmp_path / root / name
        folder.mkdir(parents=True)
        said = f"Does {name}." if said is None else said
        text = f"---\nname: {name}\ndescription: {said}\n{more}---\n\n{body}"
        if not whole and not text.endswith("\n"):
            text += "\n"
        (folder / "SKILL.md").write_text(text, encoding="utf-8")
        return folder

    return written


@pytest.fixture
def load(tmp_path: Path) -> Callable[[], SkillStore]:
    """Load the two roots of the test's folder."""

    def loaded() -> SkillStore:
        return load_skills(global_dir=tmp_path / "global", workspace_dir=tmp_path / "workspace")

    return loaded


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def session(load: Callable[[], SkillStore], events: list[Event]) -> Callable[..., Session]:
    """Return a session over the two roots as they are when it is asked for."""

    def made(**given: object) -> Session:
        return Session(load(), sink=events.append, **given)  # type: ignore[arg-type]

    return made
