"""Where a machine keeps what we remember of its user."""

import platform
from pathlib import Path

import pytest

from skillpack.machine import state_folder


@pytest.mark.parametrize(
    ("system", "env", "folder"),
    [
        ("Linux", {}, ".local/state/skillpack"),
        ("Linux", {"XDG_STATE_HOME": ""}, ".local/state/skillpack"),
        ("Darwin", {}, "Library/Application Support/skillpack"),
        ("Windows", {}, ".local/state/skillpack"),
    ],
)
def test_each_system_has_its_place(monkeypatch: pytest.MonkeyPatch, system: str, env: dict, folder: str) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)

    assert state_folder(env) == Path.home() / folder


@pytest.mark.parametrize("system", ["Linux", "Darwin", "Windows"])
def test_a_variable_says_otherwise(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)

    assert state_folder({"XDG_STATE_HOME": "/state", "LOCALAPPDATA": "/local"}) == Path("/state/skillpack")


def test_windows_says_where_applications_keep_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Windows")

    assert state_folder({"LOCALAPPDATA": "/local"}) == Path("/local/skillpack")
