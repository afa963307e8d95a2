"""Moving back: refused by `install` and `update`, said by `outdated`, allowed for a name, left to the lock file."""

import json
import shutil
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.report.schemas import CHANGED, OUTDATED

pytestmark = pytest.mark.usefixtures("at_home")
ROOT = ("--root", "roots/skills")
REGISTRY = ("--registry", "site")


class Terminal(StringIO):
    """A person who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def stepped_back(cli, publish) -> None:
    """Install the second edition into `roots/skills`, and publish the first one again."""
    publish(2)
    assert cli("install", "alpha", "beta", "gamma", *REGISTRY, *ROOT, "--yes").status == 0
    publish(1)


@pytest.fixture
def write(write_skill) -> Callable[..., Path]:
    """Return a function that writes the skill `delta` in a version, below a folder."""

    def skill(version: str, body: str = "\n# Delta\n", root: str = "skills") -> Path:
        shutil.rmtree(Path(root, "delta"), ignore_errors=True)
        return write_skill("delta", root=root, front_matter=f"metadata:\n  version: {version}\n", body=body)

    return skill


@pytest.fixture
def republish(write, tmp_path) -> Callable[..., None]:
    """Return a function that publishes `delta` at `site` without its history."""

    def at(version: str, body: str = "\n# Delta\n") -> None:
        shutil.rmtree(tmp_path / "made", ignore_errors=True)
        shutil.rmtree(tmp_path / "site", ignore_errors=True)
        write(version, body, root="made")
        assert run(["build", str(tmp_path / "made"), "-o", str(tmp_path / "site"), "--no-cache"]) == 0

    return at


def _label(name: str, root: str = "roots/skills") -> str:
    return str(json.loads(Path(root, name, ".skillpack.json").read_text())["label"])


def _text(name: str) -> str:
    return Path("roots/skills", name, "SKILL.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("stepped_back")
class TestOlder:
    @pytest.mark.parametrize("spec", ["alpha", "alpha@1.0.0", "alpha@^1.0"])
    def test_install_refuses_it_however_it_is_asked_for(self, cli, spec) -> None:
        ran = cli("install", spec, *REGISTRY, *ROOT, "--yes")

        assert (ran.status, _label("alpha")) == (3, "1.1.0")
        assert "refused alpha: 1.0.0 is older than 1.1.0, which is installed\n" in ran.err
        assert f"`skillpack install --allow-downgrade alpha {spec} --registry site" in ran.err.replace("'", "")

    def test_the_command_of_the_hint_does_it(self, cli) -> None:
        (row,) = json.loads(cli("install", "alpha@1.0.0", *REGISTRY, *ROOT, "--yes", "--json").out)
        words = row["hint"].split("`")[1].split()

        assert (row["action"], row["done"], row["was"], row["label"]) == ("refuse", False, "1.1.0", "1.0.0")
        assert cli(*words[1:]).status == 0
        assert _label("alpha") == "1.0.0"

    def test_force_is_no_leave_to_go_back(self, cli) -> None:
        assert cli("install", "alpha", *REGISTRY, *ROOT, "--yes", "--force").status == 3
        assert _label("alpha") == "1.1.0"

    def test_a_dry_run_refuses_it_too(self, cli) -> None:
        assert cli("install", "alpha", *REGISTRY, *ROOT, "--dry-run").status == 3

    def test_a_site_is_no_way_around(self, cli) -> None:
        ran = cli("install", "./site", "--skill", "alpha", *ROOT, "--yes")

        assert (ran.status, _label("alpha")) == (3, "1.1.0")

    def test_update_refuses_it_and_the_others_go_on(self, cli, write, told_json) -> None:
        write("1.0.0")
        cli("install", "skills/delta", *ROOT, "--yes")
        write("1.1.0", "\n# More\n")
        ran = cli("update", *ROOT, "--json")
        rows = {row["name"]: row for row in told_json(ran, CHANGED)}

        assert ran.status == 3
        assert {name: (row["action"], row["done"]) for name, row in rows.items()} == {
            "alpha": ("refuse", False),
            "beta": ("refuse", False),
            "delta": ("replace", True),
        }
        assert rows["beta"]["reason"] == "1.0.0 is older than 2.0.0, which is installed"
        assert rows["beta"]["hint"].startswith("`skillpack update --allow-downgrade beta --root roots/skills")

    def test_update_goes_back_where_that_is_allowed_and_only_there(self, cli) -> None:
        ran = cli("update", *ROOT, "--yes", "--allow-downgrade", "alpha")

        assert (ran.status, _label("alpha"), _label("beta")) == (3, "1.0.0", "2.0.0")
        assert "alpha 1.1.0 -> 1.0.0 (older)" in ran.out

    def test_the_flag_may_be_repeated(self, cli) -> None:
        flags = ("--allow-downgrade", "alpha", "--allow-downgrade", "beta")

        assert cli("update", *ROOT, "--yes", *flags).status == 0
        assert (_label("alpha"), _label("beta")) == ("1.0.0", "1.0.0")

    def test_leave_for_a_name_that_is_not_there_is_a_mistake(self, cli) -> None:
        updated = cli("update", *ROOT, "--allow-downgrade", "alhpa")
        installed = cli("install", "alpha", *REGISTRY, *ROOT, "--yes", "--allow-downgrade", "alhpa")

        assert (updated.status, installed.status) == (2, 2)
        assert "did you mean `alpha`?" in updated.err
        assert "did you mean `alpha`?" in installed.err

    def test_what_is_allowed_to_go_back_still_has_to_be_old_enough(self, cli) -> None:
        ran = cli("update", "alpha", *ROOT, "--yes", "--allow-downgrade", "alpha", "--min-age", "3000")

        assert (ran.status, _label("alpha")) == (3, "1.1.0")
        assert "the minimum age is 3,000 days" in ran.err

    def test_outdated_says_so(self, cli, told_json) -> None:
        ran = cli("outdated", *ROOT)
        rows = {row["name"]: row for row in told_json(cli("outdated", *ROOT, "--json"), OUTDATED)}

        assert "alpha  1.1.0      1.0.0    older\n" in ran.out
        assert "`skillpack update alpha --allow-downgrade alpha` goes back to it" in ran.err
        assert rows["beta"]["standing"] == "older"

    def test_rollback_is_made_for_it(self, cli, publish) -> None:
        cli("update", "alpha", *ROOT, "--yes", "--allow-downgrade", "alpha")
        publish(2)
        cli("update", "alpha", *ROOT, "--yes")

        assert _label("alpha") == "1.1.0"
        assert cli("rollback", "alpha", *ROOT).status == 0
        assert _label("alpha") == "1.0.0"


@pytest.mark.usefixtures("publish")
class TestTheLockFileDecides:
    @pytest.fixture(autouse=True)
    def _locked_to_the_first(self, cli, publish, tmp_path) -> None:
        cli("install", "alpha", *REGISTRY, *ROOT, "--yes")
        locked = (tmp_path / "roots/skills.lock").read_bytes()
        publish(2)
        cli("update", *ROOT, "--yes")
        assert _label("alpha") == "1.1.0"
        (tmp_path / "roots/skills.lock").write_bytes(locked)

    def test_frozen_goes_where_it_says(self, cli) -> None:
        assert cli("install", "--frozen", *ROOT).status == 0
        assert _label("alpha") == "1.0.0"

    def test_so_does_install_without_a_spec(self, cli) -> None:
        assert cli("install", *ROOT, "--yes").status == 0
        assert _label("alpha") == "1.0.0"

    def test_it_is_no_leave_for_what_is_typed(self, cli) -> None:
        assert cli("install", "alpha@1.0.0", *REGISTRY, *ROOT, "--yes").status == 3


class TestRecord:
    def test_a_version_that_was_published_later_is_no_step_back(self, cli, write, tmp_path, monkeypatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        write("2.0.0", root="made")
        run(["build", "made", "-o", "old", "--no-cache"])
        run(["build", "made", "-o", "site", "--no-cache"])
        cli("install", "delta", *REGISTRY, *ROOT, "--yes")
        write("1.9.0", "\n# Back to what worked\n", root="made")
        shutil.rmtree("site")
        allowed = ("--previous", "old", "--allow-downgrade", "delta")
        assert run(["build", "made", "-o", "site", "--no-cache", *allowed]) == 0

        assert cli("update", *ROOT, "--yes").status == 0
        assert _label("delta") == "1.9.0"
        assert cli("install", "delta@2.0.0", *REGISTRY, *ROOT, "--yes").status == 3
        assert _label("delta") == "1.9.0"


class TestTheSameLabel:
    def test_of_a_registry_it_is_refused(self, cli, republish) -> None:
        republish("1.0.0")
        cli("install", "delta", *REGISTRY, *ROOT, "--yes")
        republish("1.0.0", "\n# Other\n")
        outdated, updated = cli("outdated", *ROOT), cli("update", *ROOT, "--yes")
        installed = cli("install", "delta", *REGISTRY, *ROOT, "--yes")

        assert "different files under the same version" in outdated.out
        assert (updated.status, installed.status) == (3, 3)
        assert "1.0.0 is installed with different files, and published versions should never change" in updated.err
        assert "# Other" not in _text("delta")
        assert cli("update", *ROOT, "--yes", "--allow-downgrade", "delta").status == 0
        assert "# Other" in _text("delta")

    @pytest.fixture
    def edited(self, cli, write) -> None:
        """Install `delta` from a folder, and edit it there."""
        assert cli("install", write("1.0.0"), *ROOT, "--yes").status == 0
        write("1.0.0", "\n# Other\n")

    @pytest.mark.usefixtures("edited")
    def test_of_a_folder_the_difference_is_shown_and_yes_takes_it(self, cli) -> None:
        assert "`skillpack update delta` shows the difference and asks first" in cli("outdated", *ROOT).err
        ran = cli("update", *ROOT, "--yes")

        assert ran.status == 0
        assert "+# Other" in ran.err
        assert "delta: different files under the same version, 1.0.0" in ran.err
        assert "# Other" in _text("delta")

    @pytest.mark.usefixtures("edited")
    def test_without_a_yes_nobody_takes_it_and_others_go_on(self, cli, write_skill) -> None:
        cli("install", write_skill("other"), *ROOT, "--yes")
        Path("skills/other/new.md").write_text("# New\n")
        ran = cli("update", *ROOT)

        assert ran.status == 3
        assert (
            "refused delta: it has different files under the same version, 1.0.0\nhint: `--yes` takes it\n" in ran.err
        )
        assert "# Other" not in _text("delta")
        assert Path("roots/skills/other/new.md").exists()

    @pytest.mark.usefixtures("edited")
    @pytest.mark.parametrize(("answer", "taken"), [("y\n", True), ("n\n", False)])
    @pytest.mark.parametrize("command", [("update",), ("install", "skills/delta")])
    def test_a_person_is_asked(self, cli, monkeypatch, command, answer: str, *, taken: bool) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        ran = cli(*command, *ROOT)

        assert ran.status == 0
        assert ran.err.count("[y/N]") == 1
        assert ("# Other" in _text("delta")) is taken


class TestDependencies:
    @pytest.fixture(autouse=True)
    def _needing(self, cli, write, write_skill) -> None:
        cli("install", write("2.0.0"), *ROOT, "--yes")
        write("1.0.0", "\n# First\n")
        write_skill("epsilon", front_matter="metadata:\n  depends: delta ^1\n")

    def test_one_that_wants_an_older_one_does_not_bring_it(self, cli) -> None:
        ran = cli("install", "skills/epsilon", *ROOT, "--yes")

        assert (ran.status, _label("delta")) == (3, "2.0.0")
        assert "`delta` 2.0.0 is installed, and stays: `--allow-downgrade delta` allows the older version" in ran.err
        assert not Path("roots/skills/epsilon").exists()

    def test_where_that_is_allowed_it_does(self, cli) -> None:
        assert cli("install", "skills/epsilon", *ROOT, "--yes", "--allow-downgrade", "delta").status == 0
        assert _label("delta") == "1.0.0"

    def test_what_is_refused_brings_nothing_along(self, cli, write_skill) -> None:
        more = "metadata:\n  version: {}\n  depends: zeta\n"
        write_skill("zeta", root="new")
        cli("install", write_skill("eta", front_matter="metadata:\n  version: 2.0.0\n"), *ROOT, "--yes")
        folder = write_skill("eta", root="new", front_matter=more.format("1.0.0"))

        assert cli("install", folder, *ROOT, "--yes").status == 3
        assert not Path("roots/skills/zeta").exists()
