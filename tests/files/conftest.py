"""Folders to look at, and a user who may not do everything."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import skillpack

Lay = Callable[[Mapping[str, bytes | str | None]], Path]


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Return a function that lays files: bytes are content, a string is the target of a link, None is a folder."""

    def lay_files(files: Mapping[str, bytes | str | None]) -> Path:
        for path, content in files.items():
            place = tmp_path / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                place.mkdir(exist_ok=True)
            elif isinstance(content, str):
                place.symlink_to(content)
            else:
                place.write_bytes(content)
        return tmp_path

    return lay_files


@pytest.fixture
def seen() -> Callable[[Path], dict[str, bytes | str]]:
    """Return a function that tells what lies below a folder, as `lay` takes it; empty folders do not show."""

    def everything(folder: Path) -> dict[str, bytes | str]:
        found: dict[str, bytes | str] = {}
        for where, folders, names in os.walk(folder):
            for name in [*names, *(inner for inner in folders if Path(where, inner).is_symlink())]:
                path = Path(where, name)
                found[path.relative_to(folder).as_posix()] = (
                    str(path.readlink()) if path.is_symlink() else path.read_bytes()
                )
        return found

    return everything


@pytest.fixture(scope="session")
def child_environment() -> dict[str, str]:
    """Return an environment in which a child finds the package that is tested."""
    return {**os.environ, "PYTHONPATH": str(Path(skillpack.__file__).parents[1])}
