import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.model.digest import body_version
from skillpack.model.document import FaultKind
from skillpack.parse.front_matter import decode, metis_body, split

LIMIT = 1000


def kinds(text: str) -> list[FaultKind]:
    return [fault.kind for fault in split(text).faults]


class TestDecode:
    def test_plain_text_has_no_fault(self) -> None:
        assert decode("é\n".encode(), LIMIT) == ("é\n", ())

    def test_a_byte_order_mark_is_taken_off_and_told(self) -> None:
        text, faults = decode(b"\xef\xbb\xbf---\n", LIMIT)
        assert text == "---\n"
        assert [fault.kind for fault in faults] == [FaultKind.BYTE_ORDER_MARK]

    def test_crlf_becomes_lf_and_the_first_one_is_told(self) -> None:
        text, faults = decode(b"a\nb\r\nc\r\n", LIMIT)
        assert text == "a\nb\nc\n"
        assert [(fault.kind, fault.span.line) for fault in faults] == [(FaultKind.CRLF, 2)]

    def test_a_lone_carriage_return_stays_so_that_lines_are_counted_as_in_the_bytes(self) -> None:
        assert decode(b"a\rb\n", LIMIT) == ("a\rb\n", ())

    def test_what_is_not_utf8_is_empty_and_told_with_its_place(self) -> None:
        text, faults = decode("a\né".encode() + b"\xff", LIMIT)
        assert text == ""
        assert [(fault.kind, fault.span.line, fault.span.column) for fault in faults] == [(FaultKind.NOT_UTF8, 2, 2)]

    def test_more_than_the_limit_is_cut_between_characters(self) -> None:
        for limit in range(1, 9):
            text, faults = decode("😀😀😀".encode(), limit)
            assert text == "😀" * (limit // 4)
            assert [(fault.kind, fault.detail) for fault in faults] == [(FaultKind.TOO_LARGE, "12")]

    @given(st.binary(max_size=60), st.integers(1, 70))
    @settings(deadline=None)
    def test_no_bytes_are_too_bad(self, raw: bytes, limit: int) -> None:
        text, _ = decode(raw, limit)
        assert "\r\n" not in text


class TestSplit:
    @pytest.mark.demand("M10")
    def test_cuts_at_the_delimiters(self) -> None:
        parts = split("---\nname: a\n---\n\n\nbody\n---\nrest\n")
        assert parts.front_matter == "name: a\n"
        assert parts.front_matter_line == 2
        assert parts.body == "body\n---\nrest\n"
        assert parts.body_line == 6
        assert parts.delimited
        assert parts.faults == ()

    @pytest.mark.demand("M10")
    def test_only_newlines_are_stripped_from_the_body(self) -> None:
        assert split("---\n---\n\n  b  \n\n").body == "  b  \n\n"

    def test_empty_front_matter_is_front_matter(self) -> None:
        parts = split("---\n---\nbody")
        assert (parts.front_matter, parts.body, parts.body_line, parts.delimited) == ("", "body", 3, True)

    def test_a_body_may_be_missing(self) -> None:
        assert split("---\na: 1\n---").body == ""

    def test_without_an_opening_all_of_it_is_body(self) -> None:
        parts = split("\n# Title\n---\nx\n---\n")
        assert kinds("\n# Title\n") == [FaultKind.NO_OPENING]
        assert (parts.body, parts.body_line, parts.front_matter) == ("# Title\n---\nx\n---\n", 2, "")

    def test_without_a_closing_all_of_it_is_body(self) -> None:
        text = "---\nname: a\n"
        assert kinds(text) == [FaultKind.NO_CLOSING]
        assert split(text).body == text

    def test_four_hyphens_open_nothing(self) -> None:
        assert kinds("----\na: 1\n---\n") == [FaultKind.NO_OPENING]

    def test_blanks_behind_delimiters_are_sloppy(self) -> None:
        parts = split("--- \na: 1\n---\t\nb")
        assert [(fault.kind, fault.span.line) for fault in parts.faults] == [
            (FaultKind.SLOPPY_DELIMITER, 1),
            (FaultKind.SLOPPY_DELIMITER, 3),
        ]
        assert (parts.front_matter, parts.body) == ("a: 1\n", "b")

    def test_a_line_that_only_begins_with_the_delimiter_is_sloppy(self) -> None:
        for line in ("----", "---x", "--- # end"):
            parts = split(f"---\na: 1\n{line}\nb: 2\n---\nbody")
            assert [(fault.kind, fault.span.line) for fault in parts.faults] == [(FaultKind.SLOPPY_DELIMITER, 3)]
            assert parts.body == "body"

    def test_an_indented_delimiter_line_is_sloppy(self) -> None:
        parts = split("---\na: |\n  ---\n---\nbody")
        assert [(f.kind, f.span.line, f.span.column) for f in parts.faults] == [(FaultKind.SLOPPY_DELIMITER, 3, 3)]

    def test_a_delimiter_inside_a_value_is_told_with_its_place(self) -> None:
        parts = split("---\ndescription: é --- b\nx: a---\n---\nbody")
        assert [(fault.kind, fault.span.line, fault.span.column) for fault in parts.faults] == [
            (FaultKind.DELIMITER_IN_VALUE, 2, 16)
        ]

    def test_one_line_gives_one_fault_of_a_kind(self) -> None:
        assert kinds("---\na: x---y---z\nb: ---\n--- \n---\n") == [
            FaultKind.DELIMITER_IN_VALUE,
            FaultKind.SLOPPY_DELIMITER,
        ]

    def test_the_body_may_hold_rules(self) -> None:
        assert kinds("---\na: 1\n---\nx\n\n---\n\ny ---\n") == []

    @given(st.text(alphabet="-a: \n\t", max_size=60))
    @settings(deadline=None)
    def test_every_text_can_be_put_together_again(self, text: str) -> None:
        parts = split(text)
        lines = text.split("\n")
        assert "\n".join(lines[parts.body_line - 1 :]).lstrip("\n") == parts.body
        if parts.delimited:
            first = parts.front_matter_line - 1
            assert "\n".join(lines[first:]).startswith(parts.front_matter)


class TestMetisBody:
    """Requirements section 1: version vectors, and where Metis cuts differently."""

    def test_the_vectors_of_metis_hold(self) -> None:
        for body, version in (("", "e3b0c44298fc1c14"), ("b", "3e23e8160039594a"), ("body\n", "9e2ec912af5dff2a")):
            text = f"---\nname: a\n---\n\n{body}"
            assert body_version(metis_body(text, split(text).body)) == version

    def test_blanks_behind_the_closing_delimiter_belong_to_its_body(self) -> None:
        assert metis_body("---\na: 1\n---  \nb", "b") == "  \nb"

    def test_the_first_line_that_begins_with_the_delimiter_closes(self) -> None:
        assert metis_body("---\na: 1\n----\nb: 2\n---\nbody", "body") == "-\nb: 2\n---\nbody"

    def test_the_canonical_body_counts_where_metis_finds_none(self) -> None:
        assert metis_body("# Title\n", "# Title\n") == "# Title\n"
        assert metis_body("---\nx\n", "all") == "all"

    def test_a_lone_carriage_return_is_a_newline_as_in_text_mode(self) -> None:
        assert metis_body("---\n---\n\r\rb\rc", "") == "b\nc"
