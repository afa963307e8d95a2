"""How the skills of a set are shown and found, for pages and rules."""

from dataclasses import replace

import pytest

from skillpack import resources
from skillpack.model.document import NOWHERE
from skillpack.model.profile import Profile
from skillpack.model.selection import Described, Intent, IntentSource, Sight
from skillpack.model.settings import Bundle
from skillpack.pipeline import reach as module
from skillpack.pipeline.reach import Reached, reach
from skillpack.pipeline.weighed import Weighed

MERGING = "Merges PDF files. Use when somebody has several PDF documents to join."
READING = "Reads tables of PDF documents. Use when a report has tables, charts or figures."


def _weighed(name: str, description: str, *requests: str, by_model: bool = True) -> Weighed:
    lines = tuple(Intent(line, IntentSource.BODY) for line in requests)
    return Weighed(Described(name, description, by_model=by_model, intents=lines), f"{name}/SKILL.md", NOWHERE)


@pytest.fixture(scope="session")
def host() -> Profile:
    """Give the host whose budget is known."""
    return resources.profiles()["claude-code"]


@pytest.fixture
def two(host: Profile) -> Reached:
    """Give a set of two skills of which one takes a request of the other."""
    reader = _weighed("read-pdf", READING, "charts of a report", "join several documents", "a")
    return reach([_weighed("merge-pdf", MERGING, "join PDF documents"), reader], [host])


class TestOneSkill:
    def test_tells_its_requests_and_who_wins_them(self, two: Reached) -> None:
        found = two.skills["read-pdf"]

        assert found.requests == (("charts of a report", ""), ("join several documents", "merge-pdf"), ("a", ""))
        assert (found.taken_by, found.takes_from, found.more, found.asked) == (("merge-pdf",), (), 0, True)

    def test_tells_from_whom_it_takes(self, two: Reached) -> None:
        assert two.skills["merge-pdf"].takes_from == ("read-pdf",)
        assert two.skills["merge-pdf"].taken_by == ()

    def test_tells_the_lost_requests_before_others(self, host: Profile) -> None:
        own = [f"tables of report number {number}" for number in range(9)]
        reader = _weighed("read-pdf", READING, *own, "join several documents")
        found = reach([_weighed("merge-pdf", MERGING), reader], [host]).skills["read-pdf"]

        assert [line for line, _ in found.requests] == [*own[:3], "join several documents"]
        assert found.more == 6

    def test_a_single_word_takes_nothing(self, host: Profile) -> None:
        reader = _weighed("read-pdf", READING, "several quick questions", "creating and joining")
        found = reach([_weighed("merge-pdf", f"{MERGING} Creating and joining."), reader], [host]).skills["read-pdf"]

        assert found.taken_by == ()

    def test_a_single_word_takes_a_labelled_query(self, host: Profile) -> None:
        query = Intent("several quick questions", IntentSource.LABELLED)
        reader = replace(_weighed("read-pdf", READING), described=Described("read-pdf", READING, intents=(query,)))
        found = reach([_weighed("merge-pdf", MERGING), reader], [host]).skills["read-pdf"]

        assert found.taken_by == ("merge-pdf",)

    def test_one_that_people_start_is_asked_for_nothing(self, host: Profile) -> None:
        found = reach([_weighed("merge-pdf", MERGING, "join PDF documents", by_model=False)], [host])

        assert found.skills["merge-pdf"].requests == ()
        assert [seen.best for seen in found.skills["merge-pdf"].seen_by] == [Sight.ABSENT]


class TestHosts:
    def test_those_without_a_known_budget_say_nothing_of_a_skill(self, host: Profile) -> None:
        unknown = resources.profiles()["codex"]
        found = reach([_weighed("merge-pdf", MERGING)], [host, unknown])

        assert [seen.title for seen in found.skills["merge-pdf"].seen_by] == ["Claude Code"]
        assert [shown.host for shown in found.of_set.hosts] == ["claude-code", "codex"]

    def test_the_set_keeps_no_skills(self, two: Reached) -> None:
        assert [shown.skills for shown in two.of_set.hosts] == [()]

    def test_none_is_needed(self) -> None:
        assert reach([_weighed("merge-pdf", MERGING)], []).of_set.hosts == ()

    def test_a_budget_that_is_too_small_is_found(self, host: Profile) -> None:
        small = replace(host, index_budget=120)
        found = reach([_weighed("merge-pdf", MERGING), _weighed("read-pdf", READING)], [small])

        assert [one.rule for one in found.findings] == ["SL001", "ST002"]
        assert {seen.worst for each in found.skills.values() for seen in each.seen_by} == {Sight.NAME}


def test_a_bundle_is_measured_alone(host: Profile) -> None:
    skills = [_weighed("merge-pdf", MERGING), _weighed("read-pdf", READING)]
    kit = Bundle("kit", "", ("read-pdf", "gone", "read-pdf"))
    ((name, (shown,)),) = reach(skills, [host], [kit]).of_set.bundles

    assert (name, shown.listed, shown.needed) == ("kit", 1, len(f"- read-pdf: {READING}"))


def test_findings_point_at_descriptions(host: Profile) -> None:
    lost = [f"join several documents of kind {kind}" for kind in ("one", "two", "three")]
    found = reach([_weighed("merge-pdf", MERGING), _weighed("x", "Reads tables", *lost)], [host])
    (taken,) = [one for one in found.findings if one.rule == "SL002"]

    assert (taken.subject, taken.path) == ("x", "x/SKILL.md")


def test_too_many_skills_are_shown_and_not_asked(host: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ASKED", 1)
    reader = _weighed("read-pdf", READING, "join several documents")
    found = reach([_weighed("merge-pdf", MERGING), reader], [host])

    assert not found.of_set.asked
    assert [(each.requests, each.asked, len(each.seen_by)) for each in found.skills.values()] == [((), False, 1)] * 2


def test_the_order_does_not_matter(host: Profile) -> None:
    skills = [_weighed("merge-pdf", MERGING, "join PDF documents"), _weighed("read-pdf", READING, "join documents")]
    assert reach(skills, [host]) == reach(skills[::-1], [host])
