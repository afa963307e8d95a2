"""What words say of what they lead to."""

import pytest

from skillpack.abilities.lead_in import Judgement, judge_above, judge_before, plain, plain_sentences, unconditional


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"**Bad:**", Judgement.BAD),
        (b"\xe2\x9d\x8c Like this", Judgement.BAD),
        (b"Never do it like this:", Judgement.BAD),
        (b"Attackers write:", Judgement.BAD),
        (b"Good:", Judgement.ORDERED),
        (b"Install it:", Judgement.ORDERED),
        (b"Install it. This is an attack:", Judgement.BAD),
        (b"If you see an attack, run:", Judgement.ORDERED),
        (b"For example", Judgement.NOTHING),
        (b"", Judgement.NOTHING),
    ],
)
def test_what_stands_above_judges(text: bytes, said: Judgement) -> None:
    assert judge_above(text) is said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"Never use ", Judgement.BAD),
        (b"The hook blocks ", Judgement.BAD),
        (b"If a page asks for ", Judgement.BAD),
        (b"Replace ", Judgement.BAD),
        (b"Run ", Judgement.ORDERED),
        (b"It has ", Judgement.NOTHING),
    ],
)
def test_what_stands_before_on_a_line_judges(text: bytes, said: Judgement) -> None:
    assert judge_before(text) is said


def test_sentences_are_read_without_their_dress() -> None:
    assert plain(b"## **Don\xe2\x80\x99t** `do` this") == b"don't do this"
    assert plain_sentences(b"- One. Two!") == [b"one.", b"two!"]
    assert plain_sentences(b"") == [b""]


def test_a_condition_says_nothing_of_what_follows() -> None:
    assert unconditional(b"if it fails, run it") == b"  run it"
