"""How skills are shown and found among each other."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from skillpack.check.run import SELECTION_RULES, check_selection
from skillpack.check.subject import SelectionSubject
from skillpack.model.document import Span
from skillpack.model.finding import Finding
from skillpack.model.selection import (
    Chosen,
    Described,
    Greedy,
    IntentSource,
    Lost,
    Neighbours,
    Seen,
    Selection,
    Shown,
    Sight,
)

AT = Span(3, 14, 3, 40)
WORDS = {"pdf": ("forms", "merge")}

Found = Callable[..., list[Finding]]


def _chosen(name: str, *, requests: int = 5, weak: bool = True) -> Chosen:
    return Chosen(
        name,
        requests,
        labelled=False,
        hit1=0.2,
        hit3=0.4,
        mrr=0.3,
        score=0.9,
        weak=weak,
        lost=(),
        unwanted=(),
        taken_by=(),
        takes_from=(),
        unsaid=(),
    )


def _lost(text: str, thief: str, *decided: str, source: IntentSource = IntentSource.BODY) -> Lost:
    return Lost(text, source, 2, thief, decided or ("merge", "files"), ("merge",))


def _shown(*lengths: int, fewest: int = 0, most: int = 0, even: int = 0, best: Sight = Sight.WHOLE) -> Shown:
    skills = tuple(Seen(f"s{at}", length, best, Sight.NAME, 0.5) for at, length in enumerate(lengths))
    return Shown("claude-code", "Claude Code", 8000, sum(lengths), len(lengths), fewest, most, even, (), skills)


def _selection(
    skills: Iterable[Chosen] = (),
    *,
    greedy: Iterable[Greedy] = (),
    neighbours: Iterable[Neighbours] = (),
    no_intent: tuple[str, ...] = (),
    silent: tuple[str, ...] = (),
) -> Selection:
    chosen, many, near = tuple(skills), tuple(greedy), tuple(neighbours)
    return Selection("claude-code", 3, 9, 0, 0.5, 0.6, 0.6, chosen, many, near, no_intent, silent, ())


@pytest.fixture
def found() -> Found:
    """Give the function that returns all findings about a set."""

    def check(
        selection: Selection | None = None,
        *,
        shown: tuple[Shown, ...] = (),
        taken: dict[str, tuple[Lost, ...]] | None = None,
        description: str = "Reads PDF files",
    ) -> list[Finding]:
        described = {name: Described(name, description) for name in ("pdf", "docx")}
        places = {name: (f"skills/{name}/SKILL.md", AT) for name in described}
        return list(check_selection(SelectionSubject(shown, selection, taken or {}, WORDS, described, places)))

    return check


def test_says_nothing_of_a_set_in_which_all_is_well(found: Found) -> None:
    assert found(_selection([_chosen("pdf", weak=False)]), shown=(_shown(300, 200, fewest=2, most=2, even=2),)) == []


def test_says_nothing_where_nobody_asked(found: Found) -> None:
    assert found(None) == []


def test_every_rule_is_about_the_set() -> None:
    family = [f"SL00{number}" for number in range(1, 6)]
    assert sorted(rule.page.code for rule in SELECTION_RULES) == [*family, "ST002"]


class TestHiddenByBudget:
    def test_tells_how_many_are_seen_and_the_longest(self, found: Found) -> None:
        one, _ = found(shown=(_shown(6000, 5000, 900, 100, fewest=1, most=2, even=2),))

        assert (one.rule, one.subject, one.path) == ("SL001", "", "")
        assert one.message.startswith(
            "Claude Code shows 1 to 2 of 4 descriptions whole, about 2 where all are used alike"
        )
        assert "`s0` (6,000 characters), `s1` (5,000 characters), `s2` (900 characters)" in one.hint

    def test_names_a_skill_that_is_never_seen(self, found: Found) -> None:
        view = _shown(9000, 100, fewest=1, most=1, even=1)
        alone = replace(view, skills=(replace(view.skills[0], best=Sight.NAME), view.skills[1]))

        assert [one.message for one in found(shown=(alone,)) if one.subject == "s0"] == [
            (
                "Claude Code never shows the description of `s0`: its 9,000 characters do not fit beside the names of"
                " the others"
            )
        ]

    def test_names_none_where_the_names_alone_take_all_room(self, found: Found) -> None:
        (one,) = found(shown=(_shown(100, 100, best=Sight.NAME),))
        assert one.subject == ""

    def test_is_silent_where_the_budget_is_not_known(self, found: Found) -> None:
        view = _shown(6000, 5000, fewest=1, most=1, even=1)
        unknown = Shown(view.host, view.title, 0, view.needed, 2, 1, 1, 1, ("budget",), view.skills)
        assert found(shown=(unknown,)) == []


class TestIndexOverBudget:
    def test_compares_the_index_with_what_the_host_shows(self, found: Found) -> None:
        view = _shown(6000, 5000, fewest=1, most=1, even=1)
        (one,) = (each for each in found(shown=(view,)) if each.rule == "ST002")
        assert one.message == "the index of 2 skills has about 11,000 characters, Claude Code shows 8,000"

    def test_says_nothing_of_an_index_that_fits(self, found: Found) -> None:
        assert found(shown=(_shown(6000, 2000, fewest=2, most=2, even=2),)) == []


class TestIntentTaken:
    def test_names_the_thief_the_request_and_the_words(self, found: Found) -> None:
        taken = {"pdf": (_lost("merge two files", "docx"), _lost("fill forms", "docx"))}
        (one,) = found(_selection([_chosen("pdf")]), taken=taken)

        assert (one.rule, one.subject, one.path, one.span) == ("SL002", "pdf", "skills/pdf/SKILL.md", AT)
        assert one.message == (
            '2 of 5 requests of `pdf` are answered better by other descriptions, most by `docx`: "merge two files"'
        )
        assert one.hint == "say `forms`, `merge` in the description"
        assert dict(one.facts) == {"thief": "docx"}

    def test_where_no_word_helps_the_other_one_is_to_say_it(self, found: Found) -> None:
        taken = {"docx": (_lost("merge two files", "pdf"), _lost("fill forms", "pdf"))}
        (one,) = found(_selection([_chosen("docx")]), taken=taken)

        assert one.hint == "say in the description of `pdf` that it is not for this"

    @pytest.mark.parametrize(
        ("chosen", "lost"),
        [
            (_chosen("pdf", weak=False), 2),
            (_chosen("pdf"), 1),
            (_chosen("pdf", requests=10), 2),
            (_chosen("pdf"), 0),
        ],
    )
    def test_is_silent_where_few_are_taken(self, found: Found, chosen: Chosen, lost: int) -> None:
        taken = {"pdf": tuple(_lost(f"merge {number}", "docx") for number in range(lost))}
        assert found(_selection([chosen]), taken=taken) == []

    def test_one_labelled_query_is_enough(self, found: Found) -> None:
        taken = {"pdf": (_lost("merge two files", "docx", source=IntentSource.LABELLED),)}
        assert len(found(_selection([_chosen("pdf", requests=3)]), taken=taken)) == 1


class TestUndeclaredNeighbour:
    @pytest.mark.parametrize(("taken", "overlap"), [(0, 0.3), (4, 0.2)])
    def test_tells_how_much_both_share(self, found: Found, taken: int, overlap: float) -> None:
        (one,) = found(_selection(neighbours=[Neighbours("docx", "pdf", taken, overlap)]))

        assert (one.rule, one.subject) == ("SL003", "docx")
        assert f"`docx` and `pdf` have {overlap:.0%} of their words in common" in one.message

    @pytest.mark.parametrize(("taken", "overlap"), [(3, 0.29), (4, 0.19)])
    def test_is_silent_where_they_can_be_told_apart(self, found: Found, taken: int, overlap: float) -> None:
        assert found(_selection(neighbours=[Neighbours("docx", "pdf", taken, overlap)])) == []


class TestGreedyDescription:
    GREEDY = Greedy("pdf", 9, 4, 1.5)

    def test_tells_from_whom_and_by_which_words(self, found: Found) -> None:
        taken = {name: (_lost("a", "pdf", "files"), _lost("b", "pdf", "files", "merge")) for name in ("a", "b", "c")}
        (one,) = found(_selection(greedy=[self.GREEDY]), taken=taken)

        assert (one.rule, one.subject) == ("SL004", "pdf")
        assert one.message == ("`pdf` wins 6 requests of 3 other skills, where 1.5 is usual, most by `files`, `merge`")
        assert one.hint == "say what it is not for, such as what `a`, `b`, `c` are for"

    @pytest.mark.parametrize("victims", [("a",) * 3, ("a", "b"), ()])
    def test_is_silent_where_few_are_clearly_taken(self, found: Found, victims: tuple[str, ...]) -> None:
        taken = {name: tuple(_lost(f"{number}", "pdf") for number in range(4)) for name in victims}
        assert found(_selection(greedy=[self.GREEDY]), taken=taken) == []


class TestNoIntentLines:
    def test_names_a_skill_that_says_nowhere_when(self, found: Found) -> None:
        (one,) = found(_selection(no_intent=("pdf",)))
        assert (one.rule, one.subject, one.path) == ("SL005", "pdf", "skills/pdf/SKILL.md")

    @pytest.mark.parametrize("description", ["React. Use when asked for React.", "处理文件"])
    def test_is_silent_where_it_says_so_in_a_word_or_cannot_be_read(self, found: Found, description: str) -> None:
        assert found(_selection(no_intent=("pdf",)), description=description) == []

    def test_is_silent_about_what_no_host_lists(self, found: Found) -> None:
        assert found(_selection(no_intent=("pdf",), silent=("pdf",))) == []


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
