"""Folders that nobody meant well: one bad skill never breaks the rest, and nothing takes for ever."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import skillpack
from skillpack.cli.main import run

SECONDS = 60.0  # far more than anything here takes, far less than what never ends
NOBODY = 65534
PNG = b"\x89PNG\r\n\x1a\n0000"
GOOD = "---\nname: {0}\ndescription: Does {0}. Use when the user asks for {0}.\nlicense: MIT\n---\n\n# {0}\n"


Files = dict[str, bytes]


def _files(folder: Path) -> Files:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _skill(folder: Path, text: str | bytes = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    content = text or GOOD.format(folder.name)
    (folder / "SKILL.md").write_bytes(
        content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
    )
    return folder


def _large(folder: Path) -> None:
    _skill(folder, GOOD.format("large") + "word " * 2**21)


def _bomb(folder: Path) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    _skill(folder, "---\nname: bomb\ndescription: x\n" + "\n".join(lines) + "\n---\n\nx\n")


def _deep_yaml(folder: Path) -> None:
    _skill(folder, "---\nname: deep\ndescription: x\nz: " + "[" * 50_000 + "\n---\n\nx\n")


def _deep_markdown(folder: Path) -> None:
    _skill(folder, GOOD.format("nested") + "> " * 20_000 + "x\n\n" + "- " * 20_000 + "\n\n" + "[" * 50_000)


def _wide_table(folder: Path) -> None:
    _skill(folder, GOOD.format("table") + "|a" * 5000 + "|\n" + "|-" * 5000 + "|\n" + "|\n" * 5000)


def _many(folder: Path) -> None:
    (_skill(folder) / "references").mkdir()
    for number in range(4100):  # more than a skill may have
        (folder / "references" / f"f{number}.txt").write_text("x")


def _names(folder: Path) -> None:
    _skill(folder)
    for name in (
        "a\nb",
        "tab\t",
        "back\\slash",
        "🚀",
        "rtl\u202egpj",
        "con",
        "q?",
        "e\u0301",
        " ",
        "x" * 250,
        "bad\udcff",
    ):
        (folder / f"{name}.md").write_text("x")
        (folder / f"{name[:240]}.png").write_bytes(PNG)


def _deep_folders(folder: Path) -> None:
    inner = _skill(folder) / "/".join(["d"] * 90)
    inner.mkdir(parents=True)
    (inner / "x.md").write_text("x")


def _links(folder: Path) -> None:
    _skill(folder)
    for name, target in (
        ("out.md", "/etc/passwd"),
        ("up", "../.."),
        ("self", "."),
        ("loop", "loop"),
        ("gone", "gone2"),
    ):
        (folder / name).symlink_to(target)


def _pipe(folder: Path) -> None:
    os.mkfifo(_skill(folder) / "pipe")


def _pipe_as_skill(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "SKILL.md")


def _folder_as_skill(folder: Path) -> None:
    (folder / "SKILL.md").mkdir(parents=True)


def _names_that_lead_away(folder: Path) -> None:
    _skill(folder, "---\nname: ../../../etc\ndescription: x\n---\n\n[a](../../../etc/passwd)\n")


def _escapes(folder: Path) -> None:
    _skill(
        folder,
        '---\nname: escapes\ndescription: "\\e[2J\\u202e \\0 <script>alert(1)</script>"\n---\n\n\x1b[2J<script>\n',
    )


def _bytes(folder: Path) -> None:
    _skill(folder, bytes(range(256)) * 10)


def _utf16(folder: Path) -> None:
    _skill(folder, GOOD.format("utf16").encode("utf-16"))


def _nothing(folder: Path) -> None:
    _skill(folder, b"\n")


def _cases(folder: Path) -> None:
    for name in ("Twin", "twin", "TWIN"):
        _skill(folder.parent / name)


def _collisions(folder: Path) -> None:
    _skill(folder)
    for name in ("Readme.md", "README.md", "dir"):
        (folder / name).write_text("x")
    (folder / "DIR").mkdir()
    (folder / "DIR" / "x.md").write_text("x")


def _steering(folder: Path) -> None:
    for name in (
        ".git/config",
        ".env",
        "node_modules/x/y.js",
        "CLAUDE.md",
        "SHA256SUMS",
        ".skillpack.json",
        "evals/a.md",
    ):
        target = _skill(folder) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("x")


def _odd_folder_names(folder: Path) -> None:
    for name in ("line\nbreak", "שלום", "🚀", "a b", "..a", "x" * 200, "bytes\udcfe"):
        _skill(folder.parent / name, "---\ndescription: x\n---\n\nx\n")


def _pages_that_look_like_ours(folder: Path) -> None:
    for name in ("index.html", "x/index.html", "skill.json", ".well-known/agent-skills/index.json", "files/a.md"):
        target = _skill(folder) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("<script>alert(1)</script>")


HOSTILE: dict[str, Callable[[Path], None]] = {
    function.__name__.strip("_").replace("_", "-"): function
    for function in (
        *(_large, _bomb, _deep_yaml, _deep_markdown, _wide_table, _many, _names, _deep_folders, _links, _pipe),
        *(_pipe_as_skill, _folder_as_skill, _names_that_lead_away, _escapes, _bytes, _utf16, _nothing, _cases),
        *(_collisions, _steering, _odd_folder_names, _pages_that_look_like_ours),
    )
}


@pytest.fixture
def skills(tmp_path: Path) -> Path:
    """Return a folder with one good skill."""
    _skill(tmp_path / "skills" / "good")
    return tmp_path / "skills"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Give the files of a site with the good skill alone."""
    folder = tmp_path_factory.mktemp("alone")
    _skill(folder / "skills" / "good")
    assert run(["build", str(folder / "skills"), "-o", str(folder / "out"), "--no-cache"]) == 0
    return _files(folder / "out")


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_one_bad_skill_never_breaks_the_rest(
    skills: Path, tmp_path: Path, kind: str, alone: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    HOSTILE[kind](skills / "bad")

    assert run(["check", str(skills)]) in {0, 1}
    assert run(["build", str(skills), "-o", str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]) in {0, 1}

    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert not [mark for mark in ("\x1b", "\u202e", "\0") if mark in said.out + said.err]
    found = _files(tmp_path / "out")
    own = [path for path in alone if path.startswith(("archives/good/", "skills/good/SKILL", "skills/good/SHA"))]
    assert [path for path in own if found.get(path) != alone[path]] == []
    entries = {entry["name"]: entry for entry in json.loads(found["catalog.json"])["skills"]}
    assert entries["good"]["state"] == "published"
    assert b"<script>alert(1)" not in b"".join(found[path] for path in found if path.endswith(".html"))


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_second_build_is_the_same(skills: Path, tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](skills / "bad")
    for file in skills.rglob("*"):
        if not file.is_symlink() and stat.S_ISREG(file.stat().st_mode):
            os.utime(file, (1, 1))
    arguments = ["build", str(skills), "-o", str(tmp_path / "out"), "--cache", str(tmp_path / "cache")]
    first = run(arguments), _files(tmp_path / "out")

    assert (run(arguments), _files(tmp_path / "out")) == first
    assert run([*arguments, "--check", "--no-cache"]) == first[0]


def test_all_of_it_at_once_is_mended_without_harm(skills: Path) -> None:
    """A fix only ever writes skill files, and never through a link."""
    for kind, lay in sorted(HOSTILE.items()):
        lay(skills / kind)
    outside = skills.parent / "outside"
    _skill(outside, GOOD.format("outside").replace("license: MIT", "version: 1"))
    (skills / "linked").symlink_to(outside)
    before = {path: path.read_bytes() for path in skills.rglob("*") if path.is_file() and path.name != "SKILL.md"}
    large = (skills / "large" / "SKILL.md").stat().st_size

    assert run(["check", str(skills), "--fix", "--unsafe-fixes"]) in {0, 1}

    assert {path: path.read_bytes() for path in before if path.exists()} == before
    assert (outside / "SKILL.md").read_text() == GOOD.format("outside").replace("license: MIT", "version: 1")
    assert (skills / "large" / "SKILL.md").stat().st_size == large


@pytest.mark.parametrize(
    ("jobs", "locale"),
    [("1", {"LC_ALL": "tr_TR.UTF-8"}), ("2", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})],
)
def test_the_same_folders_give_the_same_bytes_on_any_machine(
    skills: Path, tmp_path: Path, jobs: str, locale: dict[str, str]
) -> None:
    """Another place, order of making, age, locale, zone, umask, seed of hashes and number of processes."""
    kinds = sorted(set(HOSTILE) - {"many"})
    elsewhere = tmp_path / "another pl\u00e4ce" / "skills"
    for kind in reversed(kinds):
        HOSTILE[kind](elsewhere / kind)
    _skill(elsewhere / "good")
    for kind in kinds:
        HOSTILE[kind](skills / kind)
        for file in (skills / kind).rglob("*"):
            os.utime(file, (1, 1), follow_symlinks=False)
    command = (
        f'umask 077; exec "{sys.executable}" -m skillpack build "$0" -o two --no-cache --executor processes -j {jobs}'
    )

    run(["build", str(skills), "-o", str(tmp_path / "one"), "--no-cache"])
    subprocess.run(
        ["bash", "-c", command, str(elsewhere)],
        env={
            **os.environ,
            "PYTHONPATH": str(Path(skillpack.__file__).parents[1]),
            **locale,
            "TZ": "Pacific/Auckland",
            "PYTHONHASHSEED": "7",
        },
        cwd=tmp_path,
        check=False,
        capture_output=True,
    )

    assert _files(tmp_path / "one") == _files(tmp_path / "two")
    assert len(_files(tmp_path / "one")) > 300


def test_a_skill_that_vanishes_while_others_are_read(skills: Path, tmp_path: Path) -> None:
    for number in range(200):
        _skill(skills / f"s{number:03}")
    child = subprocess.Popen(
        [sys.executable, "-m", "skillpack", "build", str(skills), "-o", str(tmp_path / "out"), "--no-cache", "-j", "1"],
        env={**os.environ, "PYTHONPATH": str(Path(skillpack.__file__).parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    number = 199
    while child.poll() is None and number >= 0:
        shutil.rmtree(skills / f"s{number:03}")
        number -= 1
        with suppress(subprocess.TimeoutExpired):
            child.wait(0.01)
    _, said = child.communicate(timeout=SECONDS)

    assert child.returncode in {0, 1}, said
    assert "Traceback" not in said
    assert (tmp_path / "out/skills/good/index.html").is_file()
    assert run(["build", str(skills), "-o", str(tmp_path / "out"), "--no-cache"]) == 0


_AS_NOBODY = """
import contextlib, io, os, sys, tempfile
from pathlib import Path
from skillpack.cli.main import run
# Once as who started it, so that nothing is loaded afterwards: nobody may not read where Python lies.
quiet = contextlib.ExitStack()
with tempfile.TemporaryDirectory() as warm, quiet:
    quiet.enter_context(contextlib.redirect_stdout(io.StringIO()))
    quiet.enter_context(contextlib.redirect_stderr(io.StringIO()))
    skill = Path(warm, "skills", "a")
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\\nname: a\\ndescription: x\\n---\\n")
    for words in (["check"], ["build", "-o", f"{warm}/out", "--cache", f"{warm}/cache", "-j", "1"]):
        run([words[0], str(skill.parent), *words[1:]])
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
os.environ.pop("XDG_CACHE_HOME", None)
os.environ["HOME"] = "/nonexistent"
sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def as_nobody(warm: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return the command line of a user for whom permissions count, and who has no home."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [warm / "python", "-c", _AS_NOBODY, *arguments],
            env={**os.environ, "GITHUB_ACTIONS": ""},
            capture_output=True,
            text=True,
            check=False,
        )

    return call


@pytest.fixture
def open_folder() -> Path:
    """Return a folder that everybody may write to, as temporary folders of pytest are not."""
    folder = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


class TestWithoutRights:
    @pytest.fixture
    def guarded(self, open_folder: Path) -> Path:
        """Return a folder of skills of which some may not be read."""
        skills = open_folder / "skills"
        _skill(skills / "good")
        (_skill(skills / "file") / "secret.md").write_text("x")
        (skills / "file/secret.md").chmod(0)
        _skill(skills / "skill")
        (skills / "skill/SKILL.md").chmod(0)
        _skill(skills / "folder").chmod(0)
        (_skill(skills / "inner") / "references").mkdir(mode=0)
        return skills

    def test_what_may_not_be_read_is_a_finding(self, guarded: Path, as_nobody) -> None:
        done = as_nobody("check", str(guarded), "--format", "concise")

        assert (done.returncode, done.stderr) == (1, "not looked into: `folder` (permission denied)\n")
        lines = [line.removeprefix(f"{guarded}/") for line in done.stdout.splitlines()]
        assert {(line.split(":")[0], line.split()[2]) for line in lines if "permission denied" in line} == {
            ("file/secret.md", "PB008"),
            ("folder", "LY001"),
            ("inner/references", "PB008"),
            ("skill/SKILL.md", "PB008"),
        }

    def test_the_rest_is_built_without_a_home_for_the_cache(self, guarded: Path, as_nobody) -> None:
        done = as_nobody("build", str(guarded), "-o", str(guarded.parent / "out"))

        assert done.returncode == 1
        assert done.stderr.startswith("note: the cache folder is not writable")
        assert "Traceback" not in done.stderr
        entries = json.loads((guarded.parent / "out/catalog.json").read_bytes())["skills"]
        assert {entry["name"] for entry in entries if entry["state"] == "published"} == {"good"}

    def test_an_output_that_may_not_be_written_is_a_refusal(self, guarded: Path, as_nobody) -> None:
        guarded.parent.chmod(0o755)
        done = as_nobody("build", str(guarded), "-o", str(guarded.parent / "out"))

        assert (done.returncode, done.stdout) == (3, "")
        assert "could not be written: Permission denied" in done.stderr
        assert "hint: choose a folder that you may write to" in done.stderr

    def test_what_may_not_be_mended_is_left(self, guarded: Path, as_nobody) -> None:
        skill = guarded / "good/SKILL.md"
        skill.write_text(skill.read_text().replace("license: MIT", "allowed-tools: Read, Bash"))
        done = as_nobody("check", str(guarded), "--fix")

        assert f"left {guarded}/good: it cannot be written: permission denied\n" in done.stderr
        assert "Read, Bash" in skill.read_text()

    def test_a_baseline_that_may_not_be_written_is_a_refusal(self, guarded: Path, as_nobody) -> None:
        guarded.parent.chmod(0o755)
        file = guarded.parent / "base.json"
        done = as_nobody("check", str(guarded), "--baseline", str(file), "--write-baseline")

        assert done.returncode == 3
        assert done.stderr.endswith(f"\nerror: `{file}`: permission denied\n")
