"""What skills depend on, as the commands that install and uninstall treat it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user of whom nothing is known yet."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def kit(write_skill: Callable[..., Path]) -> Path:
    """Write a kit that depends on notes, which depend on style; return the folder of all."""
    for name, version, depends in (("kit", "1.0.0", "notes ^1.2"), ("notes", "1.4.0", "style"), ("style", "2.0.0", "")):
        front = f"license: MIT\nmetadata:\n  version: {version}\n" + (f"  depends: {depends}\n" if depends else "")
        write_skill(name, front_matter=front, root="source")
    return Path("source")


def there() -> list[str]:
    return sorted(path.name for path in Path("r").iterdir()) if Path("r").is_dir() else []


@pytest.mark.usefixtures("kit")
def test_all_that_it_depends_on_comes_along(cli) -> None:
    ran = cli("install", "source/kit", "--root", "r", "--yes")

    assert (ran.status, there()) == (0, ["kit", "notes", "style"])
    assert "installed 3 in" in ran.err


@pytest.mark.usefixtures("kit")
def test_it_may_be_left_out(cli) -> None:
    assert cli("install", "source/kit", "--root", "r", "--yes", "--no-deps").status == 0
    assert there() == ["kit"]


def test_a_conflict_is_explained_and_nothing_is_done(cli, kit: Path, tmp_path: Path, snapshot) -> None:
    text = (kit / "notes/SKILL.md").read_text().replace("depends: style", "depends: style >=3")
    (kit / "notes/SKILL.md").write_text(text)
    ran = cli("install", "source/kit", "--root", "r", "--yes")

    assert (ran.status, there()) == (3, [])
    assert ran.err.replace(str(tmp_path), "~") == snapshot


def test_of_many_those_go_that_can(cli, kit: Path, write_skill) -> None:
    write_skill("lost", front_matter="license: MIT\nmetadata:\n  depends: nobody-has-this\n", root="source")
    ran = cli("install", str(kit), "--root", "r", "--yes")

    assert (ran.status, there()) == (3, ["kit", "notes", "style"])
    assert "`lost` " in ran.err
    assert "depends on `nobody-has-this`" in ran.err


@pytest.mark.usefixtures("kit")
def test_who_depends_on_what_leaves_is_told(cli) -> None:
    cli("install", "source/kit", "--root", "r", "--yes")
    ran = cli("uninstall", "style", "--root", "r")

    assert ran.status == 0
    assert f"notes depends on style, and stays installed in {Path.cwd() / 'r'}\n" in ran.err
    assert "depends on" not in cli("uninstall", "notes", "kit", "--root", "r").err


def test_an_update_brings_what_the_new_version_depends_on(cli, kit: Path, write_skill) -> None:
    cli("install", "source/style", "--root", "r", "--yes")
    write_skill("words", root="source")
    text = (kit / "style/SKILL.md").read_text().replace("version: 2.0.0", "version: 2.1.0\n  depends: words")
    (kit / "style/SKILL.md").write_text(text)

    assert cli("update", "--root", "r", "--yes").status == 0
    assert there() == ["style", "words"]


def test_needs_refuse_only_where_that_is_asked_for(cli, write_skill) -> None:
    write_skill("pdf", front_matter="license: MIT\nmetadata:\n  requires-bins: no-such-program\n", root="source")
    ran = cli("install", "source/pdf", "--root", "r", "--yes", "--strict")

    assert (ran.status, there()) == (3, [])
    assert "refused pdf: this machine lacks program no-such-program\n" in ran.err
    assert cli("install", "source/pdf", "--root", "r", "--yes").status == 0
    assert json.loads(cli("list", "--root", "r", "--all", "--json").out)[0]["lacks"] == ["program no-such-program"]


@pytest.mark.usefixtures("kit")
def test_the_doctor_names_what_is_missing(cli) -> None:
    cli("install", "source/kit", "--global", "--yes")
    cli("uninstall", "style", "--global")
    rows = json.loads(cli("doctor", "--json").out)

    assert "has missing dependencies" in cli("doctor").out
    assert "style" in json.dumps(rows)
