"""What words say of what they lead to."""

import pytest

from skillpack.abilities.lead_in import Said, plain, plain_sentences, said_above, said_before, unconditional


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"**Bad:**", Said.BAD),
        (b"\xe2\x9d\x8c Like this", Said.BAD),
        (b"Never do it like this:", Said.BAD),
        (b"Attackers write:", Said.BAD),
        (b"Good:", Said.ORDERED),
        (b"Install it:", Said.ORDERED),
        (b"Install it. This is an attack:", Said.BAD),
        (b"If you see an attack, run:", Said.ORDERED),
        (b"For example", Said.NOTHING),
        (b"", Said.NOTHING),
    ],
)
def test_what_stands_above_judges(text: bytes, said: Said) -> None:
    assert said_above(text) is said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"Never use ", Said.BAD),
        (b"The hook blocks ", Said.BAD),
        (b"If a page asks for ", Said.BAD),
        (b"Replace ", Said.BAD),
        (b"Run ", Said.ORDERED),
        (b"It has ", Said.NOTHING),
    ],
)
def test_what_stands_before_on_a_line_judges(text: bytes, said: Said) -> None:
    assert said_before(text) is said


def test_sentences_are_read_without_their_dress() -> None:
    assert plain(b"## **Don\xe2\x80\x99t** `do` this") == b"don't do this"
    assert plain_sentences(b"- One. Two!") == [b"one.", b"two!"]
    assert plain_sentences(b"") == [b""]


def test_a_condition_says_nothing_of_what_follows() -> None:
    assert unconditional(b"if it fails, run it") == b"  run it"
