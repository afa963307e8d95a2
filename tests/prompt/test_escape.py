import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.prompt.escape import never_closing, one_line, plain, xml_attribute, xml_text


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])
def test_every_kind_of_newline_becomes_a_space(newline) -> None:
    assert one_line(f"one {newline}{newline}  two") == "one two"


def test_blanks_inside_a_line_stay() -> None:
    assert one_line("a  b\tc") == "a  b\tc"


def test_controls_and_lone_surrogates_are_replaced() -> None:
    assert plain("a\x1b[2Jb\x00c\ud800d\x9be") == "a\ufffd[2Jb\ufffdc\ufffdd\ufffde"


def test_quotes_are_escaped_as_the_reference_library_does() -> None:
    assert xml_text("""<a & "b" 'c'>""") == "&lt;a &amp; &quot;b&quot; &#x27;c&#x27;&gt;"


def test_only_an_end_of_the_element_around_is_escaped() -> None:
    text = "a </skill> b </ SKILL > c </skills> d <skill> e </skill-x>"
    assert never_closing(text, "skill") == "a &lt;/skill> b &lt;/ SKILL > c </skills> d <skill> e &lt;/skill-x>"


def test_a_long_line_of_blanks_comes_to_an_end() -> None:
    blanks = " " * 1_000_000
    assert one_line(f"{blanks}x") == "x"
    assert never_closing(f"<{blanks}", "skill") == f"<{blanks}"


@given(st.text(alphabet=st.characters(codec=None)))
def test_what_is_shown_is_utf_8_and_has_no_controls(text) -> None:
    shown = one_line(text)
    assert shown.encode().decode() == shown
    assert not re.search("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]", shown)


@given(st.text(alphabet="<>/\"&\n'= abskill"))
def test_no_text_leaves_its_attribute_or_element(text) -> None:
    assert not set(xml_attribute(text)) & set('<>"\n')
    assert not set(xml_text(text)) & set("<>")
