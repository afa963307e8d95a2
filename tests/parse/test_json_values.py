import pytest

from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.document import read_document
from skillpack.parse.json_values import json_values

ORIGIN = Origin(".", 0, "x", "x", Form.FOLDER, Trust.LOCAL)


def values(front_matter: str) -> dict[str, object] | None:
    content = f"---\n{front_matter}\n---\n\nBody.\n".encode()
    tree = Tree({"SKILL.md": content})
    return json_values(read_document(SourceTree(ORIGIN, (("SKILL.md", len(content)),), tree, whole=True, skipped=())))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("text", "text"),
        ("yes", "yes"),
        ("On", "On"),
        ("no", "no"),
        ("true", True),
        ("FALSE", False),
        ("tRue", "tRue"),
        ("null", None),
        ("~", None),
        ("", None),
        ("3", 3),
        ("+5", 5),
        ("-0", 0),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("0b11", "0b11"),
        ("1.50", 1.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("1.2.3", "1.2.3"),
        ("2026-01-02", "2026-01-02"),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
        ("'3'", "3"),
        ('"true"', "true"),
        ("|\n  3", "3\n"),
        ("[1, yes, [a, {b: 1.5}], null]", [1, "yes", ["a", {"b": 1.5}], None]),
        ("{on: off}", {"on": "off"}),
        ("٣", "٣"),
    ],
)
def test_scalars_are_those_of_the_core_schema(written: str, value: object) -> None:
    found = values(f"field: {written}")
    assert found == {"field": value}
    assert type(found["field"]) is type(value)


@pytest.mark.parametrize(
    "front_matter",
    [
        "a: .nan",
        "a: -.INF",
        "a: 1e400",
        f"a: {'9' * 301}",
        f"a: 0x{'f' * 9000}",
        "1: a",
        "a: {true: b}",
        "a: {null: b}",
        "a: &b c",
        "a: !!str 1",
        "a: 1\na: 2",
        "- a",
        "a: [",
        "? [a]\n: b",
    ],
)
def test_what_json_cannot_hold_gives_nothing(front_matter: str) -> None:
    assert values(front_matter) is None


def test_a_file_without_front_matter_gives_nothing() -> None:
    tree = Tree({"SKILL.md": b"Body.\n"})
    assert json_values(read_document(SourceTree(ORIGIN, (("SKILL.md", 6),), tree, whole=True, skipped=()))) is None
