"""The one look for telling words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.check.texts import WORDS, holding, read_texts, telling
from skillpack.model.tree import make_tree

PIECES = st.one_of(st.sampled_from(WORDS), st.binary(max_size=6), st.text(max_size=6).map(str.encode))


@given(st.lists(PIECES, max_size=12).map(b"".join))
def test_finds_exactly_the_words_that_are_there(content: bytes) -> None:
    texts = read_texts(make_tree({"a.md": content}), "SKILL.md")
    if b"\0" in content:
        assert texts == ()
    else:
        assert texts[0].words == {word for word in WORDS if word in content}


@given(st.text(max_size=40))
def test_keeps_rare_bytes_in_their_order(text: str) -> None:
    content = text.replace("\0", "").encode()
    rare = bytes(byte for byte in content if byte >= 0x7F or (byte < 0x20 and byte not in b"\t\n\r\f"))
    assert read_texts(make_tree({"a": content}), "")[0].rare == rare


def test_gives_the_skill_file_an_empty_path() -> None:
    tree = make_tree({"SKILL.md": b"x", "references/a.MD": b"x", "scripts/a.py": b"x", "image.png": b"\0"})
    texts = read_texts(tree, "SKILL.md")
    assert [(text.path, text.markdown) for text in texts] == [
        ("", True),
        ("references/a.MD", True),
        ("scripts/a.py", False),
    ]


def test_yields_the_texts_that_hold_a_word() -> None:
    texts = read_texts(make_tree({"a": b"curl x", "b": b"wget x", "c": b"x"}), "")
    assert [text.path for text in holding(texts, telling(b"curl", b"wget"))] == ["a", "b"]


def test_refuses_a_word_that_nobody_looks_for() -> None:
    with pytest.raises(ValueError, match="nobody looks for"):
        telling(b"no such word")
