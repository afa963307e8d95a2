"""skillpack install of many skills at once: how many are taken, how far it is, and names that are none."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.model.portable import installable_name, usable_name

pytestmark = pytest.mark.usefixtures("at_home", "cli")
ROOT = ("--root", "roots/skills")


class Terminal(io.StringIO):
    """Somebody who looks."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def four(write_skill, tmp_path) -> Path:
    """Return `tmp_path/skills` with four skills."""
    for name in ("alpha", "beta", "gamma", "delta"):
        write_skill(name)
    return tmp_path / "skills"


@pytest.fixture
def built(four, tmp_path) -> Path:
    """Return a site of them."""
    assert run(["build", str(four), "-o", str(tmp_path / "site"), "--no-cache"]) == 0
    return tmp_path / "site"


@pytest.fixture
def repository(four) -> str:
    """Return the address of a repository of them."""
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message=x"]):
        who = ("-c", "user.name=a", "-c", "user.email=a@b.example")
        subprocess.run(["git", *who, *words], cwd=four, check=True)
    return f"git+file://{four}"


def _there() -> list[str]:
    return sorted(path.name for path in Path("roots/skills").glob("*"))


class TestLimit:
    @pytest.fixture(params=["folder", "site", "repository"])
    def source(self, request, four, built, repository) -> tuple[str, ...]:
        """Return a SPEC of four skills, and what asks for all of them."""
        return {
            "folder": (str(four),),
            "site": (str(built),),
            "repository": (repository, "--all"),
        }[request.param]

    def test_more_than_that_are_refused_before_anything_is_placed(self, cli, source) -> None:
        ran = cli("install", *source, *ROOT, "--yes", "--limit", "3")

        assert ran.status == 2
        assert ran.err.endswith(
            f"error: `{source[0]}` has more than 3 skills; nothing is installed\n"
            "hint: `--limit NUMBER` installs more at once, `--skill NAME` installs one\n"
        )
        assert not Path("roots").exists()

    def test_so_many_are_taken(self, cli, source) -> None:
        assert cli("install", *source, *ROOT, "--yes", "--limit", "4").status == 0
        assert _there() == ["alpha", "beta", "delta", "gamma"]

    def test_what_is_named_is_not_counted(self, cli, source) -> None:
        assert cli("install", source[0], "--skill", "beta", *ROOT, "--yes", "--limit", "1").status == 0
        assert _there() == ["beta"]

    def test_a_star_names_nothing(self, cli, source) -> None:
        assert cli("install", source[0], "--skill", "*", *ROOT, "--yes", "--limit", "3").status == 2

    def test_of_a_site_no_more_is_read_than_tells(self, cli, built) -> None:
        for name in ("delta", "gamma"):
            (built / f"skills/{name}/skill.json").unlink()

        assert cli("install", built, *ROOT, "--yes", "--limit", "1").status == 2


class TestProgress:
    @pytest.fixture
    def slow(self, monkeypatch) -> Callable[[io.StringIO], None]:
        """Return a function that lets every look at the clock take a second, and shows errors to somebody."""

        def watched(stream: io.StringIO) -> None:
            seconds = count()
            monkeypatch.setattr("skillpack.cli.console.time.monotonic", lambda: float(next(seconds)))
            monkeypatch.setattr(sys, "stderr", stream)

        return watched

    def test_each_part_tells_how_far_it_is_and_goes_away(self, four, slow) -> None:
        slow(screen := Terminal())

        assert run(["install", str(four), "--root", "r", "--yes"]) == 0
        for words in ("\rfound 1", "\rfound 4", "\rfetched 4 of 4", "\rplaced 3 of 4"):
            assert words in screen.getvalue()

    def test_only_a_terminal_is_told(self, four, slow) -> None:
        slow(file := io.StringIO())

        assert run(["install", str(four), "--root", "r", "--yes"]) == 0
        assert "\r" not in file.getvalue()


class TestNames:
    """A folder called `-rf` becomes an option of the command that is given `*`."""

    @pytest.mark.parametrize("name", ["-rf", "-", "--help", "\N{FULLWIDTH HYPHEN-MINUS}rf"])
    def test_a_name_that_starts_so_is_usable_and_not_installable(self, name) -> None:
        assert usable_name(name)
        assert not installable_name(name)

    @pytest.mark.parametrize("name", ["rf-", "a-b", "_-a"])
    def test_elsewhere_it_harms_nobody(self, name) -> None:
        assert installable_name(name)

    def test_as_a_spec_it_is_a_usage_error(self, cli) -> None:
        ran = cli("install", "--registry", "site", *ROOT, "--yes", "--", "-rf")

        assert ran.status == 2
        assert "`-rf` is not something skillpack can install: a skill name cannot start with" in ran.err

    def test_of_a_folder_it_is_refused_and_the_others_come(self, cli, write_skill) -> None:
        for name in ("-rf", "alpha"):
            write_skill(name)
        ran = cli("install", "skills", *ROOT, "--yes")

        assert ran.status == 3
        assert "failed -rf: `-rf` starts with `-`: commands would read it as an option" in ran.err
        assert _there() == ["alpha"]

    def test_of_a_catalog_too(self, cli, write_skill) -> None:
        for name in ("-rf", "alpha"):
            write_skill(name, root="made")
        assert run(["build", "made", "-o", "site", "--no-cache"]) == 0
        assert "-rf" in {row["name"] for row in json.loads(Path("site/catalog.json").read_text())["skills"]}
        ran = cli("install", "./site", *ROOT, "--yes")

        assert ran.status == 3
        assert "failed -rf: `-rf` starts with `-`" in ran.err
        assert _there() == ["alpha"]

    def test_of_a_dependency_too(self, cli, write_skill) -> None:
        write_skill("-rf")
        ran = cli("install", write_skill("alpha", front_matter='metadata:\n  depends: "-rf"\n'), *ROOT, "--yes")

        assert ran.status == 3
        assert "depends on `-rf`, which is not a name of a skill" in ran.err
        assert not Path("roots").exists()
