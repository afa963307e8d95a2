"""Where a machine keeps what we remember of its user."""

import platform
import re
from importlib.metadata import requires, version
from pathlib import Path

import pytest

from skillpack.machine import LIBRARIES, library_versions, state_folder


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


def test_libraries_are_known_by_their_versions() -> None:
    known = dict(each.split(" ") for each in library_versions())
    assert set(known) == set(LIBRARIES)
    assert known["markupsafe"] == version("markupsafe")
    needed = {re.split("[ <>=;\\[]", line)[0] for line in requires("skillpack") or () if "extra ==" not in line}
    assert needed - set(LIBRARIES) == {"click", "fastjsonschema", "urllib3"}  # they write nothing of a site
