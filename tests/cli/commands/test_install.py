"""skillpack install: skills from anywhere into a root, shown, asked for, placed."""

import json
import shutil
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from skillpack.report.schemas import CHANGED

pytestmark = pytest.mark.usefixtures("at_home", "publish")


class Terminal(StringIO):
    """A person who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def person(monkeypatch) -> Callable[[str], None]:
    """Return a function that lets a person type."""

    def types(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal(text))

    return types


@pytest.fixture
def install(cli) -> Callable[..., object]:
    """Return `skillpack install` from the registry into one root."""

    def call(*arguments: object) -> object:
        return cli("install", *arguments, "--registry", "site", "--root", "roots/skills")

    return call


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class TestFirstInstall:
    def test_one_skill_is_shown_whole(self, install, told, snapshot) -> None:
        assert told(install("gamma", "--yes")) == snapshot

    def test_several_skills_take_a_line_each(self, install, told, snapshot) -> None:
        assert told(install("alpha", "beta", "gamma", "--yes")) == snapshot

    def test_verbose_shows_each_whole(self, install) -> None:
        said = install("alpha", "beta", "--yes", "--verbose").err

        assert "a comment: read everything first" in said
        assert said.count("brings") == 2

    def test_nobody_to_ask_is_a_usage_error_before_anything_is_made(self, install) -> None:
        ran = install("alpha")

        assert ran.status == 2
        assert ran.err.endswith(
            "error: stdin is not a terminal, so skillpack cannot ask to install `alpha`\n"
            "hint: `--yes` installs without asking\n"
        )
        assert not Path("roots").exists()

    @pytest.mark.parametrize(("answer", "there"), [("y\n", 2), ("n\n", 0), ("\n", 0)])
    def test_a_person_is_asked_once_for_all(self, install, person, answer: str, there: int) -> None:
        person(answer)
        ran = install("alpha", "gamma")

        assert ran.status == 0
        assert ran.err.count("Install these 2 skills into") == 1
        assert len(list(Path("roots/skills").glob("*/SKILL.md"))) == there

    def test_a_dry_run_makes_nothing(self, install, told, snapshot) -> None:
        assert told(install("alpha", "--dry-run")) == snapshot
        assert not Path("roots").exists()

    def test_what_no_host_would_load_is_refused(self, cli, write_skill) -> None:
        folder = write_skill("broken")
        (folder / "SKILL.md").write_text("---\nname: broken\nlicense: MIT\n---\n# Broken\n")
        ran = cli("install", folder, "--root", "roots/skills", "--yes")

        assert ran.status == 3
        assert "refused broken: it cannot be used: DS001" in ran.err
        assert not Path("roots").exists()
        assert cli("install", folder, "--root", "roots/skills", "--yes", "--force").status == 0


class TestAdvice:
    def test_a_deprecated_skill_names_its_successor(self, install, publish) -> None:
        publish(2)

        assert "  gamma is deprecated: use alpha instead\n" in install("gamma", "--yes").err

    def test_a_yanked_version_must_be_named(self, install, publish) -> None:
        publish(2)

        assert json.loads(install("leaky", "--dry-run", "--json").out)[0]["label"] == "1.0.1"
        assert "  leaky: this version was yanked: leaks form data\n" in install("leaky@1.0.0", "--yes").err

    def test_a_renamed_skill_says_what_it_is_called(self, install, publish) -> None:
        publish(2)
        ran = install("old-name", "--yes")

        assert ran.status == 3
        assert ran.err == "error: `old-name` is now called `new-name`: clearer\nhint: install `new-name`\n"


class TestSeveralSources:
    def test_what_cannot_be_fetched_does_not_stop_the_others(self, install, told, snapshot) -> None:
        assert told(install("alpha", "alhpa", "--yes")) == snapshot

    def test_one_failure_alone_is_the_error(self, install) -> None:
        ran = install("alhpa", "--yes")

        assert (ran.status, ran.out) == (3, "")
        assert ran.err == "error: no registry has `alhpa`\nhint: did you mean `alpha`?\n"

    def test_two_versions_of_a_name_cannot_both_be_meant(self, cli, write_skill) -> None:
        one, two = write_skill("alpha", root="one"), write_skill("alpha", root="two", body="\n# Other\n")
        ran = cli("install", one, two, "--root", "roots/skills", "--yes")

        assert ran.status == 2
        assert "`alpha` is there in two versions" in ran.err

    def test_json_tells_all_of_it(self, install, told_json) -> None:
        rows = {row["name"]: row for row in told_json(install("alpha", "nope", "--yes", "--json"), CHANGED)}

        assert rows["alpha"] | {"digest": "", "source": {}, "path": "", "target": "", "trust": ""} == {
            "name": "alpha",
            "action": "add",
            "done": True,
            "reason": "",
            "hint": "",
            "was": None,
            "label": "1.0.0",
            "digest": "",
            "date": "2026-05-01",
            "source": {},
            "signer": {},
            "trust": "",
            "path": "",
            "target": "",
        }
        assert (rows["nope"]["action"], rows["nope"]["done"]) == ("fail", False)


class TestAnotherVersion:
    def test_a_lower_version_is_said_to_be_older(self, install, publish, told, snapshot) -> None:
        publish(2)
        install("alpha", "--yes")

        assert told(install("alpha@1.0.0", "--yes", "--allow-downgrade", "alpha")) == snapshot

    def test_the_same_is_left_as_it_is(self, install, told, snapshot) -> None:
        install("alpha", "--yes")
        before = _files(Path("roots"))

        assert told(install("alpha", "--yes")) == snapshot
        assert _files(Path("roots")) == before

    def test_the_same_files_from_elsewhere_are_asked_of_there(self, cli, install, editions) -> None:
        install("alpha", "--yes")
        shutil.copytree(editions / "1", "mirror")
        ran = cli("install", "alpha", "--registry", "mirror", "--root", "roots/skills", "--yes")

        assert "alpha: the same files, from now on from " in ran.err
        assert "mirror" in Path("roots/skills.lock").read_text()

    def test_edits_are_never_lost(self, install, told, snapshot) -> None:
        install("alpha", "--yes")
        Path("roots/skills/alpha/SKILL.md").write_text("mine\n")

        assert told(install("alpha", "--yes")) == snapshot
        assert Path("roots/skills/alpha/SKILL.md").read_text() == "mine\n"
        assert install("alpha", "--yes", "--force").status == 0
        assert Path("roots/.skillpack/skills/previous/alpha/SKILL.md").read_text() == "mine\n"

    def test_what_is_not_ours_is_never_touched(self, install) -> None:
        Path("roots/skills/alpha").mkdir(parents=True)
        ran = install("alpha", "gamma", "--yes", "--force")

        assert ran.status == 3
        assert "refused alpha: not installed by skillpack" in ran.err
        assert list(Path("roots/skills/alpha").iterdir()) == []
        assert Path("roots/skills/gamma/SKILL.md").exists()


class TestAge:
    def test_an_older_version_is_taken_instead_of_a_fresh_one(self, install, publish, told, snapshot) -> None:
        publish(2)

        assert told(install("alpha", "--yes", "--min-age", "3d")) == snapshot

    @pytest.mark.parametrize("spec", ["new-name", "alpha@1.1.0", "alpha@^1.1"])
    def test_where_none_is_old_enough_it_is_refused(self, install, publish, spec: str) -> None:
        publish(2)
        ran = install(spec, "--yes", "--min-age", "3d")

        assert ran.status == 3
        assert ": published 1 day ago; the minimum age is 3 days" in ran.err
        assert not Path("roots").exists()

    def test_the_settings_say_it_for_all(self, install, publish, at_home) -> None:
        publish(2)
        (at_home / "config/skillpack").mkdir(parents=True)
        (at_home / "config/skillpack/config.toml").write_text('[install]\nmin_age = "3 days"\n')

        assert install("new-name", "--yes").status == 3
        assert install("new-name", "--yes", "--min-age", "0").status == 0

    def test_what_lies_here_is_as_old_as_its_user_says(self, cli, write_skill) -> None:
        ran = cli("install", write_skill("alpha"), "--root", "roots/skills", "--yes", "--min-age", "3")

        assert ran.status == 0

    def test_what_is_locked_was_accepted(self, install, publish, cli) -> None:
        publish(2)
        install("alpha", "--yes")
        shutil.rmtree("roots/skills/alpha")

        assert cli("install", "--root", "roots/skills", "--yes", "--min-age", "30").status == 0
        assert Path("roots/skills/alpha/SKILL.md").exists()


class TestWhereTo:
    def test_nothing_says_where(self, cli, told, snapshot) -> None:
        assert told(cli("install", "alpha", "--registry", "site", "--yes")) == snapshot

    def test_a_person_is_asked_once(self, cli, person, at_home, told, snapshot) -> None:
        (at_home / ".claude").mkdir()
        person("2, claude-code\n")
        first = cli("install", "alpha", "--registry", "site", "--yes")
        person("")

        assert told(first) == snapshot
        assert cli("install", "gamma", "--registry", "site", "--yes").status == 0
        assert json.loads((at_home / "state/skillpack/targets.json").read_text())["targets"] == [
            "workspace",
            "claude-code:global",
        ]
        for folder in (Path(".metis/skills"), at_home / ".claude/skills"):
            assert sorted(path.name for path in folder.iterdir()) == ["alpha", "gamma"]

    def test_a_number_that_is_not_there(self, cli, person) -> None:
        person("9\n")
        ran = cli("install", "alpha", "--registry", "site", "--yes")

        assert ran.status == 2
        assert "no target has the number 9" in ran.err

    def test_settings_come_before_the_workspace(self, cli) -> None:
        Path(".metis").mkdir()
        Path(".metis/skillpack.toml").write_text('[install]\ntargets = ["claude-code"]\n')

        assert cli("install", "alpha", "--registry", "site", "--yes").status == 0
        assert Path(".claude/skills/alpha/SKILL.md").exists()

    def test_a_workspace_may_not_name_any_folder(self, cli) -> None:
        Path(".metis").mkdir()
        Path(".metis/skillpack.toml").write_text('[install]\ntargets = ["~/.ssh"]\n')
        ran = cli("install", "alpha", "--registry", "site", "--yes")

        assert ran.status == 2
        assert "which only your own settings may" in ran.err

    def test_a_refusal_in_one_root_does_not_stop_the_other(self, cli, told, snapshot) -> None:
        Path(".claude/skills/alpha").mkdir(parents=True)
        ran = cli(
            "install",
            "alpha",
            "--registry",
            "site",
            "--yes",
            "--workspace",
            ".",
            "--agent",
            "claude-code",
            "--root",
            "r",
        )

        assert told(ran) == snapshot


class TestLockFile:
    def test_a_root_is_repeated_byte_for_byte(self, cli, install, publish, told, snapshot) -> None:
        install("alpha", "beta", "gamma", "--yes")
        publish(2)
        Path("other").mkdir()
        shutil.copy("roots/skills.lock", "other/skills.lock")
        ran = cli("install", "--frozen", "--root", "other/skills")

        assert told(ran) == snapshot
        assert _files(Path("other/skills")) == _files(Path("roots/skills"))
        assert Path("other/skills.lock").read_bytes() == Path("roots/skills.lock").read_bytes()

    def test_what_is_not_locked_is_taken_out_and_what_is_not_ours_stays(self, cli, install, told, snapshot) -> None:
        install("alpha", "--yes")
        lock = Path("roots/skills.lock").read_bytes()
        install("gamma", "--yes")
        Path("roots/skills/mine").mkdir()
        Path("roots/skills.lock").write_bytes(lock)

        assert told(cli("install", "--frozen", "--root", "roots/skills")) == snapshot
        assert sorted(path.name for path in Path("roots/skills").iterdir()) == ["alpha", "mine"]
        assert Path("roots/.skillpack/skills/previous/gamma").is_dir()

    def test_bytes_that_are_gone_fail_before_anything_is_changed(self, cli, install) -> None:
        install("alpha", "gamma", "--yes")
        shutil.rmtree("roots/skills/alpha")
        shutil.rmtree("roots/skills/gamma")
        before = _files(Path("roots"))
        shutil.rmtree("site/archives/gamma")
        ran = cli("install", "--frozen", "--root", "roots/skills")

        assert ran.status == 3
        assert "archives/gamma/gamma-1.0.0.zip" in ran.err
        assert _files(Path("roots")) == before

    def test_other_bytes_are_refused(self, cli, install) -> None:
        install("alpha", "--yes")
        shutil.rmtree("roots/skills/alpha")
        archive = Path("site/archives/alpha/alpha-1.0.0.zip")
        archive.unlink()
        archive.write_bytes(b"PK\x05\x06" + bytes(18))

        assert cli("install", "--frozen", "--root", "roots/skills").status == 3
        assert not Path("roots/skills/alpha").exists()

    def test_edits_stop_it(self, cli, install) -> None:
        install("alpha", "beta", "--yes")
        Path("roots/skills/beta/SKILL.md").write_text("mine\n")
        shutil.rmtree("roots/skills/alpha")
        ran = cli("install", "--frozen", "--root", "roots/skills")

        assert ran.status == 3
        assert "`beta` cannot be installed from the lock file: you changed it" in ran.err
        assert not Path("roots/skills/alpha").exists()
        assert cli("install", "--frozen", "--root", "roots/skills", "--force").status == 0
        assert cli("verify", "--root", "roots/skills").status == 0

    def test_what_tools_leave_behind_is_replaced(self, cli, install) -> None:
        install("gamma", "--yes")
        Path("roots/skills/gamma/__pycache__").mkdir()
        Path("roots/skills/gamma/__pycache__/x.pyc").write_bytes(b"x")

        assert cli("install", "--frozen", "--root", "roots/skills").status == 0
        assert not Path("roots/skills/gamma/__pycache__").exists()

    def test_without_spec_only_what_is_missing_comes(self, cli, install, told, snapshot) -> None:
        install("alpha", "gamma", "--yes")
        shutil.rmtree("roots/skills/gamma")
        Path("roots/skills/mine").mkdir()

        assert told(cli("install", "--root", "roots/skills", "--yes")) == snapshot
        assert sorted(path.name for path in Path("roots/skills").iterdir()) == ["alpha", "gamma", "mine"]

    def test_a_workspace_with_a_lock_file_is_what_is_meant(self, cli, at_home) -> None:
        Path(".metis").mkdir()
        cli("install", "alpha", "--registry", "site", "--yes", "--workspace")
        shutil.rmtree(".metis/skills")
        (at_home / "state/skillpack").mkdir(parents=True)
        (at_home / "state/skillpack/targets.json").write_text('{"schema": 1, "targets": ["global"]}')

        assert cli("install", "--frozen").status == 0
        assert Path(".metis/skills/alpha/SKILL.md").exists()

    @pytest.mark.parametrize(
        ("source", "says"),
        [
            ({"kind": "adopted"}, "was adopted, and its source is unknown"),
            ({"kind": "git", "location": "--upload-pack=x", "revision": "c" * 40}, "is locked to an unknown source"),
            ({"kind": "registry", "location": "/no/such/site"}, "`/no/such/site` does not exist"),
            ({"kind": "registry", "location": "http://192.0.2.1/"}, "is not encrypted"),
        ],
    )
    def test_a_source_that_cannot_be_is_the_fault_of_its_entry(self, cli, install, source, says: str) -> None:
        install("alpha", "gamma", "--yes")
        shutil.rmtree("roots/skills/alpha")
        shutil.rmtree("roots/skills/gamma")
        lock = json.loads(Path("roots/skills.lock").read_text())
        lock["skills"]["gamma"] |= {"source": source, "archive": {}}
        Path("roots/skills.lock").write_text(json.dumps(lock))
        frozen = cli("install", "--frozen", "--root", "roots/skills")
        ran = cli("install", "--root", "roots/skills", "--yes")

        assert (frozen.status, ran.status) == (3, 3)
        assert says in frozen.err
        assert says in ran.err
        assert [path.name for path in Path("roots/skills").iterdir()] == ["alpha"]

    def test_json_of_frozen(self, cli, install, told_json) -> None:
        install("alpha", "--yes")
        shutil.rmtree("roots/skills/alpha")
        Path("roots/skills/mine").mkdir()
        rows = told_json(cli("install", "--frozen", "--root", "roots/skills", "--json"), CHANGED)

        assert [(row["name"], row["action"], row["done"]) for row in rows] == [
            ("alpha", "add", True),
            ("mine", "keep", False),
        ]

    @pytest.mark.parametrize("arguments", [["--frozen"], []])
    def test_no_lock_file(self, cli, arguments) -> None:
        assert cli("install", *arguments, "--root", "roots/skills").status == (3 if arguments else 2)
        assert not Path("roots").exists()

    def test_frozen_takes_no_spec(self, install) -> None:
        assert install("alpha", "--frozen").status == 2
