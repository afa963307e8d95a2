"""What a program returned, and the text that a caller gets."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.errors import MetaskillError
from skillpack.metaskill.envelope import normalised, rendered

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(SCALARS, lambda each: st.lists(each) | st.dictionaries(st.text(), each), max_leaves=20)


@pytest.mark.demand("K24")
@pytest.mark.parametrize(
    ("value", "envelope"),
    [
        (None, {"status": "ok", "answer": ""}),
        ("done", {"status": "ok", "answer": "done"}),
        ({}, {"status": "ok", "answer": ""}),
        ({"answer": "a", "n": 1}, {"status": "ok", "answer": "a", "n": 1}),
        ({"status": "exhausted"}, {"status": "exhausted", "answer": ""}),
        ({"answer": "a", "trace": ["made up"]}, {"status": "ok", "answer": "a"}),
    ],
)
def test_what_a_program_returns_becomes_an_envelope(value, envelope) -> None:
    assert normalised(value) == envelope


@pytest.mark.demand("K24", "K25")
@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1, "int"),
        (True, "bool"),
        ([], "list"),
        ({"answer": 1}, "`answer` of type int"),
        ({"status": None}, "`status` of type NoneType"),
        ({"x": float("nan")}, "float"),
        ({"x": {1: 2}}, "dict"),
    ],
)
def test_what_a_program_may_not_return_is_named(value, said) -> None:
    with pytest.raises(MetaskillError, match=f"^invalid metaskill return value: {said}$"):
        normalised(value)


@pytest.mark.demand("K23", "K24", "K26")
@settings(max_examples=200, deadline=None)
@given(VALUES, st.lists(st.fixed_dictionaries({"kind": st.text(), "data": st.just({})})), st.integers(60, 300))
def test_any_value_becomes_an_envelope_within_the_limit_or_the_declared_error(value, trace, most) -> None:
    sound = json.loads(json.dumps(trace).encode("utf-8", "replace"))
    try:
        text = rendered("it", normalised(value), sound, most)
    except MetaskillError as error:
        assert str(error).startswith("invalid metaskill return value: ")  # noqa: PT017 either way is right
        return
    header, _, body = text.partition("\n")
    found = json.loads(body)
    assert header == "[Metaskill: it completed]"
    assert len(text) <= most
    assert isinstance(found["answer"], str)
    assert isinstance(found["status"], str)
    text.encode()


@pytest.mark.demand("K21", "K26")
class TestTruncation:
    def test_the_trace_is_cut_before_the_answer(self) -> None:
        trace = [{"kind": "step", "data": {"i": i}} for i in range(1000)]
        text = rendered("it", normalised("a" * 15_000), trace, 20_000)
        found = json.loads(text.partition("\n")[2])
        assert found["answer"] == "a" * 15_000
        assert found["trace"][-1] == {"kind": "truncated", "data": {"dropped": 1001 - len(found["trace"])}}
        assert 19_900 < len(text) <= 20_000

    def test_the_answer_is_cut_last_and_says_so(self) -> None:
        text = rendered("it", normalised({"answer": "a" * 30_000, "n": 1}), [{"kind": "step"}], 20_000)
        found = json.loads(text.partition("\n")[2])
        assert len(text) == 20_000
        assert found["answer_truncated"] is True
        assert found["n"] == 1
        assert found["trace"] == [{"kind": "truncated", "data": {"dropped": 1}}]

    def test_what_is_too_long_beside_the_answer_is_refused(self) -> None:
        with pytest.raises(MetaskillError, match="more than 20000 characters beside the answer"):
            rendered("it", normalised({"notes": "n" * 30_000}), [], 20_000)
