import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.skill.facts import LONGEST_SENTENCE, split_description, version_step


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
    assert len(head) <= LONGEST_SENTENCE
    assert rest == text


@given(st.text(max_size=600))
def test_nothing_is_lost(text: str) -> None:
    head, rest = split_description(text)
    whole = "".join(text.split())
    assert "".join(rest.split()) == whole or "".join((head + rest).split()) == whole
    assert len(head) <= LONGEST_SENTENCE + 10


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1.0.0", "2.0.0", "major"),
        ("1.0.0", "1.1.0", "minor"),
        ("1.0.0", "1.0.1", "patch"),
        ("1.0.0-rc.1", "1.0.0", "patch"),
        ("1.0.0", "1.0.0", ""),
        ("2.0.0", "1.0.0", ""),
        ("0.1.0", "0.2.0", ""),
        ("abcdef123456", "1.0.0", ""),
        ("1.0.0", "abcdef123456", ""),
    ],
)
def test_of_two_labels(old: str, new: str, expected: str) -> None:
    assert version_step(old, new) == expected
