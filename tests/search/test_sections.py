import pytest

from skillpack.model.selection import IntentSource
from skillpack.parse.body import scan_body
from skillpack.search.sections import body_requests, says_when


def lines(text: str) -> list[str]:
    return [intent.text for intent in body_requests(scan_body(text, 5))]


@pytest.mark.parametrize(
    "heading",
    [
        "When to Use", "When to use this skill", "When To Apply", "1. When to use", "Use cases", "Common Use Cases",
        "Triggers", "Trigger phrases", "Use this skill when", "Example requests", "When this skill applies",
        "When to Request Review",
    ],
)  # fmt: skip
def test_headings_that_say_when(heading) -> None:
    assert says_when(heading)


@pytest.mark.parametrize(
    "heading",
    ["When NOT to Use", "When to use each methodology", "Usage", "Triggering Accuracy", "When stuck", "When to Stop",
     "Use case tests require a database", "Examples"],
)  # fmt: skip
def test_headings_that_say_something_else(heading) -> None:
    assert not says_when(heading)


def test_items_of_the_section_are_requests() -> None:
    text = (
        "# Title\n\n- not here at all\n\n## When to Use\n\nUse this skill when you need to:\n\n"
        "- Merge **PDF** files\n  of any size\n* Split a document\n1. Sign forms by hand\n\n## Next\n\n- Other things\n"
    )
    assert lines(text) == ["Merge PDF files of any size", "Split a document", "Sign forms by hand"]
    assert {intent.source for intent in body_requests(scan_body(text, 1))} == {IntentSource.BODY}


def test_short_paragraphs_are_requests_too() -> None:
    assert lines(
        "## When to use\n\nUse when merging PDF files or when splitting documents, and for signing forms.\n"
    ) == [
        "merging PDF files or when splitting documents",
        "signing forms",
    ]


def test_what_says_when_not_is_left_out() -> None:
    text = (
        "## When to use\n\n- Merging PDF files\n- Not for scanned pages\n- \u274c Word documents here\n\n"
        "**Don't use when:**\n\n- Editing spreadsheets\n\n**Use when:**\n\n- Signing forms\n\n"
        "**Exceptions (ask first):**\n\n- Throwaway prototypes\n\n"
        "### When not to use\n\n- Reading mail\n\n### More\n\n- Filling fields quickly\n"
    )
    assert lines(text) == ["Merging PDF files", "Signing forms", "Filling fields quickly"]


def test_code_tables_and_quotations_are_no_requests() -> None:
    text = "## When to use\n\n```\n- merge all\n```\n\n| Merge | Split |\n\n> quoted words\n\n- Sign the forms\n"
    assert lines(text) == ["Sign the forms"]


def test_a_body_without_such_a_section_has_none() -> None:
    assert lines("# Title\n\n- Merge PDF files\n") == []
    assert lines("") == []
