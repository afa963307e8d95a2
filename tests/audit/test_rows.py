import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.audit.rows import KEY, OBJECT, Shape, opened, starts
from skillpack.errors import IndexRefusedError
from skillpack.prompt import instructor
from skillpack.registry.lines import compact, document

NAMES = st.from_regex(r"[\w-]{1,64}", fullmatch=True)


def listed(*names: str) -> bytes:
    return b"".join(document({"v": 1}, "skills", (compact({"name": name, "n": {"name": "x"}}) for name in names)))


def keyed(*names: str) -> bytes:
    return b"".join(document({"v": 1}, "skills", (f"{compact(name)}:{{}}" for name in names), ends="{}"))


@given(st.lists(NAMES, unique=True, max_size=100), st.sets(NAMES, max_size=5))
def test_rows_are_found_one_by_one_as_in_one_pass(names, others) -> None:
    index = opened({"i.json": listed(*names)}, "i.json", "skills", OBJECT)
    wanted = set(names[:3]) | others
    few = sorted(index.rows(wanted))
    many = sorted(row for row in index.rows(None) if row[0] in wanted)
    assert few == many
    assert {name for name, _ in few} == wanted & set(names)
    assert all(json.loads(row)["name"] == name for name, row in few)


@given(st.lists(NAMES, unique=True, max_size=100))
def test_keys_of_an_object_are_rows_too(names) -> None:
    index = opened({"i.json": keyed(*names)}, "i.json", "skills", KEY)
    assert [name for name, _ in index.rows(None)] == names


def test_an_index_with_one_row_is_a_whole_document() -> None:
    index = opened({"i.json": listed("a", "b")}, "i.json", "skills", OBJECT)
    (found,) = [row for _, row in index.rows({"b"})]
    assert [row["name"] for row in json.loads(index.alone(found))["skills"]] == ["b"]
    assert json.loads(index.alone(b"")) == {"v": 1, "skills": []}


@pytest.mark.parametrize(("content", "shape"), [(listed("a", "b"), OBJECT), (keyed("a", "b"), KEY)])
@pytest.mark.parametrize("indent", [None, 2])
def test_another_layout_is_read_as_well(content, shape, indent) -> None:
    other = json.dumps(json.loads(content), indent=indent).encode()
    index = opened({"i.json": other}, "i.json", "skills", shape)
    assert [name for name, _ in index.rows(None)] == ["a", "b"]


def test_the_name_may_stand_anywhere_in_another_layout() -> None:
    other = json.dumps({"skills": [{"z": 1, "name": "a"}]}).encode()
    assert [name for name, _ in opened({"i.json": other}, "i.json", "skills", OBJECT).rows(None)] == ["a"]


def test_an_index_that_is_not_there_is_none() -> None:
    assert opened({}, "i.json", "skills", OBJECT) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"skills":1}', listed("a")[:-3], b'{"skills":[\n'])
def test_what_is_no_such_index_is_refused(content) -> None:
    with pytest.raises(IndexRefusedError, match=r"i\.json"):
        opened({"i.json": content}, "i.json", "skills", OBJECT)


def test_a_name_that_stands_twice_is_found_twice() -> None:
    content = listed("a", "a")
    assert [name for name, _ in starts(content, OBJECT, {"a"})] == ["a", "a"]
    assert [name for name, _ in starts(content, OBJECT, None)] == ["a", "a"]


LINES = Shape(instructor.STYLE.before, instructor.STYLE.after)


def test_a_name_after_which_anything_may_follow_is_not_taken_for_a_longer_one() -> None:
    text = b"\n- [pdf]: Reads.\n- [pdf-forms <file>]: Fills.\n"
    assert sorted(name for name, _ in starts(text, LINES, {"pdf", "pdf-forms"})) == ["pdf", "pdf-forms"]
    assert [name for name, _ in starts(text, LINES, None)] == ["pdf", "pdf-forms"]
