from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.registry.xml import address, cut, element, link, one_line


@given(st.text())
def test_any_text_is_one_line_of_well_formed_xml(text) -> None:
    found = ET.fromstring(element("a", one_line(text))).text or ""  # noqa: S314 our own
    assert found == one_line(text)
    assert "\n" not in found


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\n b\t c", "a b c"),
        ("a\u202eb", "a[U+202E]b"),
        ("a\x1b[2J\x00", "a[U+001B][2J[U+0000]"),
        ("\ud800", "[U+D800]"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
    ],
)
def test_what_is_invisible_is_shown(text, shown) -> None:
    assert one_line(text) == shown


def test_attributes_and_addresses_are_escaped() -> None:
    assert link("self", "a/b", 'https://x.org/"><b>&', length=3) == (
        '<link rel="self" type="a/b" href="https://x.org/&quot;&gt;&lt;b&gt;&amp;" length="3"/>\n'
    )
    assert address("https://x.org/", "skills/é b/index.html") == "https://x.org/skills/%C3%A9%20b/"


def test_a_long_text_is_cut() -> None:
    assert cut("abc def", 5) == "abc…"
    assert cut("abc", 3) == "abc"
