"""skillpack init: what it makes is good from the first moment, and nothing of yours is touched."""

import json
import subprocess
from pathlib import Path

import pytest

from skillpack.api.check import check_skills
from skillpack.builder.inputs.catalog import locate

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

        assert (ran.status, ran.out) == (0, "wrote    skills/release-notes/SKILL.md\n")
        assert ran.err == "next: skillpack check skills/release-notes\n"

    @pytest.mark.parametrize("options", [[], ["--metaskill"], ["--resources", "scripts,references,assets"]])
    def test_is_good_from_the_first_moment(self, cli, options, tmp_path: Path) -> None:
        cli("init", "alpha", *options)
        checked, built = cli("check", "--strict"), cli("build", ".", "-o", "dist")

        assert (checked.status, checked.out) == (0, "1 skill checked\n")
        assert built.status == 0
        assert (tmp_path / "dist/skills/alpha/index.html").is_file()

    @pytest.mark.parametrize("description", DESCRIPTIONS)
    def test_any_description_reads_back_as_it_was_given(self, cli, description: str) -> None:
        cli("init", "alpha", "-d", description)
        properties = json.loads(cli("read-properties", "skills/alpha").out)

        assert properties["description"] == " ".join(description.split())

    @pytest.mark.parametrize("name", ["123", "true", "null", "1e3", "on"])
    def test_a_name_that_yaml_would_take_for_something_else_is_quoted(self, cli, name: str) -> None:
        cli("init", name)

        assert cli("check", "--strict").status == 0

    def test_makes_the_folders_that_are_wanted(self, cli, tmp_path: Path) -> None:
        cli("init", "alpha", "-r", "scripts, references")

        assert _files(tmp_path / "skills/alpha") == {"SKILL.md", "scripts/.gitkeep", "references/.gitkeep"}

    def test_goes_to_the_first_source_of_the_catalog_that_is_here(self, cli, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "mine"\n')
        cli("init", "alpha")

        assert (tmp_path / "mine/alpha/SKILL.md").is_file()

    @pytest.mark.demand("A5", "A14")
    def test_goes_to_skills_in_an_empty_folder(self, cli, tmp_path: Path) -> None:
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

        assert ran.out == "would write    skills/alpha/SKILL.md\n"
        assert not (tmp_path / "skills").exists()

    @pytest.mark.parametrize(
        ("beside", "made"),
        [
            ("beta", "alpha"),
            (".claude/skills/beta", ".claude/skills/alpha"),
            ("skills/beta", "skills/alpha"),
            ("team/skills/beta", "alpha"),
        ],
    )
    def test_goes_beside_the_skills_that_are_here(self, cli, write_skill, tmp_path: Path, beside, made) -> None:
        write_skill("beta", root=beside.removesuffix("beta"))
        cli("init", "alpha")

        assert (tmp_path / made / "SKILL.md").is_file()

    def test_goes_into_the_folder_called_skills_where_it_is_typed(self, cli, tmp_path: Path, monkeypatch) -> None:
        (tmp_path / "skills").mkdir()
        monkeypatch.chdir(tmp_path / "skills")
        cli("init", "alpha")

        assert (tmp_path / "skills/alpha/SKILL.md").is_file()

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
        assert cli("check", "--strict").out == "1 skill checked\n"
        assert cli("build").status == 0

    @pytest.mark.usefixtures("good")
    def test_takes_in_what_is_there(self, cli, tmp_path: Path) -> None:
        (tmp_path / ".gitignore").write_text("mine\n")
        ran = cli("init", "--catalog")

        assert ran.status == 0
        assert ran.err.startswith(
            "found 2 skills in `skills`; `skillpack.toml` names their sources\nkept     .gitignore"
        )
        assert (tmp_path / ".gitignore").read_text() == "mine\n"
        assert not (tmp_path / "skills/my-first-skill").exists()
        assert cli("check", "--strict").out == "2 skills checked\n"

    def test_links_that_lead_nowhere_are_kept_too(self, cli, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine/.gitignore").symlink_to(tmp_path / "elsewhere")
        assert cli("init", "--catalog", "mine").status == 0
        assert not (tmp_path / "elsewhere").exists()

    def test_an_own_configuration_says_where_skills_lie(self, cli, write_skill, tmp_path: Path) -> None:
        write_skill("alpha", root="mine")
        write_skill("beta", root="other")
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "mine"\n')
        ran = cli("init", "--catalog")
        assert (tmp_path / "skillpack.toml").read_text() == '[[source]]\npath = "mine"\n'
        assert "found 1 skill in `mine`; `skillpack.toml` names their sources already\n" in ran.err
        assert not (tmp_path / "skills").exists()

    @pytest.mark.parametrize("kind", ["a link", "a file"])
    def test_a_first_skill_is_made_in_no_strange_place(self, cli, tmp_path: Path, kind: str) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "mine").mkdir()
        if kind == "a link":
            (tmp_path / "mine/skills").symlink_to(tmp_path / "elsewhere")
        else:
            (tmp_path / "mine/skills").write_text("x")
        ran = cli("init", "--catalog", "mine")
        assert (ran.status, ran.out) == (2, "")
        assert f"`mine/skills` is {kind}, " in ran.err
        assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["skills"]
        assert list((tmp_path / "elsewhere").iterdir()) == []

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


UNTIDY = {
    "at the top": ("alpha", "beta"),
    "in skills": ("skills/alpha",),
    "nested": ("team/one/alpha", "team/two/deep/beta", "gamma"),
    "of a host": (".claude/skills/alpha", ".claude/skills/beta"),
    "of plugins": ("plugins/one/skills/alpha", "plugins/two/skills/beta", ".agents/skills/gamma"),
    "hidden beside others": ("skills/alpha", "skills/.curated/beta"),
    "a skill that is a repository": (".", "skills/sub"),
    "one twice": ("one/alpha", "two/alpha"),
}


def _found(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return what `check` finds: name, and rules, of each skill by where it lies."""
    root = locate(folder).root
    return {
        str((root / each.path).resolve()): (each.name, *sorted(one.finding.rule for one in each.findings))
        for each in check_skills(folder)
    }


class TestSkillsThatAreThere:
    @pytest.mark.parametrize("kind", UNTIDY)
    def test_are_found_as_check_finds_them(self, cli, write_skill, tmp_path: Path, kind: str) -> None:
        folder = tmp_path / "mine"
        for path in UNTIDY[kind]:
            if path == ".":
                write_skill("mine", root=".")
            else:
                write_skill(Path(path).name, root=str(Path("mine", path).parent))
        (folder / "loose.md").write_text("---\nname: loose\ndescription: Flat. Use it.\n---\n")
        before = _found(folder)
        assert cli("build", "mine", "-o", "one").status == 0

        ran = cli("init", "--catalog", "mine")

        assert ran.status == 0
        assert f"found {len(before)} skill" in ran.err
        assert "; `mine/skillpack.toml` names their sources\n" in ran.err
        assert _found(folder) == before
        assert not (folder / "skills/my-first-skill").exists()
        assert cli("build", "mine", "-o", "two").status == 0
        one, two = (
            {
                each["name"]: each["digest"]
                for each in json.loads((tmp_path / site / "catalog.json").read_text())["skills"]
            }
            for site in ("one", "two")
        )
        assert one == two

    def test_are_counted_by_folder(self, cli, write_skill) -> None:
        for path in ("plugins/one/skills", "plugins/two/skills", ".claude/skills"):
            write_skill(f"of-{len(path)}-{path[8:11].strip('/') or 'x'}", root=path)
        ran = cli("init", "--catalog")
        assert (
            "found 3 skills in 3 folders: 1 in `.claude/skills`, 1 in `plugins/one/skills`, 1 in `plugins/two/skills`; "
            "`skillpack.toml` names their sources\n"
        ) in ran.err

    def test_are_told_of_in_a_dry_run(self, cli, write_skill, tmp_path: Path) -> None:
        write_skill("alpha", root="deep/er")
        ran = cli("init", "--catalog", "--dry-run")
        assert "found 1 skill in `deep/er`; `skillpack.toml` would name their sources\n" in ran.err
        assert "would write    skillpack.toml" in ran.out
        assert not (tmp_path / "skillpack.toml").exists()

    def test_none_in_a_folder_of_other_things_gives_an_example(self, cli, tmp_path: Path) -> None:
        (tmp_path / "README.md").write_text("Hello.\n")
        (tmp_path / "skills").mkdir()
        (tmp_path / "skills/notes").mkdir()
        (tmp_path / "skills/notes/README.md").write_text("None yet.\n")
        ran = cli("init", "--catalog")
        assert ran.status == 0
        assert "found " not in ran.err
        assert (tmp_path / "skills/my-first-skill/SKILL.md").is_file()
