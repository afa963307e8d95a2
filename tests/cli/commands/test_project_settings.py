"""A cloned project has settings too: they add registries and folders of its own, and take nothing from the user's."""

import json
import shutil
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

ROOT = ("--root", "roots/skills")


class Terminal(StringIO):
    """A person who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def settings(at_home, tmp_path) -> Callable[..., None]:
    """Return a function that writes the settings of the user, and of the project that we stand in."""

    def write(user: str = "", project: str = "") -> None:
        for file, text in (
            (at_home / "config/skillpack/config.toml", user),
            (tmp_path / ".metis/skillpack.toml", project),
        ):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    return write


@pytest.fixture
def two(settings, publish, tmp_path) -> None:
    """Let the user have the registry `mine`, and the project `theirs`, which have the same names."""
    publish(1)
    shutil.copytree(tmp_path / "site", tmp_path / "other")
    settings('[[registry]]\nname = "mine"\nurl = "site"\n', '[[registry]]\nname = "theirs"\nurl = "other"\n')


def _source(name: str, root: str = "roots/skills") -> str:
    return str(json.loads(Path(root, name, ".skillpack.json").read_text())["source"]["location"])


@pytest.mark.usefixtures("cli", "two")
class TestANameThatTwoRegistriesHave:
    def test_nobody_to_ask_is_a_usage_error_that_names_both_forms(self, cli) -> None:
        ran = cli("install", "alpha", *ROOT, "--yes")

        assert ran.status == 2
        assert ran.err.endswith(
            "error: `alpha` is in 2 registries: `site`, `other`\n"
            "hint: say which: `mine/alpha` or `registry:theirs/alpha`\n"
        )
        assert not Path("roots").exists()

    @pytest.mark.parametrize(
        ("form", "site"),
        [
            ("mine/alpha", "site"),
            ("mine/alpha@^1", "site"),
            ("registry:mine/alpha", "site"),
            ("registry:theirs/alpha", "other"),
        ],
    )
    def test_each_form_takes_that_one(self, cli, tmp_path, form, site) -> None:
        assert cli("install", form, *ROOT, "--yes").status == 0
        assert _source("alpha") == str(tmp_path / site)

    def test_updates_are_asked_of_the_one_that_was_taken(self, cli, publish, tmp_path) -> None:
        cli("install", "registry:theirs/alpha", *ROOT, "--yes")
        publish(2)
        assert cli("update", *ROOT, "--yes").status == 0
        assert _source("alpha") == str(tmp_path / "other")

    @pytest.mark.parametrize(("answer", "site"), [("1\n", "site"), ("2\n", "other")])
    def test_a_person_is_asked(self, cli, monkeypatch, tmp_path, answer, site) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}y\n"))

        assert cli("install", "alpha", *ROOT).status == 0
        assert _source("alpha") == str(tmp_path / site)

    def test_show_asks_the_same(self, cli) -> None:
        assert cli("show", "alpha", "--json").status == 2
        assert json.loads(cli("show", "mine/alpha", "--json").out)["name"] == "alpha"

    def test_one_that_cannot_be_read_may_have_it_too(self, cli) -> None:
        shutil.rmtree("other")
        ran = cli("install", "alpha", *ROOT, "--yes")

        assert ran.status == 3
        assert "hint: `mine/alpha` asks only one registry\n" in ran.err
        assert cli("install", "mine/alpha", *ROOT, "--yes").status == 0

    def test_a_flag_says_it_too(self, cli, tmp_path) -> None:
        assert cli("install", "alpha", "--registry", "theirs", *ROOT, "--yes").status == 0
        assert _source("alpha") == str(tmp_path / "other")

    def test_two_flags_do_not(self, cli) -> None:
        ran = cli("install", "alpha", "--registry", "./site", "--registry", "./other", *ROOT, "--yes")

        assert ran.status == 2
        assert "say which: `alpha --registry ./site` or `alpha --registry ./other`" in ran.err

    def test_a_dependency_is_not_taken_from_just_any(self, cli, write_skill) -> None:
        folder = write_skill("needing", front_matter="metadata:\n  depends: alpha\n")
        ran = cli("install", folder, *ROOT, "--yes")

        assert ran.status == 3
        assert "`needing` " in ran.err
        assert "and `alpha` is in 2 registries: `site`, `other`" in ran.err
        assert not Path("roots").exists()


@pytest.mark.usefixtures("cli", "two")
class TestWhoseRegistry:
    def test_both_are_named_where_they_differ(self, cli) -> None:
        assert "registries: site; from this project: other\n" in cli("install", "mine/alpha", *ROOT, "--yes").err

    def test_of_one_name_the_users_counts_and_both_are_named(self, cli, settings, tmp_path) -> None:
        settings('[[registry]]\nname = "mine"\nurl = "site"\n', '[[registry]]\nname = "mine"\nurl = "other"\n')
        ran = cli("install", "alpha", *ROOT, "--yes")

        assert ran.status == 0
        assert "registry mine: site, from your settings; this project has other\n" in ran.err
        assert _source("alpha") == str(tmp_path / "site")
        assert cli("install", "beta", "--registry", "mine", *ROOT, "--yes").status == 0
        assert _source("beta") == str(tmp_path / "site")

    def test_the_same_is_not_worth_a_word(self, cli, settings) -> None:
        settings(*['[[registry]]\nname = "mine"\nurl = "site"\n'] * 2)

        assert "registr" not in cli("install", "alpha", *ROOT, "--yes").err

    def test_a_project_does_not_turn_a_repository_into_its_registry(self, cli) -> None:
        ran = cli("install", "theirs/alpha", *ROOT, "--yes")

        assert ran.status == 2
        assert "hint: write `gh:theirs/alpha` or `registry:theirs/alpha`\n" in ran.err

    def test_a_folder_of_a_project_is_no_registry_of_the_users(self, cli, write_skill, tmp_path) -> None:
        write_skill("alpha", root="mine")

        assert cli("install", "mine/alpha", *ROOT, "--yes").status == 0
        assert _source("alpha") == str(tmp_path / "site")

    def test_what_the_users_withdrew_does_not_come_from_a_project(self, cli, publish) -> None:
        publish(2)
        ran = cli("install", "old-name", *ROOT, "--yes")

        assert ran.status == 3
        assert "`old-name` is now called `new-name`" in ran.err


@pytest.mark.usefixtures("publish")
class TestWhatAProjectMayNotSay:
    @pytest.mark.parametrize(
        ("project", "words"),
        [
            ('[install]\ntargets = ["global"]\n', "`install.targets` names `global`, which only your own settings may"),
            ('[install]\ntargets = ["codex:global"]\n', "`install.targets` names `codex:global`, which only your own"),
            ('[[registry]]\nurl = "site"\ntrust = "local"\n', "is `local`, which only your own settings may say"),
            ("[http]\noffline = true\n", "`http` is set, which only your own settings may"),
        ],
    )
    def test_it_is_a_usage_error_and_nothing_is_made(self, cli, settings, at_home, project, words) -> None:
        settings(project=project)
        ran = cli("install", "alpha", "--registry", "site", "--yes")

        assert ran.status == 2
        assert words in ran.err
        assert not (at_home / ".metis").exists()
        assert not (at_home / ".codex").exists()

    def test_a_lower_age_than_the_users_is_not_taken(self, cli, settings) -> None:
        settings('[install]\nmin_age = "3000"\n', '[install]\nmin_age = "0"\n')
        ran = cli("install", "alpha", "--registry", "site", *ROOT, "--yes")

        assert ran.status == 3
        assert "the minimum age is 3,000 days" in ran.err
