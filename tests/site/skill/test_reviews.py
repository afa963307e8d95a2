import pytest
from msgspec.structs import replace

from skillpack.model.review import NOT_COVERED, Coverage, CoverageState, Review, Reviewer, ReviewVerdict, Scan
from skillpack.model.settings import Configuration
from skillpack.resources import theme as load_theme
from skillpack.site.frame import Frame
from skillpack.site.skill.reviews import ReviewsView, reviews_text, reviews_view

NOW, BEFORE, FIRST = "a" * 64, "b" * 64, "c" * 64
ADA = Review(NOW, "Ada Brook", "2026-11-20", ReviewVerdict.SAFE, version="1.4.0")
MODEL = replace(ADA, by="model-5", kind=Reviewer.MODEL)
STEP = replace(ADA, by="Eve Hill", day="2026-11-04", since=BEFORE)
BASE = replace(ADA, digest=BEFORE, by="Jo Stone", day="2026-09-04", version="1.3.0")
AGAINST = replace(ADA, verdict=ReviewVerdict.OBJECTS, day="2026-11-21", note="It takes keys.")
SCAN = Scan("scan", "2.3", "2026-11-20", digest=NOW, file="scans/all.sarif")

STATES = {
    "none": NOT_COVERED,
    "whole": Coverage(CoverageState.WHOLE, (ADA,), (MODEL,), (SCAN, replace(SCAN, tool="lint"))),
    "whole, alone": Coverage(CoverageState.WHOLE, (ADA,)),
    "whole, used": Coverage(CoverageState.WHOLE, (replace(ADA, verdict=ReviewVerdict.WORKS, note="Ran it daily."),)),
    "whole, by several": Coverage(CoverageState.WHOLE, (ADA,), (replace(ADA, by="Eve Hill"),)),
    "steps": Coverage(CoverageState.STEPS, (STEP, BASE)),
    "more steps": Coverage(
        CoverageState.STEPS, (STEP, replace(BASE, since=FIRST), replace(BASE, digest=FIRST, version="1.2.0"))
    ),
    "steps without versions": Coverage(
        CoverageState.STEPS, (replace(STEP, version=""), replace(BASE, version=""))
    ),
    "older": Coverage(CoverageState.OLDER, (BASE,), changed=3),
    "older by steps": Coverage(
        CoverageState.OLDER, (replace(BASE, since=FIRST), replace(BASE, digest=FIRST, version="1.2.0")), changed=1
    ),
    "older, who knows how": Coverage(CoverageState.OLDER, (BASE,)),
    "model and scanner": Coverage(CoverageState.MACHINE, (MODEL,), (), (SCAN,)),
    "model": Coverage(CoverageState.MACHINE, (MODEL,)),
    "scanner": Coverage(CoverageState.MACHINE, (), (), (replace(SCAN, errors=1, notes=1),)),
    "scanners": Coverage(
        CoverageState.MACHINE, (), (), (replace(SCAN, warnings=1, digest=""), Scan("lint", file="lint.sarif"))
    ),
    "objected": Coverage(CoverageState.OBJECTED, (AGAINST,), (replace(ADA, by="Jo Stone"),)),
    "objected without a note": Coverage(CoverageState.OBJECTED, (replace(AGAINST, note=""), AGAINST)),
    "objected by others": Coverage(
        CoverageState.WHOLE, (ADA,), (replace(AGAINST, by="Someone", origin="https://skills.example/"),)
    ),
    "signed": Coverage(CoverageState.WHOLE, (replace(ADA, signer="keys/ada.pem"),)),
}  # fmt: skip


def view(theme, found: Coverage) -> ReviewsView:
    return reviews_view(Frame(theme, Configuration()), found, NOW)


def spelled(made: ReviewsView) -> str:
    lines = [f"{made.head} | {made.below}"]
    if made.summary:
        lines.append(f"  [{made.summary}]")
    for each in made.statements:
        note = f": “{each.note}”" if each.note else ""
        lines.append(f"  - {each.who} {each.words}{note} ({each.source} · {' · '.join(each.about)} · {each.code})")
    return "\n".join(lines)


def test_every_state_has_its_words(theme, snapshot) -> None:
    assert "\n".join(f"{name}: {spelled(view(theme, found))}" for name, found in STATES.items()) == snapshot


def test_every_state_has_its_words_in_german(snapshot) -> None:
    theme = load_theme(None, "de")
    assert "\n".join(f"{name}: {spelled(view(theme, found))}" for name, found in STATES.items()) == snapshot


def test_only_an_objection_has_a_colour(theme) -> None:
    assert {name for name, found in STATES.items() if view(theme, found).level} == {
        *("objected", "objected without a note")
    }


def test_of_a_skill_that_nobody_looked_at_nothing_is_said(theme) -> None:
    assert view(theme, NOT_COVERED) == ReviewsView("", "", "")


def test_an_objection_that_does_not_count_reviews_nothing(theme) -> None:
    made = view(theme, Coverage(CoverageState.NONE, (), (AGAINST,)))
    assert (made.head, made.below) == ("Not reviewed", "1 objection does not count here.")
    assert [each.words for each in made.statements] == ["objects, which does not count here"]


def test_no_state_says_that_a_skill_is_good(theme) -> None:
    said = "\n".join(spelled(view(theme, found)) for found in STATES.values()).lower()
    assert not [word for word in ("safe", "clean", "verified", "trusted", "secure") if word in said]


def test_a_version_that_is_not_the_one_of_the_page_is_named(theme) -> None:
    made = reviews_view(Frame(theme, Configuration()), Coverage(CoverageState.WHOLE, (ADA,)), NOW, "1.4.0")
    assert made.statements[0].about == ("2026-11-20", "1.4.0")


def test_many_statements_are_counted(theme) -> None:
    made = view(theme, Coverage(CoverageState.WHOLE, (ADA,), (MODEL,) * 30))
    assert (len(made.statements), made.more) == (20, 11)


def test_foreign_words_hide_nothing(theme) -> None:
    hostile = "a\N{RIGHT-TO-LEFT OVERRIDE}b\n\x1b[31m<b>&amp; {who}"
    found = replace(ADA, by=hostile, note=hostile * 20, version=hostile, origin=hostile, signer=hostile)
    for state, chain in (
        (CoverageState.WHOLE, (found,)),
        (CoverageState.OLDER, (replace(found, digest=BEFORE),)),
        (CoverageState.STEPS, (replace(STEP, by=hostile), replace(found, digest=BEFORE))),
        (CoverageState.OBJECTED, (replace(found, verdict=ReviewVerdict.OBJECTS),)),
    ):
        made = view(theme, Coverage(state, chain, (), (replace(SCAN, tool=hostile, file=hostile),)))
        assert spelled(made).replace("\n", "").isprintable()
        assert "<b>&amp; {who}" in spelled(made)
        assert len(made.below) < 400 or state is not CoverageState.OBJECTED


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("whole", "Ada Brook, in full. 2026-11-20. Also 1 model, 2 scanners."),
        ("older", "Reviewed; 3 files changed since. Jo Stone read 1.3.0 in full, 2026-09-04."),
    ],
)
def test_one_text_says_it_where_there_is_no_page(theme, state: str, text: str) -> None:
    assert reviews_text(Frame(theme, Configuration()), STATES[state], NOW) == text
