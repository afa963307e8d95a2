"""Skill folders on disk, as the reference library takes them."""

from collections.abc import Callable
from pathlib import Path

import pytest

MakeFolder = Callable[..., Path]


@pytest.fixture
def make_folder(tmp_path: Path) -> MakeFolder:
    def made(front: str, *, folder: str = "my-skill", file: str = "SKILL.md", body: str = "# My skill\n") -> Path:
        path = tmp_path / folder
        path.mkdir()
        text = f"---\n{front}\n---\n{body}"
        (path / file).write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
        return path

    return made
