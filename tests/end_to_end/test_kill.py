"""Builds that are killed at any step: the old site or the new one, and nothing that stays behind.

`--every-step` kills more often than a few times, `SKILLPACK_KILLS=100` as often as it says.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import skillpack
from skillpack.cli.main import run
from skillpack.files.folder import FolderOutput

SKILLS = 24
SEED = 20260131
PROGRAM = Path(__file__).with_name("killed_build.py")
LATER = 0.003
"""Seconds for which every fourth build goes on after its last step began, at most."""

MEMORY = "/dev/shm"  # noqa: S108 a folder in memory where there is one: killing a process loses no page of the disk

Files = dict[str, bytes]


@dataclass(frozen=True)
class Case:
    """A change of the input.

    Attributes:
        source: The catalog after the change.
        new: What a clean build of it makes.
        steps: How many steps on disk a build from the old site to the new one has.
        first_steps: How many a build of the new site has where there is none.
    """

    source: Path
    new: Files
    steps: int
    first_steps: int


@dataclass(frozen=True)
class Stage:
    """What all trials share.

    Attributes:
        old: The site before the change.
        site: Where it lies, with the cache that made it beside it.
        python: An interpreter that needs no start.
    """

    base: Path
    python: Path
    old: Files
    site: Path
    cases: dict[str, Case]


def _files(folder: Path) -> Files:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _skill(folder: Path, number: int, body: str) -> None:
    name = f"skill-{number:02}"
    (folder / name / "references").mkdir(parents=True, exist_ok=True)
    head = f"---\nname: {name}\ndescription: Does {number}. Use when asked for {number}.\nlicense: MIT\n---\n"
    (folder / name / "SKILL.md").write_text(f"{head}\n# {name}\n\n{body}\n")
    (folder / name / "references" / "more.md").write_text(f"# More of {number}\n")


def _arguments(source: Path, place: Path, jobs: int = 1) -> list[str]:
    executor = "processes" if jobs > 1 else "inline"
    places = ("--output", str(place / "site"), "--cache", str(place / "cache"))
    return ["build", str(source), *places, "--jobs", str(jobs), "--executor", executor]


def _command(source: Path, place: Path, jobs: int = 1) -> list[str]:
    return [sys.executable, "-m", "skillpack", *_arguments(source, place, jobs)]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(skillpack.__file__).parents[1])}


def _built(source: Path, place: Path) -> Files:
    assert run(_arguments(source, place)) == 0
    return _files(place / "site")


def _copied(stage: Stage, name: str) -> Path:
    """Return a new place with the old site and its cache, every file with the times that it had."""
    place = stage.base / name
    shutil.copytree(stage.site, place)
    return place


@pytest.fixture(scope="module")
def stage(warm: Path) -> Iterator[Stage]:
    """Build the old site, and know what comes after each change."""
    base = Path(tempfile.mkdtemp(dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
    source = base / "source"
    (source / "skills").mkdir(parents=True)
    (source / "skillpack.toml").write_text('[catalog]\ntitle = "Before"\n')
    for number in range(SKILLS):
        _skill(source / "skills", number, "As it was.")
    old = _built(source, base / "old")
    stage = Stage(base, warm / "python", old, base / "old", {})
    for name in ("few", "many"):
        after = base / name
        shutil.copytree(source, after)
        for number in (3, 4):
            _skill(after / "skills", number, "Another text.")
        shutil.rmtree(after / "skills" / "skill-05")
        _skill(after / "skills", SKILLS, "A new one.")
        if name == "many":  # the title is on every page
            (after / "skillpack.toml").write_text('[catalog]\ntitle = "After"\n')
        new = _built(after, base / f"clean-{name}")
        over, first = _copied(stage, f"over-{name}"), base / f"first-{name}"
        stage.cases[name] = Case(after, new, _counted(stage, after, over), _counted(stage, after, first))
        assert _files(over / "site") == _files(first / "site") == new
    yield stage
    shutil.rmtree(base)


def _killed(stage: Stage, arguments: list[str], moment: tuple[int, float]) -> bool:
    """Run a command line that dies at a moment, and return whether it did; its workers end by themselves."""
    command = [stage.python, PROGRAM, *map(str, moment), stage.base / "counted", *arguments]
    quiet = subprocess.DEVNULL  # no pipe: workers hold theirs until they end
    status = subprocess.run(command, check=False, stdout=quiet, stderr=quiet).returncode
    assert status in {0, -signal.SIGKILL, -signal.SIGALRM}
    return status < 0


def _counted(stage: Stage, source: Path, place: Path) -> int:
    """Return how many steps a build has."""
    assert not _killed(stage, _arguments(source, place), (0, 0.0))
    return int((stage.base / "counted").read_text())


def _moments(steps: int, count: int, seed: int) -> list[tuple[int, float]]:
    """Return steps of a build, more of them near its end, where the site is shown, and how long it goes on after each.

    Half of them are tried with two workers; of both halves, every second one goes on for a moment.
    """
    choice = random.Random(seed)  # noqa: S311 no secret
    return [
        (
            1 + int(steps * choice.uniform(*((0.1, 1.0) if number // 2 % 2 else (0.6, 1.0)))),
            choice.uniform(0.0001, LATER) if number % 4 > 1 else 0.0,
        )
        for number in range(count)
    ]


def _strangers(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.name not in {"site", "cache", ".site.skillpack-lock"})


@pytest.fixture
def kills(steps: str) -> int:
    """Give how many builds of a test are killed."""
    return int(os.environ.get("SKILLPACK_KILLS", {"some": 8, "every": 26}[steps]))


@pytest.mark.parametrize("name", ["few", "many"])
def test_a_build_over_a_site_that_is_killed_leaves_the_old_one_or_the_new_one(
    stage: Stage, kills: int, name: str
) -> None:
    case, killed = stage.cases[name], 0
    for number, moment in enumerate(_moments(case.steps, kills, SEED)):
        place = _copied(stage, f"trial-{name}-{number}")
        killed += _killed(stage, _arguments(case.source, place, jobs=1 + number % 2), moment)

        seen = _files(place / "site")
        torn = [path for path, content in seen.items() if content not in {stage.old.get(path), case.new.get(path)}]
        assert torn == [], f"killed at {moment}"

        FolderOutput(place / "site").close()
        assert _files(place / "site") in (stage.old, case.new), f"killed at {moment}"
        assert _strangers(place) == []

        assert _built(case.source, place) == case.new, f"killed at {moment}"
        assert _strangers(place) == []
        shutil.rmtree(place)
    assert killed > kills // 3, "too few were killed on the way: the moments are wrong"


def test_a_first_build_that_is_killed_leaves_no_site_or_the_whole_one(stage: Stage, kills: int) -> None:
    case, killed = stage.cases["many"], 0
    for number, moment in enumerate(_moments(case.first_steps, kills, SEED + 1)):
        place = stage.base / f"fresh-{number}"
        place.mkdir()
        killed += _killed(stage, _arguments(case.source, place, jobs=1 + number % 2), moment)

        assert _files(place / "site") in ({}, case.new), f"killed at {moment}"
        assert (place / "site").exists() == bool(_files(place / "site"))

        assert _built(case.source, place) == case.new, f"killed at {moment}"
        assert _strangers(place) == []
        shutil.rmtree(place)
    assert killed > kills // 3


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_build_that_is_interrupted_cleans_up_after_itself(stage: Stage, until, sign: signal.Signals) -> None:
    case = stage.cases["many"]
    for attempt in range(20):  # a sign may come too late: then the build was not interrupted, and another one is
        place = _copied(stage, f"interrupted-{sign}-{attempt}")
        process = subprocess.Popen(
            _command(case.source, place), env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        # The new site is begun beside the old one.
        assert until(lambda process=process, place=place: process.poll() is not None or _strangers(place), pause=0.005)
        process.send_signal(sign)
        out, err = process.communicate(timeout=60)
        assert _strangers(place) == []
        if process.returncode != 0:
            break
    assert (process.returncode, out, err.strip()) == (130, "", "interrupted")
    assert _files(place / "site") == stage.old
