"""A catalog with all that a server for agents may stumble over, and what of it each kind of list must hold."""

from collections.abc import Mapping
from pathlib import Path

import made_up

SECRET = "nobody-may-read-this"  # noqa: S105 of no one
MANY = 220  # skills beside the others: more than a page of a list holds
HIDDEN = "for-people"
"""A skill that only people may start."""
FLAT = "flat-form"
"""A skill that is one file: it has no folder to serve."""
UNLOADED = ("anchored", "tagged-value")
"""Skills that are not read to their end, and so served by nobody."""

WITHHELD = ("private", made_up.WITHHELD)
"""Skills that a build does not publish: one has private files, one no description."""

_NOT_SPECIFIED = {
    "number-in-metadata": "metadata: {version: 1.0}\n",
    "no-license": "license:\n",
    "not-finite": "limit: .nan\n",
    "number-as-key": "extra: {1: a}\n",
    "unseen": "extra: a\u200bb\n",
}
"""Front matter that clients refuse or read in another way: such skills are in every list but that of the extension."""
_ODD = {
    "switches": "metadata: {a: yes, b: on, c: No}\nlive: true\noff: OFF\n",
    "numbers": "octal: 010\nbased: [0x1F, 0o17]\ngrouped: 1_000\ntime: 12:30:45\nfloats: [1.50, 1e3, .5, -0]\n",
    "days": "released: 2026-01-02\nstamp: 2026-01-02T03:04:05Z\n",
    "empty-values": "one: null\ntwo: ~\nthree:\nfour: ''\n",
    "nested-values": "extra: [[1, [2]], {a: [b, {c: null}]}]\n",
    "list-of-tools": "allowed-tools: [Read, Grep]\n",
    "anchored": "base: &base a\nmore: *base\n",
    "tagged-value": "extra: !!str 1\n",
}
_PRIVATE = (".env", "id_rsa", ".git/config", ".skillpack.json", "config/.env.local")


def skill(name: str, more: str = "") -> bytes:
    """Return a skill file."""
    return f"---\nname: {name}\ndescription: Does {name}. Use it for {name}.\n{more}---\n\nDo it.\n".encode()


def write_odd(folder: Path) -> dict[str, Mapping[str, bytes]]:
    """Write the catalog, and return what it serves: name -> path -> bytes, of skills with a folder."""
    found = made_up.write_sources(folder)
    own = {name: {"SKILL.md": skill(name, more)} for name, more in {**_ODD, **_NOT_SPECIFIED}.items()}
    own |= {(name := f"many-{number:03}"): {"SKILL.md": skill(name)} for number in range(MANY)}
    own["private"] = {"SKILL.md": skill("private"), "notes.md": b"notes\n"}
    for name, files in own.items():
        for path, content in files.items():
            _write(folder / "skills" / name / path, content)
    for path in _PRIVATE:
        _write(folder / "skills" / "private" / path, SECRET.encode())
    _write(folder / "outside" / "secret.txt", SECRET.encode())
    (folder / "skills" / "private" / "link.txt").symlink_to(folder / "outside" / "secret.txt")
    (folder / "skills" / "private" / "linked").symlink_to(folder / "outside", target_is_directory=True)
    withheld = {name: _read(folder, name) for name in (made_up.WITHHELD, made_up.FOREIGN)}
    return {name: files for name, files in {**found, **own, **withheld}.items() if name not in (*UNLOADED, FLAT)}


def published(folder: Path, files: Mapping[str, Mapping[str, bytes]]) -> dict[str, Mapping[str, bytes]]:
    """Return what a built site serves of the catalog: there every skill has a folder."""
    flat = {FLAT: {"SKILL.md": (folder / "flat" / f"{FLAT}.md").read_bytes()}}
    return {name: each for name, each in files.items() if name not in WITHHELD} | flat


def of_extension(files: Mapping[str, Mapping[str, bytes]]) -> dict[str, Mapping[str, bytes]]:
    """Return the skills of a catalog that `skills/list` lists."""
    left_out = {HIDDEN, "dates", "list-of-tools", made_up.WITHHELD, made_up.FOREIGN, *_NOT_SPECIFIED}
    return {name: each for name, each in files.items() if name not in left_out}


def _read(folder: Path, name: str) -> Mapping[str, bytes]:
    """Return the files of a skill that was written."""
    (file,) = folder.rglob(f"{name}/SKILL.md")
    return {
        path.relative_to(file.parent).as_posix(): path.read_bytes() for path in file.parent.rglob("*") if path.is_file()
    }


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
