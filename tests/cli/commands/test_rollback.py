"""skillpack rollback: what was put back stays, and what the previous version, back is not put back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.report.schemas import CHANGED, OUTDATED

pytestmark = pytest.mark.usefixtures("at_home")
ROOT = ("--root", "roots/skills")
REGISTRY = ("--registry", "site")


def label(name: str) -> str:
    return str(json.loads(Path("roots/skills", name, ".skillpack.json").read_text())["label"])


@pytest.fixture
def rolled_back(cli, publish) -> None:
    """Install `alpha` and `beta`, update both, and roll `alpha` back."""
    publish(1)
    assert cli("install", "alpha", "beta", *REGISTRY, *ROOT, "--yes").status == 0
    publish(2)
    assert cli("update", *ROOT, "--yes", "--accept-powers").status == 0
    assert (label("alpha"), label("beta")) == ("1.1.0", "2.0.0")
    assert cli("rollback", "alpha", *ROOT, "--yes").status == 0
    assert label("alpha") == "1.0.0"


@pytest.fixture
def take_back(tmp_path: Path) -> Callable[..., None]:
    """Return a function that publishes the site anew, with versions of `alpha` taken back."""

    def publish(*labels: str, purge: bool = False) -> None:
        source = tmp_path / "source"
        (source / "skills/alpha").mkdir(parents=True, exist_ok=True)
        rows = (
            f'[[yanked]]\nname = "alpha"\nversion = "{each}"\nreason = "leaks"\npurge = {json.dumps(purge)}\n'
            for each in labels
        )
        text = '[catalog]\nname = "northwind"\n[[source]]\npath = "skills"\n' + "".join(rows)
        (source / "skillpack.toml").write_text(text, encoding="utf-8")
        (source / "skills/alpha/SKILL.md").write_text(
            "---\nname: alpha\ndescription: Does what alpha says. Use when asked for alpha.\nlicense: MIT\n"
            "metadata:\n  version: 1.2.0\n---\n\n# Alpha\n\nDo it.\n",
            encoding="utf-8",
        )
        (tmp_path / "site").rename(tmp_path / "before")
        words = ["build", str(source), "-o", str(tmp_path / "site"), "--previous", str(tmp_path / "before")]
        assert run([*words, "--no-cache", "--allow-withdrawn", "9"]) in {0, 1}

    return publish


@pytest.mark.usefixtures("rolled_back")
class TestHeld:
    def test_update_leaves_it_and_says_how_it_goes_on(self, cli) -> None:
        ran = cli("update", *ROOT, "--yes")

        assert (ran.status, label("alpha")) == (0, "1.0.0")
        assert "alpha 1.0.0: rolled back; not updated\n" in ran.err
        assert "`skillpack update alpha --unhold`" in ran.err

    def test_naming_it_is_not_enough(self, cli, told_json) -> None:
        ran = cli("update", "alpha", *ROOT, "--yes", "--force", "--json")
        (row,) = told_json(ran, CHANGED)

        assert (row["name"], row["standing"], row["done"], label("alpha")) == ("alpha", "rolled-back", False, "1.0.0")

    @pytest.mark.parametrize("spec", ["alpha", "alpha@1.1.0", "./site"])
    def test_install_refuses_another_version(self, cli, spec) -> None:
        ran = cli("install", spec, *(("--skill", "alpha") if spec == "./site" else REGISTRY), *ROOT, "--yes")

        assert (ran.status, label("alpha")) == (3, "1.0.0")
        assert "refused alpha: it was rolled back, and is not updated\n" in ran.err
        assert "`skillpack update alpha --unhold`" in ran.err

    def test_a_killed_or_repeated_rollback_changes_nothing(self, cli) -> None:
        cli("rollback", "alpha", *ROOT)
        assert label("alpha") == "1.0.0"

    def test_outdated_says_so(self, cli, told_json) -> None:
        rows = {row["name"]: row for row in told_json(cli("outdated", *ROOT, "--json"), OUTDATED)}

        assert (rows["alpha"]["standing"], rows["alpha"]["offered"]) == ("rolled-back", "1.1.0")
        assert rows["beta"]["standing"] == "current"

    def test_unhold_updates_it(self, cli) -> None:
        assert cli("update", "alpha", "--unhold", "--dry-run", *ROOT).status == 0
        assert label("alpha") == "1.0.0"
        assert "rolled back" in cli("update", *ROOT, "--yes").err

        assert cli("update", "alpha", "--unhold", *ROOT, "--yes").status == 0
        assert label("alpha") == "1.1.0"
        assert "rolled back" not in cli("outdated", *ROOT).out

    def test_unhold_without_anything_newer_lets_later_versions_come(self, cli, publish, take_back) -> None:
        publish(1)
        assert cli("update", "alpha", "--unhold", *ROOT, "--yes").status == 0
        assert label("alpha") == "1.0.0"
        take_back()

        assert cli("update", *ROOT, "--yes").status == 0
        assert label("alpha") == "1.2.0"

    def test_unhold_needs_a_name(self, cli) -> None:
        ran = cli("update", "--unhold", *ROOT)

        assert ran.status == 2
        assert "`--unhold` needs a NAME" in ran.err

    def test_undo_ends_it_too(self, cli) -> None:
        assert cli("rollback", "alpha", "--undo", *ROOT).status == 0
        assert label("alpha") == "1.1.0"
        assert "rolled back" not in cli("update", *ROOT, "--yes").err

    def test_taken_out_and_installed_again_it_is_like_any_other(self, cli) -> None:
        cli("uninstall", "alpha", *ROOT)
        assert cli("install", "alpha", *REGISTRY, *ROOT, "--yes").status == 0
        assert label("alpha") == "1.1.0"

    def test_the_lock_file_of_a_colleague_wins(self, cli) -> None:
        lock = Path("roots/skills.lock")
        newer = json.loads(lock.read_text())
        cli("rollback", "alpha", "--undo", *ROOT)
        at_newest = lock.read_text()
        cli("rollback", "alpha", *ROOT)
        assert json.loads(lock.read_text()) == newer
        lock.write_text(at_newest)

        assert cli("install", *ROOT, "--yes").status == 0
        assert label("alpha") == "1.1.0"

    def test_its_files_are_repaired_all_the_same(self, cli) -> None:
        text = Path("roots/skills/alpha/SKILL.md")
        whole = text.read_bytes()
        text.write_bytes(whole + b"edited\n")

        assert cli("install", "alpha@1.0.0", *REGISTRY, *ROOT, "--yes", "--force").status == 0
        assert text.read_bytes() == whole


def test_what_was_taken_out_and_brought_back_is_not_held(cli, publish) -> None:
    publish(1)
    cli("install", "alpha", *REGISTRY, *ROOT, "--yes")
    cli("uninstall", "alpha", *ROOT)
    cli("rollback", "alpha", *ROOT)
    publish(2)

    assert cli("update", *ROOT, "--yes").status == 0
    assert label("alpha") == "1.1.0"


class TestTakenBack:
    @pytest.fixture(autouse=True)
    def updated(self, cli, publish) -> None:
        publish(1)
        assert cli("install", "alpha", *REGISTRY, *ROOT, "--yes").status == 0
        publish(2)
        assert cli("update", *ROOT, "--yes").status == 0
        assert label("alpha") == "1.1.0"

    @pytest.mark.parametrize("purge", [False, True])
    def test_such_a_version_is_not_put_back(self, cli, take_back, purge) -> None:
        take_back("1.0.0", purge=purge)
        ran = cli("rollback", "alpha", *ROOT)

        assert (ran.status, label("alpha")) == (3, "1.1.0")
        assert "refused alpha: the previous version, 1.0.0, was yanked: leaks\n" in ran.err

    @pytest.mark.parametrize("purge", [False, True])
    def test_nor_by_undo(self, cli, take_back, purge) -> None:
        cli("rollback", "alpha", *ROOT)
        take_back("1.1.0", purge=purge)
        ran = cli("rollback", "alpha", "--undo", *ROOT)

        assert (ran.status, label("alpha")) == (3, "1.0.0")

    def test_a_registry_that_is_silent_stops_nothing(self, cli, tmp_path) -> None:
        (tmp_path / "site").rename(tmp_path / "elsewhere")
        ran = cli("rollback", "alpha", *ROOT)

        assert (ran.status, label("alpha")) == (0, "1.0.0")
        assert "could not check whether the previous version was yanked: " in ran.err

    @pytest.mark.parametrize("purge", [False, True])
    def test_doctor_names_it_where_it_is_installed(self, cli, take_back, purge, tmp_path, monkeypatch) -> None:
        (tmp_path / "project/.git").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / "project")
        assert (
            cli(
                "install", "alpha@1.1.0", "--registry", str(tmp_path / "site"), "--agent", "claude-code", "--yes"
            ).status
            == 0
        )
        assert "took back" not in cli("doctor").out
        take_back("1.1.0", purge=purge)
        ran = cli("doctor", "--exit-code")

        assert ran.status == 1
        assert "1 skill in a yanked version" in ran.out
        assert "alpha 1.1.0 (leaks)" in ran.out
