import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.selection import IntentSource
from skillpack.search.clauses import LONGEST_INTENT, clauses, plain, said_against


def texts(text: str, *, sentences: bool = True) -> list[str]:
    return [intent.text for intent in clauses(text, IntentSource.DESCRIPTION, sentences=sentences)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Optimize Bazel builds. Use when configuring Bazel, implementing remote execution, or tuning builds.",
            ["Optimize Bazel builds", "configuring Bazel", "implementing remote execution", "tuning builds"],
        ),
        ("Use this skill when the user asks to merge PDF files", ["merge PDF files"]),
        ("Use for release notes, change logs and numbers", ["release notes", "change logs and numbers"]),
        ("Review code (style, tests). Use it for pull requests.", ["Review code (style, tests)", "pull requests"]),
        ("Use when facing bugs, tests, or unexpected behavior", ["facing bugs, tests", "unexpected behavior"]),
        ("Works with e.g. Word and Excel files.", ["Works with e.g. Word and Excel files"]),
        ("Use when planning work - writes a task list", ["planning work", "writes a task list"]),
        ("Use when building services, where load is uneven", ["building services, where load is uneven"]),
    ],
)  # fmt: skip
def test_running_text_gives_its_requests(text, found) -> None:
    assert texts(text) == found


def test_what_says_when_not_is_left_out() -> None:
    text = "Design landing pages. Use when starting a brand page. Skip when a mockup exists. Not for app screens."
    assert texts(text) == ["Design landing pages", "starting a brand page"]
    assert texts("Use when merging files, not for splitting files") == ["merging files"]


def test_requests_in_quotes_are_taken_from_their_clause() -> None:
    found = list(
        clauses('Use when the user says "review my diff" or "fix this test".', IntentSource.BODY, sentences=True)
    )
    assert [(one.text, one.source) for one in found] == [
        ("review my diff", IntentSource.EXAMPLE),
        ("fix this test", IntentSource.EXAMPLE),
    ]


def test_a_sentence_that_does_not_say_when_counts_only_where_it_is_wanted() -> None:
    assert texts("It explains all. Use when merging files.", sentences=False) == ["merging files"]
    assert texts("It explains all files.", sentences=True) == ["It explains all files"]


def test_long_requests_are_cut_between_words() -> None:
    (found,) = texts("word " * 100)
    assert len(found) <= LONGEST_INTENT
    assert found.split() == ["word"] * len(found.split())


def test_marks_of_markdown_are_taken_off() -> None:
    assert plain("**Use** `pdf` with [the guide](a.md) and _care_") == "Use pdf with the guide and care"
    assert plain("snake_case stays") == "snake_case stays"


def test_stretches_that_say_against_end_with_their_sentence() -> None:
    text = "Makes pages. Do not use for apps, or when a mockup exists. Fast."
    assert [text[start:end] for start, end in said_against(text)] == ["Do not use for apps, or when a mockup exists."]
    assert list(said_against("Makes pages.")) == []


@pytest.mark.parametrize(
    "piece", ["e.g. A", "[", "(", '"', "use when ", " - ", ", ", "\n", "**", "or and ", "not for "]
)
def test_hostile_texts_come_to_an_end(piece) -> None:
    texts(plain(piece * 10_000))
    assert all(start < end for start, end in said_against(piece * 10_000))


@given(st.text())
def test_every_request_is_one_bounded_line(text) -> None:
    for found in texts(plain(text)):
        assert 0 < len(found) <= LONGEST_INTENT
        assert found == " ".join(found.split())
