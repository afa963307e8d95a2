from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.selection import IntentSource
from skillpack.parse.body import scan_body
from skillpack.search.intents import MOST_INTENTS, intents
from skillpack.search.terms import stems

BODY = scan_body("## When to use\n\n" + "".join(f"- Merging report{n} files{n}\n" for n in range(30)), 1)
EMPTY = scan_body("", 1)


def test_lines_of_the_body_come_before_those_of_the_description() -> None:
    found = intents("Use when splitting documents, signing forms.", BODY)
    assert len(found) == MOST_INTENTS
    assert [one.text for one in found[-2:]] == ["splitting documents", "signing forms"]
    assert {one.source for one in found[:-2]} == {IntentSource.BODY}


def test_each_kind_has_its_half() -> None:
    many = "Use when " + ", ".join(f"opening archive{n} number{n}" for n in range(30))
    sources = [one.source for one in intents(many, BODY)]
    assert sources.count(IntentSource.BODY) == sources.count(IntentSource.DESCRIPTION) == MOST_INTENTS // 2
    assert len(intents(many, EMPTY)) == MOST_INTENTS


def test_the_same_words_are_one_line() -> None:
    found = intents("Merge PDF files. Use when merging PDF files.", EMPTY, more=["merges a PDF file"])
    assert [one.text for one in found] == ["Merge PDF files"]


def test_further_fields_count() -> None:
    assert [one.text for one in intents("", EMPTY, more=["Use for broken links"])] == ["broken links"]


def test_a_single_word_is_no_request() -> None:
    assert intents("PDF. Use when testing.", EMPTY) == ()


@given(st.text(), st.text())
def test_lines_are_bounded_and_different(description, section) -> None:
    found = intents(description, scan_body(f"## When to use\n\n{section}", 1))
    assert len(found) <= MOST_INTENTS
    keys = [tuple(sorted(set(stems(one.text)))) for one in found]
    assert len(set(keys)) == len(keys)
