"""Archives within a skill: what is in them, as if it lay beside them, and which nobody could open (pure)."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from skillpack.abilities.concealed.concern import CODE, READ_FIRST, STOP, about_file
from skillpack.abilities.concealed.endings import DOCUMENTS
from skillpack.abilities.packed import unpacked
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree
from skillpack.parse.patterns import late

_INSIDE_DOCUMENTS = ("[Content_Types].xml", "META-INF/manifest.xml", "mimetype")
_ARCHIVES = {
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "a zip archive",
    b"\x1f\x8b": "a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\x00": "an xz file",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x28\xb5\x2f\xfd": "a zstd file",
}
BEHIND = " > "
"""Between an archive and a path in it."""

_PASSWORD = late(
    rb"""\b(?:unzip|7z[az]?|unrar|gpg|openssl)\b[^\n]{0,120}\s-(?:P|p|-?pass(?:word|phrase)?)[\s=]?["']?[\w$]
    | \bpass(?:word|phrase|code)?\b[^\n]{0,40}(?:\bis\b|[:=])
    | \bpwd\s*= | \bsetpassword\( | \bpassword\s+["'`]""",
    re.VERBOSE | re.IGNORECASE,
)
_AROUND = 600  # bytes around the name of an archive in which its password would stand


class Packed(Struct, frozen=True):
    """What lies in the archives of a skill.

    Attributes:
        files: Path, `tools.zip > run.py`, -> bytes; nothing of documents.
        documents: Path of a document -> path in it -> bytes.
        unopened: Path of each archive that was not looked into -> why.
    """

    files: Mapping[str, bytes]
    documents: Mapping[str, Mapping[str, bytes]]
    unopened: Mapping[str, str]


def read_packed(tree: Tree, limits: Limits) -> Packed:
    """Return the files in the archives of a skill, up to a bound."""
    found: dict[str, bytes] = {}
    documents: dict[str, dict[str, bytes]] = {}
    unopened: dict[str, str] = {}
    for each in unpacked(tree.files, limits):
        path = f"{each.archive}{BEHIND}{each.path}" if each.path else each.archive
        if each.unread:
            unopened.setdefault(path, each.unread)
        elif not each.path:
            found[f"{path}{BEHIND}{path.rpartition('/')[2].rpartition('.')[0]}"] = each.content
        else:
            found[path] = each.content
    of_documents = _documents(found)
    for path in list(found):
        archive, _, inner = path.rpartition(BEHIND)
        if archive in of_documents:
            documents.setdefault(archive, {})[inner] = found.pop(path)
    return Packed(found, documents, unopened)


def packed_texts(tree: Tree, limits: Limits) -> Iterator[tuple[str, bytes]]:
    """Yield the texts in the archives of a skill, with paths like `tools.zip > run.py`."""
    for path, content in read_packed(tree, limits).files.items():
        if b"\0" not in content and not path.endswith("/"):
            yield path, content


def archive_kind(content: bytes) -> str:
    """Return the name of what packs a file; empty for a file that is not packed."""
    if content[257:262] == b"ustar":
        return "a tar archive"
    return next((what for magic, what in _ARCHIVES.items() if content.startswith(magic)), "")


def unopened_archives(tree: Tree, packed: Packed, texts: tuple[TextFile, ...]) -> Iterator[Concern]:
    """Yield the archives that nobody could look into, and whether what opens them is told to an agent alone."""
    for path, why in packed.unopened.items():
        archive = path.partition(BEHIND)[0]
        if path.lower().endswith(DOCUMENTS):
            continue  # for macros, the names in it are read (`macros`)
        what = archive_kind(tree.files.get(archive, b"")) or "an archive"
        closed = "encrypted" in why or what in {"a 7-Zip archive", "a RAR archive"}
        if closed and any(_tells_password(text, archive) for text in texts):
            yield about_file(CODE, STOP, path, f"{what} that a password in the skill's own texts opens", why=why)
        else:
            yield about_file(ConcernKind.UNREADABLE, READ_FIRST, path, what, why=why)


def _documents(found: Mapping[str, bytes]) -> frozenset[str]:
    """Return the archives that are documents: by their name and what every document holds."""
    holding = {path.rpartition(BEHIND)[0] for path in found if path.endswith(_INSIDE_DOCUMENTS)}
    return frozenset(archive for archive in holding if archive.lower().endswith(DOCUMENTS))


def _tells_password(text: TextFile, archive: str) -> bool:
    name = archive.rpartition("/")[2].encode("utf-8", "surrogateescape")
    position = text.content.find(name)
    tried = 0
    while position >= 0 and tried < 20:  # an archive is named a few times
        around = text.content[max(0, position - _AROUND) : position + len(name) + _AROUND]
        if _PASSWORD().search(around):
            return True
        position = text.content.find(name, position + 1)
        tried += 1
    return False
