"""Installing one skill from a registry of very many: `python tests/benchmarks/large_registry.py [--skills 100000]`.

A catalog of one skill is built; then its indexes are written anew, by the writers of the package, for so many made-up
skills and that one. The site is served on 127.0.0.1, and `skillpack install NAME` run a few times, each with an empty
cache and an empty home. Figures are of the command alone: wall seconds, CPU seconds, peak memory.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from measure import run

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end_to_end"))

from served import serve  # noqa: E402

from skillpack.catalog import paths  # noqa: E402
from skillpack.model.entry import Entry, EntryState, Tokens  # noqa: E402
from skillpack.model.limits import Limits  # noqa: E402
from skillpack.model.release import Release  # noqa: E402
from skillpack.model.requirements import Requirements  # noqa: E402
from skillpack.model.settings import Configuration  # noqa: E402
from skillpack.registry import catalog_json, discovery, versions_json  # noqa: E402
from skillpack.registry.llms import llms_files  # noqa: E402

MOST_SECONDS, MOST_MEGABYTES = 1.0, 60.0
NAME = "release-notes"
SKILLPACK = (sys.executable, "-m", "skillpack")
_TEXT = f"""\
---
name: {NAME}
description: Drafts release notes from merged changes. Use when the user prepares a release.
license: MIT
---

# Release notes

1. Read the changes since the last tag.
2. Say what users see, in their words.
"""
_WORDS = (
    *("audit", "backup", "budget", "chart", "claim", "cluster", "contract", "deploy", "draft", "export", "form"),
    *("graph", "import", "index", "invoice", "ledger", "merge", "metric", "patch", "plan", "policy", "query"),
    *("release", "report", "review", "schema", "snapshot", "summary", "table", "test", "ticket", "trace"),
)


def entries(count: int, *more: Entry) -> Callable[[], Iterator[Entry]]:
    """Return what yields so many made-up skills and some more, by name, the same ones each time."""

    @cache
    def names() -> list[tuple[str, Entry | None]]:
        chosen = random.Random(7)  # noqa: S311 always the same names
        made = ((f"{'-'.join(chosen.sample(_WORDS, 2))}-{number:06}", None) for number in range(count))
        return sorted([*made, *((each.name, each) for each in more)], key=lambda pair: pair[0])

    return lambda: (each or entry(name) for name, each in names())


def entry(name: str, label: str = "1.0.0", digest: str = "") -> Entry:
    """Return a made-up skill."""
    chance = random.Random(name)  # noqa: S311 the same each time
    digest = digest or f"{chance.getrandbits(256):064x}"
    said = " ".join(chance.choices(_WORDS, k=14))
    return Entry(
        name=name,
        path=f"skills/{name}/SKILL.md",
        description=f"Helps to {said}. Use when the user asks to {' '.join(chance.choices(_WORDS, k=6))}.",
        state=EntryState.PUBLISHED,
        release=Release(name, label, digest, digest[:16], paths.archive(name, label), f"{digest[::-1]}", 4321),
        license="MIT",
        tags=tuple(sorted(set(chance.choices(_WORDS, k=3)))),
        authors=("Ann",),
        role="",
        tools=("Read",),
        status="",
        successor="",
        owner="",
        tokens=Tokens(40, 1500, 300),
        files=3,
        size=9000,
        single=False,
        metaskill=False,
        by_model=True,
        by_user=True,
        requires=Requirements(),
        updated="",
        errors=0,
        warnings=0,
        infos=0,
        verdicts=(),
    )


def write_registry(work: Path, skills: int) -> Path:
    """Return a site that offers so many skills, of which one is really there."""
    source, site = work / "catalog", work / "site"
    (source / "skills" / NAME).mkdir(parents=True)
    (source / "skills" / NAME / "SKILL.md").write_text(_TEXT)
    (source / "skillpack.toml").write_text('[catalog]\nname = "large"\n[[source]]\npath = "skills"\n')
    build = (*SKILLPACK, "build", source, "-o", site, "--no-cache")
    subprocess.run(build, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    url = str(site / paths.VERSIONS)
    there = versions_json.read((site / paths.VERSIONS).read_bytes(), url=url, limits=Limits())[NAME]
    every, configuration = entries(skills, entry(NAME, there.label, there.digest)), Configuration(name="large")
    for path, chunks in (
        (paths.CATALOG, catalog_json.write(catalog_json.rows(every()), configuration)),
        (paths.VERSIONS, versions_json.write(versions_json.rows(every()))),
        (paths.DISCOVERY, discovery.write(discovery.rows(every()))),
        *((file.path, iter(file.chunks)) for file in llms_files(every, configuration)),
    ):
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        with (site / path).open("wb") as file:
            file.writelines(chunks)
    return site


def measure(work: Path, site: Path, runs: int) -> bool:
    """Print what installing costs, and return whether it is within bounds."""
    home = work / "home"
    os.environ.update(HOME=str(home), XDG_CACHE_HOME=str(home / "cache"), XDG_STATE_HOME=str(home / "state"))
    found = []
    with serve(site) as served:
        command = (*SKILLPACK, "install", NAME, "--registry", f"{served.url}/", "--root", str(home / "root"), "--yes")
        for _ in range(runs):
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir()
            found.append(run(command, cwd=home, output=work / "said"))
            if found[-1].status:
                raise SystemExit((work / "said").read_text())
        asked = served.taken()
    print("asked for", *dict.fromkeys(asked))
    wall, cpu = (statistics.median(getattr(each, field) for each in found) for field in ("wall", "cpu"))
    megabytes = max(each.peak for each in found) / 1024
    met = wall <= MOST_SECONDS and megabytes <= MOST_MEGABYTES
    print(f"{wall:.2f} s wall, {cpu:.2f} s CPU, {megabytes:.0f} MB at most (medians of {runs})")
    print(f"must be <= {MOST_SECONDS} s and <= {MOST_MEGABYTES:.0f} MB: {'yes' if met else 'NO'}")
    return met


def main() -> int:
    """Read the arguments, print the figures, and return 1 where one is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skills", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.work) as folder:
        site = write_registry(Path(folder), given.skills)
        for path in (paths.VERSIONS, paths.CATALOG):
            print(f"{path}: {(site / path).stat().st_size / 1e6:.1f} MB")
        return 0 if measure(Path(folder), site, given.runs) else 1


if __name__ == "__main__":
    sys.exit(main())
