"""Which words a pattern needs."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.abilities.prose_conduct import CONDUCT_IDEAS, TABLES
from skillpack.abilities.prose_ideas import IDEAS
from skillpack.abilities.prose_order import compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.grammar import phrases
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.word_needs import Need, both, needs_of, of_cut_text
from skillpack.abilities.word_signs import WordSigns

FIELDS = [field for field in Tongue.__struct_fields__ if field not in {"marks", "parts"}]
PARAPHRASES = tomllib.loads((Path(__file__).parent / "paraphrases.toml").read_text("utf-8"))


def _needs(pattern: str, *, verbose: bool = False) -> list[list[list[str]]]:
    return [sorted(sorted(clause) for clause in need) for need in needs_of(pattern, verbose=verbose)]


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("send", [[["send"]]]),
        (r"\bsend\b", [[[" send "]]]),
        (r"\buploads?\b", [[[" upload ", " uploads "]]]),
        (r"\b(?:tell|warn)(?:ing)?\s+the", [[[" tell ", " telling ", " warn ", " warning "], [" the"]]]),
        (r"\b(?:never|do\s+not)\s+tell\b", [[[" never ", " not "], [" tell "]]]),
        (r"\bdon't\b", [[[" don "], [" t "]]]),
        (r"\bsend\b[^.]{0,40}\bfiles\b", [[[" files "], [" send "]]]),
        (r"\bsend\s+(?:\w+\s+){0,3}?files\b", [[[" files "], [" send "]]]),
        (r"\b(?:\w+\s+)?files\b", [[[" files "]]]),
        (r"\bsend\b(?=[^.]{0,40}\bfiles\b)", [[[" files "], [" send "]]]),
        (r"\bsend\b(?!\s+files\b)", [[[" send "]]]),
        (r"(?<=\bthe\s)user", [[[" the "], ["user"]]]),
        (r"\bsend\s+it\b|\bhide\b", [[[" it "], [" send "]], [[" hide "]]]),
        (r"\b(?:send\s+\w+\s+away|hide)\b", [[[" away"], [" send "]], [[" hide"]]]),
        (r"\b(?:keys?\s+){1,2}here\b", [[[" here "], [" key ", " keys "]]]),
        (r"[a-z]*", [[]]),
        (r"~/|\bhome\b", [[]]),
        (r"\bbase-?64\b", [[[" base ", " base64 "]]]),
        (r"\b[ct]old\b", [[[" cold ", " told "]]]),
        (r"对话|记录", [[["对话", "记录"]]]),
    ],
)  # fmt: skip
def test_what_a_pattern_needs(pattern: str, needs: list[list[list[str]]]) -> None:
    assert sorted(_needs(pattern)) == sorted([sorted(need) for need in needs])


def test_blanks_of_a_verbose_pattern_mean_nothing() -> None:
    assert _needs(" \\b send\n | \\b hide \\b ", verbose=True) == _needs(r"\bsend|\bhide\b") == [[[" hide ", " send"]]]


def test_several_patterns_need_the_words_of_each() -> None:
    assert both(needs_of(r"\bsend\b"), needs_of(r"\bkeys\b|\bfiles\b")) == needs_of(r"\bsend\b.*\b(?:keys|files)\b")


def test_words_of_a_cut_text_may_go_on() -> None:
    assert of_cut_text(needs_of(r"\brules\b")) == needs_of("rules")
    assert of_cut_text(needs_of(r"\bit\b")) == (frozenset(),)


def _patterns() -> Iterator[tuple[str, bool]]:
    for conduct in (conduct for table in TABLES for conduct in table):
        yield phrases(conduct.pattern), False
    for tongue in (ENGLISH, *OTHERS):
        for field in FIELDS:
            text = getattr(tongue, field)
            if text:
                yield text, "\n" in text


def test_what_a_pattern_is_found_in_holds_what_it_needs() -> None:
    sentences = [each.lower() for sets in PARAPHRASES.values() for some in sets.values() for each in some]
    found = 0
    for text, verbose in _patterns():
        pattern, needs = re.compile(text, re.VERBOSE if verbose else 0), needs_of(text, verbose=verbose)
        matched = [sentence for sentence in sentences if pattern.search(sentence)]
        found += len(matched)
        assert [sentence for sentence in matched if not _meets(needs, sentence)] == [], text
    assert found > 1000


def _meets(needs: tuple[Need, ...], sentence: str) -> bool:
    words = [set(sentence.split())]
    return any(all(WordSigns(dict.fromkeys(clause, 1)).of_lines(words)[0] for clause in need) for need in needs)


@pytest.mark.parametrize("tongue", [ENGLISH, *OTHERS])
def test_each_idea_of_each_language_needs_some_words(tongue: Tongue) -> None:
    ideas = (*IDEAS, *CONDUCT_IDEAS) if tongue is ENGLISH else IDEAS
    assert [idea.find for idea in ideas if not all(idea.needs(compiled(tongue)))] == []
