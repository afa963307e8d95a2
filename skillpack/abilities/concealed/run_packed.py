"""Scripts and programs in an archive that a skill unpacks and runs (pure)."""

import re
from collections.abc import Iterator

from skillpack.abilities.concealed.archives import BEHIND, Packed
from skillpack.abilities.concealed.concern import CODE, READ_FIRST, in_file
from skillpack.abilities.concealed.endings import STARTED
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern, Place
from skillpack.parse.patterns import late

_UNPACKS = late(
    rb"\b(?:unzip|gunzip|zcat|bsdtar|tar\s+-?\w*x\w*|7z[az]?\s+[xe]|unpack_archive|extractall|ZipFile|tarfile\.open"
    rb"|Expand-Archive|zipimport|pip3?\s+install|sys\.path\.\w+|unpack(?:ed|s|ing)?|extract(?:ed|s|ing)?|decompress)\b",
    re.IGNORECASE,
)
_RUNNERS = late(
    rb"(?:\b(?:ba|z)?sh|\bpython[\d.]*|\bnode|\bperl|\bruby|\bphp|\bjava\s+-jar|\bsource|\brun|\bexecute|\bstart|\bexec"
    rb"|chmod\s+\S+|\./?|&&|\")[ \t`\"'./\w-]{0,80}\Z",
    re.IGNORECASE,
)
_BEFORE = 120  # bytes in which the program stands that runs a file
_MOST = 20  # places where a text names a file


def run_packed(texts: tuple[TextFile, ...], packed: Packed) -> Iterator[Concern]:
    """Yield each archive whose scripts or programs a text of the skill unpacks and runs, once."""
    inside: dict[str, dict[bytes, str]] = {}
    for path in packed.files:
        archive, _, inner = path.partition(BEHIND)
        if inner.lower().endswith(STARTED) or packed.files[path].startswith((b"#!", b"\x7fELF")):
            inside.setdefault(archive, {})[inner.rpartition("/")[2].encode("utf-8", "surrogateescape")] = path
    for archive, names in inside.items():
        name = archive.rpartition("/")[2].encode("utf-8", "surrogateescape")
        yield from _first_run(archive, name, names, texts)


def _first_run(archive: str, name: bytes, names: dict[bytes, str], texts: tuple[TextFile, ...]) -> Iterator[Concern]:
    for file in texts:
        if name not in file.content or file.path.startswith(archive) or not _UNPACKS().search(file.content):
            continue
        for script, path in names.items():
            position = file.content.find(script)
            for _ in range(_MOST):
                if position < 0:
                    break
                before = file.content[max(0, position - _BEFORE) : position].rpartition(b"\n")[2]
                if _RUNNERS().search(before) and not is_quoted(file, position):
                    found = in_file(
                        CODE, READ_FIRST, file, position, position + len(script), f"`{path}`, which is unpacked and run"
                    )
                    yield Concern(found.kind, found.level, found.at, found.quote, found.facts, Place(path))
                    return
                position = file.content.find(script, position + 1)
