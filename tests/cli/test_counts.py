"""Whatever counts the skills of a catalog comes to the same numbers."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

CATALOG = """\
[catalog]
name = "northwind"
title = "Northwind"
site_url = "https://skills.example.com/"
hosts = ["claude-code"]

[[source]]
path = "skills"
[[source]]
path = "more"

[skill."secret"]
hidden = true
[skill."draft"]
status = "experimental"

[[yanked]]
name = "leaky"
version = "1.0.0"
reason = "leaks"
"""
PUBLISHED = ("agents", "alpha", "draft", "people")
FOUND = {"published": 4, "yanked": 1, "withheld": 1, "hidden": 2, "shadowed": 1, "nameless": 1}


class _Text(HTMLParser):
    """The words of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def _words(page: Path) -> str:
    parser = _Text()
    parser.feed(page.read_text(encoding="utf-8"))
    return " ".join(parser.words)


@pytest.fixture
def numbers(cli, write_skill, tmp_path: Path) -> dict[str, object]:
    """Write and build a catalog with skills of each kind, and return what `build --json` counts."""
    write_skill("agents", front_matter="license: MIT\nuser-invocable: false\n")
    write_skill("people", front_matter="license: MIT\ndisable-model-invocation: true\n")
    write_skill("leaky", front_matter="license: MIT\nmetadata:\n  version: 1.0.0\n")
    for name in ("alpha", "draft", "secret", "vague"):
        write_skill(name)
    for name in ("alpha", "secret"):
        write_skill(name, root="more")
    (tmp_path / "skills/vague/SKILL.md").write_text("---\nname: vague\n---\n\n# Vague\n")
    (tmp_path / "skills/notes").mkdir()
    (tmp_path / "skills/notes/README.md").write_text("No skill yet.\n")
    (tmp_path / "skillpack.toml").write_text(CATALOG)
    built: dict[str, object] = json.loads(cli("build", "--json").out)
    return built


def test_build_counts_every_skill_once(numbers) -> None:
    assert {name: numbers[name] for name in FOUND} == FOUND
    assert numbers["found"] == sum(FOUND.values()) == 10


@pytest.mark.usefixtures("numbers")
def test_build_says_what_check_says(cli) -> None:
    build, check = cli("build", "--no-cache").err, cli("check").out.splitlines()[-1]

    assert "built 4 of 10 skills, 1 yanked, 1 withheld, 2 hidden, 1 shadowed, 1 without a usable name, in " in build
    assert check.startswith("10 skills, ")
    assert next(line for line in build.splitlines() if line.startswith("10 skills")).startswith("10 skills, ")
    assert json.loads(cli("check", "--json").out)["summary"]["skills"] == 10


@pytest.mark.usefixtures("numbers")
def test_lists_say_how_many_of_the_same_they_show(cli) -> None:
    every = json.loads(cli("list", "--all", "--json").out)
    ran = cli("list")

    assert {name: sum(each["publication"] == name for each in every) for name in FOUND} == FOUND
    assert len(ran.out.splitlines()) - 1 == 3  # without the one for agents only
    assert ran.err.splitlines()[-1].startswith(
        "3 of 10 skills; left out: 1 yanked, 1 withheld, 2 hidden, 1 shadowed, 1 without a usable name, 1 for "
    )
    assert cli("search").out.splitlines()[0] == "Skills matching '' (3):"
    assert cli("search", "--limit", "1").out.splitlines()[0] == "Skills matching '' (1 of 3):"


@pytest.mark.usefixtures("numbers")
def test_a_site_lists_what_its_folder_does(cli) -> None:
    ran = cli("list", "--catalog", "dist")

    assert len(ran.out.splitlines()) - 1 == 3
    assert ran.err.splitlines()[-1] == "3 of 4 skills; left out: 1 for agents only; --all shows them"
    assert cli("search", "--catalog", "dist").out.splitlines()[0] == "Skills matching '' (3):"


@pytest.mark.usefixtures("numbers")
def test_pages_and_indexes_count_the_same(tmp_path: Path) -> None:
    site = tmp_path / "dist"
    home = _words(site / "index.html")
    rows = [json.loads(line.rstrip(",")) for line in (site / "catalog.json").read_text().splitlines()[1:-1]]

    assert "4 skills" in home
    assert "4 skills, 1 withheld, 1 yanked" in home
    assert "Claude Code lists all 3 descriptions in full" in home
    assert "1 more can only be started by name" in home
    assert re.search(r"published 4 .*withheld 1 .*yanked 1 ", home)
    assert tuple(row["name"] for row in rows if row["state"] == "published" and "label" in row) == PUBLISHED
    assert "4 skills" in (site / "badge.svg").read_text()


@pytest.mark.usefixtures("numbers")
def test_what_hosts_are_shown_is_what_is_left_of_them(cli, tmp_path: Path) -> None:
    prompt = cli("prompt", "--format", "skills-ref")
    selected = json.loads(cli("select", "--host", "claude-code", "--json").out)

    assert "secret" not in prompt.out
    assert "secret" not in json.dumps(selected)
    index = (tmp_path / "dist/prompt/available_skills.xml").read_text()
    assert re.findall(r"<name>\s*(.+?)\s*</name>", index) == ["agents", "alpha", "draft"]
