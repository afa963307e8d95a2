"""Candidates in memory, and what a catalog's settings make of them."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import skillpack
from skillpack import resources
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.record.record import LoadedSkill, load_skill
from skillpack.builder.store import BuildStore
from skillpack.model.settings import Configuration, Settings
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SkippedFile, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

MakeCandidate = Callable[..., SourceTree]
MakeSettings = Callable[..., Settings]
Load = Callable[..., LoadedSkill]

NOBODY = 65534  # the user without rights, as Linux counts
HEAD = b"---\nname: pdf\ndescription: Reads PDF files. Use when the user has a PDF.\nlicense: MIT\n---\n\n"
BODY = b"# PDF\n\n## When to use\n\n- The user has a PDF.\n\n## Examples\n\n```bash\necho hello\n```\n"


@pytest.fixture(scope="session")
def child_environment() -> dict[str, str]:
    """Return an environment in which a child finds the package that is tested."""
    return {**os.environ, "PYTHONPATH": str(Path(skillpack.__file__).parents[1])}


@pytest.fixture
def make_candidate() -> MakeCandidate:
    """Return a function that makes a candidate of files; without SKILL.md it gets a good one."""

    def make(
        files: Mapping[str, bytes] | None = None,
        *,
        skill: bytes = HEAD + BODY,
        stem: str = "pdf",
        form: Form = Form.FOLDER,
        rank: int = 0,
        whole: bool = True,
        listing: Mapping[str, int] | None = None,
        skipped: tuple[SkippedFile, ...] = (),
    ) -> SourceTree:
        name = {Form.FOLDER: "SKILL.md", Form.MARKDOWN: f"{stem}.md", Form.YAML: f"{stem}.yaml"}[form]
        held = {"skill.md" if "skill.md" in (files or {}) else name: skill, **(files or {})}
        tree = make_tree({path: content for path, content in held.items() if content is not None})
        sizes = {path: len(content) for path, content in tree.files.items()} | dict(listing or {})
        path = stem if form is Form.FOLDER else name
        origin = Origin("skills", rank, path, stem, form, Trust.LOCAL)
        return SourceTree(origin, tuple(sorted(sizes.items())), tree, whole, skipped)

    return make


@pytest.fixture
def settings_of() -> MakeSettings:
    """Return a function that gives the settings of a configuration."""

    def make(**configured: Any) -> Settings:
        return make_settings(replace(Configuration(), **configured), resources.profiles())

    return make


@pytest.fixture
def skill_of() -> Callable[[SourceTree], ParsedSkill]:
    """Return the function that parses a candidate."""
    return parse_skill


@pytest.fixture
def loaded(settings_of: MakeSettings) -> Load:
    """Return a function that loads a candidate and remembers nothing."""

    def run(candidate: SourceTree, **configured: Any) -> LoadedSkill:
        return load_skill(candidate, settings_of(**configured), lambda _kind, _text, make: make())

    return run


@pytest.fixture
def three_skills(tmp_path: Path, write_skill) -> Path:
    """Return a folder with `merge-pdf`, `read-pdf` and `write-csv` in `skills/`."""
    for name in ("merge-pdf", "read-pdf", "write-csv"):
        write_skill(name)
    return tmp_path


@pytest.fixture
def store() -> Iterator[BuildStore]:
    """Return a store in memory."""
    with closing(BuildStore(None)) as store:
        yield store
