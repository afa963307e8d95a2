"""skillpack init: what it makes is good from the first moment, and nothing of yours is touched."""

import json
import subprocess
from pathlib import Path

import pytest

DESCRIPTIONS = [
    "Plain words. Use when asked.",
    'With: a colon, "quotes", # and [brackets]. Use when asked.',
    "- Starts like a list. Use when asked.",
    "yes",
    "Two\nlines. Use when asked.",
    "Ends with a colon. Use when:",
    "{{title}} stays as it is. Use when asked.",
    "Grüße 🚀. Use when asked.",
]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True)


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


class TestSkill:
    def test_says_what_it_wrote_and_what_comes_next(self, cli) -> None:
        ran = cli("init", "release-notes")

        assert (ran.status, ran.out) == (0, "wrote    release-notes/SKILL.md\n")
        assert ran.err == "next: skillpack check release-notes\n"

    @pytest.mark.parametrize("options", [[], ["--metaskill"], ["--resources", "scripts,references,assets"]])
    def test_is_good_from_the_first_moment(self, cli, options, tmp_path: Path) -> None:
        cli("init", "alpha", *options)
        checked, built = cli("check", "--strict"), cli("build", ".", "-o", "dist")

        assert (checked.status, checked.out) == (0, "1 skill, nothing found\n")
        assert built.status == 0
        assert (tmp_path / "dist/skills/alpha/index.html").is_file()

    @pytest.mark.parametrize("description", DESCRIPTIONS)
    def test_any_description_reads_back_as_it_was_given(self, cli, description: str) -> None:
        cli("init", "alpha", "-d", description)
        properties = json.loads(cli("read-properties", "alpha").out)

        assert properties["description"] == " ".join(description.split())

    @pytest.mark.parametrize("name", ["123", "true", "null", "1e3", "on"])
    def test_a_name_that_yaml_would_take_for_something_else_is_quoted(self, cli, name: str) -> None:
        cli("init", name)

        assert cli("check", "--strict").status == 0

    def test_makes_the_folders_that_are_wanted(self, cli, tmp_path: Path) -> None:
        cli("init", "alpha", "-r", "scripts, references")

        assert _files(tmp_path / "alpha") == {"SKILL.md", "scripts/.gitkeep", "references/.gitkeep"}

    def test_goes_to_the_first_source_of_the_catalog_that_is_here(self, cli, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "mine"\n')
        cli("init", "alpha")

        assert (tmp_path / "mine/alpha/SKILL.md").is_file()

    def test_goes_to_skills_where_nothing_is_configured(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skills").mkdir()
        ran = cli("init", "alpha")

        assert ran.out == "wrote    skills/alpha/SKILL.md\n"
        assert (tmp_path / "skills/alpha/SKILL.md").is_file()

    def test_never_touches_what_is_there(self, cli, tmp_path: Path) -> None:
        (tmp_path / "alpha").mkdir()
        (tmp_path / "alpha/SKILL.md").write_text("mine")
        ran = cli("init", "alpha")

        assert (ran.status, ran.out, ran.err) == (2, "", "error: `alpha` exists already\nhint: choose another name\n")
        assert (tmp_path / "alpha/SKILL.md").read_text() == "mine"

    def test_may_only_be_tried(self, cli, tmp_path: Path) -> None:
        ran = cli("init", "alpha", "--dry-run")

        assert ran.out == "would write    alpha/SKILL.md\n"
        assert not (tmp_path / "alpha").exists()

    @pytest.mark.parametrize(
        ("name", "hint"),
        [
            ("My Skill", "use lower-case letters, digits and single hyphens: `my-skill`"),
            ("a--b", "use lower-case letters, digits and single hyphens: `a-b`"),
            ("../a", "use lower-case letters, digits and single hyphens: `a`"),
            ("con", "use lower-case letters, digits and single hyphens"),
            ("é", "use lower-case letters, digits and single hyphens"),
            ("a" * 65, "use lower-case letters, digits and single hyphens"),
        ],
    )
    def test_a_name_that_hosts_would_refuse_is_refused(self, cli, tmp_path: Path, name: str, hint: str) -> None:
        ran = cli("init", name)

        assert (ran.status, ran.out) == (2, "")
        assert ran.err.splitlines()[-1] == f"hint: {hint}"
        assert _files(tmp_path) == set()

    def test_a_name_is_needed(self, cli) -> None:
        assert cli("init").err.startswith("error: init needs the name of a skill\nhint: ")

    def test_an_unknown_folder_is_refused(self, cli) -> None:
        ran = cli("init", "alpha", "-r", "docs")

        assert ran.err == "error: unknown resource folder `docs`\nhint: known: scripts, references, assets\n"
        assert ran.status == 2

    def test_what_the_disk_refuses_is_one_line(self, cli, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "file"\n')
        ran = cli("init", "alpha")

        assert (ran.status, ran.out) == (3, "")
        assert ran.err == "error: `file/alpha`: not a directory\n"


class TestCatalog:
    def test_is_good_from_the_first_moment(self, cli, tmp_path: Path, monkeypatch) -> None:
        ran = cli("init", "--catalog", "our skills")
        monkeypatch.chdir(tmp_path / "our skills")

        assert ran.status == 0
        assert _files(Path()) == {
            ".github/dependabot.yml",
            ".github/workflows/skills.yml",
            ".github/zizmor.yml",
            ".gitignore",
            ".gitlab-ci.yml",
            "skillpack-requirements.txt",
            "skillpack.toml",
            "skills/my-first-skill/SKILL.md",
        }
        assert 'name = "our-skills"' in Path("skillpack.toml").read_text()
        assert cli("check", "--strict").out == "1 skill, nothing found\n"
        assert cli("build").status == 0

    @pytest.mark.usefixtures("good")
    def test_takes_in_what_is_there(self, cli, tmp_path: Path) -> None:
        (tmp_path / ".gitignore").write_text("mine\n")
        ran = cli("init", "--catalog")

        assert ran.status == 0
        assert ran.err.startswith("kept     .gitignore (it exists)\n")
        assert (tmp_path / ".gitignore").read_text() == "mine\n"
        assert not (tmp_path / "skills/my-first-skill").exists()
        assert cli("check", "--strict").out == "2 skills, nothing found\n"

    def test_twice_changes_nothing(self, cli, tmp_path: Path) -> None:
        cli("init", "--catalog")
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        ran = cli("init", "--catalog")

        assert (ran.status, ran.out) == (0, "")
        assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    @pytest.mark.parametrize("folder", ["!!!", "Ä", "a -- b"])
    def test_any_folder_gives_a_name(self, cli, folder: str) -> None:
        cli("init", "--catalog", folder)

        assert cli("check", folder).status == 0

    @pytest.mark.parametrize(
        ("remote", "name"),
        [
            ("https://github.com/acme/agent-tools.git", "agent-tools"),
            ("git@github.com:Acme/Agent_Tools", "agent-tools"),
            ("ssh://git@host.example:22/group/tools/", "tools"),
            ("https://github.com/acme/agent-skills", "acme-agent-skills"),
            ("https://github.com/acme/skills", "acme-skills"),
            ("https://github.com/anthropic/plugins", "plugins"),
        ],
    )
    def test_is_called_as_its_repository(self, cli, tmp_path: Path, remote: str, name: str) -> None:
        git(tmp_path, "init", "--quiet")
        git(tmp_path, "remote", "add", "origin", remote)
        cli("init", "--catalog")

        assert f'\nname = "{name}"\n' in (tmp_path / "skillpack.toml").read_text()

    @pytest.mark.parametrize(("folder", "name"), [("skills", "our-skills"), ("healthcare", "our-healthcare")])
    def test_has_a_name_that_no_other_catalog_has_by_default(self, cli, folder: str, name: str) -> None:
        cli("init", "--catalog", folder)

        assert f'\nname = "{name}"\n' in Path(folder, "skillpack.toml").read_text()

    def test_of_a_folder_in_a_repository_is_called_as_the_folder(self, cli, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet")
        git(tmp_path, "remote", "add", "origin", "https://github.com/acme/everything")
        cli("init", "--catalog", "team/tools")

        assert '\nname = "tools"\n' in Path("team/tools/skillpack.toml").read_text()
