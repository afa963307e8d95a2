"""Whatever is published after each other, what was published stays as it was.

`SKILLPACK_EDITS=1000` tries so many sequences of builds instead of a few.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from skillpack.builder.build import build_site
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.store import BuildStore
from skillpack.errors import UsageError
from skillpack.files.folder import FolderOutput
from skillpack.model.limits import Limits
from skillpack.model.progress import silent
from skillpack.sources.access import Access, open_catalog

EXAMPLES = int(os.environ.get("SKILLPACK_EDITS", "8"))
MEMORY = "/dev/shm"  # noqa: S108 a folder in memory where there is one: the disk is not what is tested

NAMES = ("alpha", "beta", "gamma", "Beta")
VERSIONS = ("", "1.0.0", "1.1.0", "2.0.0-rc.1", "2.0.0")
TEXTS = ("# One\n", "# Two\n\nMore.\n", "# Two\n\nMore <b>still</b>.\n\u202e\n")
TABLES = (
    "",
    '[[yanked]]\nname = "alpha"\nversion = "1.0.0"\nreason = "leaks"\n',
    '[[renamed]]\nfrom = "gamma"\nto = "alpha"\n',
    '[[renamed]]\nfrom = "alpha"\nto = "gamma"\n[[renamed]]\nfrom = "gamma"\nto = ""\n',
    '[skill."beta"]\nhidden = true\n',
    "[policy]\nwithhold = false\n",
    '[[suppress]]\nrule = "VR001"\nreason = "known"\n[[suppress]]\nrule = "VR002"\nreason = "known"\n',
    '[archives]\nalso = ["tar.gz"]\n[discovery]\nlegacy = true\n',
)
EDIT = st.one_of(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(VERSIONS), st.sampled_from(TEXTS), st.booleans()),
    st.tuples(st.sampled_from(NAMES)),
)
ROUNDS = st.lists(
    st.tuples(st.lists(EDIT, max_size=3), st.sampled_from(TABLES), st.sets(st.sampled_from(NAMES), max_size=1)),
    min_size=2,
    max_size=4,
)


def _edit(source: Path, edit: tuple[object, ...]) -> None:
    folder = source / "skills" / str(edit[0])
    shutil.rmtree(folder, ignore_errors=True)
    if len(edit) > 1:
        name, version, text, broken = edit
        metadata = f"metadata:\n  version: {version}\n" if version else ""
        head = f"name: {name}\n{'' if broken else 'description: Does it. Use it.'}\n{metadata}"
        folder.mkdir()
        (folder / "SKILL.md").write_text(f"---\n{head}---\n\n{text}")
        if version == "1.1.0":
            (folder / "run.sh").write_text("#!/bin/sh\necho\n")


def _built(source: Path, out: Path, previous: Path | None, cache: Path | None, allowed: set[str]) -> dict[str, bytes]:
    inputs = gather(locate(source), today="2026-01-01", date="2026-01-01", allowed=allowed)
    with ExitStack() as stack:
        memory = stack.enter_context(closing(BuildStore(cache)))
        output = stack.enter_context(FolderOutput(out))
        site = stack.enter_context(open_catalog(str(previous), Limits(), Access({}), Path())) if previous else None
        build_site(
            inputs,
            output,
            memory,
            folder=str(out) if cache else "",
            pool=lambda _: None,
            report=silent,
            previous=site,
            allow_withdrawn=None,
        )
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def _versions(files: dict[str, bytes]) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, label, digest and archive of everything that the records know."""
    for path, content in files.items():
        if path.endswith("/skill.json"):
            record = json.loads(content)
            for version in record["versions"]:
                archive = version["archive"]
                yield record["name"].casefold(), version["label"], version["digest"], archive["sha256"]


def _dead_links(files: dict[str, bytes]) -> list[str]:
    dead = []
    for path, content in files.items():
        if path.endswith(".html") and path != "404.html":
            for url in re.findall(r'(?:href|src)="([^"#:]+)(?:#[^"]*)?"', content.decode()):
                there = os.path.normpath(f"{path.rpartition('/')[0] or '.'}/{url}")
                if there not in files:
                    dead.append(f"{path} -> {there}")
    return dead


# Withdrawn with one version that raises an alarm: nothing was compared with it, and its page shows the alarm still.
WITHDRAWN_WITH_AN_ALARM = [
    ([("alpha", "", TEXTS[2], False), ("beta", "", TEXTS[0], False)], TABLES[5], set()),
    ([("alpha", "2.0.0", TEXTS[0], True)], TABLES[6], set()),
    ([("alpha",)], TABLES[0], set()),
]


@settings(max_examples=EXAMPLES, deadline=None)
@given(ROUNDS)
@example(WITHDRAWN_WITH_AN_ALARM)
def test_what_was_published_stays(rounds) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY if Path(MEMORY).is_dir() else None) as folder:
        top = Path(folder)
        source = top / "source"
        (source / "skills").mkdir(parents=True)
        before: dict[str, bytes] = {}
        previous = None
        for number, (edits, table, allowed) in enumerate(rounds):
            for edit in edits:
                _edit(source, edit)
            (source / "skillpack.toml").write_text(f'[[source]]\npath = "skills"\n{table}')
            note(f"round {number}: {edits}, {table!r}, {allowed}")
            leave = allowed
            try:
                after = _built(source, top / str(number), previous, None, leave)
            except UsageError:  # leave for a skill that is not there
                leave = set()
                after = _built(source, top / str(number), previous, None, leave)
            assert {p: c for p, c in before.items() if p.startswith("archives/")}.items() <= after.items()
            assert set(_versions(before)) <= set(_versions(after))
            assert not _dead_links(after)
            assert _built(source, top / "kept", previous, top / "cache", leave) == after
            before, previous = after, top / str(number)
