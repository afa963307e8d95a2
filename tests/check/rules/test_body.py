"""The body: its size, and what never closes."""

import pytest

from skillpack.model.document import NOWHERE, Span
from skillpack.model.limits import Limits

DEEP_LIST = "".join(f"{'  ' * level}- level {level}\n" for level in range(34))


def test_names_an_empty_body(check, page) -> None:
    found = [each for each in check(page(body="\n \n")) if each.rule == "BD001"]
    assert [(each.path, each.span) for each in found] == [("skills/pdf/SKILL.md", NOWHERE)]


@pytest.mark.parametrize("text", ["# No front matter", "---\nname: pdf\n", "---\nname: [\n---\n"])
def test_says_nothing_of_a_body_that_could_not_be_told_apart(check, text) -> None:
    assert "BD001" not in {each.rule for each in check(text)}


@pytest.mark.demand("B7", "B19")
def test_allows_500_lines(check, page) -> None:
    assert "BD002" not in {each.rule for each in check(page(body="line\n" * 500))}


@pytest.mark.demand("B7", "B19")
def test_points_at_the_line_behind_the_500th(check, page) -> None:
    (found,) = [each for each in check(page(body="line\n" * 501)) if each.rule == "BD002"]
    assert found.span == Span(505, 1, 505, 5)
    assert dict(found.facts)["size"] == "501"


@pytest.mark.demand("B2", "B7", "B19")
def test_allows_5000_tokens(check, page) -> None:
    for text in (page(body="a" * 19_999), page(body="a" * 20_000).encode()):  # with and without a newline at the end
        assert not {"BD003", "BD004"} & {each.rule for each in check(text)}


@pytest.mark.demand("K5", "B2", "B19")
def test_counts_tokens_and_characters_beyond_20_000(check, page) -> None:
    cut = page(body="a" * 20_001).encode(), Span(5, 20_001, 5, 20_002)
    ends = page(body="a" * 9_999 + "\n" + "b" * 10_000), Span(6, 10_001, 6, 10_001)  # at the newline itself
    for text, span in (cut, ends):
        found = {each.rule: each for each in check(text)}
        assert dict(found["BD003"].facts) == {"size": "20001", "tokens": "5001"}
        assert dict(found["BD004"].facts) == {"size": "20001"}
        assert found["BD003"].span == found["BD004"].span == span


@pytest.mark.parametrize(
    ("code", "body", "column"), [("BD005", "Text\n```sh\nls\n", 1), ("BD006", "Text\n<!-- a\n", 1)]
)
def test_points_at_what_never_closes(check, page, code, body, column) -> None:
    (found,) = [each for each in check(page(body=body)) if each.rule == code]
    assert (found.span.line, found.span.column) == (6, column)


@pytest.mark.parametrize("body", ["```sh\nls\n```\n", "<!-- a -->\n", "`<!--`\n", "```\n<!--\n```\n"])
def test_says_nothing_of_what_closes(check, page, body) -> None:
    assert not {"BD005", "BD006"} & {each.rule for each in check(page(body=body))}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("a" * 100, "101 characters"),
        ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 200, "804 table cells"),
        ("> " * 21 + "deep\n", "21 quotes in quotes"),
        (">" * 21 + "deep\n", "21 quotes in quotes"),
        ("- " * 33 + "deep\n", "33 lists in lists"),
        (DEEP_LIST, "34 lists in lists"),
        ("[a](" * 2_000, "4,000 marks"),
    ],
)
def test_names_what_is_not_rendered(check, page, body, words) -> None:
    limits = Limits(body=100 if "characters" in words else 10_000, table_cells=803, marks=3_999)
    (found,) = [each for each in check(page(body=body), limits=limits) if each.rule == "BD007"]
    assert words in found.message


@pytest.mark.parametrize(
    "body", ["# A\n\n- a\n  - b\n    - c\n", "> a\n> > b\n", "----------------------\n", "x\n" + " " * 60 + "y\n"]
)
def test_says_nothing_of_what_is_rendered(check, page, body) -> None:
    assert "BD007" not in {each.rule for each in check(page(body=body))}
