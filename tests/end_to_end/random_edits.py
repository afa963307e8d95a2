"""Random edits of a catalog of many skills: `python tests/end_to_end/random_edits.py [--skills 1000] [--edits 10000]`.

Edits of all kinds are done to synthetic skills and to their configuration, those of `tests/property/edits.py` among
them. After every 1 to 20 of them, or up to `--most`, the catalog is built incrementally, by a process with other
hashes, with one worker or two, which is now and then killed midway. After every `--clean-every` builds, and at the end,
the site must be byte for byte the one that a build without a cache makes. Where it is not, the paths that differ are
told, and the edits since the site was last equal; the folder is kept. The same `--seed` does the same edits until a
process is killed: when it dies of its signal is chance. `--minutes` ends earlier. The exit code is 1 where something
differs.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "property"), str(TESTS / "benchmarks")]

from edits import BODIES, HEADS, KINDS, World  # noqa: E402
from growth import write_skills  # noqa: E402
from made_credentials import letters  # noqa: E402

MOST = 20  # edits between two builds, where nothing else is said
TAGS = 45  # skills that get or lose a tag at once: 40 is where a tag gets a page of its own
KILLED = 0.1  # of the builds
SHOWN = 20  # paths
PATIENCE = 900  # seconds
Edit = tuple[object, ...]


class LargeCatalog(World):
    """A catalog of many synthetic skills, beside the few on which odd edits meet.

    Attributes:
        places: Folders of the synthetic skills, those that are gone among them.
        more: Tables of the configuration that the edits of a small catalog do not have.
    """

    def __init__(self, root: Path, skills: int) -> None:
        self.more: dict[str, str] = {}
        write_skills(root / "skills", skills)
        self.places = sorted(f"skills/{path.name}" for path in (root / "skills").iterdir())
        super().__init__(root)

    def drawn(self, chance: random.Random) -> Edit:
        """Return an edit: half of them of a synthetic skill."""
        place = chance.choice(self.places)
        name = place.rpartition("/")[2]
        match chance.randrange(20):
            case 0:
                return ("tags", chance.randrange(len(self.places)), chance.choice(["", "two", "crowded", "new"]))
            case 1:
                return ("secret", place, chance.choice(["references/key.md", "scripts/key.py"]), chance.randrange(3))
            case 2:
                return ("copy", place, chance.choice(["more", "skills/group"]))
            case 3:
                return ("note", name, chance.choice(["hidden = true", 'tags = ["two"]', 'owner = "Us"', ""]))
            case 4:
                return ("kit", tuple(each.rpartition("/")[2] for each in chance.sample(self.places, 5)))
            case 5:
                return ("publish", chance.choice(["keep", "keep", "forget"]))
            case 6:
                return ("accept", name, chance.choice(["DS001", "SC001", "LK001", ""]))
            case 7:
                return ("named", place, chance.choice([name, chance.choice(self.places).rpartition("/")[2]]))
            case 8 | 9:
                return ("append", place, chance.randrange(10**6))
            case number if number < 14:
                kind = chance.choice(["write", "file", "drop", "move"])
                values = [chance.choice(each) for each in KINDS[kind]]
                values[0] = place
                if kind == "move":
                    values[1] = chance.choice(self.places)
                elif kind == "write":
                    values[3] = name
                return (kind, *values)
            case _:
                kind = chance.choice(sorted(KINDS))
                return (kind, *(chance.choice(values) for values in KINDS[kind]))

    def configure(self) -> None:
        """Write the configuration as it is chosen."""
        super().configure()
        file = self.root / "skillpack.toml"
        file.write_text("\n".join([file.read_text(), *(text for _, text in sorted(self.more.items()))]))

    def edit_tags(self, first: int, tag: str) -> None:
        """Give a tag to so many skills that it gets a page, or take all tags from them."""
        for place in self.places[first : first + TAGS]:
            file = self.root / place / "SKILL.md"
            if file.is_file():
                lines = file.read_text(errors="surrogateescape").split("\n")
                lines = [f"  tags: {tag}" if line.startswith("  tags:") else line for line in lines]
                file.write_text("\n".join(lines), errors="surrogateescape")

    def edit_secret(self, place: str, path: str, choice: int) -> None:
        """Write what looks like a credential into a file, or only words; or remove the file."""
        target = self.root / place / path
        target.unlink(missing_ok=True)
        if choice < 2 and target.parent.is_dir():
            target.write_text(f'token = "ghp_{letters(36)}"\n' if choice else "# no credential\n")

    def edit_copy(self, place: str, to: str) -> None:
        """Have a skill twice."""
        source, target = self.root / place, self.root / to / place.rpartition("/")[2]
        if source.is_dir() and not target.exists():
            shutil.copytree(source, target)

    def edit_note(self, name: str, text: str) -> None:
        """Say something about a skill in the configuration; one at a time."""
        self.more["note"] = f'[skill."{name}"]\n{text}\n' if text else ""

    def edit_kit(self, names: tuple[str, ...]) -> None:
        """Have other skills in a bundle."""
        listed = ", ".join(f'"{name}"' for name in names)
        self.more["kit"] = f'[[bundle]]\nname = "other-kit"\ndescription = "Some"\nskills = [{listed}]\n'

    def edit_publish(self, what: str) -> None:
        """Let the next builds carry on the versions of the site as it is, or of none."""
        site, previous = self.root / "out", self.root / "previous"
        shutil.rmtree(previous, ignore_errors=True)
        if what == "keep" and (site / "index.html").is_file():
            shutil.copytree(site, previous)

    def edit_accept(self, name: str, rule: str) -> None:
        """Accept a finding of one skill."""
        self.more["accept"] = f'[[suppress]]\nrule = "{rule}"\nskill = "{name}"\nreason = "so"\n' if rule else ""

    def edit_named(self, place: str, name: str) -> None:
        """Have the front matter say another name."""
        if (self.root / place).is_dir():
            self.edit_write(place, 1, 0, name)

    def edit_append(self, place: str, number: int) -> None:
        """Write one more line, or the skill anew where it has gone."""
        file = self.root / place / "SKILL.md"
        if file.is_file():
            with file.open("a") as target:
                target.write(f"\nLine {number}.\n")
        else:
            self.edit_write(place, number % len(HEADS), number % len(BODIES), place.rpartition("/")[2])


@dataclass
class Course:
    """A sequence of edits and builds.

    Attributes:
        since: What happened since the site was last equal to a clean one.
        statuses: How often builds ended with each exit status; that of a killed one is negative.
        refused: Whether the last build wrote nothing, by its own word.
    """

    catalog: LargeCatalog
    chance: random.Random
    since: list[str] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    refused: bool = False

    def edited(self, count: int) -> None:
        """Do so many edits."""
        for _ in range(count):
            edit = self.catalog.drawn(self.chance)
            self.since.append(repr(edit))
            self.catalog.apply(edit)
        if self.chance.random() < 0.5:
            self.catalog.settle()
            self.since.append("-- times are old")

    def built(self, took: float) -> float:
        """Build, perhaps be killed and build again, and return how long the last build took."""
        hashes = str(self.chance.randrange(4))
        workers = self.chance.choice((("-j", "2"), ("--executor", "inline")))
        after = self.chance.uniform(0, took) if self.chance.random() < KILLED else None
        if after is not None:
            self._build(hashes, after, *workers)
            if self.chance.random() < 0.5:
                self.edited(1)
        started = time.perf_counter()
        self._build(hashes, None, *workers)
        return time.perf_counter() - started

    def _build(self, hashes: str, after: float | None, *workers: str) -> None:
        """Build incrementally; without `after` to the end."""
        root = self.catalog.root
        places = ("-o", str(root / "out"), "--cache", str(root / "cache"))
        status = self._run(hashes, after, *places, *workers)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.since.append(f"-- build, PYTHONHASHSEED={hashes} {' '.join(workers)}: {status}")
        self.refused = status not in {0, 1}
        if after is None and self.refused:
            self.since.append(self._said())
            if status < 0 or "Traceback" in self._said():  # a build that says no is one more thing that happens
                raise SystemExit("\n".join(["the build failed, after:", *self.since]))

    def _said(self) -> str:
        return (self.catalog.root / "said.txt").read_text(errors="replace")[-2000:]

    def _run(self, hashes: str, after: float | None, *options: str) -> int:
        """Return the exit status of a build, which is killed after so many seconds."""
        root = self.catalog.root
        command = [sys.executable, "-m", "skillpack", "build", str(root), *options, "--today", self.catalog.today]
        command += ["--allow-withdrawn", "100000"]
        if (root / "previous").is_dir():
            command += ["--previous", str(root / "previous")]
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "SOURCE_DATE_EPOCH": _epoch(self.catalog.date)}
        with (root / "said.txt").open("wb") as said:
            process = subprocess.Popen(
                command, env=environment, stdout=said, stderr=said, cwd=TESTS.parent, start_new_session=True
            )
            try:
                return process.wait(PATIENCE if after is None else after)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return process.wait()

    def differences(self) -> list[str]:
        """Return the paths of which the site differs from a clean one; after a refused build there is none to see."""
        root = self.catalog.root
        clean = root / "clean"
        shutil.rmtree(clean, ignore_errors=True)
        status = self._run("0", None, "-o", str(clean), "--no-cache", "--executor", "inline")
        if status not in {0, 1}:
            raise SystemExit("\n".join(["only a clean build fails, after:", *self.since, self._said()]))
        ours, theirs = _files(root / "out"), _files(clean)
        found = sorted(path for path in ours.keys() | theirs.keys() if not _equal(ours.get(path), theirs.get(path)))
        if not found:
            self.since.clear()
            shutil.rmtree(clean)
        return found


def _epoch(date: str) -> str:
    return f"{datetime.fromisoformat(f'{date}T00:00Z').timestamp():.0f}" if date else ""


def _files(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


def _equal(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and one.read_bytes() == other.read_bytes()


def run(course: Course, edits: int, most: int, clean_every: int, until: float) -> list[str]:
    """Do the edits, and return the paths that differ at the first comparison at which any do."""
    done = builds = 0
    course.catalog.settle()
    took = course.built(30.0)
    started = time.perf_counter()
    while done < edits and time.perf_counter() < until:
        count = min(course.chance.randint(1, most), edits - done)
        course.edited(count)
        took = course.built(took)
        done, builds = done + count, builds + 1
        if builds % clean_every == 0 or done >= edits or time.perf_counter() >= until:
            found = [] if course.refused else course.differences()  # what is refused leaves the output as it was
            said = "refused, not compared" if course.refused else f"{len(found)} differ"
            seconds = time.perf_counter() - started
            print(f"{done} edits, {builds} builds, {seconds:.0f} s, {dict(course.statuses)}: {said}", flush=True)
            if found:
                return found
    return []


def main() -> int:
    """Print the progress, and what differs, and return 1 where anything does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skills", type=int, default=1000)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST, help="edits between two builds, each number as likely")
    parser.add_argument("--clean-every", type=int, default=25, help="builds between two comparisons")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="after which no more edits are done")
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    given = parser.parse_args()
    if given.work:
        given.work.mkdir(parents=True, exist_ok=True)
    root = Path(tempfile.mkdtemp(prefix="skillpack-edits-", dir=given.work))
    print(f"seed {given.seed}, {given.skills} skills, {given.edits} edits, in {root}", flush=True)
    course = Course(LargeCatalog(root, given.skills), random.Random(given.seed))  # noqa: S311 edits, not secrets
    found = run(course, given.edits, given.most, given.clean_every, time.perf_counter() + given.minutes * 60)
    if found:
        print(f"seed {given.seed}: {len(found)} paths differ from those of a clean build, in {root}:")
        print(*found[:SHOWN], "since the last equal site:", *course.since, sep="\n")
        return 1
    shutil.rmtree(root)
    print("equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
