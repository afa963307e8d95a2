import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.errors import UsageError
from skillpack.model.evaluation import Task
from skillpack.model.selection import OwnRequest, Query
from skillpack.search.queries import QueryFile, own_requests, read_queries

FOUND = (
    Query("merge my pdfs", ("pdf",)),
    Query("what goes in, and why: all of it", ("notes", "release")),
    Query("cook", ()),
)
FORMS = {
    "JSON": '[{"query": "merge  my\\npdfs", "skills": ["pdf", "pdf"], "half": "held"},'
    ' {"query": "what goes in, and why: all of it", "expected": ["notes", "release"]},'
    ' {"query": "cook", "skills": []}]',
    "JSON with a head": '{"queries": [{"query": "merge my pdfs", "skill": "pdf"},'
    ' {"query": "what goes in, and why: all of it", "skills": ["notes", "release"]}, {"query": "cook", "skills": []}]}',
    "JSONL": '{"query": "merge my pdfs", "skill": "pdf"}\n\n'
    '{"query": "what goes in, and why: all of it", "skills": ["notes", "release"]}\n{"query": "cook", "skills": []}\n',
    "YAML": "- query: merge my pdfs\n  skill: pdf\n"
    "- query: 'what goes in, and why: all of it'\n  skills: [notes, release]\n- query: cook\n  skills: []\n",
    "YAML with a head": "queries:\n- {query: merge my pdfs, skills: pdf}\n"
    "- {query: 'what goes in, and why: all of it', skills: [notes, release]}\n- {query: cook, skills: []}\n",
    "CSV": 'query,skills\r\nmerge my pdfs,pdf\r\n"what goes in, and why: all of it",notes; release\r\ncook,-\r\n',
    "CSV, other columns": "id, skill, query\n1,pdf,merge my pdfs\n"
    '2,"notes,release","what goes in, and why: all of it"\n3,-,cook\n',
    "one a line": "# ours\npdf: merge my pdfs\nnotes, release: what goes in, and why: all of it\n-: cook\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form) -> None:
    assert read_queries(FORMS[form], "q") == QueryFile(FOUND, 0)


@pytest.mark.parametrize(
    "text",
    [
        "pdf: merge my pdfs\ncook something nice\nfix this: all of it\n",
        "query,skills\nmerge my pdfs,pdf\ncook,\nfix this,\n",
        '[{"query": "merge my pdfs", "skills": "pdf"}, {"query": "cook"}, {"query": "b", "skills": null}]',
        "- {query: merge my pdfs, skills: pdf}\n- {query: cook}\n- {query: fix, skills:}\n",
    ],
)
def test_what_has_no_label_does_not_count(text) -> None:
    assert read_queries(text, "q") == QueryFile(FOUND[:1], 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "q holds no labelled requests"),
        ("[]", "q holds no labelled requests"),
        ("cook", "q holds no labelled requests"),
        ('[{"query": "a"}]', "q holds no labelled requests"),
        ("{", "q is not readable as JSON"),
        ('{"rows": []}', "q holds no list `queries`"),
        ("[3]", "q, query 1 is not a mapping"),
        ('[{"query": "a", "skills": []}, {"skills": []}]', "q, query 2 has no text `query`"),
        ('[{"query": "a", "skills": 3}]', "q, query 1 has no names `skills`"),
        ('{"query": "a", "skills": []}\n\n{"query"\n', "q, line 3 is not readable as JSON"),
        ("- {query: a", "q is not readable as YAML"),
        ("- a\n- b", "q, query 1 is not a mapping"),
        ("- {query: !!python/name:os.system x, skills: []}", "q is not readable as YAML"),
        ("query,skills\n,pdf\n", "q, query 1 has no text `query`"),
    ],
)
def test_mistakes_are_told(text, message) -> None:
    with pytest.raises(UsageError) as error:
        read_queries(text, "q")
    assert str(error.value).startswith(message)
    assert error.value.hint or "readable" in message


@given(st.text() | st.text(alphabet='[]{}":,-\n ay'))
def test_any_other_text_is_refused_or_read(text) -> None:
    try:
        found = read_queries(text, "q")
    except UsageError:
        return
    assert all(query.text and len(query.text) <= 500 for query in found.queries)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"expected_skill": "csv"}, "csv"),
        ({"expected_skill": "pdf"}, "pdf"),
        ({"expected_skill": ""}, ""),
        ({"should_trigger": True}, "pdf"),
        ({"should_trigger": False}, ""),
        ({"should_trigger": False, "expected_skill": "csv"}, "csv"),
    ],
)
def test_a_task_is_a_request_by_what_it_says_of_the_choice(said, expected) -> None:
    (found,) = own_requests("pdf", "pdf/evals/evals.json", [Task("1", "merge  my\nfiles", line=7, **said)])
    assert found == OwnRequest("merge my files", "pdf", expected, "pdf/evals/evals.json", 7)


def test_a_task_that_says_nothing_of_the_choice_or_both_is_none() -> None:
    tasks = [
        Task("1", "merge"),
        Task("2", "", should_trigger=True),
        Task("3", "merge", expected_skill="", should_trigger=True),
    ]
    assert list(own_requests("pdf", "", tasks)) == []


def test_a_request_that_names_the_skill_that_it_is_about_is_known() -> None:
    tasks = [
        Task("1", "use /pdf", should_trigger=True),
        Task("2", "why not /pdf?", should_trigger=False),
        Task("3", "use /pdf", expected_skill="csv"),
    ]
    assert [each.names_skill for each in own_requests("pdf", "", tasks)] == [True, True, False]
