import json

import pytest

from skillpack.parse.json_walk import JsonWalk, Number, Repeated

TEXT = """{
  "skill": "csv",
  "evals": [
    {"id": 1},

    {"id": 2.50}
  ],
  "more": null
}
"""


def read_all(walk: JsonWalk) -> None:
    for _ in walk.names() if walk.kind == "{" else walk.items():
        walk.value()


def test_each_value_has_its_line() -> None:
    walk, lines = JsonWalk(TEXT), []
    for name in walk.names():
        if name == "evals":
            for _ in walk.items():
                lines += [(walk.value(), walk.line)]
        else:
            lines.append((walk.value(), walk.line))
    walk.end()
    assert lines == [("csv", 2), ({"id": "1"}, 4), ({"id": "2.50"}, 6), (None, 8)]


@pytest.mark.parametrize("written", ["1e400", "-0", "9" * 300, "1.000000000000000000001"])
def test_a_number_is_what_is_written(written) -> None:
    value = JsonWalk(written).value()
    assert isinstance(value, Number)
    assert value == written


def test_a_number_of_many_digits_is_cut() -> None:
    assert len(JsonWalk("9" * 10_000).value()) == 400


def test_a_key_that_occurs_twice_is_seen() -> None:
    value = JsonWalk('{"a": 1, "b": 2, "b": 3, "a": 4}').value()
    assert isinstance(value, Repeated)
    assert value.key == "a"
    assert type(JsonWalk('{"a": 1, "b": 2}').value()) is dict


@pytest.mark.parametrize("text", ['{"a" 1}', '{"a": 1,}', '{"a": 1', "{1: 2}", "[1, 2", "[1 2]", "[1,]", "[", "{", ""])
def test_what_is_broken_is_said_with_its_place(text) -> None:
    with pytest.raises(json.JSONDecodeError):
        read_all(JsonWalk(text))


def test_empty_objects_and_lists_have_nothing() -> None:
    assert list(JsonWalk(" { } ").names()) == []
    assert list(JsonWalk("[\n]").items()) == []


def test_what_follows_is_seen() -> None:
    walk = JsonWalk("[] x")
    assert list(walk.items()) == []
    with pytest.raises(json.JSONDecodeError, match="the end is expected"):
        walk.end()


def test_who_leaves_is_at_the_end() -> None:
    walk, seen = JsonWalk('{"a": [1, 2, 3], "b": 4'), []
    for name in walk.names():
        seen.append(name)
        for _ in walk.items():
            seen.append(walk.value())
            walk.leave()
    walk.end()
    assert seen == ["a", "1"]


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_constants_of_javascript_are_no_json(constant) -> None:
    with pytest.raises(ValueError, match="is not JSON"):
        JsonWalk(constant).value()
