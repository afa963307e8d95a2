import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.hidden_characters import INVISIBLE
from skillpack.registry.lines import compact


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5))
def test_a_value_is_read_as_it_was(value) -> None:
    assert json.loads(compact(value)) == value


@given(st.text())
def test_nothing_closes_an_element_or_hides(text) -> None:
    written = compact(text)
    assert "</" not in written
    assert all(found[0].isalnum() or found[0] in "\u200c\u200d" for found in INVISIBLE.finditer(written))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a/b <b>", '"a/b <b>"'),
        ("</script>", '"<\\/script>"'),
        ("\x1b\x7f\x9b", '"\\u001b\\u007f\\u009b"'),
        ("\u202e\u2028", '"\\u202e\\u2028"'),
        ("\U000e0041", '"\\udb40\\udc41"'),
        ("größe 你好", '"größe 你好"'),
        ("\u3164", '"\u3164"'),  # a letter: names are looked for as they are
    ],
)
def test_how_texts_are_written(text, written) -> None:
    assert compact(text) == written
