"""A build that would publish nothing, or take most of a catalog away, changes nothing."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

import skillpack
from skillpack.errors import UsageError, WithdrawalError

NAMES = ("alpha", "beta", "delta", "gamma")
SOURCE = '[[source]]\npath = "skills"\n'
REFUSED = "error: 3 of 4 published names would be withdrawn at once:\n  `beta`\n  `delta`\n  `gamma`\n"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def states(site: Path) -> dict[str, str]:
    return {each["name"]: each["state"] for each in json.loads((site / "catalog.json").read_text())["skills"]}


def lose(skills: Path, names: Iterable[str]) -> None:
    for name in names:
        shutil.rmtree(skills / name)


@pytest.fixture
def skills(tmp_path: Path, write_skill, cli) -> Path:
    """Return the folder of four skills that were published into `site`; `dist` is where CI builds, which is empty."""
    for name in NAMES:
        write_skill(name)
    (tmp_path / "skillpack.toml").write_text(SOURCE)
    assert cli("build", "-o", "site").status == 0
    return tmp_path / "skills"


class TestNoSkill:
    @pytest.mark.parametrize("verb", [("check",), ("check", "--json"), ("check", "--diff"), ("check", "--fix")])
    def test_is_an_error_of_check(self, cli, skills: Path, verb: tuple[str, ...]) -> None:
        lose(skills, NAMES)
        ran = cli(*verb)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("error: no skills in `skills`\nhint: a skill is a folder with a `SKILL.md`")

    @pytest.mark.parametrize("more", [(), ("--json",), ("--dry-run",), ("--check",), ("--previous", "site")])
    def test_is_an_error_of_build(self, cli, skills: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
        before = files(tmp_path / "site")
        lose(skills, NAMES)
        ran = cli("build", "-o", "site", "--allow-withdrawn", "4", *more)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("error: no skills in `skills`\n")
        assert files(tmp_path / "site") == before

    @pytest.mark.usefixtures("skills")
    def test_of_a_folder_without_configuration(self, cli, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        for verb in (("check", "empty"), ("build", "empty", "--previous", "site")):
            ran = cli(*verb)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.startswith("error: no skills in `")
        assert not (tmp_path / "dist").exists()

    @pytest.mark.usefixtures("skills")
    def test_where_everything_is_excluded_says_by_what(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skillpack.toml").write_text(f'{SOURCE}exclude = ["*a"]\n')
        for verb in ("check", "build"):
            ran = cli(verb)
            assert ran.status == 2
            assert "`exclude` leaves out `*a`" in ran.err

    def test_a_source_that_vanished_is_named(self, cli, skills: Path) -> None:
        shutil.rmtree(skills)
        for verb in (("check",), ("build", "--previous", "site")):
            ran = cli(*verb)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.startswith("error: there is no folder `skills`\n")

    @pytest.mark.usefixtures("skills")
    def test_one_of_two_sources_that_vanished_is_an_error_too(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skillpack.toml").write_text(f'{SOURCE}[[source]]\npath = "vendor"\n')
        assert cli("build").err.startswith("error: there is no folder `vendor`\n")

    @pytest.mark.usefixtures("skills")
    def test_one_of_two_sources_that_is_empty_is_named(self, cli, tmp_path: Path) -> None:
        (tmp_path / "vendor").mkdir()
        (tmp_path / "skillpack.toml").write_text(f'{SOURCE}[[source]]\npath = "vendor"\n')
        for verb in ("check", "build"):
            ran = cli(verb)
            assert ran.status == 0
            assert "nothing in the source `vendor`: it is empty, or its `exclude` leaves out everything\n" in ran.err

    def test_folders_that_lost_their_file_are_named(self, cli, skills: Path) -> None:
        for name in NAMES:
            (skills / name / "SKILL.md").rename(skills / name / "notes.txt")
        built, checked = cli("build"), cli("check", "--format", "concise")
        assert (built.status, checked.status) == (2, 2)
        assert "no `SKILL.md` in `skills/alpha`, `skills/beta`, `skills/delta` and 1 more" in built.err
        assert checked.out.count(" LY001 ") == 4  # each finding says more than the error
        assert checked.err.startswith("error: no skills in `skills`\n")

    def test_of_python_is_an_exception(self, skills: Path, tmp_path: Path) -> None:
        lose(skills, NAMES)
        with pytest.raises(UsageError, match="no skills in"):
            skillpack.build_site(tmp_path, tmp_path / "dist")
        with pytest.raises(UsageError, match="no skills in"):
            skillpack.check_skills(tmp_path)

    @pytest.mark.usefixtures("skills")
    def test_a_source_that_cannot_be_read_is_an_error(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "site/catalog.json"\n')
        for verb in (("check",), ("build", "--previous", "site")):
            ran = cli(*verb)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.startswith("error: `site/catalog.json` cannot be read: ")


class TestMostAtOnce:
    @pytest.mark.parametrize("more", [(), ("--json",), ("--dry-run",), ("--check",)])
    @pytest.mark.parametrize("known", [("-o", "site", "--previous", "site"), ("--previous", "site")])
    def test_is_refused_and_nothing_is_written(self, cli, skills: Path, tmp_path: Path, known, more) -> None:
        before = files(tmp_path / "site")
        lose(skills, NAMES[1:])
        ran = cli("build", *known, *more)
        assert (ran.status, ran.out) == (3, "")
        assert ran.err.startswith(REFUSED)
        assert ran.err.endswith("`--allow-withdrawn 3` withdraws all\n")
        assert files(tmp_path / "site") == before
        assert not (tmp_path / "dist").exists()

    def test_is_built_where_the_number_is_written(self, cli, skills: Path, tmp_path: Path) -> None:
        lose(skills, NAMES[1:])
        assert cli("build", "--previous", "site", "--allow-withdrawn", "2").status == 3
        ran = cli("build", "--previous", "site", "--allow-withdrawn", "3")
        assert ran.status == 0
        assert "withdrawn: `beta`, `delta`, `gamma`\n" in ran.err
        assert states(tmp_path / "dist") == {"alpha": "published", **dict.fromkeys(NAMES[1:], "withdrawn")}
        assert cli("build", "-o", "next", "--previous", "dist").status == 0  # what is withdrawn is not published

    def test_half_is_built_and_each_is_listed(self, cli, skills: Path) -> None:
        lose(skills, NAMES[2:])
        ran = cli("build", "--previous", "site", "--json")
        assert (ran.status, json.loads(ran.out)["withdrawn"]) == (0, ["delta", "gamma"])
        assert "withdrawn: `delta`, `gamma`\n" in cli("build", "-o", "other", "--previous", "site").err

    def test_is_said_once(self, cli, skills: Path) -> None:
        lose(skills, NAMES[2:])
        again = ("build", "-o", "site", "--previous", "site")
        assert "withdrawn: `delta`, `gamma`\n" in cli(*again).err
        assert "withdrawn: " not in cli(*again).err
        assert "withdrawn: " not in cli(*again, "--no-cache").err

    def test_the_output_alone_is_no_published_site(self, cli, skills: Path) -> None:
        """Who tries one folder after the other, into the same output, has published none of them."""
        lose(skills, NAMES[1:])
        ran = cli("build", "-o", "site")
        assert (ran.status, "withdrawn" in ran.err) == (0, False)

    def test_names_that_are_told_of_do_not_count(self, cli, skills: Path, tmp_path: Path) -> None:
        (skills / "beta").rename(skills / "better")
        (skills / "better/SKILL.md").write_text((skills / "better/SKILL.md").read_text().replace("beta", "better"))
        lose(skills, NAMES[2:])
        assert cli("build", "--previous", "site").status == 3
        (tmp_path / "skillpack.toml").write_text(f'{SOURCE}[[renamed]]\nfrom = "beta"\nto = "better"\n')
        ran = cli("build", "--previous", "site")
        assert ran.status == 0
        assert "withdrawn: `delta`, `gamma`\n" in ran.err

    def test_an_empty_source_of_two_is_refused_by_what_it_held(self, cli, skills: Path, tmp_path: Path) -> None:
        (tmp_path / "own").mkdir()
        (skills / "alpha").rename(tmp_path / "own/alpha")
        lose(skills, NAMES[1:])
        (tmp_path / "skillpack.toml").write_text(f'{SOURCE}[[source]]\npath = "own"\n')
        assert cli("build", "--previous", "site").err.startswith(REFUSED)

    def test_the_next_build_tries_again(self, cli, skills: Path, write_skill) -> None:
        lose(skills, NAMES[1:])
        assert cli("build", "-o", "site", "--previous", "site").status == 3
        for name in NAMES[1:]:
            write_skill(name)
        assert cli("build", "-o", "site", "--previous", "site").status == 0

    def test_of_python_is_an_exception_that_has_the_names(self, skills: Path, tmp_path: Path) -> None:
        lose(skills, NAMES[1:])
        with pytest.raises(WithdrawalError) as caught:
            skillpack.build_site(tmp_path, tmp_path / "site", previous=str(tmp_path / "site"))
        assert caught.value.names == NAMES[1:]
        built = skillpack.build_site(tmp_path, tmp_path / "site", previous=str(tmp_path / "site"), allow_withdrawn=3)
        assert built.names == ("alpha",)
