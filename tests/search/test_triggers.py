import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.errors import UsageError
from skillpack.model.selection import Intent, IntentSource, Query
from skillpack.search.triggers import MOST_QUERIES, read_queries, read_triggers


def test_triggers_of_a_skill_are_read() -> None:
    text = '[{"query": "merge  my\\npdfs", "should_trigger": true}, {"query": "cook", "should_trigger": false}]'
    assert read_triggers(text) == (
        Intent("merge my pdfs", IntentSource.LABELLED),
        Intent("cook", IntentSource.LABELLED, wanted=False),
    )


@pytest.mark.parametrize(
    "text",
    ["", " ", "no json", "{}", "3", '[{"query": "a b"}]', '[{"query": 3, "should_trigger": true}]', "[3]", "[" * 9999,
     '[{"query": " ", "should_trigger": true}]', '[{"query": "a", "should_trigger": 1}]'],
)  # fmt: skip
def test_what_is_no_such_list_is_nothing(text) -> None:
    assert read_triggers(text) == ()


def test_the_number_of_triggers_is_bounded() -> None:
    rows = ", ".join(f'{{"query": "q{n}", "should_trigger": true}}' for n in range(MOST_QUERIES + 9))
    assert len(read_triggers(f"[{rows}]")) == MOST_QUERIES


@given(st.text())
def test_any_text_can_be_read_as_triggers(text) -> None:
    assert all(one.text for one in read_triggers(text))


@pytest.mark.parametrize("frame", ["[%s]", '{"queries": [%s]}'])
def test_queries_are_read(frame) -> None:
    row = '{"query": "merge my pdfs", "skills": ["pdf", "pdf"], "half": "held"}, {"query": "cook", "skills": []}'
    assert read_queries(frame % row, "q.json") == (Query("merge my pdfs", ("pdf",)), Query("cook", ()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no", "q.json is not readable as JSON"),
        ("3", "q.json holds no list `queries`"),
        ("[3]", "q.json, query 1 is no mapping"),
        ('[{"query": "a", "skills": []}, {"skills": []}]', "q.json, query 2 has no text `query`"),
        ('[{"query": "a", "skills": "pdf"}]', "q.json, query 1 has no list of names `skills`"),
    ],
)
def test_mistakes_in_queries_are_told(text, message) -> None:
    with pytest.raises(UsageError) as error:
        read_queries(text, "q.json")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        '{"query": "fill in a form", "skill": "pdf"}',
        '{"query": "fill in a form", "expected": ["pdf"]}\n',
        '\n{"query": "fill in a form", "expected": "pdf"}\n\n',
    ],
)
def test_queries_may_stand_on_lines_and_name_one_skill(text) -> None:
    assert read_queries(text, "q.jsonl") == (Query("fill in a form", ("pdf",)),)
    two = text.strip() + '\n{"query": "a poem", "skills": []}\n'
    assert read_queries(two, "q.jsonl")[1] == Query("a poem", ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"query": "a", "skills": []}\n\n{"query"\n', "q.jsonl, line 3 is not readable as JSON"),
        ("", "q.jsonl holds no queries"),
        ("[]", "q.jsonl holds no queries"),
    ],
)
def test_mistakes_on_lines_are_told(text, message) -> None:
    with pytest.raises(UsageError) as error:
        read_queries(text, "q.jsonl")
    assert str(error.value).startswith(message)
