import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.model.document import Body, FaultKind, Span
from skillpack.parse.markdown.body import scan_body


def scan(text: str) -> Body:
    return scan_body(text, 1)


def headings(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.text) for heading in scan(text).headings]


def fences(text: str) -> list[tuple[str, str]]:
    return [(fence.language, fence.text) for fence in scan(text).fences]


def links(text: str) -> list[tuple[str, bool]]:
    return [(link.target, link.image) for link in scan(text).links]


class TestHeadings:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("# One\n## Two ##\n", [(1, "One"), (2, "Two")]),
            ("###### Six\n####### Seven\n", [(6, "Six")]),
            ("#\n## ##\n", [(1, ""), (2, "")]),
            ("#hashtag\n", []),
            ("# C#\n# a \\# #\n", [(1, "C#"), (1, "a \\#")]),
            ("   # three blanks\n    # four\n", [(1, "three blanks")]),
            ("One\n===\nTwo\nlines\n---\n", [(1, "One"), (2, "Two\nlines")]),
            ("- - -\n***\n", []),
            ("> # In a quote\n- # In an item\n", [(1, "In a quote"), (1, "In an item")]),
            ("- item\n---\n", []),
            ("- item\n  ---\n", [(2, "item")]),
            ("\n---\n", []),
            ("a\n= =\n", []),
            ("#\tTab\n", [(1, "Tab")]),
        ],
    )
    def test_are_found(self, text: str, found: list[tuple[int, str]]) -> None:
        assert headings(text) == found

    def test_code_and_html_have_none(self) -> None:
        assert headings("```\n# a\n```\n\n    # b\n\n<div>\n# c\n</div>\n\n<!--\n# d\n-->\n") == []

    def test_spans_are_places_of_the_file(self) -> None:
        body = scan_body("# One\n\n> Two\n> lines\n> ---\n", 7)
        assert [heading.span for heading in body.headings] == [Span(7, 1, 7, 6), Span(9, 3, 11, 6)]


class TestFences:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("```bash run\nls\n```\n", [("bash", "ls\n")]),
            ("```\tpython\n```\n", [("python", "")]),
            ("~~~\n```\n~~~\n", [("", "```\n")]),
            ("````\n```\n````\n", [("", "```\n")]),
            ("```\na\n`````  \n", [("", "a\n")]),
            ("``` a`b\nx\n", []),
            ("   ```\n   a\n     b\n   ```\n", [("", "a\n  b\n")]),
            ("    ```\n", []),
            ("- item\n\n  ```sh\n  ls\n\n  cd\n  ```\n", [("sh", "ls\n\ncd\n")]),
            ("1. one\n   ```\n   a\n   ```\n2. two\n", [("", "a\n")]),
            ("> ```\n> a\n>\n> b\n> ```\n", [("", "a\n\nb\n")]),
            ("text\n```\na\n```\n", [("", "a\n")]),
            ("```\n\n```\n", [("", "\n")]),
        ],
    )
    def test_are_found(self, text: str, found: list[tuple[str, str]]) -> None:
        assert fences(text) == found
        assert scan(text).faults == ()

    @pytest.mark.parametrize("text", ["```\na\n", "```\na", "> ```\n> a\n\ntext\n", "- ```\n  a\ntext\n", "```"])
    def test_that_never_close_are_told_where_they_open(self, text: str) -> None:
        (fault,) = scan(text).faults
        assert fault.kind is FaultKind.UNCLOSED_FENCE
        assert fault.span == scan(text).fences[0].span

    def test_end_with_their_container(self) -> None:
        assert headings("> ```\n> # a\n\n# b\n") == [(1, "b")]
        assert headings("- ```\n  # a\n# b\n") == [(1, "b")]

    def test_an_indented_closing_line_closes_nothing(self) -> None:
        assert fences("```\na\n    ```\n```\n") == [("", "a\n    ```\n")]

    def test_spans_reach_from_fence_to_fence(self) -> None:
        body = scan_body("a\n\n```sh\nls\n```\n", 10)
        assert body.fences[0].span == Span(12, 1, 14, 4)


class TestLinks:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("[a](b.md)", [("b.md", False)]),
            ("![a](b.png)", [("b.png", True)]),
            ('[a](b.md "title") [c](<d e> (title))', [("b.md", False), ("d e", False)]),
            ("[a](b(c)d)", [("b(c)d", False)]),
            ("[a]()", [("", False)]),
            ("[a](b%20c\\_d)", [("b%20c\\_d", False)]),
            ("[a](b c)", []),
            ("\\[a](b) [a\\](b)", []),
            ("`[a](b)` ``[c](d) ` ``", []),
            ("[`]`](b)", [("b", False)]),
            (
                "<https://a.example/x> <me@a.example> <notalink>",
                [("https://a.example/x", False), ("me@a.example", False)],
            ),
            ("[![a](b.png)](c.md)", [("c.md", False), ("b.png", True)]),
            ("[a [b](c) d](e)", [("c", False)]),
            ("[a\nb](c.md)", [("c.md", False)]),
            ('<a href="[x](y)">', [("[x](y)", False)]),
            ('<img alt="a" src="b.png"> <A HREF=c>d</A> <a name="e"> </a>', [("b.png", True), ("c", False)]),
            ('<p>\n<img src="b.png">\n</p>\n\n[c](d)', [("b.png", True), ("d", False)]),
            ("[a]( <b> )", [("b", False)]),
            ("[ ] task [x](y)", [("y", False)]),
        ],
    )
    def test_are_found(self, text: str, found: list[tuple[str, bool]]) -> None:
        assert links(text) == found

    @pytest.mark.parametrize("use", ["[text][Ref One]", "[text][ref\none]", "[ref one][]", "[Ref  one]"])
    def test_references_find_their_definition(self, use: str) -> None:
        assert links(f"{use}\n\n[ref one]: <target x> 'title'\n") == [("target x", False)]

    def test_the_first_definition_counts(self) -> None:
        assert links("[a]\n\n[a]: one\n[a]: two\n") == [("one", False)]

    def test_what_is_not_defined_is_no_link(self) -> None:
        assert links("[a] [b][c] [d][]\n\n[x]: y\n") == []

    def test_footnotes_are_no_links(self) -> None:
        assert links("text[^1]\n\n[^1]: note\n") == []

    def test_code_ends_with_its_table_cell(self) -> None:
        assert links("| a | b |\n|---|---|\n| ` | [c](d) |\n| [e](f) ` | g |\n") == [("d", False), ("f", False)]

    def test_spans_count_from_the_line_in_its_container(self) -> None:
        body = scan_body("text\n\n- é [a](b)\n  and [c\n  d](e)\n", 5)
        assert [link.span for link in body.links] == [Span(7, 5, 7, 11), Span(8, 7, 9, 8)]

    def test_tabs_in_front_do_not_move_places(self) -> None:
        body = scan("-\t[a](b)\n\n\t[c](d)\n")
        assert [link.span for link in body.links] == [Span(1, 3, 1, 9), Span(3, 2, 3, 8)]

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("see [a](b) and ![c](d[e]) now\n", [("b", False), ("d[e]", True)]),
            ("`x` [`a`](b) `[c](d)`\n", [("b", False)]),
            ("`x [a](b) y` [c](d)\n", [("d", False)]),
            ("``x` [a](b)\n", [("b", False)]),
            ("[a](b`c) d` [e](f)\n", [("b`c", False), ("f", False)]),
            ("- [x] done [a](b)\n- [ ] open\n", [("b", False)]),
            ("[a [b](c) d](e)\n", [("c", False)]),
            ("[![a](b)](c)\n", [("c", False), ("b", True)]),
            ("[a](b) ](c)\n", [("b", False)]),
            ("[a](b\n", []),
        ],
    )
    def test_plain_lines_are_read_like_any_other(self, text: str, found: list[tuple[str, bool]]) -> None:
        assert links(text) == found
        # A tag in the line keeps it from the shorter way.
        assert links(f"{text[:-1]} <i>\n") == found

    def test_lists_within_lists_keep_their_places(self) -> None:
        body = scan("- a\n  - [b](c)\n    * [d](e)\n     + [f](g)\n  - h\n\n        code [i](j)\n")
        assert [(link.target, link.span) for link in body.links] == [
            ("c", Span(2, 5, 2, 11)),
            ("e", Span(3, 7, 3, 13)),
            ("g", Span(4, 8, 4, 14)),
        ]

    def test_headings_hold_links(self) -> None:
        body = scan("## See [a](b) ##\n")
        assert [link.span for link in body.links] == [Span(1, 8, 1, 14)]

    def test_code_and_html_hold_none(self) -> None:
        assert links("```\n[a](b)\n```\n\n    [a](b)\n\n<div>\n[a](b)\n</div>\n") == []


class TestComments:
    def test_are_found_as_blocks_and_in_text(self) -> None:
        body = scan("<!-- one\ntwo -->\n\ntext <!-- three --> and `<!-- four -->`\n")
        assert [(mark.text, mark.span) for mark in body.comments] == [
            ("one\ntwo", Span(1, 1, 2, 8)),
            ("three", Span(4, 6, 4, 20)),
        ]

    def test_are_found_in_other_html(self) -> None:
        assert [mark.text for mark in scan("<div>\n  <!-- a --><!-- b -->\n</div>\n").comments] == ["a", "b"]

    def test_code_holds_none(self) -> None:
        assert scan("```\n<!-- a -->\n```\n\n    <!-- b -->\n").comments == ()

    def test_one_that_never_closes_is_told(self) -> None:
        body = scan("a\n\n<!-- b\n\n# c\n")
        assert [(fault.kind, fault.span.line) for fault in body.faults] == [(FaultKind.UNCLOSED_COMMENT, 3)]
        assert body.headings == body.comments == ()

    def test_one_in_a_paragraph_closes_in_its_paragraph(self) -> None:
        assert [fault.kind for fault in scan("a <!-- b\n\nc -->\n").faults] == [FaultKind.UNCLOSED_COMMENT]

    def test_the_shortest_are_empty(self) -> None:
        assert [mark.text for mark in scan("a <!--> b <!---> c <!----> d\n").comments] == ["", "", ""]


class TestPlaceholders:
    """Requirements section 3, the table of arguments."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Review $ARGUMENTS carefully", ["$ARGUMENTS"]),
            ("File: $ARGUMENTS[0], Line: $ARGUMENTS[1]", ["$ARGUMENTS[0]", "$ARGUMENTS[1]"]),
            ("A=$0 B=$1", ["$0", "$1"]),
            ("cost $10 and $1", ["$1"]),
            ("x$0 $0x ${0} $$0 \\$0", ["$0", "$0", "$0"]),
            ("price: $5.00", ["$5"]),
            ("$0$1", ["$0"]),
            ("$ARGUMENTS[01] $ARGUMENTS[-1] $ARGUMENTS[a]", ["$ARGUMENTS[01]", "$ARGUMENTS", "$ARGUMENTS"]),
            ("$ARGUMENTSX $arguments", ["$ARGUMENTS"]),
            ("é$0", ["$0"]),
            ("```\n$1\n```", ["$1"]),
        ],
    )
    def test_are_what_is_replaced(self, text: str, found: list[str]) -> None:
        assert [mark.text for mark in scan(text).placeholders] == found

    def test_have_places(self) -> None:
        assert [mark.span for mark in scan_body("a\n\nb $0 $1\n", 3).placeholders] == [
            Span(5, 3, 5, 5),
            Span(5, 6, 5, 8),
        ]


class TestShellLines:
    """Requirements section 3: anywhere, code included, newlines allowed."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Now: !`git status`", ["git status"]),
            ("```\n!`ls`\n```", ["ls"]),
            ("x!`a\nb` and \\!`c`", ["a\nb", "c"]),
            ("!`` and ! `x` and !`open", []),
        ],
    )
    def test_are_what_is_run(self, text: str, found: list[str]) -> None:
        assert [mark.text for mark in scan(text).shell_lines] == found

    def test_have_places(self) -> None:
        assert [mark.span for mark in scan("a\nb !`c\nd` e\n").shell_lines] == [Span(2, 3, 3, 3)]


class TestLaws:
    @given(st.text(max_size=80) | st.text(alphabet="ab#-*+>`~[]()<>!|=_:\\\"' \n\t1.$", max_size=80))
    @settings(deadline=None, max_examples=400)
    def test_every_place_lies_in_the_text(self, text: str) -> None:
        body = scan(text)
        lines = text.split("\n")
        parts = (*body.headings, *body.links, *body.fences, *body.placeholders, *body.shell_lines, *body.comments)
        for span in [part.span for part in parts] + [fault.span for fault in body.faults]:
            assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
            assert span.end_line <= len(lines)
            assert span.end_column <= len(lines[span.end_line - 1]) + 1

    @pytest.mark.parametrize(
        "part",
        [
            "[",
            "]",
            "![",
            "[a](",
            "[a](<b",
            '[a](b "c',
            "`",
            "` `` ",
            ">",
            "> ",
            "- ",
            "1. ",
            "<!--",
            "```\n",
            "<a ",
            '<a b="',
            "$1 ",
            "!`",
            "a|b\n-|-\n",
            "[a]: b\n",
            "\\",
            "\t- ",
            "#",
            "~~~\n> ",
            " ",
            "x\n=",
        ],
    )
    def test_much_of_anything_is_read(self, part: str) -> None:
        text = part * (100_000 // len(part))
        assert scan(text).text == text

    def test_the_body_is_kept_as_it_is(self) -> None:
        body = scan_body("a\n", 4)
        assert (body.text, body.first_line) == ("a\n", 4)
        assert scan_body("", 1) == Body("", 1, (), (), (), (), (), (), ())


HIDDEN = [
    ("<b hidden>x</b>", ["x"]),
    ("<b style='display:none'>x", ["x"]),
    ("a <b hidden>x <b>y</b> z</b> b", ["x <b>y</b> z"]),
    ("<div hidden>\n\n> x\n\n</div>\n\ny", ["\n\n> x\n\n"]),
    ('[a](b "t") and [c](d)', ['"t"']),
    ("[a](b\n'two\nlines')", ["'two\nlines'"]),
    ("![x](y)", ["x"]),
    ('![x](y "t")', ['"t"\nx']),
    ('[a]: b "t"\n\n[a]', ['"t"']),
    ('<img alt="x" src="y">', ["x"]),
    ("<a title='&lt;x'>y</a>", ["<x"]),
]
SHOWN = [
    "[a](b)",
    "![](y)",
    "`<b hidden>x</b>`",
    "<b>x</b>",
    "<!-- <b hidden> --> x",
    '<b class="hidden">x</b>',
    "a ![ b",
]


@pytest.mark.parametrize(("text", "unseen"), HIDDEN)
def test_finds_what_is_not_shown(text: str, unseen: list[str]) -> None:
    assert [mark.text for mark in scan_body(text, 1).unseen] == unseen


@pytest.mark.parametrize("text", SHOWN)
def test_leaves_the_rest(text: str) -> None:
    assert scan_body(text, 1).unseen == ()


def test_points_at_the_element_and_at_the_link() -> None:
    assert scan_body("a\n\n> <b hidden>x</b>", 5).unseen[0].span == Span(7, 13, 7, 14)
    assert scan_body('a [b](c "d") e', 5).unseen[0].span == Span(5, 3, 5, 13)


PIECES = ["<b hidden>", "</b>", "<b>", "x", "\n", "\n\n", "- ", "> ", '[a](b "', '")', "![", "](", "<p style='", "`"]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_takes_any_text(text: str) -> None:
    lines = text.split("\n")
    for mark in scan_body(text, 1).unseen:
        assert mark.text.strip()
        assert 1 <= mark.span.line <= mark.span.end_line <= len(lines)
