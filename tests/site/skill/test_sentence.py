import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.skill.sentence import LONGEST, split_description


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ("", "")),
        ("Reads PDFs", ("Reads PDFs", "")),
        ("Reads PDFs. Use when asked.", ("Reads PDFs.", "Use when asked.")),
        ("Reads files, e.g. PDFs, quickly. Use it.", ("Reads files, e.g. PDFs, quickly.", "Use it.")),
        ("For node.js and v1.2 of it. Then more.", ("For node.js and v1.2 of it.", "Then more.")),
        ("Is it (really?) so. And then. Yes.", ("Is it (really?) so.", "And then. Yes.")),
        ("Ends here!\n\nUse when.", ("Ends here!", "Use when.")),
        ("By J. Doe for all. Use it.", ("By J. Doe for all.", "Use it.")),
        ("阅读文件。需要时使用。", ("阅读文件。", "需要时使用。")),
    ],
)
def test_the_first_sentence_stands_alone(text: str, parts: tuple[str, str]) -> None:
    assert split_description(text) == parts


def test_one_too_long_is_cut_between_words_and_read_whole_below() -> None:
    text = "word " * 80 + "end. Then more."
    head, rest = split_description(text)
    assert head.endswith("word …")
    assert len(head) <= LONGEST
    assert rest == text


@given(st.text(max_size=600))
def test_nothing_is_lost(text: str) -> None:
    head, rest = split_description(text)
    whole = "".join(text.split())
    assert "".join(rest.split()) == whole or "".join((head + rest).split()) == whole
    assert len(head) <= LONGEST + 10
