"""A skill is checked in its catalog without reading the others again, and exactly as if they had been read."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.builder.inspection import inspection

OLD = 1_700_000_000  # so long ago that times are believed
CONFIGURATION = """\
[[source]]
path = "own"
formats = ["folder", "markdown"]
[[source]]
path = "more"
formats = ["folder", "markdown"]
"""


def settle(top: Path) -> None:
    for path in top.rglob("*"):
        os.utime(path, (OLD, OLD), follow_symlinks=False)


@pytest.fixture
def catalog(write_skill, tmp_path: Path) -> Path:
    for name in ("alpha", "beta", "gamma"):
        write_skill(name, root="own", body=f"# {name}\n\nSee [beta](../beta/SKILL.md).\n")
    write_skill("delta", root="more")
    for path in ("own/gamma.md", "more/beta.md"):
        name = Path(path).stem
        text = f"---\nname: {name}\ndescription: Does it. Use when asked.\n---\n# {name}\n"
        (tmp_path / path).write_text(text)
    (tmp_path / "skillpack.toml").write_text(CONFIGURATION)
    settle(tmp_path)
    return tmp_path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths of the skills that are read, in order."""
    paths: list[str] = []
    reading = inspection.read

    def noted(location, limits):  # noqa: ANN202 as the original
        paths.append(location.origin.path)
        return reading(location, limits)

    monkeypatch.setattr(inspection, "read", noted)
    return paths


def found(ran) -> list[dict[str, object]]:
    return json.loads(ran.out)["findings"]


def rewritten(path: str, old: str, new: str) -> Callable[[Path], None]:
    def change(top: Path) -> None:
        text = (top / path).read_text()
        assert old in text
        (top / path).write_text(text.replace(old, new))
        os.utime(top / path, (OLD + 10, OLD + 10))

    return change


def removed(path: str) -> Callable[[Path], None]:
    return lambda top: shutil.rmtree(top / path) if (top / path).is_dir() else (top / path).unlink()


def configured(text: str) -> Callable[[Path], object]:
    return lambda top: (top / "skillpack.toml").write_text(CONFIGURATION + text)


def test_what_did_not_change_is_not_read_again(catalog, cli, read) -> None:
    first = cli("check", "own/alpha", "--json")
    assert sorted(read) == ["alpha", "beta", "beta.md", "delta", "gamma", "gamma.md"]
    read.clear()

    assert cli("check", "own/alpha", "--json").out == first.out
    assert read == ["alpha", "gamma.md", "beta.md"], "of a skill of one file the findings depend on what lies beside it"

    rewritten("own/gamma/SKILL.md", "# gamma", "# Gamma")(catalog)
    for expected in (["alpha", "gamma", "gamma.md", "beta.md"], ["alpha", "gamma.md", "beta.md"]):
        read.clear()
        cli("check", "own/alpha")
        assert read == expected


@pytest.mark.usefixtures("catalog")
def test_a_whole_catalog_is_read_and_remembered(cli, read) -> None:
    for _ in range(2):
        read.clear()
        cli("check")
        assert len(read) == 6
    read.clear()
    cli("check", "own/gamma")

    assert read == ["gamma", "gamma.md", "beta.md"]


@pytest.mark.parametrize(
    "change",
    [
        rewritten("own/beta/SKILL.md", "name: beta", "name: other"),
        rewritten("own/gamma/SKILL.md", "name: gamma", "name: alpha"),
        rewritten("more/delta/SKILL.md", "name: delta", "name: Alpha"),
        rewritten("more/beta.md", "name: beta", "name: alpha"),
        rewritten("own/beta/SKILL.md", "description: Does", f"description: {'Very ' * 6000}does"),
        removed("own/beta"),
        removed("own/gamma"),
        configured('[[suppress]]\nrule = "RS002"\nskill = "alpha"\nreason = "known"\n'),
        configured('[skill."beta"]\nhidden = true\n'),
        configured('[policy]\nrequire = ["metadata.owner"]\n'),
    ],
)
@pytest.mark.parametrize("path", ["own/alpha", "own/gamma.md", "more/beta.md", "more/delta"])
def test_findings_are_those_of_a_check_that_remembers_nothing(catalog, cli, path, change) -> None:
    cli("check")
    change(catalog)
    remembering = cli("check", path, "--json")
    shutil.rmtree(catalog / ".cache")

    assert found(remembering) == found(cli("check", path, "--json"))


def test_young_files_are_not_believed(catalog, cli, read) -> None:
    (catalog / "own/gamma/SKILL.md").touch()
    cli("check")
    read.clear()
    cli("check", "own/alpha")

    assert read == ["alpha", "gamma", "gamma.md", "beta.md"]


def test_a_damaged_memory_is_none(catalog, cli, read) -> None:
    cli("check")
    (file,) = (catalog / ".cache/skillpack/check").iterdir()
    file.write_bytes(b"\x81" + file.read_bytes())
    read.clear()

    assert cli("check", "own/alpha").status == 0
    assert len(read) == 6


def test_no_credential_is_remembered(catalog, cli, write_skill, made_credentials) -> None:
    token = made_credentials.credentials()["github"].text
    write_skill("leak", root="own", body=f"# Leak\n\nUse `{token}`.\n")
    write_skill(f"in-path-{token}", root="more")
    settle(catalog)
    cli("check")
    (file,) = (catalog / ".cache/skillpack/check").iterdir()

    assert b"own/leak" in file.read_bytes()
    assert token[4:].encode() not in file.read_bytes()


def test_a_folder_without_a_catalog_leaves_nothing(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha")
    cli("check", "skills")

    assert not (tmp_path / ".cache").exists()
