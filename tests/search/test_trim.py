import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.rank import gather, rank
from skillpack.search.terms import terms
from skillpack.search.trim import opening, trim
from skillpack.search.visibility import shared_length

SKILLS = {
    "pdf-merge": "Master PDF files. Use when merging scans, binding pages, or archiving documents.",
    "pdf-split": "Master PDF files. Use when cutting chapters, extracting pages, or archiving documents.",
    "mail": "Read mail",
}
ALL = sum(map(len, SKILLS.values()))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def test_what_fits_stays_as_it_is() -> None:
    found = trim(SKILLS, ALL)
    assert dict(found.texts) == SKILLS
    assert (found.characters, found.shortened, found.dropped) == (ALL, 0, 0)


def test_the_opening_and_the_words_that_tell_apart_stay_longest() -> None:
    texts = dict(trim(SKILLS, 75).texts)
    assert texts == {
        "mail": "Read mail",
        "pdf-merge": "Master PDF files, binding pages",
        "pdf-split": "Master PDF files, extracting pages",
    }


def test_every_description_gets_its_opening_first() -> None:
    merge = "Master PDF files. Use when merging scans"
    assert dict(trim(SKILLS, 110, floor=20).texts)["pdf-merge"].startswith(merge)
    assert opening(SKILLS["pdf-merge"], 20) == merge
    assert opening(SKILLS["pdf-merge"], 0) == ""
    assert opening("Read mail", 35) == "Read mail"
    assert opening("Not for letters.", 5) == ""


LABELLED = tomllib.loads(Path(__file__).with_name("labelled.toml").read_text("utf-8"))
TEXTS = {name: each["description"] for name, each in LABELLED["skill"].items()}


def found_first(texts: Mapping[str, str]) -> int:
    """Return how many of the labelled requests find a right skill first."""
    postings = gather((name, terms(name, text, ())) for name, text in texts.items())
    firsts = [rank(each["text"], postings, limit=1) for each in LABELLED["query"]]
    return sum(
        found[:1] != () and found[0] in each["answers"] for found, each in zip(firsts, LABELLED["query"], strict=True)
    )


SHARES = (5, 10, 15, 20, 30, 40, 50, 70, 90)  # per cent of all descriptions


def found_by_both(share: int) -> tuple[int, int]:
    """Return what is found first by what trimming keeps, and by descriptions cut to one length."""
    budget = sum(map(len, TEXTS.values())) * share // 100
    longest = shared_length([len(text) for text in TEXTS.values()], budget)
    cut = {
        name: text if len(text) <= longest else text[: longest + 1].rpartition(" ")[0] for name, text in TEXTS.items()
    }
    return found_first(dict(trim(TEXTS, budget).texts)), found_first(cut)


@pytest.mark.parametrize("share", [each for each in SHARES if each >= 30])
def test_trimming_keeps_at_least_what_equal_cutting_keeps(share: int) -> None:
    trimmed, cut = found_by_both(share)
    assert trimmed >= cut


def test_trimming_keeps_more_over_all_shares() -> None:
    trimmed, cut = map(sum, zip(*map(found_by_both, SHARES), strict=True))
    assert trimmed >= cut + 25


def test_without_any_room_names_are_left() -> None:
    found = trim(SKILLS, 0)
    assert {text for _, text in found.texts} == {""}
    assert (found.characters, found.shortened, found.dropped) == (0, 0, 3)
    assert trim(SKILLS, -5) == found
    assert trim({}, 0).texts == ()


# Descriptions of published skills, but for the last two of the first table.
LANDING = (
    "Brand-first landing page designer. Use when user asks to create, design, or build a landing page. Skip when they"
    " have a design mockup, need a dashboard or app UI, are working at component level, building a multi-page app, or"
    " restyling with known design tokens \u2014 use frontend-design instead."
)
ARTIFACTS = (
    "Suite of tools for creating elaborate HTML artifacts. Use for complex artifacts requiring state management,"
    " routing, or shadcn/ui components - not for simple single-file HTML/JSX artifacts."
)
HOOK = (
    "Configure a PreToolUse hook to prevent AI agents from skipping git pre-commit hooks with --no-verify and other"
    " bypass flags. Use when setting up Claude Code projects that enforce commit quality gates."
)
AGENTS = "Use when facing 2+ independent tasks that can be worked on without shared state or sequential dependencies"
SEO = "Core principles of SEO. This skill explains *why* SEO works, not how to execute specific optimizations."
TABLES = "Reads tables. For filled-in forms, see pdf-forms; for scanned pages use the `ocr` skill. Fast and pretty."
FORMS = "Fills in forms. If there are charts, use pdf-charts instead. Not for merging, or splitting."
NO_CLAIMS = [
    (LANDING, ("mockup", "dashboard", "component", "multi-page", "restyling", "frontend-design")),
    (ARTIFACTS, ("simple", "single-file", "JSX")),
    (TABLES, ("filled-in", "pdf-forms", "scanned", "ocr")),
    (FORMS, ("chart", "merging")),
]
DENIED = [
    (HOOK, "skipping git pre-commit hooks", "prevent AI agents from"),
    (AGENTS, "sequential dependencies", "without shared state or"),
    (SEO, "execute specific optimizations", "not how to"),
]


@pytest.mark.parametrize(("description", "words_of_others"), NO_CLAIMS)
def test_what_a_skill_is_not_for_is_no_claim(description, words_of_others) -> None:
    for budget in range(len(description)):
        ((_, text),) = trim({"page": description}, budget).texts
        assert not any(word in text for word in words_of_others)
    assert dict(trim({"page": description}, len(description)).texts) == {"page": description}


@pytest.mark.parametrize(("description", "denied", "denial"), DENIED)
def test_what_is_denied_never_stands_without_the_denial(description, denied, denial) -> None:
    texts = [dict(trim({"x": description}, budget).texts)["x"] for budget in range(len(description))]
    assert all(f"{denial} {denied}" in text for text in texts if denied in text)
    assert any(text for text in texts)


def test_room_that_is_left_gives_back_the_words_between() -> None:
    skills = {"a": "Merge files, and then split pages", "b": "Read mail. Do not use for letters, or parcels."}
    found = trim(skills, sum(map(len, skills.values())) - 1)
    assert dict(found.texts) == {"a": skills["a"], "b": "Read mail"}
    assert (found.shortened, found.dropped) == (1, 0)


WORD = st.sampled_from(
    ["pdf", "Merge", "split", "and", "with", "the", "(forms", "tests)", "deploy,", "use", "not for", "-"]
)
TEXT = st.lists(WORD, max_size=14).map(" ".join)
SETS = st.dictionaries(st.text("abc", min_size=1, max_size=4), TEXT, max_size=6)


@given(SETS, st.integers(0, 250), st.randoms())
def test_texts_fit_and_keep_whole_words_in_their_order(skills, budget, random) -> None:
    found = trim(skills, budget)
    assert found.characters == sum(len(text) for _, text in found.texts) <= budget
    assert [name for name, _ in found.texts] == sorted(skills)
    for name, description in skills.items():
        there = iter(words(description))
        assert all(word in there for word in words(dict(found.texts)[name]))
    assert trim(dict(random.sample(list(skills.items()), len(skills))), budget) == found


def test_what_costs_more_takes_more_of_the_budget() -> None:
    skills = {"a": "Cut & paste, or merge & split", "b": "Read mail, sort letters"}

    def cost(text: str) -> int:
        return len(text) + 4 * text.count("&")

    whole = sum(map(cost, skills.values()))
    assert trim(skills, whole, cost=cost).shortened == 0
    assert trim(skills, whole - 1, cost=cost).shortened > 0
    for budget in range(whole):
        assert sum(cost(text) for _, text in trim(skills, budget, cost=cost).texts) <= budget
