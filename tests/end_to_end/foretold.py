"""Artifacts that npm `skills` drops, cuts or takes: what the audit says of each, to be held against the client."""

import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from skillpack.archive.tar import read_tar
from skillpack.archive.zip import read_zip
from skillpack.audit.clients.skills_cli import Installed, entry_refusal, install_archive, install_file
from skillpack.model.limits import Limits
from skillpack.registry.discovery import SCHEMA_URL

_MEBIBYTE = 2**20
_BODY = b"license: MIT\n---\n\nDo it.\n"
_ROCKET = "\N{ROCKET}"  # two units of UTF-16


@dataclass(frozen=True, slots=True)
class Case:
    """One entry of an index and its artifact.

    Attributes:
        suffix: `md`, `zip` or `tar.gz`.
        description: In the index.
    """

    name: str
    suffix: str
    content: bytes
    description: str = "Does it. Use it."

    @property
    def url(self) -> str:
        """Relative to the index."""
        return f"../../{self.name}.{self.suffix}"


def cases() -> Iterator[Case]:
    """Yield the cases, by shape."""
    yield from (Case(f"name-{number}", "md", _file(f"name: {text}")) for number, text in enumerate(_NAMES))
    yield from (Case(name, "md", content) for name, content in _FILES.items())
    for name, description in {
        "description-1024": "d" * 1024,
        "description-1025": "d" * 1025,
        "description-empty": "",
        "emoji-512": _ROCKET * 512,
        "emoji-513": _ROCKET * 513,
    }.items():
        yield Case(name, "md", _file(f"name: {name}"), description)
    yield from (Case(name, "md", _file("name: x")) for name in ("Upper", "two--hyphens", "-edge", "edge-", "n" * 65))
    skill_file = {"SKILL.md": _file("name: x")}
    yield Case("zip", "zip", _zip({**skill_file, "a/b.txt": b"b"}))
    yield Case("zip-dotted", "zip", _zip({f"./{path}": content for path, content in skill_file.items()}))
    yield Case("zip-wrapped", "zip", _zip({"zip-wrapped/SKILL.md": skill_file["SKILL.md"]}))
    yield Case("zip-folders", "zip", _zip({**skill_file, "a/": b"", "a/b.txt": b"b"}))
    yield Case("zip-1000", "zip", _zip(skill_file | {f"{number}.txt": b"" for number in range(999)}))
    yield Case("zip-1001", "zip", _zip(skill_file | {f"{number}.txt": b"" for number in range(1000)}))
    yield Case("zip-11-mebibytes", "zip", _zip({**skill_file, "large.bin": bytes(11 * _MEBIBYTE)}))
    parts = {f"{number}.bin": bytes(13 * _MEBIBYTE) for number in range(4)}
    yield Case("zip-52-mebibytes", "zip", _zip(skill_file | parts))
    yield Case("zip-marked", "zip", _zip({"SKILL.md": b"\xef\xbb\xbf" + skill_file["SKILL.md"], "a.txt": b"a"}))
    yield Case("tar", "tar.gz", _tar({**skill_file, "a/b.txt": b"b"}))
    yield Case("tar-dotted", "tar.gz", _tar({f"./{path}": content for path, content in skill_file.items()}))
    yield Case("tar-wrapped", "tar.gz", _tar({"tar-wrapped/SKILL.md": skill_file["SKILL.md"]}))
    yield Case("tar-prefix", "tar.gz", _tar({**skill_file, f"{'d' * 60}/{'f' * 60}.txt": b"x"}))


_NAMES = (
    *("2024", '"2024"', "1.10", "1_000", "0x1F", "0o17", "017", "+1", ".5", "5.", "1e3", ".inf", "-.INF", ".nan"),
    *("true", "True", "yes", "on", "null", "~", "", '""', "2026-01-31", "12:30", "[a]", "{a: b}", "text # comment"),
)

_FRONT = b"name: x\ndescription: Does it. Use it.\n"
_FILES = {
    "plain": b"---\n" + _FRONT + _BODY,
    "crlf": (b"---\n" + _FRONT + _BODY).replace(b"\n", b"\r\n"),
    "byte-order-mark": b"\xef\xbb\xbf---\n" + _FRONT + _BODY,
    "not-utf8": b"---\n" + _FRONT + _BODY + b"caf\xe9\n",
    "blank-after-opening": b"--- \n" + _FRONT + _BODY,
    "blank-before-opening": b"\n---\n" + _FRONT + _BODY,
    "no-closing": b"---\n" + _FRONT,
    "long-closing": b"---\n" + _FRONT + b"-----\n\nDo it.\n",
    "blank-after-closing": b"---\n" + _FRONT + b"---  \n\nDo it.\n",
    "no-front-matter": b"# Do it\n",
    "twice": b"---\n" + _FRONT + b"name: y\n" + _BODY,
    "twice-below": b"---\n" + _FRONT + b"metadata:\n  a: 1\n  a: 2\n" + _BODY,
    "not-yaml": b"---\nname: x\ndescription: one: two\n" + _BODY,
    "no-description": b"---\nname: x\n" + _BODY,
    "folded": b"---\nname: x\ndescription: >\n  Does\n  it.\n" + _BODY,
    "internal": b"---\n" + _FRONT + b"metadata:\n  internal: true\n" + _BODY,
    "internal-text": b"---\n" + _FRONT + b'metadata:\n  internal: "true"\n' + _BODY,
}


def write_site(folder: Path, given: Mapping[str, Case]) -> None:
    """Write the artifacts and an index that gives the true digest of each."""
    rows = []
    for case in given.values():
        (folder / f"{case.name}.{case.suffix}").write_bytes(case.content)
        rows.append(
            {
                "name": case.name,
                "type": "skill-md" if case.suffix == "md" else "archive",
                "description": case.description,
                "url": case.url,
                "digest": f"sha256:{hashlib.sha256(case.content).hexdigest()}",
            }
        )
    index = folder / ".well-known" / "agent-skills" / "index.json"
    index.parent.mkdir(parents=True)
    index.write_text(json.dumps({"$schema": SCHEMA_URL, "skills": rows}), encoding="utf-8")


def foretell(case: Case) -> Mapping[str, bytes]:
    """Return what the audit says that the client installs; nothing where it drops the skill or hides it."""
    if entry_refusal(case.name, case.description, case.url):
        return {}
    installed = _installed(case)
    return {} if installed.front.internal else installed.files


def _installed(case: Case) -> Installed:
    limits = Limits()
    if case.suffix == "md":
        return install_file(case.content, limits)
    if case.suffix == "zip":
        return install_archive(read_zip(case.content, limits), limits)
    return install_archive(read_tar(case.content, limits), limits, tar=True)


def _file(name: str) -> bytes:
    return f"---\n{name}\ndescription: Does it. Use it.\n".encode() + _BODY


def _zip(files: Mapping[str, bytes]) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content)
    return memory.getvalue()


def _tar(files: Mapping[str, bytes]) -> bytes:
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w:gz", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in files.items():
            member = tarfile.TarInfo(path)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return memory.getvalue()
