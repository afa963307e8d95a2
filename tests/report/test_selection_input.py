import pytest

from skillpack.model.finding import Suppression
from skillpack.report.selection_input import accepted, losses, regressed, thefts
from skillpack.search.comparing import Part

ALL = (Suppression("SL002", "", "wanted", ""), Suppression("SL001", "", "wanted", ""))


def test_requests_are_told_once_for_all_hosts(selected) -> None:
    (theft, *rest) = thefts(selected(against=True))
    assert rest == []
    assert (theft.name, theft.thief, theft.by) == ("release-notes", "changelog", Part.NEW)
    assert theft.hosts == ("Claude Code", "Codex")
    assert [one.text for one in theft.lost] == ["what changed since the last version"]


def test_nothing_is_lost_where_nothing_is_compared(selected) -> None:
    assert (thefts(selected()), losses(selected()), regressed(selected())) == ((), (), False)


def test_a_change_is_worse_unless_all_of_it_is_accepted(selected) -> None:
    assert regressed(selected(against=True))
    assert not regressed(selected(against=True, suppressions=ALL))
    assert regressed(selected(against=True, suppressions=ALL[1:])) is bool(thefts(selected(against=True)))


@pytest.mark.parametrize(
    ("suppression", "covers"),
    [
        (Suppression("SL002", "", "all", ""), True),
        (Suppression("SL002", "pdf", "it", "2026-06-01"), True),
        (Suppression("SL002", "pdf", "it", "2026-05-31"), False),
        (Suppression("SL002", "word", "another", ""), False),
        (Suppression("SL003", "pdf", "another rule", ""), False),
    ],
)
def test_what_a_suppression_covers(selected, suppression, covers) -> None:
    report = selected(suppressions=(suppression,), today="2026-06-01")
    assert (accepted(report, "SL002", "pdf") == suppression) is covers
