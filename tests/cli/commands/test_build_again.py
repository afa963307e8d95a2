"""A build in which nothing changed says what the last one said, and notices everything that it depends on."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from skillpack import resources
from skillpack.builder.store import BuildStore
from skillpack.cli import full_build
from skillpack.files.folder import FolderOutput

OLD = 1.0  # seconds since 1970
YOUNG = 4e9  # in the year 2096: younger than any build, however long that takes
HEAVY = (
    "jinja2",
    "markdown_it",
    "nh3",
    "pygments",
    "yaml",
    "sqlite3",
    "subprocess",
    "ctypes",
    "skillpack.check.run",
)
CATALOG = """\
[catalog]
title = "Ours"
[[source]]
path = "skills"
depth = 2
formats = ["folder", "markdown"]
[[page]]
path = "pages/index.md"
[theme]
path = "theme"
[[suppress]]
rule = "RS002"
reason = "later"
expires = 2026-12-31
"""
FILES = {
    "skillpack.toml": CATALOG,
    "pages/index.md": "# Welcome\n",
    "theme/assets/more.css": "p {}\n",
    "skills/alpha/references/notes.md": "# Notes\n",
    "skills/flat.md": "---\nname: flat\ndescription: Does it. Use when asked.\n---\n# Flat\n",
    "elsewhere/gamma/SKILL.md": "---\nname: gamma\ndescription: Does it. Use when asked.\n---\n# Gamma\n",
    "elsewhere/far.md": "# Far\n",
}


class Ran(Protocol):
    """What a command line did."""

    status: int
    out: str
    err: str


def _lasting(text: str) -> str:
    """Return what a build said without the time that it took, and how much was read for it."""
    return re.sub(r"in \d+\.\d s \(\d+ read anew\)", "", text)


def settle(root: Path) -> None:
    """Let everything below a folder be so old that it is believed."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink() and ".cache" not in path.parts and "dist" not in path.parts:
            os.utime(path, (OLD, OLD))


@dataclass
class Builds:
    """The command line, and which of its builds were whole ones."""

    cli: Callable[..., Ran]
    root: Path
    whole: int = 0

    def __call__(self, *more: str) -> Ran:
        """Return what a build said."""
        return self.cli("build", *more)

    def is_whole(self, *more: str) -> bool:
        """Return whether a build is a whole one."""
        before = self.whole
        self(*more)
        return self.whole > before

    @property
    def answers(self) -> list[Path]:
        """What builds left for the next ones."""
        return list((self.root / ".cache").rglob("*.unchanged"))


@pytest.fixture
def builds(cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Builds:
    """Return the command line in an empty folder, counting whole builds."""
    made, real = Builds(cli, tmp_path), full_build.full_build

    def counted(*arguments: object) -> object:
        made.whole += 1
        return real(*arguments)

    monkeypatch.setattr(full_build, "full_build", counted)
    monkeypatch.setattr(resources, "folders", tuple)  # our own files change while somebody works on them
    return made


@pytest.fixture
def built(builds: Builds, write_skill, tmp_path: Path) -> Builds:
    """Return a catalog of everything that a build depends on, built."""
    write_skill("alpha")
    write_skill("beta", root="skills/group")
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "skills/alpha/link.md").symlink_to("references/notes.md")
    (tmp_path / "skills/alpha/outside.md").symlink_to("../../elsewhere/far.md")
    (tmp_path / "skills/gamma").symlink_to("../elsewhere/gamma")
    settle(tmp_path)
    builds()
    return builds


def _replace(path: Path) -> None:
    """Change a file so that neither size nor time shows it."""
    path.write_bytes(path.read_bytes()[::-1])
    os.utime(path, (OLD, OLD))


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file of the same size and time": lambda root: _replace(root / "skills/alpha/references/notes.md"),
    "a touched file": lambda root: (root / "skills/alpha/SKILL.md").touch(),
    "a file that may be run": lambda root: (root / "skills/alpha/SKILL.md").chmod(0o755),
    "a new file": lambda root: (root / "skills/alpha/new.md").write_text("x"),
    "a new file below": lambda root: (root / "skills/alpha/references/new.md").write_text("x"),
    "a file that is gone": lambda root: (root / "skills/alpha/references/notes.md").unlink(),
    "a new skill": lambda root: shutil.copytree(root / "skills/alpha", root / "skills/delta"),
    "a new skill further down": lambda root: shutil.copytree(root / "skills/alpha", root / "skills/group/delta"),
    "a new flat skill": lambda root: (root / "skills/new.md").write_text("x"),
    "a flat skill": lambda root: _replace(root / "skills/flat.md"),
    "a skill that is gone": lambda root: shutil.rmtree(root / "skills/alpha"),
    "another name": lambda root: (root / "skills/alpha").rename(root / "skills/omega"),
    "a group that became a skill": lambda root: (root / "skills/group/SKILL.md").write_text("x"),
    "a link that leads elsewhere": lambda root: (
        (root / "skills/gamma").unlink(),
        (root / "skills/gamma").symlink_to("../elsewhere"),
    ),
    "a link that leads nowhere": lambda root: (root / "elsewhere/gamma").rename(root / "elsewhere/other"),
    "what a link leads to": lambda root: _replace(root / "elsewhere/gamma/SKILL.md"),
    "what is linked from outside": lambda root: (root / "elsewhere/far.md").unlink(),
    "a source that is gone": lambda root: (root / "skills").rename(root / "gone"),
    "the configuration": lambda root: (root / "skillpack.toml").write_text(CATALOG.replace("Ours", "Mine")),
    "no configuration": lambda root: (root / "skillpack.toml").unlink(),
    "a page": lambda root: _replace(root / "pages/index.md"),
    "the theme": lambda root: _replace(root / "theme/assets/more.css"),
    "a new file of the theme": lambda root: (root / "theme/new.html").write_text("x"),
    "a changed file of the site": lambda root: (root / "dist/index.html").write_text("x"),
    "a touched file deep in the site": lambda root: (root / "dist/skills/alpha/files/SKILL.md/index.html").touch(),
    "somebody's file among the archives": lambda root: (root / "dist/archives/alpha/x.zip").write_text("x"),
    "a file of the site": lambda root: (root / "dist/index.html").unlink(),
    "a file of a skill's page": lambda root: (root / "dist/skills/alpha/index.html").unlink(),
    "an archive": lambda root: next((root / "dist/archives/alpha").glob("*.zip")).unlink(),
    "the list of the site": lambda root: (root / "dist/.skillpack-site").touch(),
    "somebody's file in the site": lambda root: (root / "dist/CNAME").write_text("x"),
    "somebody's file deep in the site": lambda root: (root / "dist/skills/alpha/files/SKILL.md/x").write_text("x"),
    "the site": lambda root: shutil.rmtree(root / "dist"),
    "the cache": lambda root: [file.unlink() for file in (root / ".cache").rglob("*.sqlite*")],
    "a build that goes on": lambda root: (root / ".dist.skillpack-lock").touch(),
    "a build that was killed": lambda root: (root / ".dist.skillpack-new-1").mkdir(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_leads_to_a_whole_build(built: Builds, change: str) -> None:
    assert not built.is_whole()
    CHANGES[change](built.root)
    assert built.is_whole()


@pytest.mark.parametrize(
    "options",
    [
        ("--site-url", "https://a.example/"),
        ("--no-config", "skills"),
        ("--config", "skillpack.toml"),
        ("--allow-downgrade", "alpha"),
        ("--executor", "inline"),
        ("-o", "other"),
        ("-o", "./dist/../dist"),
        ("--cache", "caches"),
        ("--no-cache",),
        ("--check",),
        ("--dry-run",),
        ("--today", "2027-01-01"),
        ("--today", "2026-05-31"),
        ("--executor", "nobody"),
    ],
)
def test_another_question_is_answered_anew(built: Builds, options: tuple[str, ...]) -> None:
    assert not built.is_whole()
    assert built.is_whole(*options)


@pytest.mark.parametrize("options", [("--today", "2026-12-31"), ("-j", "3"), ("--json",)])
def test_what_changes_no_site_is_the_same_question(built: Builds, options: tuple[str, ...]) -> None:
    assert not built.is_whole(*options)


def test_the_environment_counts(built: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(os.environ["SOURCE_DATE_EPOCH"]) + 1))
    assert built.is_whole()


def test_the_interpreter_counts(built: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version", "4.0")
    assert built.is_whole()


def test_our_own_files_count(builds: Builds, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = builds.root / "package"
    (ours / "deep").mkdir(parents=True)
    (ours / "deep/code.py").write_text("x")
    settle(builds.root)
    monkeypatch.setattr(resources, "folders", lambda: (ours,))
    assert [builds.is_whole(str(good)), builds.is_whole(str(good))] == [True, False]
    (ours / "deep/more.py").write_text("x")
    assert builds.is_whole(str(good))


def test_versions_of_libraries_count(built: Builds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "libraries").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "libraries")
    assert not built.is_whole()
    (tmp_path / "libraries/jinja2-4.0.dist-info").mkdir()
    assert built.is_whole()


@pytest.mark.parametrize("path", ["skillpack.toml", "skills/skillpack.toml", "SKILL.md", "tools/SKILL.md"])
def test_what_would_make_it_another_catalog_counts(builds: Builds, write_skill, path: str) -> None:
    write_skill("alpha")
    (builds.root / "tools").mkdir()
    builds()
    settle(builds.root)
    assert [builds.is_whole(), builds.is_whole()] == [True, False]
    (builds.root / path).write_text("")
    assert builds.is_whole()


def test_another_folder_to_type_in_counts(builds: Builds, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(builds.root)
    there, out = str(good), str(builds.root / "dist")
    assert [builds.is_whole(there, "-o", out), builds.is_whole(there, "-o", out)] == [True, False]
    monkeypatch.chdir(good)
    assert builds.is_whole(there, "-o", out)


def test_a_published_site_is_always_asked(builds: Builds, good: Path) -> None:
    settle(good)
    builds(str(good), "-o", "published")
    assert [builds.is_whole(str(good), "--previous", "published") for _ in range(2)] == [True, True]
    (builds.root / "skillpack.toml").write_text('[catalog]\nprevious = "published"\n')
    settle(good)
    os.utime(builds.root / "skillpack.toml", (OLD, OLD))
    assert [builds.is_whole(), builds.is_whole()] == [True, True]


@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_says_what_the_whole_build_said(builds: Builds, options: tuple[str, ...]) -> None:
    settle(builds.root)
    builds("skills")
    for answer in builds.answers:
        answer.unlink()
    whole = builds("skills", *options)
    again = builds("skills", *options)

    assert builds.whole == 2
    assert (again.status, again.out, _lasting(again.err)) == (whole.status, whole.out, _lasting(whole.err))
    assert whole.status == 1
    if not options:
        assert again.err.splitlines()[-1].endswith(" s (0 read anew)")


@pytest.mark.usefixtures("rich")
def test_json_counts_nothing_as_prepared(builds: Builds) -> None:
    settle(builds.root)
    first, again = (json.loads(builds("skills", "--json").out) for _ in range(2))

    assert builds.whole == 1
    assert again == {**first, "prepared": 0}
    assert first["prepared"] == 4


@pytest.mark.usefixtures("rich")
def test_colours_are_those_of_the_moment(builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(builds.root)
    plain = builds("skills").err
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = builds("skills").err

    assert builds.whole == 1
    assert "\x1b[1;31merror" in coloured
    assert "\x1b" not in plain
    assert _lasting(re.sub(r"\x1b\[[\d;]*m", "", coloured)) == _lasting(plain)


def test_opens_the_site(built: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert not built.is_whole("--open")
    assert opened == [(built.root / "dist/index.html").as_uri()]


class TestYoungFiles:
    def test_nothing_is_believed_that_was_just_changed(self, builds: Builds, good: Path) -> None:
        os.utime(good / "alpha/SKILL.md", (YOUNG, YOUNG))
        assert [builds.is_whole(str(good)), builds.is_whole(str(good))] == [True, True]
        assert builds.answers == []

    def test_not_even_a_folder(self, builds: Builds, good: Path) -> None:
        settle(builds.root)
        os.utime(good / "alpha", (YOUNG, YOUNG))
        assert [builds.is_whole(str(good)), builds.is_whole(str(good))] == [True, True]

    def test_an_edit_of_the_same_size_within_a_tick_is_built(self, builds: Builds, good: Path) -> None:
        settle(builds.root)
        page = good / "alpha/SKILL.md"
        text = page.read_text()
        for word in ("## Aaaa", "## Bbbb", "## Cccc"):
            page.write_text(f"{text}\n{word}\n")
            os.utime(page)
            builds(str(good))
            assert word.removeprefix("## ") in (builds.root / "dist/skills/alpha/index.html").read_text()


class TestKilledBuilds:
    @pytest.mark.parametrize(
        ("owner", "step"), [(FolderOutput, "commit"), (BuildStore, "commit"), (BuildStore, "begin")]
    )
    def test_leave_no_answer(self, built: Builds, monkeypatch: pytest.MonkeyPatch, owner: type, step: str) -> None:
        (built.root / "skills/alpha/new.md").write_text("x")
        real = getattr(owner, step)

        def killed(self: object) -> None:
            real(self)
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(owner, step, killed)
            assert built("--json").status == 130
        assert built.answers == []
        (built.root / "skills/alpha/new.md").unlink()
        settle(built.root)
        assert [built.is_whole(), built.is_whole()] == [True, False]
        assert not (built.root / "dist/skills/alpha/raw/new.md").exists()

    def test_a_site_that_another_cache_wrote_is_not_taken_for_ours(self, built: Builds) -> None:
        (built.root / "skills/alpha/new.md").write_text("x")
        built("--cache", "other")
        (built.root / "skills/alpha/new.md").unlink()
        settle(built.root)
        assert built.is_whole()


def test_loads_nothing_that_makes_a_site(good: Path, tmp_path: Path) -> None:
    package, templates = resources.folders()
    shutil.copytree(package, tmp_path / "ours/skillpack")  # ours may change while somebody works on it
    if not templates.is_relative_to(package):
        shutil.copytree(templates, tmp_path / "ours/templates")
    with (good / "alpha" / "SKILL.md").open("a") as skill:
        skill.write("\n```haskell\nmain = pure ()\n```\n")  # what paints code is loaded for code
    settle(tmp_path)
    command = [sys.executable, "-X", "importtime", "-m", "skillpack", "build", str(good), "-o", "out", "--cache", "c"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "ours"), "PYTHONDONTWRITEBYTECODE": "1"}
    first, again = (
        subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stderr
        for _ in range(2)
    )
    assert [name for name in HEAVY if not re.search(rf"\| +{re.escape(name)}$", first, re.MULTILINE)] == []
    unneeded = *HEAVY, "importlib.metadata._meta"
    assert [name for name in unneeded if re.search(rf"\| +{re.escape(name)}$", again, re.MULTILINE)] == []


def _damage_quietly(path: Path) -> bytes:
    """Change a file so that size and times of content stay, and return what it held."""
    before, found = path.read_bytes(), path.stat()
    path.write_bytes(bytes(byte ^ 1 for byte in before))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    return before


@pytest.mark.parametrize("path", ["index.html", "catalog.json", "skills/alpha/skill.json", "archives/alpha/*.zip"])
def test_a_changed_file_of_the_output_is_written_again(built: Builds, path: str) -> None:
    file = next((built.root / "dist").glob(path))
    before = file.read_bytes()
    file.write_bytes(b"something else")

    assert built().status == 0
    assert file.read_bytes() == before
    assert built("--check").status == 0


@pytest.mark.parametrize("path", ["index.html", "archives/alpha/*.zip"])
def test_changed_bytes_behind_the_same_size_and_time_are_found_by_reading(built: Builds, path: str) -> None:
    file = next((built.root / "dist").glob(path))
    before = _damage_quietly(file)

    assert built().status == 0
    assert file.read_bytes() != before, "sizes and times are trusted"
    assert built("--check").status == 1
    assert built("--verify-output").status == 0
    assert file.read_bytes() == before
    assert built("--check").status == 0


@pytest.mark.parametrize(
    "damage",
    [
        lambda page: page.unlink(),
        lambda page: page.write_text("x"),
        lambda page: page.parent.rename(page.parents[5] / "away"),
    ],
    ids=["a page gone", "a page changed", "a folder gone"],
)
def test_an_edit_and_a_damaged_output_at_once_are_both_seen(built: Builds, damage: Callable[[Path], object]) -> None:
    damage(built.root / "dist/skills/gamma/files/SKILL.md/index.html")
    _replace(built.root / "skills/alpha/references/notes.md")
    built()
    assert built("--check").status == 0


def test_an_edit_is_not_written_where_a_link_stands_for_a_folder_of_the_site(built: Builds) -> None:
    folder = built.root / "dist/skills/gamma/files"
    folder.symlink_to(folder.rename(built.root / "away"))
    _replace(built.root / "skills/alpha/references/notes.md")
    assert "a link or a file stands where a folder must be" in built().err


def test_an_edit_still_names_what_no_build_wrote(built: Builds) -> None:
    (built.root / "dist/archives/alpha/junk.zip").write_bytes(b"x")
    built()
    settle(built.root)
    built()
    _replace(built.root / "skills/alpha/references/notes.md")
    assert "archives/alpha/junk.zip" in built().err


def test_what_no_build_wrote_is_named_by_every_build_and_stays(built: Builds) -> None:
    junk = built.root / "dist/archives/alpha/junk.zip"
    junk.write_bytes(b"x")

    for _ in range(2):
        ran = built()
        assert ran.status == 0
        assert "warning: `archives/alpha/junk.zip` in `dist` is not part of the site" in ran.err
    assert not built.is_whole()
    assert json.loads(built("--json").out)["unlisted"] == ["archives/alpha/junk.zip"]
    assert built("--check").status == 1
    assert junk.read_bytes() == b"x"

    junk.unlink()
    assert "junk" not in built().err
    assert built("--check").status == 0


GIT = ("git", "-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")


def _commit(root: Path, *paths: str) -> None:
    subprocess.run([*GIT, "add", *paths], cwd=root, check=True)
    subprocess.run([*GIT, "commit", "-qm", "x", "--allow-empty"], cwd=root, check=True)


@pytest.fixture
def dated(built: Builds) -> Builds:
    """Return a catalog whose dates come from its history, built."""
    (built.root / "skillpack.toml").write_text(CATALOG.replace("[catalog]\n", '[catalog]\ndates = "git"\n'))
    subprocess.run([*GIT, "init", "-q"], cwd=built.root, check=True)
    _commit(built.root, "skills", "skillpack.toml")
    settle(built.root)
    built()
    return built


def test_dates_from_a_history_are_the_same_while_it_is(dated: Builds) -> None:
    assert not dated.is_whole()
    _commit(dated.root)
    assert dated.is_whole()


def test_a_history_without_a_log_is_asked_each_time(dated: Builds) -> None:
    (dated.root / ".git" / "logs" / "HEAD").unlink()
    assert [dated.is_whole(), dated.is_whole()] == [True, True]
