"""bundles.json: named sets of skills, for machines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.settings import Bundle
from skillpack.registry import fields
from skillpack.registry.lines import Row, document, filled, line, parsed

SCHEMA = 1
_LABEL = 12  # digits


class Bundled(Struct, frozen=True):
    """A bundle as it is published.

    Attributes:
        skills: Names of the members that are offered, in the order of the bundle.
    """

    name: str
    label: str
    description: str
    skills: tuple[str, ...]


def write(bundles: Sequence[Bundle], entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield the file line by line; members that are not offered are left out."""
    wanted = {name for bundle in bundles for name in bundle.skills}
    offered = {entry.name: entry.release.digest for entry in entries if entry.name in wanted and entry.is_available}
    head = {"$schema": paths.relative(paths.BUNDLES_INDEX, paths.schema("bundles.json")), "schema": SCHEMA}
    rows = (_row(bundle, offered) for bundle in sorted(bundles, key=lambda bundle: bundle.name))
    return document(head, "bundles", rows, ends="{}")


def _row(bundle: Bundle, offered: Mapping[str, str]) -> bytes:
    skills = [name for name in dict.fromkeys(bundle.skills) if name in offered]
    # Of a bundle without a version, its members tell when it is another one.
    members = "".join(f"{offered[name]}  {name}\n" for name in sorted(skills))
    label = bundle.version or sha256(members.encode())[:_LABEL]
    row = filled({"label": label, "description": bundle.description, "skills": skills}, "skills")
    return line(bundle.name) + b":" + line(row)


def read(content: bytes, *, url: str, limits: Limits) -> Mapping[str, Bundled]:
    """Return somebody's bundles by name.

    Raises:
        IndexRefusedError: The file is too large, no such file, newer than this program, or holds a bad bundle, which
            the message names.
    """
    if len(content) > limits.index:
        raise IndexRefusedError(f"`{url}` is larger than {limits.index} bytes")
    whole = parsed(content, where=f"`{url}`")
    if whole.get("schema") != SCHEMA:
        found = printable(str(whole.get("schema")), longest=80)
        raise IndexRefusedError(f"`{url}` has format `{found}`, this program reads {SCHEMA}")
    bundles = fields.row(whole, "bundles", where=f"`{url}`")
    return {name: _bundled(bundles, name, f"`{url}`") for name in bundles}


def _bundled(bundles: Row, name: str, where: str) -> Bundled:
    fields.name({"name": name}, "name", where=where)
    row = fields.row(bundles, name, where=where)
    where = f"{where} (`{name}`)"
    skills = fields.texts(row, "skills", where=where)
    for each in skills:
        fields.name({"skills": each}, "skills", where=where)
    if len(set(skills)) != len(skills):
        raise IndexRefusedError(f"{where}: a skill is listed twice")
    return Bundled(
        name,
        fields.label(row, "label", where=where),
        fields.text(row, "description", where=where, default=""),
        skills,
    )
