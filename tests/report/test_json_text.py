import json

from hypothesis import given
from hypothesis import strategies as st

from skillpack.report.json_text import json_document, json_entries, json_text, readable

WELL_FORMED = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WELL_FORMED,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WELL_FORMED, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_json_reads_back_the_same(value) -> None:
    assert json.loads(json_text(value)) == value


@given(st.text(st.characters()))
def test_json_holds_no_raw_control_and_no_surrogate(text) -> None:
    line = json_text({text: text})
    assert line.isascii() or not set(line) & {*map(chr, range(32)), "\x7f", "\u202e", "\u2066", "\u200b", "\u2028"}
    assert "\n" not in line
    assert line.encode()
    assert json.dumps(json.loads(line), ensure_ascii=False).encode()


def test_json_spells_lone_surrogates_for_strict_readers() -> None:
    assert json_text("\udcff") == '"<U+DCFF>"'


def test_json_escapes_what_turns_hides_or_commands() -> None:
    text = "a\u202eb\U000e0041##[x]##vso[y]"
    assert json_text(text) == '"a\\u202eb\\udb40\\udc41##\\u005bx]##vso\\u005by]"'
    assert json.loads(json_text(text)) == text


def test_json_keeps_letters() -> None:
    assert json_text("日本語 é") == '"日本語 é"'


def test_a_document_ends_with_its_list() -> None:
    assert list(json_document({"version": 1}, "list", [1, 2])) == [
        "{",
        '  "version": 1,',
        '  "list": [',
        "    1,",
        "    2",
        "  ]",
        "}",
    ]
    assert json.loads("\n".join(json_document({}, "list", []))) == {"list": []}


def test_entries_are_separated() -> None:
    assert list(json_entries(["a", "b"], indent=" ")) == [' "a",', ' "b"']


def test_readable_keeps_the_lines() -> None:
    assert readable("a\x07\nb\u202e") == "a<U+0007>\nb<U+202E>"
