"""skillpack uninstall, rollback and verify: the end of an installed skill, and its way back."""

import subprocess
from pathlib import Path

import pytest

from skillpack.report.schemas import CHANGED, VERIFIED

pytestmark = pytest.mark.usefixtures("at_home", "installed")
ROOT = ("--root", "roots/skills")


@pytest.fixture
def installed(cli, publish) -> None:
    """Install two skills into `roots/skills`, one of them in its second version."""
    assert cli("install", "alpha", "gamma", "--registry", "site", *ROOT, "--yes").status == 0
    publish(2)
    assert cli("update", *ROOT).status == 0


def _rest(folder: str = "roots") -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


class TestUninstall:
    def test_the_root_is_left_empty(self, cli, told, snapshot) -> None:
        assert told(cli("uninstall", "alpha", "gamma", *ROOT)) == snapshot
        assert list(Path("roots/skills").iterdir()) == []
        assert not Path("roots/skills.lock").exists()
        assert {path.split("/")[2] for path in _rest()} == {"previous"}

    def test_purge_leaves_nothing_of_ours(self, cli, told, snapshot) -> None:
        assert told(cli("uninstall", "alpha", "gamma", *ROOT, "--purge")) == snapshot
        assert [path.name for path in Path("roots").iterdir()] == ["skills"]

    def test_purge_drops_what_was_kept_of_one_that_is_gone(self, cli) -> None:
        cli("uninstall", "alpha", *ROOT)
        ran = cli("uninstall", "alpha", *ROOT, "--purge")

        assert ran.out.splitlines()[-1] == "  - alpha: previous version deleted"
        assert cli("rollback", "alpha", *ROOT).status == 2

    def test_all_takes_out_what_is_ours(self, cli) -> None:
        Path("roots/skills/mine").mkdir()

        assert cli("uninstall", "--all", *ROOT, "--dry-run").status == 0
        assert Path("roots/skills/alpha").exists()
        assert cli("uninstall", "--all", "-y", *ROOT).status == 0
        assert [path.name for path in Path("roots/skills").iterdir()] == ["mine"]
        again = cli("uninstall", "--all", *ROOT)
        assert (again.status, again.err.splitlines()[0]) == (2, "error: no skills installed there")

    @pytest.mark.parametrize(
        ("words", "said"), [(["alpha", "--all"], "`--all` takes no NAME"), ([], "no NAME is given")]
    )
    def test_either_names_or_all(self, cli, words, said) -> None:
        ran = cli("uninstall", *words, *ROOT)
        assert (ran.status, ran.err.splitlines()[0]) == (2, f"error: {said}")
        assert Path("roots/skills/alpha").exists()

    def test_yes_is_accepted(self, cli) -> None:
        assert cli("uninstall", "alpha", "-y", *ROOT).status == 0
        assert not Path("roots/skills/alpha").exists()

    def test_edits_are_refused(self, cli, told, snapshot) -> None:
        Path("roots/skills/alpha/notes.md").write_text("mine\n")

        assert told(cli("uninstall", "alpha", "gamma", *ROOT)) == snapshot
        assert not Path("roots/skills/gamma").exists()

    def test_forced_edits_come_back(self, cli) -> None:
        Path("roots/skills/alpha/notes.md").write_text("mine\n")
        ran = cli("uninstall", "alpha", *ROOT, "--force")

        assert ran.out.splitlines()[-1] == "    your edits of 1 file are saved; `skillpack rollback` restores them"
        assert cli("rollback", "alpha", *ROOT).status == 0
        assert Path("roots/skills/alpha/notes.md").read_text() == "mine\n"

    def test_what_is_not_ours_is_never_touched(self, cli) -> None:
        Path("roots/skills/mine").mkdir()
        ran = cli("uninstall", "mine", *ROOT, "--force")

        assert ran.status == 2
        assert Path("roots/skills/mine").is_dir()

    def test_a_name_that_is_not_there_stops_all(self, cli) -> None:
        ran = cli("uninstall", "alpha", "gama", *ROOT)

        assert ran.status == 2
        assert "did you mean `gamma`?" in ran.err
        assert Path("roots/skills/alpha").exists()

    def test_a_dry_run_changes_nothing(self, cli) -> None:
        before = _rest()
        ran = cli("uninstall", "alpha", *ROOT, "--dry-run")

        assert ran.out.splitlines()[-1] == "  - alpha 1.1.0, would be removed"
        assert _rest() == before

    def test_json_of_purge(self, cli, told_json) -> None:
        (row,) = told_json(cli("uninstall", "alpha", *ROOT, "--purge", "--json"), CHANGED)

        assert (row["action"], row["done"], row["purged"], row["was"]) == ("remove", True, True, "1.1.0")

    def test_without_flags_it_leaves_where_it_would_be_installed(self, cli) -> None:
        Path(".metis").mkdir()
        cli("install", "alpha", "--registry", "site", "--workspace", "--yes")
        cli("install", "alpha", "--registry", "site", "--global", "--yes")

        assert cli("uninstall", "alpha").status == 0
        assert not Path(".metis/skills/alpha").exists()
        assert (Path.home() / ".metis/skills/alpha").exists()
        assert cli("uninstall", "alpha").status == 0
        assert not (Path.home() / ".metis/skills/alpha").exists()

    def test_of_several_roots_none_is_guessed(self, cli) -> None:
        cli("install", "alpha", "--registry", "site", "--global", "--yes")
        cli("install", "alpha", "--registry", "site", "--global", "--agent", "claude-code", "--yes")
        ran = cli("uninstall", "alpha")

        assert ran.status == 2
        assert "hint: choose one: `--global`, `--agent NAME`, `--root DIR`" in ran.err


class TestRollback:
    def test_there_and_back(self, cli, told, snapshot) -> None:
        assert told(cli("rollback", "alpha", *ROOT)) == snapshot
        assert cli("rollback", "alpha", *ROOT, "--undo").out.splitlines()[-1] == "  ~ alpha 1.0.0 -> 1.1.0, restored"
        assert cli("verify", *ROOT).status == 0

    def test_asked_for_again_it_stays(self, cli) -> None:
        cli("rollback", "alpha", *ROOT)
        before = Path("roots/skills/alpha/SKILL.md").read_bytes()
        again = cli("rollback", "alpha", *ROOT)

        assert again.status == 0
        assert "already rolled back; `skillpack rollback --undo alpha`" in again.out
        assert Path("roots/skills/alpha/SKILL.md").read_bytes() == before

    def test_what_was_updated_since_is_rolled_back_again(self, cli) -> None:
        cli("rollback", "alpha", *ROOT)
        cli("update", "alpha", "--unhold", *ROOT)

        assert cli("rollback", "alpha", *ROOT).out.splitlines()[-1] == "  ~ alpha 1.1.0 -> 1.0.0, restored"

    def test_what_was_not_rolled_back_is_not_returned(self, cli) -> None:
        before = Path("roots/skills/alpha/SKILL.md").read_bytes()
        ran = cli("rollback", "alpha", *ROOT, "--undo")

        assert (ran.status, ran.out.splitlines()[-1]) == (0, "  = alpha: not rolled back")
        assert Path("roots/skills/alpha/SKILL.md").read_bytes() == before

    def test_an_undo_asked_for_again_stays(self, cli) -> None:
        cli("rollback", "alpha", *ROOT)
        cli("rollback", "alpha", *ROOT, "--undo")
        before = Path("roots/skills/alpha/SKILL.md").read_bytes()

        assert cli("rollback", "alpha", *ROOT, "--undo").status == 0
        assert Path("roots/skills/alpha/SKILL.md").read_bytes() == before

    def test_no_version_before(self, cli, told, snapshot) -> None:
        assert told(cli("rollback", "gamma", *ROOT)) == snapshot

    def test_json(self, cli, told_json) -> None:
        (row,) = told_json(cli("rollback", "alpha", *ROOT, "--json", "--dry-run"), CHANGED)

        assert (row["action"], row["done"], row["was"], row["now"]) == ("restore", False, "1.1.0", "1.0.0")


class TestVerify:
    def test_every_byte_is_named(self, cli, told, snapshot) -> None:
        Path("roots/skills/alpha/SKILL.md").write_text("mine\n")
        Path("roots/skills/gamma/scripts/run.sh").unlink()
        Path("roots/skills/gamma/scripts/more.sh").write_text("more\n")
        Path("roots/skills/gamma/SKILL.md").unlink()
        Path("roots/skills/gamma/SKILL.md").symlink_to("/etc/hosts")

        assert told(cli("verify", *ROOT)) == snapshot

    def test_the_lock_file_is_held_against_it(self, cli, told, snapshot) -> None:
        cli("rollback", "alpha", *ROOT)
        lock = Path("roots/skills.lock")
        first = lock.read_text()
        cli("rollback", "alpha", *ROOT, "--undo")
        lock.write_text(first.replace('"gamma"', '"delta"'))

        assert told(cli("verify", *ROOT)) == snapshot

    def test_what_python_compiled_is_named_and_no_fault(self, cli, told_json) -> None:
        compiled = Path("roots/skills/gamma/scripts/__pycache__/run.cpython-312.pyc")
        compiled.parent.mkdir()
        compiled.write_bytes(b"code")
        ran = cli("verify", *ROOT)

        assert ran.status == 0
        assert "    + added    scripts/__pycache__/run.cpython-312.pyc" in ran.out.splitlines()
        assert "1 file in `__pycache__` not from the skill" in ran.err
        rows = told_json(cli("verify", *ROOT, "--json"), VERIFIED)
        assert [row["not_ours"] for row in rows] == [[], ["scripts/__pycache__/run.cpython-312.pyc"]]
        assert all(row["sound"] for row in rows)

    def test_compiled_code_elsewhere_is_a_fault(self, cli) -> None:
        Path("roots/skills/gamma/scripts/run.pyc").write_bytes(b"code")

        assert cli("verify", *ROOT).status == 1

    def test_coreutils_agree(self, cli) -> None:
        sums = cli("show", "gamma", *ROOT, "--sums").out
        checked = subprocess.run(
            ["sha256sum", "--check", "--strict", "-"],
            input=sums,
            cwd="roots/skills/gamma",
            capture_output=True,
            text=True,
            check=False,
        )

        assert (checked.returncode, checked.stdout) == (0, "SKILL.md: OK\nscripts/run.sh: OK\n")

    def test_an_unknown_name_is_a_usage_error(self, cli) -> None:
        assert cli("verify", "nope", *ROOT).status == 2

    def test_json(self, cli, told_json) -> None:
        Path("roots/skills/alpha/more").write_text("x")
        ran = cli("verify", "alpha", *ROOT, "--json")

        assert ran.status == 1
        assert told_json(ran, VERIFIED)[0]["differences"] == [{"kind": "added", "path": "more"}]
