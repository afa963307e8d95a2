"""What hosts show of the skills of a set."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.check.rule import RETIRED
from skillpack.check.run import VISIBILITY_RULES, check_visibility, rule_pages
from skillpack.check.subject import VisibilitySubject
from skillpack.model.document import Span
from skillpack.model.finding import Finding
from skillpack.model.selection import HostVisibility, SelectionInput, Visibility, VisibleSkill

AT = Span(3, 14, 3, 40)

Found = Callable[..., list[Finding]]


def _shown(
    *lengths: int, fewest: int = 0, most: int = 0, even: int = 0, best: Visibility = Visibility.WHOLE
) -> HostVisibility:
    skills = tuple(VisibleSkill(f"s{at}", length, best, Visibility.NAME, 0.5) for at, length in enumerate(lengths))
    return HostVisibility(
        "claude-code", "Claude Code", 8000, sum(lengths), len(lengths), fewest, most, even, (), skills
    )


@pytest.fixture
def found() -> Found:
    """Give the function that returns all findings about what hosts show of a set."""

    def check(*shown: HostVisibility) -> list[Finding]:
        skills = {f"s{at}": SelectionInput(f"s{at}", "", path=f"skills/s{at}/SKILL.md", at=AT) for at in range(4)}
        return list(check_visibility(VisibilitySubject(shown, skills)))

    return check


def test_says_nothing_of_a_set_that_is_shown_whole(found: Found) -> None:
    assert found(_shown(300, 200, fewest=2, most=2, even=2)) == []


def test_every_rule_is_about_the_set() -> None:
    assert sorted(rule.page.code for rule in VISIBILITY_RULES) == ["SL001", "ST002"]


def test_codes_that_are_gone_are_of_no_rule() -> None:
    assert not RETIRED & {page.code for page in rule_pages()}


class TestHiddenByBudget:
    def test_tells_how_many_are_seen_and_the_longest(self, found: Found) -> None:
        one, _ = found(_shown(6000, 5000, 900, 100, fewest=1, most=2, even=2))

        assert (one.rule, one.subject, one.path) == ("SL001", "", "")
        assert one.message.startswith(
            "Claude Code shows 1 to 2 of 4 descriptions whole, about 2 where all are used alike"
        )
        assert "`s0` (6,000 characters), `s1` (5,000 characters), `s2` (900 characters)" in one.hint

    def test_names_a_skill_that_is_never_seen(self, found: Found) -> None:
        view = _shown(9000, 100, fewest=1, most=1, even=1)
        alone = replace(view, skills=(replace(view.skills[0], best=Visibility.NAME), view.skills[1]))

        (one,) = (each for each in found(alone) if each.subject == "s0")
        assert (one.rule, one.path, one.span) == ("SL001", "skills/s0/SKILL.md", AT)
        assert one.message == (
            "Claude Code never shows the description of `s0`: its 9,000 characters do not fit beside the names of"
            " the others"
        )

    def test_names_none_where_the_names_alone_take_all_room(self, found: Found) -> None:
        (one,) = found(_shown(100, 100, best=Visibility.NAME))
        assert one.subject == ""

    def test_is_silent_where_the_budget_is_not_known(self, found: Found) -> None:
        view = _shown(6000, 5000, fewest=1, most=1, even=1)
        unknown = HostVisibility(view.host, view.title, 0, view.needed, 2, 1, 1, 1, ("budget",), view.skills)
        assert found(unknown) == []


class TestIndexOverBudget:
    def test_compares_the_index_with_what_the_host_shows(self, found: Found) -> None:
        view = _shown(6000, 5000, fewest=1, most=1, even=1)
        (one,) = (each for each in found(view) if each.rule == "ST002")
        assert one.message == "the index of 2 skills has about 11,000 characters, Claude Code shows 8,000"

    def test_says_nothing_of_an_index_that_fits(self, found: Found) -> None:
        assert found(_shown(6000, 2000, fewest=2, most=2, even=2)) == []


class TestHostField:
    def test_names_the_words_that_the_description_lacks(self, check, page) -> None:
        found = check(page("when_to_use: When somebody merges, splits or signs documents"))
        (one,) = [finding for finding in found if finding.rule == "SL006"]

        assert "`merges`, `splits`, `signs`" in one.message
        assert one.span.line == 4

    @pytest.mark.parametrize(
        "line",
        ["when_to_use: Reading PDF files that somebody has", "when_to_use:", "when-to-use: merges, splits, signs"],
    )
    def test_is_silent_where_the_description_says_it_too(self, check, page, line: str) -> None:
        assert "SL006" not in {finding.rule for finding in check(page(line))}

    def test_names_the_hosts_that_obey_a_field(self, check, page) -> None:
        found = check(page("effort: high", "user-invocable: false", "model: opus", "author: me"))
        messages = [finding.message for finding in found if finding.rule == "SL006"]

        assert messages == [
            "`effort` and `model` work in Claude Code; no other known host reads them",
            "`user-invocable` works in Claude Code and GitHub Copilot; no other known host reads it",
        ]
