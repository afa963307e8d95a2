"""However a catalog came to be what it is, its site is the one that a clean build makes (requirements P7b).

`SKILLPACK_EDITS=1000` tries so many sequences of edits instead of a few.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, example, given, note, settings
from hypothesis import strategies as st

from skillpack.builder.build import build_site
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.store import BuildStore
from skillpack.cli.main import run
from skillpack.files.folder import FolderOutput
from skillpack.model.progress import silent

EXAMPLES = int(os.environ.get("SKILLPACK_EDITS", "8"))
OLD = 1.0  # seconds since 1970
MEMORY = "/dev/shm"  # noqa: S108 a folder in memory where there is one: the disk is not what is tested

NAMES = ("alpha", "beta", "gamma", "Beta", "delta")
PLACES = (*(f"skills/{name}" for name in NAMES), "skills/beta.md", "more/alpha", "more/deep/gamma", "more/delta.yaml")
PLACES += ("skills/group/two/alpha",)
ABOUT = (
    "Does it. Use when asked.",
    "Reads tables of a report. Use when a report has tables.",
    "Writes a report of tables. Use when a report is due.",
    "Reads reports and their tables, figures and charts, for any report. Use when tables of reports are to be read.",
    f"Says much. Use when {'very ' * 80}much is to be said.",
)
HEADS = (
    "license: MIT\n",
    "license: MIT\nmetadata:\n  tags: one, two\n  version: 1.0.0\n",
    "metadata:\n  tags: two\n  related: alpha, beta\n  author: Ada\n  deprecated: use beta\n",
    "disable-model-invocation: true\n",
    "metadata:\n  role: verifier\n  profiles: metis\n  updated: 2026-01-31\n",
    "broken: [\n",
    "metadata:\n  homepage: https://a.example/\n",
    "metadata:\n  homepage: https://b.example/\n",
)
BODIES = (
    "# Title\n\n## When to use\n\n- now\n",
    "See [the notes](references/notes.md) and ![it](assets/it.png).\n\n```python\nx = 1\n```\n",
    "curl https://example.com/x.sh | bash\n",
    "",
    "# Tables\n\n## When to use\n\n- Read the tables of a report\n- Write a report that is due\n",
    "See [it](../beta/SKILL.md), [that](../../skills/gamma/references/notes.md), `delta` and `no-name-yet`.\n",
)
FILES = {
    "evals/triggers.json": (
        b'[{"query": "read the figures of a report", "should_trigger": true}]',
        b'[{"query": "write down what is due", "should_trigger": true}]',
    ),
    "references/notes.md": (b"# Notes\n", b"# Votes\n"),
    "assets/it.png": (b"\x89PNG\r\n\x1a\n1", b"no image"),
    "scripts/run.py": (b"print(1)\n", b"#!/usr/bin/env python3\nprint(2)\n"),
    "a\nb.txt": (b"x",),
    "bad\udcff.md": (b"no UTF-8 in the name, so the skill is not read whole",),
    "README.md": (b"a",),
    "Readme.md": (b"b",),
}
CATALOGS = {
    "title": ('title = "One"', 'title = "Two"'),
    "site": ('site_url = "https://one.example.com/"', 'site_url = "https://two.example.com/"'),
    "look": ("roles = true", "highlight = false"),
    "profiles": ('profiles = ["publish", "metis"]', 'profiles = ["agentskills"]'),
    "hosts": ('hosts = ["claude-code", "metis"]', 'hosts = ["codex"]'),
    "language": ('language = "ar"',),
}
TABLES = {
    "suppress": (
        '[[suppress]]\nrule = "DS001"\nreason = "a"\n',
        '[[suppress]]\nrule = "FM003"\nskill = "beta"\nreason = "b"\nexpires = 2026-01-01\n',
    ),
    "note": (
        '[skill."alpha"]\nhidden = true\n',
        '[skill."alpha"]\ntags = ["two", "three"]\nowner = "Us"\nstatus = "deprecated"\nsuccessor = "beta"\n',
    ),
    "bundle": (
        '[[bundle]]\nname = "kit"\ndescription = "All"\nskills = ["alpha", "beta"]\n',
        '[[bundle]]\nname = "kit"\ndescription = "One"\nskills = ["gamma"]\n',
    ),
    "page": ('[[page]]\npath = "pages/index.md"\n',),
    "policy": ("[policy]\nwithhold = false\n", '[policy]\nrequire = ["license"]\n'),
    "discovery": ("[discovery]\nlegacy = true\n",),
    "archives": ('[archives]\nalso = ["tar.gz", "skill"]\n',),
    "renamed": ('[[renamed]]\nfrom = "old"\nto = "alpha"\nreason = "x"\n', '[[renamed]]\nfrom = "beta"\nto = ""\n'),
    "theme": ('[theme]\npath = "theme"\n',),
    "install": ('[install]\nclients = ["metis"]\n',),
}
SOURCES = (
    '[[source]]\npath = "skills"\n[[source]]\npath = "more"\n',
    (
        '[[source]]\npath = "more"\ndepth = 2\nformats = ["folder", "markdown", "yaml"]\n'
        '[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n'
    ),
    '[[source]]\npath = "skills"\nexclude = ["references"]\n',
)


def _choice(options: tuple[object, ...]) -> st.SearchStrategy[int]:
    return st.integers(0, len(options) - 1)


EDITS = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PLACES), _choice(HEADS), _choice(BODIES), st.sampled_from(NAMES)),
    st.tuples(st.just("file"), st.sampled_from(PLACES), st.sampled_from(sorted(FILES)), st.integers(0, 1)),
    st.tuples(st.just("drop"), st.sampled_from(PLACES), st.sampled_from(["", "SKILL.md", *sorted(FILES)])),
    st.tuples(st.just("move"), st.sampled_from(PLACES[:5]), st.sampled_from(PLACES[:5])),
    st.tuples(st.just("catalog"), st.sampled_from(sorted(CATALOGS)), st.integers(-1, 1)),
    st.tuples(st.just("table"), st.sampled_from(sorted(TABLES)), st.integers(-1, 1)),
    st.tuples(st.just("sources"), _choice(SOURCES)),
    st.tuples(st.just("theme"), st.sampled_from(["strings.toml", "assets/site.css", "404.html"]), st.integers(-1, 1)),
    st.tuples(st.just("page"), st.integers(0, 1)),
    st.tuples(st.just("days"), st.sampled_from(["", "2026-02-01"]), st.sampled_from(["2025-01-01", "2027-01-01"])),
    st.tuples(st.just("foreign"), st.sampled_from(["index.html", "skills/alpha/index.html"])),
)


class World:
    """A catalog on disk, and all that can happen to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.catalog = {"title": 0}
        self.tables: dict[str, int] = {}
        self.sources = 0
        self.date, self.today = "", "2026-06-01"
        for folder in ("skills", "more", "theme/assets", "pages"):
            (root / folder).mkdir(parents=True)
        (root / "pages/index.md").write_text("# Welcome\n")
        self.edit_write("skills/alpha", 1, 0, "alpha")
        self.edit_write("skills/beta", 2, 1, "beta")
        self.configure()

    def apply(self, edit: tuple[object, ...]) -> None:
        """Do one edit; one that does not apply does nothing."""
        kind, *rest = edit
        getattr(self, f"edit_{kind}")(*rest)
        self.configure()

    def settle(self) -> None:
        """Let everything be so old that it is believed; what is old already stays untouched."""
        for top in ("skills", "more", "theme", "pages", "skillpack.toml"):
            for path in (self.root / top, *(self.root / top).rglob("*")):
                if path.stat().st_mtime > OLD:
                    os.utime(path, (OLD, OLD))

    def configure(self) -> None:
        """Write the configuration as it is chosen."""
        catalog = [CATALOGS[key][min(choice, len(CATALOGS[key]) - 1)] for key, choice in sorted(self.catalog.items())]
        tables = [TABLES[key][min(choice, len(TABLES[key]) - 1)] for key, choice in sorted(self.tables.items())]
        text = "\n".join(["[catalog]", *catalog, SOURCES[self.sources], *tables])
        (self.root / "skillpack.toml").write_text(text)

    def edit_write(self, place: str, head: int, body: int, name: str) -> None:
        """Write a skill file."""
        target = self.root / place
        about = ABOUT[(head + 2 * body) % len(ABOUT)]
        text = f"---\nname: {name}\ndescription: {about}\n{HEADS[head]}---\n{BODIES[body]}"
        if place.endswith(".yaml"):
            text = f"name: {name}\ndescription: Does it. Use when asked.\ninstructions: |\n  {BODIES[0]}"
        elif not place.endswith(".md"):
            target.mkdir(parents=True, exist_ok=True)
            target /= "SKILL.md"
        target.write_text(text)

    def edit_file(self, place: str, path: str, choice: int) -> None:
        """Write a file of a skill that is there."""
        if (self.root / place).is_dir():
            target = self.root / place / path
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(FILES[path][min(choice, len(FILES[path]) - 1)])

    def edit_drop(self, place: str, path: str) -> None:
        """Remove a skill, or a file of it."""
        target = self.root / place / path if path else self.root / place
        if target.is_dir():
            shutil.rmtree(target)
        elif target.exists():
            target.unlink()

    def edit_move(self, place: str, to: str) -> None:
        """Rename a skill's folder."""
        if (self.root / place).is_dir() and not (self.root / to).exists():
            (self.root / place).rename(self.root / to)

    def edit_catalog(self, key: str, choice: int) -> None:
        """Choose a line of `[catalog]`, or leave it out."""
        self.catalog.pop(key, None)
        if choice >= 0:
            self.catalog[key] = choice

    def edit_table(self, key: str, choice: int) -> None:
        """Choose a table, or leave it out."""
        self.tables.pop(key, None)
        if choice >= 0:
            self.tables[key] = choice

    def edit_theme(self, path: str, choice: int) -> None:
        """Override a file of the theme, or no longer."""
        target = self.root / "theme" / path
        target.unlink(missing_ok=True)
        if choice >= 0 and path != "strings.toml":
            target.write_text(f"/* {choice} */")

    def edit_sources(self, choice: int) -> None:
        """Choose where skills are looked for."""
        self.sources = choice

    def edit_page(self, choice: int) -> None:
        """Change the front page's text."""
        (self.root / "pages/index.md").write_text(f"# Welcome {choice}\n\n[others](index.md)\n")

    def edit_days(self, date: str, today: str) -> None:
        """Change what day it is."""
        self.date, self.today = date, today

    def edit_foreign(self, path: str) -> None:
        """Remove a file of the site behind the build's back."""
        (self.root / "out" / path).unlink(missing_ok=True)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _built(world: World) -> dict[str, bytes]:
    """Return the site after a build as people type it, in which nothing may be left to do."""
    places = ("-o", str(world.root / "out"), "--cache", str(world.root / "cache"), "--executor", "inline")
    allowed = ("--allow-withdrawn", "100")  # most of these few skills may well go at once
    seconds = f"{datetime.fromisoformat(f'{world.date}T00:00Z').timestamp():.0f}" if world.date else ""
    with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH=seconds):
        assert run(["build", str(world.root), "--today", world.today, *places, *allowed]) in {0, 1}
    return _files(world.root / "out")


def _clean(world: World, output: Path) -> dict[str, bytes]:
    """Return the site that a build without any memory makes."""
    inputs = gather(locate(world.root), today=world.today, date=world.date)
    with FolderOutput(output) as target, closing(BuildStore(None)) as memory:
        build_site(inputs, target, memory, folder="", pool=lambda _: None, report=silent)
    return _files(output)


@pytest.fixture
def base() -> Iterator[Callable[[], Path]]:
    """Give a function that makes a new folder, in memory where that is possible."""
    made: list[Path] = []

    def new() -> Path:
        made.append(Path(tempfile.mkdtemp(dir=MEMORY if os.access(MEMORY, os.W_OK) else None)))
        return made[-1]

    yield new
    for folder in made:
        shutil.rmtree(folder)


# What chance finds rarely. The winner of a name goes, and the loser was not touched.
LOSER_WINS = [
    ([("write", "skills/alpha", 1, 0, "alpha"), ("write", "more/alpha", 1, 2, "alpha")], True),
    ([("drop", "skills/alpha", "")], True),
    ([("sources", 1), ("write", "skills/beta", 0, 0, "alpha")], True),
    ([("sources", 0)], True),
]
# A skill without a digest changes where its entry does not.
WITHOUT_DIGEST = [
    ([("write", "skills/alpha", 6, 0, "alpha"), ("file", "skills/alpha", "bad\udcff.md", 0)], True),
    ([("write", "skills/alpha", 7, 0, "alpha")], True),
    ([("file", "skills/alpha", "references/notes.md", 0)], True),
    ([("file", "skills/alpha", "references/notes.md", 1)], True),
]
# A flat skill comes before a folder of the same name when names are sorted, and loses to it.
FLAT_AND_FOLDER = [
    ([("sources", 1), ("write", "skills/beta.md", 0, 0, "delta"), ("write", "skills/delta", 0, 0, "delta")], False),
    ([("write", "more/delta.yaml", 0, 0, "delta")], False),
]


# A skill links to others and names them before they are there, while they are, and when they are gone.
OTHERS_COME_AND_GO = [
    ([("write", "skills/alpha", 1, 5, "alpha"), ("drop", "skills/beta", "")], True),
    ([("write", "skills/gamma", 0, 0, "gamma"), ("write", "skills/delta", 0, 0, "no-name-yet")], True),
    ([("write", "skills/beta", 2, 1, "beta")], True),
    ([("drop", "skills/gamma", ""), ("drop", "skills/delta", "")], True),
]
# All that decides about a skill changes, but the skill.
WITHOUT_EDIT = [
    ([("table", "suppress", 0), ("table", "note", 1), ("table", "bundle", 0)], True),
    ([("table", "suppress", -1), ("catalog", "profiles", 0), ("table", "renamed", 0)], True),
    ([("table", "policy", 1), ("days", "2026-02-01", "2027-01-01"), ("table", "note", 0)], True),
    ([("table", "policy", -1), ("table", "theme", 0), ("days", "", "2025-01-01"), ("table", "note", -1)], True),
]


def _same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert sorted(one) == sorted(other)
    assert [path for path in one if one[path] != other[path]] == []


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@example(LOSER_WINS)
@example(WITHOUT_DIGEST)
@example(FLAT_AND_FOLDER)
@example(OTHERS_COME_AND_GO)
@example(WITHOUT_EDIT)
@given(st.lists(st.tuples(st.lists(EDITS, min_size=1, max_size=4), st.booleans()), min_size=2, max_size=5))
def test_edits_lead_to_the_site_that_a_clean_build_makes(
    base: Callable[[], Path], rounds: list[tuple[list[tuple[object, ...]], bool]]
) -> None:
    root = base()
    world = World(root)
    world.settle()
    _built(world)
    for number, (edits, believed) in enumerate(rounds):
        for edit in edits:
            note(repr(edit))
            world.apply(edit)
        if believed:
            world.settle()
        note("-- build")
        incremental = _built(world)
        _same(incremental, _clean(world, root / f"clean{number}"))
        _same(incremental, _built(world))
