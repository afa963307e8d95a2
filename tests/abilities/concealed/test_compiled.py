"""Compiled code in a skill."""

import importlib.util
import marshal
import struct

import pytest

from skillpack.abilities.concealed.compiled import compiled_files
from skillpack.abilities.concealed.programs import is_compiled_python, program
from skillpack.abilities.texts import read_texts
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.model.tree import make_tree

STOP, READ_FIRST = AlarmLevel.STOP, AlarmLevel.READ_FIRST
PYC = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(compile("x = 1", "a.py", "exec"))
OLD = struct.pack("<H", 62211) + b"\r\n" + bytes(4) + b"c" + bytes(40)


def concern_of(path: str, others: dict[str, bytes]) -> Concern:
    tree = make_tree({**others, path: PYC})
    ability, concern = compiled_files(tree.files, read_texts(tree, "SKILL.md"))
    assert ability.kind is AbilityKind.BYTECODE
    assert isinstance(concern, Concern)
    return concern


@pytest.mark.parametrize(
    ("path", "others", "kind", "level"),
    [
        ("run.pyc", {}, ConcernKind.CONCEALED_CODE, STOP),
        ("run.pyc", {"run.py": b"x = 1"}, ConcernKind.UNREADABLE, READ_FIRST),
        ("s/__pycache__/run.cpython-312.pyc", {"s/run.py": b"x"}, ConcernKind.UNREADABLE, READ_FIRST),
        ("s/__pycache__/run.cpython-312.pyc", {}, ConcernKind.UNREADABLE, READ_FIRST),
        (
            "s/__pycache__/run.cpython-312.pyc",
            {"SKILL.md": b"python s/__pycache__/run.cpython-312.pyc"},
            ConcernKind.CONCEALED_CODE,
            STOP,
        ),
        ("data/model.bin", {}, ConcernKind.CONCEALED_CODE, STOP),
        ("data/run.dat", {"data/run.py": b"x"}, ConcernKind.CONCEALED_CODE, STOP),
    ],
)
def test_compiled_python(path: str, others: dict[str, bytes], kind: ConcernKind, level: AlarmLevel) -> None:
    concern = concern_of(path, others)
    assert (concern.kind, concern.level) == (kind, level)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Run `python scripts/__pycache__/run.cpython-312.pyc A`.", True),
        ("Never run `python scripts/__pycache__/run.cpython-312.pyc`.", False),
        ("Delete `scripts/__pycache__/run.cpython-312.pyc`.", False),
        ("Run `python scripts/run.py`.", False),
    ],
)
def test_compiled_python_that_is_run_is_concealed_where_no_copy_has_it(text: str, *, found: bool) -> None:
    tree = make_tree({"SKILL.md": text.encode()})
    concerns = list(compiled_files(tree.files, read_texts(tree, "SKILL.md")))
    assert [(each.kind, each.level) for each in concerns if isinstance(each, Concern)] == [
        (ConcernKind.CONCEALED_CODE, STOP)
    ] * found


@pytest.mark.parametrize(
    ("content", "expected"), [(PYC, True), (OLD, True), (b"ab\r\ncd" + bytes(30), False), (b"", False)]
)
def test_knows_compiled_python_by_its_bytes(content: bytes, *, expected: bool) -> None:
    assert is_compiled_python(content) is expected


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\xca\xfe\xba\xbe\0\0\0\x34" + bytes(20), "a Java class"),
        (b"\xca\xfe\xba\xbe\0\0\0\x02" + bytes(20), "a macOS program (Mach-O)"),
        (b"\x7fELF", "a Linux program (ELF)"),
        (b"MZ" + bytes(80), ""),
        (b"\x1bLuaS", "compiled Lua"),
        (b"plain", ""),
    ],
)
def test_knows_programs(content: bytes, what: str) -> None:
    assert program(content) == what


def test_one_program_of_an_archive_stands_for_all_of_its_kind() -> None:
    files = {f"a.jar > {name}.class": b"\xca\xfe\xba\xbe\0\0\0\x34" + bytes(20) for name in "abc"}
    assert [each.at.path for each in compiled_files(files, ()) if isinstance(each, Concern)] == ["a.jar > a.class"]
