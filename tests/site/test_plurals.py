"""The rules of plural forms, against the sentences of CLDR."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.plurals import known_languages, plural_forms, plural_rule

_MILLIONS = "e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5"
_ROWS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("id ja km ko lo ms my th vi zh", {}),
    ("af az bg el eu gl hu ka kk ky ml mn mr nb ne nn no or sq ta te tr uz", {"one": "n = 1"}),
    ("de en et fi nl sv sw ur yi", {"one": "i = 1 and v = 0"}),
    ("da", {"one": "n = 1 or t != 0 and i = 0,1"}),
    ("am as bn fa gu hi kn zu", {"one": "i = 0 or n = 1"}),
    ("hy", {"one": "i = 0,1"}),
    ("pa", {"one": "n = 0..1"}),
    ("si", {"one": "n = 0,1 or i = 0 and f = 1"}),
    ("ca it pt-PT", {"one": "i = 1 and v = 0", "many": _MILLIONS}),
    ("es", {"one": "n = 1", "many": _MILLIONS}),
    ("fr", {"one": "i = 0,1", "many": _MILLIONS}),
    ("pt", {"one": "i = 0..1", "many": _MILLIONS}),
    ("is", {"one": "t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11"}),
    ("mk", {"one": "v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11"}),
    (
        "be",
        {
            "one": "n % 10 = 1 and n % 100 != 11",
            "few": "n % 10 = 2..4 and n % 100 != 12..14",
            "many": "n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14",
        },
    ),
    (
        "ru uk",
        {
            "one": "v = 0 and i % 10 = 1 and i % 100 != 11",
            "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
            "many": "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14",
        },
    ),
    (
        "bs hr sr",
        {
            "one": "v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11",
            "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14",
        },
    ),
    (
        "pl",
        {
            "one": "i = 1 and v = 0",
            "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
            "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
        },
    ),
    ("cs sk", {"one": "i = 1 and v = 0", "few": "i = 2..4 and v = 0", "many": "v != 0"}),
    (
        "sl",
        {"one": "v = 0 and i % 100 = 1", "two": "v = 0 and i % 100 = 2", "few": "v = 0 and i % 100 = 3..4 or v != 0"},
    ),
    (
        "lt",
        {
            "one": "n % 10 = 1 and n % 100 != 11..19",
            "few": "n % 10 = 2..9 and n % 100 != 11..19",
            "many": "f != 0",
        },
    ),
    (
        "lv",
        {
            "zero": "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19",
            "one": "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1",
        },
    ),
    ("ro", {"one": "i = 1 and v = 0", "few": "v != 0 or n = 0 or n != 1 and n % 100 = 1..19"}),
    (
        "ar",
        {"zero": "n = 0", "one": "n = 1", "two": "n = 2", "few": "n % 100 = 3..10", "many": "n % 100 = 11..99"},
    ),
    ("he", {"one": "i = 1 and v = 0 or i = 0 and v != 0", "two": "i = 2 and v = 0"}),
    ("ga", {"one": "n = 1", "two": "n = 2", "few": "n = 3..6", "many": "n = 7..10"}),
    ("cy", {"zero": "n = 0", "one": "n = 1", "two": "n = 2", "few": "n = 3", "many": "n = 6"}),
)
SENTENCES = {language: sentences for languages, sentences in _ROWS for language in languages.split()}
"""Language -> form -> when CLDR 48 has it; `other` is what no sentence speaks of."""

_RELATION = re.compile(r"(?P<operand>[nivwftce])(?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<ranges>[\d.,]+)")


def form_of(language: str, n: int) -> str:
    """Return the form that the sentences give to a whole number."""
    holding = (form for form, sentence in SENTENCES[language].items() if _holds(sentence, n))
    return next(holding, "other")


def _holds(sentence: str, n: int) -> bool:
    return any(all(_is(relation, n) for relation in part.split(" and ")) for part in sentence.split(" or "))


def _is(relation: str, n: int) -> bool:
    found = _RELATION.fullmatch(relation)
    assert found, relation
    # What is behind the point of a whole number, and its exponent, is nothing.
    value = n if found["operand"] in "ni" else 0
    value = value % int(found["modulus"]) if found["modulus"] else value
    ranges = (part.partition("..") for part in found["ranges"].split(","))
    inside = any(int(low) <= value <= int(high or low) for low, _, high in ranges)
    return inside is (found["sign"] == "=")


def test_every_language_of_the_table_has_its_sentences() -> None:
    assert {language.lower() for language in SENTENCES} == set(known_languages())


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_small_numbers_have_the_forms_of_cldr(language: str) -> None:
    rule = plural_rule(language)
    assert {n: rule(n) for n in range(1201)} == {n: form_of(language, n) for n in range(1201)}


@given(st.sampled_from(sorted(SENTENCES)), st.integers(0, 10**9) | st.integers(0, 10**3).map(lambda n: n * 10**6))
def test_numbers_have_the_forms_of_cldr(language: str, n: int) -> None:
    assert plural_rule(language)(n) == form_of(language, n)


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_the_forms_of_a_language_are_those_that_its_rule_chooses(language: str) -> None:
    rule = plural_rule(language)
    assert {rule(n) for n in (*range(1201), 10**6)} == set(plural_forms(language))


def test_a_tag_counts_as_its_language_and_what_nobody_knows_as_english() -> None:
    assert plural_rule("de-AT") is plural_rule("de")
    assert plural_rule("PT-br")(0) == "one"
    assert plural_rule("pt-PT")(0) == "other"
    assert plural_forms("tlh") == plural_forms("en") == ("one", "other")
    assert plural_forms("ar") == ("zero", "one", "two", "few", "many", "other")
