"""The table of targets: `python tests/benchmarks/run.py --generator GENERATOR [--skills 1000] [--only P1,P4]`.

GENERATOR is a program that is called with a number and a folder, and writes that many synthetic skills there. Peers are
from the packages hugo, zensical, mkdocs-material and skills-ref; one that is missing is said so in the table. Every
comparison alternates the two commands; figures are medians.
"""

import argparse
import math
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from measure import Pair, Run, run
from peers import Peer, available, hugo, material, zensical

SETTLED = 2.5  # seconds
SKILLPACK = (sys.executable, "-m", "skillpack")
_LIBRARY = (
    "import pathlib, sys\n"
    "from skills_ref.validator import validate\n"
    "for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
    "    validate(folder)\n"
)
_INDEX = (
    "import sys\n"
    "from pathlib import Path\n"
    "from skillpack.builder.store import BuildStore, decode\n"
    "from skillpack.model.entry import PromptEntry\n"
    "from skillpack.prompt.skills_ref import STYLE\n"
    "columns = sorted(BuildStore(Path(sys.argv[1])).columns('prompts'))\n"
    "pieces = (piece for _, prompts in columns if prompts for piece in decode(prompts, tuple[PromptEntry, ...]))\n"
    "for text in STYLE.index(piece.text for piece in pieces if piece.format == STYLE.name):\n"
    "    sys.stdout.write(text)\n"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    target: str
    what: str
    ours: str
    theirs: str
    ratio: str
    must: str
    met: str


@dataclass
class Bench:
    """Where everything lies and how often it is run."""

    work: Path
    generator: Path
    skills: int
    runs: int
    trees: dict[int, Path] = field(default_factory=dict)

    def tree(self, skills: int) -> Path:
        """Return a folder of so many synthetic skills, made once."""
        if skills not in self.trees:
            self.trees[skills] = self.work / f"skills-{skills}"
            if not self.trees[skills].exists():
                subprocess.run(
                    [sys.executable, self.generator, str(skills), self.trees[skills]],
                    check=True,
                    stdout=subprocess.DEVNULL,
                )
                old = 1_700_000_000  # long ago, so that no file is too young to be trusted
                for path in self.trees[skills].rglob("*"):
                    os.utime(path, (old, old))
        return self.trees[skills]

    def build(self, skills: int, *more: str, name: str = "out", cold: bool = True) -> tuple[str, ...]:
        """Return the command that builds a tree; a cold one starts with neither output nor cache."""
        out, cache = self.work / name, self.work / f"{name}-cache"
        build = (*SKILLPACK, "build", str(self.tree(skills)), "-o", str(out), "--cache", str(cache), *more)
        if not cold:
            return build
        words = " ".join(f"'{word}'" for word in build)
        return ("sh", "-c", f"rm -rf '{out}' '{cache}'; exec {words}")

    def alternate(self, ours: tuple[str, ...], theirs: Peer) -> Pair:
        """Run two commands in turn."""
        first, second = [], []
        for _ in range(self.runs):
            first.append(run(ours))
            second.append(run(theirs.command, cwd=theirs.folder))
        return Pair(tuple(first), tuple(second))


def _against(bench: Bench, target: str, what: str, ours: tuple[str, ...], peer: Peer | str, must: float) -> Row:
    if isinstance(peer, str):
        return Row(target, what, "", peer, "", f"<= {must}", "not run")
    pair = bench.alternate(ours, peer)
    bad = [each.status for each in pair.theirs if each.status]
    mine, theirs = pair.median("cpu")
    ratio = pair.ratio("cpu")
    note = f" (exit {bad[0]})" if bad else ""
    return Row(
        target,
        what,
        f"{mine:.2f} s CPU",
        f"{peer.name} {theirs:.2f} s CPU{note}",
        f"{ratio:.2f}",
        f"<= {must}",
        _met(ratio, must),
    )


def _met(value: float, must: float) -> str:
    return "yes" if value <= must else "NO"


def p1(bench: Bench) -> Iterator[Row]:
    """The whole job against Hugo with its highlighting."""
    skills = bench.skills
    peer = available(partial(hugo, bench.tree(skills), bench.work / f"hugo-{skills}", highlight=True))
    yield _against(
        bench, "P1b", f"full site, {skills} skills / hugo, chroma", bench.build(skills, "-j", "2"), peer, 1.6
    )
    yield Row("P1", "without viewer and search / hugo, chroma", "", "", "", "<= 1", "not run: every build is whole")


def p2(bench: Bench) -> Iterator[Row]:
    """The whole job without highlighting against Hugo without it."""
    skills = bench.skills
    plain = bench.work / "plain.toml"
    plain.write_text(f'[catalog]\nhighlight = false\n[[source]]\npath = "{bench.tree(skills).name}"\n')
    peer = available(partial(hugo, bench.tree(skills), bench.work / f"hugo-plain-{skills}", highlight=False))
    ours = bench.build(skills, "-j", "2", "--config", str(plain), name="plain")
    yield _against(bench, "P2", f"no highlighting, {skills} / hugo without", ours, peer, 3.5)


def p3(bench: Bench) -> Iterator[Row]:
    """1,000 skills against Zensical and Material."""
    skills = min(bench.skills, 1000)
    for make in (zensical, material):
        peer = available(partial(make, bench.tree(skills), bench.work / f"{make.__name__}-{skills}"))
        yield _against(bench, "P3", f"full site, {skills} / {make.__name__}", bench.build(skills, "-j", "2"), peer, 0.5)


def p4(bench: Bench) -> Iterator[Row]:
    """A build with nothing to do against `git status`."""
    tree = bench.tree(bench.skills)
    if not (tree / ".git").exists():
        for words in (
            ("init", "-q"),
            ("add", "-A"),
            ("-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "x"),
        ):
            subprocess.run(["git", "-C", tree, *words], check=True)
    run(bench.build(bench.skills))
    time.sleep(SETTLED)  # what is younger is not trusted by its times
    run(bench.build(bench.skills, cold=False))
    peer = Peer("git status", "git", tree, ("git", "status", "--porcelain"))
    pair = bench.alternate(bench.build(bench.skills, cold=False), peer)
    mine, theirs = pair.median("wall")
    ratio = pair.ratio("wall")
    yield Row(
        "P4",
        f"no change, {bench.skills}",
        f"{mine:.2f} s wall",
        f"git status {theirs:.2f} s",
        f"{ratio:.2f}",
        "<= 1.5",
        _met(ratio, 1.5),
    )


def p5(bench: Bench) -> Iterator[Row]:
    """One skill changed, and 80 skills from a cold interpreter."""
    again = bench.build(bench.skills, cold=False)
    run(bench.build(bench.skills))
    time.sleep(SETTLED)
    run(again)
    idle = min(run(again).wall for _ in range(bench.runs))
    page = next(bench.tree(bench.skills).glob("*/SKILL.md"))
    text = page.read_text(encoding="utf-8")
    changed: list[Run] = []
    for number in range(bench.runs):
        page.write_text(f"{text}\nEdit {number}.\n", encoding="utf-8")
        os.utime(page, (1_700_000_001 + number,) * 2)
        changed.append(run(again))
    page.write_text(text, encoding="utf-8")
    more = (min(each.wall for each in changed) - idle) * 1000
    yield Row(
        "P5b",
        f"full site, one of {bench.skills} changed",
        f"+{more:.0f} ms",
        f"no change {idle * 1000:.0f} ms",
        "",
        "<= 1000 ms",
        _met(more, 1000),
    )
    yield Row("P5", "without viewer and search, one changed", "", "", "", "<= 100 ms", "not run: every build is whole")
    yield Row("P5b", "from saving a file to the reloaded page", "", "", "", "<= 300 ms", "see reload.py")
    cold = min(run(bench.build(80, name="few")).wall for _ in range(bench.runs))
    yield Row("P5c", "80 skills, all cold", f"{cold:.2f} s wall", "", "", "<= 2 s", _met(cold, 2))


def p6(bench: Bench) -> Iterator[Row]:
    """A template changed."""
    skills = bench.skills
    theme, configuration = bench.work / "theme", bench.work / "themed.toml"
    theme.mkdir(exist_ok=True)
    configuration.write_text(f'[theme]\npath = "theme"\n[[source]]\npath = "{bench.tree(skills).name}"\n')
    source = Path(__file__).parents[2] / "templates" / "skill.html"
    (theme / "skill.html").write_bytes(source.read_bytes())
    more = ("-j", "2", "--config", str(configuration))
    cold = run(bench.build(skills, *more, name="themed"))
    (theme / "skill.html").write_bytes(source.read_bytes() + b"<!-- changed -->")
    again = run(bench.build(skills, *more, name="themed", cold=False))
    ratio = again.wall / cold.wall
    yield Row(
        "P6",
        f"template changed, {skills}",
        f"{again.wall:.2f} s wall",
        f"cold {cold.wall:.2f} s",
        f"{ratio:.2f}",
        "<= 0.25",
        _met(ratio, 0.25),
    )


def p7(bench: Bench) -> Iterator[Row]:
    """Checking against the reference library, in one process each."""
    tree = bench.tree(bench.skills)
    peer = Peer("skills-ref", "skills-ref", bench.work, (sys.executable, "-c", _LIBRARY, str(tree)))
    # All rules run whatever the profile, but those about being chosen: the target is older than they are.
    ours = (*SKILLPACK, "check", str(tree), "--profile", "agentskills", "--statistics", "--exit-zero", "--no-config")
    yield _against(bench, "P7", f"check with safety, {bench.skills} / skills-ref", ours, peer, 0.6)


def p7b(bench: Bench) -> Iterator[Row]:
    """After random edits the incremental site equals the clean one."""
    skills = min(bench.skills, 300)
    tree = bench.work / "edited"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bench.tree(skills), tree)
    random_ = random.Random(7)  # noqa: S311 edits, not secrets
    command = (
        *SKILLPACK,
        "build",
        str(tree),
        "-o",
        str(bench.work / "kept"),
        "--cache",
        str(bench.work / "kept-cache"),
    )
    rounds = 20
    for number in range(rounds):
        _edit(tree, random_, number)
        run(command)
    run((*SKILLPACK, "build", str(tree), "-o", str(bench.work / "clean"), "--no-cache"))
    done = subprocess.run(["diff", "-r", bench.work / "kept", bench.work / "clean"], capture_output=True, check=False)
    yield Row(
        "P7b",
        f"{rounds} rounds of 50 edits, {skills}",
        "equal" if done.returncode == 0 else "DIFFERENT",
        "",
        "",
        "equal",
        "yes" if done.returncode == 0 else "NO",
    )


def _edit(tree: Path, random_: random.Random, number: int) -> None:
    for turn in range(50):
        folders = sorted(path for path in tree.iterdir() if (path / "SKILL.md").is_file())
        folder = random_.choice(folders)
        kind = random_.choice(("change", "change", "add", "remove", "rename"))
        if kind == "change":
            page = folder / "SKILL.md"
            page.write_text(f"{page.read_text(encoding='utf-8')}\nEdit {number} {turn}.\n", encoding="utf-8")
        elif kind == "add":
            shutil.copytree(folder, tree / f"new-{number}-{turn}", dirs_exist_ok=True)
        elif kind == "remove" and len(folders) > 100:
            shutil.rmtree(folder)
        elif kind == "rename":
            folder.rename(tree / f"renamed-{number}-{turn}")


def p8(_: Bench) -> Iterator[Row]:
    """Everything but Markdown and highlighting: no build leaves them out, so there is nothing to time."""
    yield Row("P8", "all but Markdown / zip -qr", "", "", "", "<= 1.5", "not run: no build leaves Markdown out")


def p10(bench: Bench) -> Iterator[Row]:
    """The prompt index from the state store, at the number of skills that was asked for."""
    run(bench.build(bench.skills))
    cache = next((bench.work / "out-cache").glob("*.sqlite"))
    done = run((sys.executable, "-c", _INDEX, str(cache)))
    yield Row(
        "P10",
        f"prompt index of {bench.skills} from the cache",
        f"{done.wall:.2f} s, {done.peak / 1024:.0f} MB",
        "",
        "",
        "<= 3 s, <= 64 MB at 100,000",
        "not run at 100,000" if bench.skills < 100_000 else _met(max(done.wall / 3, done.peak / 1024 / 64), 1),
    )


def p9(bench: Bench) -> Iterator[Row]:
    """Memory of the parent at ten times as many skills."""
    few, many = run(bench.build(bench.skills, "-j", "2")), run(bench.build(bench.skills * 10, "-j", "2", name="many"))
    ratio = many.peak / few.peak
    yield Row(
        "P9",
        f"peak memory, {bench.skills * 10} / {bench.skills}",
        f"{many.peak / 1024:.0f} MB",
        f"{few.peak / 1024:.0f} MB",
        f"{ratio:.2f}",
        "<= 1.5, <= 150 MB",
        _met(max(ratio / 1.5, many.peak / 1024 / 150), 1),
    )


def p11(bench: Bench) -> Iterator[Row]:
    """Growth of time with the number of skills, cold and without a change."""
    few, many = bench.skills // 10, bench.skills
    for word, cold in (("cold", True), ("no change", False)):
        times = []
        for skills in (few, many):
            name = f"grow-{skills}"
            run(bench.build(skills, name=name))
            times.append(min(run(bench.build(skills, name=name, cold=cold)).wall for _ in range(bench.runs)))
        exponent = math.log10(times[1] / times[0])
        yield Row(
            "P11",
            f"growth {few} -> {many}, {word}",
            f"{times[1]:.2f} s",
            f"{times[0]:.2f} s",
            f"{exponent:.2f}",
            "<= 1.05",
            _met(exponent, 1.05),
        )


def p12(bench: Bench) -> Iterator[Row]:
    """Start-up."""
    peer = Peer("import click", "click", bench.work, (sys.executable, "-c", "import click"))
    runs = Bench(bench.work, bench.generator, bench.skills, max(bench.runs, 15))
    yield _against(runs, "P12", "skillpack --version / import click", (*SKILLPACK, "--version"), peer, 1.25)


def p14(bench: Bench) -> Iterator[Row]:
    """Two workers against one."""
    skills = max(bench.skills, 1000)
    one = run(bench.build(skills, "--executor", "inline"))
    two = run(bench.build(skills, "-j", "2", "--executor", "processes"))
    ratio = two.wall / one.wall
    yield Row(
        "P14",
        f"two workers / one, {skills}",
        f"{two.wall:.2f} s wall",
        f"{one.wall:.2f} s wall",
        f"{ratio:.2f}",
        "<= 0.6",
        _met(ratio, 0.6),
    )


TARGETS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "P1": p1, "P2": p2, "P3": p3, "P4": p4, "P5": p5, "P6": p6, "P7": p7, "P7b": p7b, "P8": p8,
    "P9": p9, "P10": p10, "P11": p11, "P12": p12, "P14": p14,
}  # fmt: skip


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generator", type=Path, required=True)
    parser.add_argument("--skills", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default=",".join(TARGETS))
    parser.add_argument("--work", type=Path)
    options = parser.parse_args()
    work = options.work or Path(tempfile.mkdtemp(prefix="skillpack-bench-"))
    work.mkdir(parents=True, exist_ok=True)
    bench = Bench(work.resolve(), options.generator.resolve(), options.skills, options.runs)
    processors = len(os.sched_getaffinity(0))
    print(f"{platform.machine()}, {processors} processors, Python {platform.python_version()}, {options.skills} skills")
    print(f"{'':5} {'what':44} {'ours':>14} {'theirs':>30} {'ratio':>6} {'must':>18}  met")
    for name in options.only.split(","):
        for row in TARGETS[name](bench):
            what = f"{row.target:5} {row.what:44} {row.ours:>14} {row.theirs:>30}"
            print(what, f"{row.ratio:>6} {row.must:>18}  {row.met}", flush=True)


if __name__ == "__main__":
    main()
