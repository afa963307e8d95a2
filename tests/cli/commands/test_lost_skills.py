"""Skills that lie where they are easily lost: known sets, several hosts' roots, dot folders, inside of skills."""

import json
import shutil
from pathlib import Path

import pytest

NAMES = {".curated": "sign-code", ".experimental": "fuzz-parsers", ".system": "write-skills"}


@pytest.fixture
def sets(write_skill) -> None:
    for folder, name in NAMES.items():
        write_skill(name, root=f"repository/skills/{folder}")


def listed(cli) -> dict[str, str]:
    return {each["name"]: each["path"] for each in json.loads(cli("list", "--catalog", "repository", "--json").out)}


@pytest.mark.usefixtures("sets")
class TestKnownSets:
    def test_check_reads_them(self, cli) -> None:
        ran = cli("check", "repository")
        assert (ran.status, ran.out) == (0, "3 skills checked\n")

    def test_build_publishes_them(self, cli, tmp_path: Path) -> None:
        assert cli("build", "repository", "-o", "site").status == 0
        skills = json.loads((tmp_path / "site/catalog.json").read_text())["skills"]
        assert sorted(each["name"] for each in skills) == sorted(NAMES.values())

    def test_init_takes_them_in(self, cli) -> None:
        assert "found 3 skills" in cli("init", "--catalog", "repository").err
        assert cli("check", "repository").out == "3 skills checked\n"

    def test_list_shows_them(self, cli) -> None:
        assert sorted(listed(cli)) == sorted(NAMES.values())

    def test_install_finds_them_in_a_folder(self, cli, tmp_path: Path) -> None:
        assert cli("install", "./repository", "--root", "root", "--yes").status == 0
        assert sorted(each.name for each in (tmp_path / "root").iterdir()) == sorted(NAMES.values())


class TestHostsRoots:
    @pytest.fixture(autouse=True)
    def both(self, write_skill) -> None:
        write_skill("alpha", root="repository/.claude/skills")
        write_skill("beta", root="repository/.agents/skills")

    def test_both_are_read(self, cli) -> None:
        assert cli("check", "repository").out == "2 skills checked\n"
        assert sorted(listed(cli)) == ["alpha", "beta"]

    def test_a_link_from_one_to_the_other_counts_once(self, cli, tmp_path: Path) -> None:
        (tmp_path / "repository/.claude/skills/beta").symlink_to("../../.agents/skills/beta")
        assert cli("check", "repository").out == "2 skills checked\n"
        assert cli("build", "repository", "-o", "site").status == 0

    def test_a_copy_for_the_other_host_is_no_finding(self, cli, tmp_path: Path) -> None:
        shutil.copytree(tmp_path / "repository/.claude/skills/alpha", tmp_path / "repository/.agents/skills/alpha")
        ran = cli("check", "repository")
        assert (ran.status, ran.out) == (0, "3 skills checked\n")
        assert cli("build", "repository", "-o", "site").status == 0

    def test_one_that_differs_is_a_finding(self, cli, write_skill) -> None:
        write_skill("alpha", description="Does another thing. Use when asked for it.", root="repository/.agents/skills")
        assert "ST008" in cli("check", "repository").out

    def test_a_copy_is_installed_once(self, cli, tmp_path: Path) -> None:
        shutil.copytree(tmp_path / "repository/.claude/skills/alpha", tmp_path / "repository/.agents/skills/alpha")
        ran = cli("install", "./repository", "--root", "root", "--yes")
        assert (ran.status, len(list((tmp_path / "root").iterdir()))) == (0, 2)

    def test_init_leaves_out_what_was_installed(self, cli, write_skill, tmp_path: Path) -> None:
        write_skill("gamma", root="repository/skills")
        write_skill("delta", root="other")
        assert cli("install", "./other/delta", "--root", "repository/.claude/skills", "--yes").status == 0
        assert "found 3 skills in 3 folders" in cli("init", "--catalog", "repository").err
        assert 'exclude = ["/delta"]' in (tmp_path / "repository/skillpack.toml").read_text()
        assert sorted(listed(cli)) == ["alpha", "beta", "gamma"]


class TestDotFolders:
    HINT = (
        "hint: there are 2 skills in `repository/.github/skills`, but dot folders are skipped; to read one, name it:"
        " `repository/.github/skills`\n"
    )

    @pytest.fixture(autouse=True)
    def hidden(self, write_skill, tmp_path: Path) -> None:
        for name in ("alpha", "beta"):
            write_skill(name, root="repository/.github/skills")
        (tmp_path / "repository/README.md").write_text("# Mine\n")

    @pytest.mark.parametrize("words", [("check",), ("build", "-o", "site")])
    def test_are_named_with_what_to_type(self, cli, words: tuple[str, ...]) -> None:
        ran = cli(words[0], "repository", *words[1:])
        assert (ran.status, ran.err) == (2, f"error: no skills in `repository`\n{self.HINT}")
        assert cli("check", "repository/.github/skills").out == "2 skills checked\n"

    def test_are_named_where_something_is_configured(self, cli, tmp_path: Path) -> None:
        (tmp_path / "repository/skillpack.toml").write_text('[catalog]\nname = "mine"\n[[source]]\npath = "."\n')
        ran = cli("check", "repository")
        assert ran.status == 2
        assert "there are 2 skills in `repository/.github/skills`" in ran.err

    def test_are_named_when_something_is_installed(self, cli) -> None:
        ran = cli("install", "./repository", "--root", "root", "--yes")
        assert ran.status == 3
        assert ran.err.endswith("/repository/.github/skills`\n")


class TestInsideOfSkills:
    def test_are_named_in_a_line(self, cli, write_skill) -> None:
        write_skill("alpha")
        write_skill("beta", root="skills/alpha/examples")
        ran = cli("check", "skills")
        assert ran.err == (
            "`alpha/examples/beta/SKILL.md` is part of the skill around it, not a skill:"
            " move its folder out to make it a skill\n"
        )
        assert "`alpha/examples/beta/SKILL.md` is part" in cli("build", "skills", "-o", "site").err
