"""Compiled code in a skill: Python without its source is concealed, other programs nobody can read (pure)."""

from collections.abc import Iterator, Mapping

from skillpack.abilities.concealed.archives import BEHIND
from skillpack.abilities.concealed.concern import CODE, READ_FIRST, STOP, about_file, in_file
from skillpack.abilities.concealed.programs import is_compiled_python, program
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Ability, AbilityKind, Concern, ConcernKind
from skillpack.parse.patterns import late

_COMPILED_NAMES = (".pyc", ".pyo")
_CACHE = "__pycache__"
_RUNS_COMPILED = late(rb"(?:\bpython[\d.]*[ \t]+(?:-\w+[ \t]+)*|\bexec[ \t]+)[\"']?[\w./~$-]{1,200}\.py[co](?![\w.])")


def compiled_files(files: Mapping[str, bytes], texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield the abilities of a skill's compiled files, and the concerns about them.

    Args:
        files: Path -> bytes.
        texts: Of the skill: a leftover of a cache runs only where one of them names it.
    """
    told: set[tuple[str, str]] = set()
    for path, content in files.items():
        if is_compiled_python(content):
            yield Ability(AbilityKind.BYTECODE, path, 0, "compiled Python", path.rpartition("/")[2])
            yield _compiled_python(path, files, texts)
        elif what := program(content):
            archive, behind, _ = path.partition(BEHIND)
            if behind and (archive, what) in told:
                continue  # one of an archive stands for all
            told.add((archive, what))
            yield Ability(AbilityKind.BYTECODE, path, 0, what.removeprefix("a "), path.rpartition("/")[2])
            yield about_file(ConcernKind.UNREADABLE, READ_FIRST, path, what)
    yield from _run_by_name(texts, {path.rpartition("/")[2].encode("utf-8", "surrogateescape") for path in files})


def _run_by_name(texts: tuple[TextFile, ...], names: set[bytes]) -> Iterator[Concern]:
    """Yield where a text runs compiled Python that is not among the files, as one of a cache never is."""
    for file in texts:
        for found in _RUNS_COMPILED().finditer(file.content) if _may_run_compiled(file.content) else ():
            if found[0].rpartition(b"/")[2] not in names and not is_quoted(file, found.start()):
                yield in_file(CODE, STOP, file, *found.span(), "compiled Python, which is run")
                break


def _may_run_compiled(content: bytes) -> bool:
    return any(name.encode() in content for name in _COMPILED_NAMES)


def _compiled_python(path: str, files: Mapping[str, bytes], texts: tuple[TextFile, ...]) -> Concern:
    source = _source(path)
    name = path.rpartition("/")[2].encode("utf-8", "surrogateescape")
    if source and source in files:
        what = f"compiled Python, which may differ from `{source}`"
        return about_file(ConcernKind.UNREADABLE, READ_FIRST, path, what)
    leftover = _CACHE in path.split("/") and not any(name in text.content for text in texts)
    if leftover:
        return about_file(ConcernKind.UNREADABLE, READ_FIRST, path, "compiled Python without its source")
    disguised = not path.lower().endswith(_COMPILED_NAMES)
    return about_file(
        CODE, STOP, path, "compiled Python under another name" if disguised else "compiled Python without its source"
    )


def _source(path: str) -> str:
    """Return the path at which the source of compiled Python would lie; empty for what is not named like it."""
    folder, _, name = path.rpartition("/")
    if not name.lower().endswith(_COMPILED_NAMES):
        return ""
    if folder.rpartition("/")[2] == _CACHE:
        folder = folder.rpartition("/")[0]
    return "/".join(part for part in (folder, name.partition(".")[0] + ".py") if part)
