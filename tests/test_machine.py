"""Where a machine keeps what we remember of its user."""

import platform
import re
import sys
import zipfile
from importlib.metadata import requires, version
from pathlib import Path

import pytest

from skillpack.machine import LIBRARIES, library_metadata, library_versions, state_folder


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


class TestLibraryMetadata:
    def test_names_hold_the_versions(self) -> None:
        names = [re.sub("[-_.]+", "-", name).lower() for name in library_metadata()]
        for each in library_versions():
            library, _, number = each.partition(" ")
            assert f"{library}-{number.replace('.', '-')}-dist-info" in names

    def test_the_first_folder_counts_first_and_others_are_no_libraries_of_ours(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in (
            "b/Jinja2-3.0.dist-info",
            "a/jinja2-4.0.dist-info",
            "a/PyYAML-6.0-py3.egg-info",
            "a/x-1.dist-info",
        ):
            (tmp_path / name).mkdir(parents=True)
        monkeypatch.setattr(sys, "path", [str(tmp_path / "a"), str(tmp_path / "missing"), str(tmp_path / "b")])
        assert library_metadata() == ("PyYAML-6.0-py3.egg-info", "jinja2-4.0.dist-info", "Jinja2-3.0.dist-info")

    @pytest.mark.parametrize("kind", ["archive", "no version in the name"])
    def test_versions_are_read_where_no_name_has_them(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
    ) -> None:
        versions = library_versions()
        if kind == "archive":
            zipfile.ZipFile(tmp_path / "x.zip", "w").close()
            monkeypatch.setattr(sys, "path", [str(tmp_path / "x.zip")])
        else:
            (tmp_path / "nh3.egg-info").mkdir()
            monkeypatch.setattr(sys, "path", [str(tmp_path)])
        assert library_metadata() == versions
