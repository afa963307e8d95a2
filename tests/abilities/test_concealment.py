"""What hides code or orders in the files of a skill: labelled skills, archives, and hostile sizes."""

import base64
import io
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from skillpack.abilities.concealment import concealed, packed_texts
from skillpack.abilities.texts import read_texts
from skillpack.model.ability import Ability, AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.model.limits import Limits
from skillpack.model.tree import make_tree

LIMITS = Limits()
LABELLED: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("labelled").joinpath("conceal.toml").read_text("utf-8")
)["skill"]
SKILL = b"---\nname: a\ndescription: b\n---\n\n"


def found_in(files: dict[str, bytes]) -> list[Ability | Concern]:
    tree = make_tree({"SKILL.md": SKILL, **files})
    return list(concealed(tree, read_texts(tree, "SKILL.md"), LIMITS))


def concerns_in(files: dict[str, bytes]) -> list[Concern]:
    return [each for each in found_in(files) if isinstance(each, Concern)]


def what(concern: Concern) -> str:
    return dict(concern.facts)["what"]


def zipped(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def tarred(files: dict[str, bytes], mode: str = "w:gz") -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return target.getvalue()


@pytest.mark.parametrize("skill", LABELLED, ids=[each["id"] for each in LABELLED])
def test_labelled_skills_get_the_level_of_a_careful_reviewer(skill: dict[str, Any]) -> None:
    files = {
        file["path"]: base64.b64decode(file["base64"]) if "base64" in file else file["text"].encode()
        for file in skill["files"]
    }
    levels = {concern.level for concern in concerns_in(files)}
    expected = {"none": set(), "read-first": {AlarmLevel.READ_FIRST}}.get(skill["level"])
    if expected is None:
        assert AlarmLevel.STOP in levels
    else:
        assert levels == expected


@pytest.mark.parametrize(
    ("name", "archive"),
    [
        ("a.zip", zipped({"in/run.py": b"print()", "b.md": b"# b"})),
        ("a.tar.gz", tarred({"in/run.py": b"print()", "b.md": b"# b"})),
        ("a.tar", tarred({"in/run.py": b"print()", "b.md": b"# b"}, "w:")),
        ("a-1-py3-none-any.whl", zipped({"in/run.py": b"print()", "b.md": b"# b"})),
    ],
)
def test_texts_in_archives_are_given_to_other_readers(name: str, archive: bytes) -> None:
    tree = make_tree({"SKILL.md": SKILL, name: archive})
    assert dict(packed_texts(tree, LIMITS)) == {f"{name} > in/run.py": b"print()", f"{name} > b.md": b"# b"}


def test_texts_of_archives_in_archives_are_given_but_no_binaries_and_no_documents() -> None:
    document = zipped({"[Content_Types].xml": b"<a/>", "word/document.xml": b"<b/>"})
    archive = zipped({"x.zip": zipped({"y.sh": b"echo"}), "z.bin": b"\0\1", "d.docx": document})
    assert dict(packed_texts(make_tree({"a.zip": archive}), LIMITS)) == {"a.zip > x.zip > y.sh": b"echo"}


def test_what_lies_in_an_archive_is_looked_at_like_what_lies_beside_it() -> None:
    (concern,) = concerns_in({"a.zip": zipped({"logo.png": b"#!/bin/sh\nid\n"})})
    assert (concern.kind, concern.level, concern.at.path) == (
        ConcernKind.CONCEALED_CODE,
        AlarmLevel.STOP,
        "a.zip > logo.png",
    )


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(40), "it is compressed by 7-Zip"),
        ("a.zip", b"PK\x03\x04" + bytes(40), ""),
        ("a.xz", b"\xfd7zXZ\0" + bytes(40), "it is compressed by xz"),
    ],
)
def test_what_nobody_can_open_is_read_first(name: str, content: bytes, why: str) -> None:
    (concern,) = concerns_in({name: content})
    assert (concern.kind, concern.level) == (ConcernKind.UNREADABLE, AlarmLevel.READ_FIRST)
    assert why in dict(concern.facts)["why"]


def test_programs_are_an_ability_and_a_concern() -> None:
    ability, concern = found_in({"bin/x": b"\x7fELF" + bytes(60)})
    assert isinstance(ability, Ability)
    assert (ability.kind, ability.path) == (AbilityKind.BYTECODE, "bin/x")
    assert isinstance(concern, Concern)
    assert (concern.kind, what(concern)) == (ConcernKind.UNREADABLE, "a Linux program (ELF)")


HOSTILE = {
    "blanks": b" " * 400_000,
    "empty lines": b"\n" * 400_000 + b"x",
    "lines of blanks": (b" " * 50 + b"\n") * 8_000,
    "one word": b"a" * 400_000,
    "hex": b"ab " * 130_000,
    "escapes": b"\\x" * 200_000,
    "quotes": b'"' * 400_000,
    "comments": b"# agent: token\n" * 25_000,
    "decode": b"decode it and the instructions, then " * 10_000,
    "look-alikes": "p\u0430ge ".encode() * 50_000,
    "names": b"python x.txt " * 30_000,
    "runs": b"bash x.txt | " * 30_000,
    "tags": "\U000e0041".encode() * 100_000,
    "bits": "\u200b\u200c".encode() * 60_000,
    "opened": b"<!--" * 100_000,
    "elements": b"<p style=" * 40_000,
    "dashes": b"/*" * 200_000,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("path", ["a.md", "a.py", "a.json", "a.svg", "a.sh"])
def test_hostile_texts_are_read_to_their_end(path: str, content: bytes) -> None:
    files = {"x.txt": b"x", path: content}
    tree = make_tree(files)
    texts = read_texts(tree, "SKILL.md")
    list(concealed(tree, texts, LIMITS))
