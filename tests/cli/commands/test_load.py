"""skillpack load: what a model would get of a skill."""

import json
import logging
from pathlib import Path

import pytest

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when asked.\n{1}---\n\n{2}"


def write(root: str, name: str, body: str = "Do it.\n", more: str = "") -> Path:
    folder = Path(root, name)
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(name, more, body))
    return folder


def test_a_skill_of_the_catalog_here(cli, tmp_path: Path) -> None:
    write("skills", "alpha")
    ran = cli("load", "alpha")

    assert (ran.status, ran.out) == (0, "# Skill: alpha (source: workspace)\n\nDo it.\n")
    assert ran.err == f"alpha 4eda2a13efbbb3a4, ~1 tokens, {tmp_path / 'skills' / 'alpha' / 'SKILL.md'}\n".replace(
        "4eda2a13efbbb3a4", json.loads(cli("load", "alpha", "--json").out)["skill_version"]
    )


def test_arguments_in_the_dialect_of_a_host(cli) -> None:
    write("skills", "fix-issue", "Fix $0 on $1.\n")

    ran = cli("load", "fix-issue", "12", "main", "--dialect", "instructor")

    assert ran.out == '<skill name="fix-issue">\nFix 12 on main.\n</skill>\n'


@pytest.mark.parametrize("dialect", ["metis", "instructor", "metaskill", "boxxy", "ash", "agentskills"])
def test_every_dialect_shows_the_body(cli, dialect: str) -> None:
    write("skills", "alpha")

    ran = cli("load", "alpha", "--dialect", dialect)

    assert ran.status == 0
    assert "Do it." in ran.out


def test_a_file_of_a_skill_and_nothing_else(cli) -> None:
    folder = write("skills", "alpha")
    (folder / "references").mkdir()
    (folder / "references" / "a.md").write_text("A\n")
    Path("secret").write_text("secret")

    assert cli("load", "alpha", "--file", "references/a.md").out == "A\n"
    refused = cli("load", "alpha", "--file", "../../secret")
    assert (refused.status, refused.out) == (2, "")
    assert json.loads(cli("load", "alpha", "--json").out)["files"] == ["references/a.md"]


def test_installed_skills_where_there_is_no_catalog(cli) -> None:
    write(".metis/skills", "alpha", "!`echo run`\n")

    assert cli("load", "alpha").out == "# Skill: alpha (source: workspace)\n\n!`echo run`\n"
    ran = cli("load", "alpha", "--run-shell")
    assert "!`echo run`" in ran.out
    assert "commands in it are not run" in ran.err


def test_commands_run_when_they_are_asked_to_and_are_local(cli) -> None:
    write("skills", "alpha", "!`echo run`\n")

    assert "!`echo run`" in cli("load", "alpha").out
    assert cli("load", "alpha", "--run-shell").out.endswith("\n\nrun\n")


def test_who_may_start_a_skill(cli) -> None:
    write("skills", "deploy", more="disable-model-invocation: true\n")

    assert cli("load", "deploy").status == 3
    assert cli("load", "deploy").err == (
        "error: the skill 'deploy' is not available here: only people may start it\n"
        "hint: `--by-user` loads it as for a person\n"
    )
    assert cli("load", "deploy", "--by-user").status == 0
    write("skills", "legacy", more="user-invocable: false\n")
    assert cli("load", "legacy", "--by-user").err.endswith("hint: leave out `--by-user` to load it as for a model\n")


def test_a_skill_that_the_host_does_not_load(cli) -> None:
    folder = write("skills", "alpha", more="license: 3\n")

    ran = cli("load", "alpha")

    assert ran.status == 3
    assert ran.err == (
        "error: Metis does not load `alpha`: license: must be a string\n"
        f"hint: `skillpack check {folder.resolve()} --profile metis` shows where; "
        "it loads with `--dialect` `instructor`, `metaskill`, `ash`, `agentskills`\n"
    )


def test_a_program_still_hears_what_is_skipped(cli) -> None:
    write("skills", "alpha")
    write("skills", "beta", more="license: 3\n")
    before = logging.getLogger("skillpack.runtime").level

    assert cli("load", "alpha").err.count("\n") == 1
    assert logging.getLogger("skillpack.runtime").level == before


def test_a_mistyped_name(cli) -> None:
    write("skills", "alpha")

    ran = cli("load", "alhpa")

    assert (ran.status, ran.err) == (2, "error: no skill is named `alhpa`\nhint: did you mean `alpha`?\n")


def test_a_published_site(cli) -> None:
    write("skills", "alpha")
    cli("build", "skills", "-o", "dist")

    ran = cli("load", "alpha", "--catalog", "dist")

    assert (ran.status, ran.out) == (0, "# Skill: alpha (source: catalog)\n\nDo it.\n")


def test_a_host_reads_the_forms_that_it_reads(cli) -> None:
    Path("skills").mkdir()
    Path("skills/flat.md").write_text("---\ndescription: Does it.\n---\nFlat.\n")

    assert cli("load", "flat", "--root", "skills", "--dialect", "ash").out == "Flat.\n"
    assert cli("load", "flat", "--root", "skills").status == 2


@pytest.mark.parametrize("dialect", ["metis", "instructor", "metaskill", "ash"])
def test_a_skill_that_is_not_read_to_its_end_does_not_hide_the_good_one(
    cli, tmp_path: Path, monkeypatch, dialect: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write("work/.metis/skills", "pdf", "The bad one.\n", "x: !t y\ndisable-model-invocation: true\n")
    write("home/.metis/skills", "pdf", "The good one.\n")

    ran = cli("load", "pdf", "--workspace", "work", "--global", "--dialect", dialect)
    alone = cli("load", "pdf", "--workspace", "work", "--dialect", dialect)

    assert (ran.status, "The good one." in ran.out, "The bad one." in ran.out) == (0, True, False)
    assert alone.status != 0
    assert "line 4: `!t` is a YAML tag: skillpack stops reading the front matter there" in alone.err
