"""What one part of a skill stores and another sends or runs."""

import pytest

from skillpack.abilities.flow import Stored, Taint, Used, Verification
from skillpack.abilities.relay import relayed
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position

FIRST, SECOND = Position("a.sh", Span(3, 1, 3, 9)), Position("b.sh", Span(7, 1, 7, 9))
KEY = Taint(AbilityKind.KEY_FILE, ".ssh/id_rsa", FIRST)
SENT = Used("/opt/x", SECOND, "curl", "curl", "collect.example")
RUN = Used("/opt/x", SECOND, "sh /opt/x", runs=True)


def moved(place: str) -> Taint:
    return Taint(AbilityKind.WRITES, place, FIRST)


def fetched(address: str) -> Taint:
    return Taint(AbilityKind.FETCHES, address, FIRST)


def told(*parts: Stored | Used | Verification) -> list[tuple[ConcernKind, AlarmLevel]]:
    return [(each.kind, each.level) for each in relayed(parts)]


STOPS = [(ConcernKind.SENDS_PRIVATE, AlarmLevel.STOP)]


def test_what_is_private_and_sent_elsewhere_is_told_with_both_lines() -> None:
    (found,) = relayed([Stored("/opt/x", KEY), SENT])
    facts = (("what", ".ssh/id_rsa"), ("host", "collect.example"))
    assert found == Concern(ConcernKind.SENDS_PRIVATE, AlarmLevel.STOP, SECOND, "curl", facts, FIRST)


@pytest.mark.parametrize(("stored", "used"), [
    ("/opt/x", "/opt/x"),
    ("/opt/x/keys/a", "/opt/x"),
    ("/opt/x/keys/a", "/opt/x/"),
    ("/opt/x/", "/opt/x/keys/a"),
    ("/opt/x/", "/opt/x"),
])  # fmt: skip
def test_a_place_is_a_file_a_folder_or_what_lies_in_one(stored: str, used: str) -> None:
    assert told(Stored(stored, KEY), Used(used, SECOND, "curl")) == STOPS


@pytest.mark.parametrize("used", ["/opt/y", "/opt/x/a", "x", "/opt/xy"])
def test_other_places_have_nothing_to_do_with_it(used: str) -> None:
    assert told(Stored("/opt/x", KEY), Used(used, SECOND, "curl")) == []


def test_it_is_followed_from_place_to_place_and_in_circles() -> None:
    parts = [Stored("a", KEY), Stored("b", moved("a")), Stored("/opt/x", moved("b")), Stored("a", moved("/opt/x"))]
    assert told(*parts, SENT) == STOPS


@pytest.mark.parametrize("kind", [AbilityKind.FETCHES, AbilityKind.DECODES, AbilityKind.RUNS_DOWNLOADED])
def test_what_is_not_private_may_be_sent(kind: AbilityKind) -> None:
    assert told(Stored("/opt/x", Taint(kind, "https://a.example", FIRST)), SENT) == []


def test_a_named_key_is_told_where_anybody_reads_it_alone() -> None:
    key = Stored("/opt/x", Taint(AbilityKind.VARIABLE, "ACME_API_KEY", FIRST))
    assert told(key, SENT) == []
    assert told(key, Used("/opt/x", SECOND, "gh issue create", "gh", "", public=True)) == STOPS
    assert told(key, Used("/opt/x", SECOND, "curl", "curl", "198.51.100.7")) == STOPS


def test_settings_of_a_project_may_be_copied_to_its_server() -> None:
    settings = Stored("/opt/x", Taint(AbilityKind.KEY_FILE, ".env", FIRST))
    assert told(settings, Used("/opt/x", SECOND, "scp", "scp", "shop.example")) == []
    assert told(settings, SENT) == STOPS


@pytest.mark.parametrize(("address", "level"), [
    ("http://a.example/x", AlarmLevel.STOP),
    ("https://198.51.100.7/x", AlarmLevel.STOP),
    ("with a password https://a.example/x.zip", AlarmLevel.STOP),
    ("https://a.example/x", AlarmLevel.READ_FIRST),
])  # fmt: skip
def test_what_is_fetched_and_run_has_the_level_of_its_host(address: str, level: AlarmLevel) -> None:
    assert told(Stored("/opt/x", fetched(address)), RUN) == [(ConcernKind.RUNS_DOWNLOADED, level)]


def test_what_is_private_may_be_run_and_what_is_on_this_machine_too() -> None:
    assert told(Stored("/opt/x", KEY), Stored("/opt/x", fetched("http://localhost:80/x")), RUN) == []


@pytest.mark.parametrize("path", ["a.sh", "b.sh"])
def test_what_is_compared_with_a_digest_may_be_run(path: str) -> None:
    assert told(Stored("/opt/x", fetched("http://a.example/x")), RUN, Verification(path)) == []


@pytest.mark.parametrize(("how", "address", "levels"), [
    ("with a password", "https://a.example/x.zip", [AlarmLevel.STOP]),
    ("unpacked", "https://a.example/x.zip", []),
    ("unpacked", "http://a.example/x.zip", [AlarmLevel.STOP]),
])  # fmt: skip
def test_an_archive_is_opened_in_another_step(how: str, address: str, levels: list[AlarmLevel]) -> None:
    parts = [Stored("x.zip", fetched(address)), Stored("/opt/x/", moved(f"{how} x.zip"))]
    assert [level for _, level in told(*parts, Used("/opt/x/setup", SECOND, "", runs=True))] == levels


@pytest.mark.parametrize(("how", "levels"), [("with a password", [AlarmLevel.STOP]), ("unpacked", [])])
def test_one_step_opens_and_runs_what_another_fetched(how: str, levels: list[AlarmLevel]) -> None:
    use = Used(f"{how} x.zip", SECOND, "", runs=True)
    assert [level for _, level in told(Stored("x.zip", fetched("https://a.example/x.zip")), use)] == levels


def test_many_places_cost_a_bounded_work() -> None:
    chain = [Stored(f"p{number}", moved(f"p{number + 1}")) for number in range(3000)]
    wide = [Stored("/opt/x", moved(f"p{number}")) for number in range(3000)]
    assert told(*chain, *wide, *[SENT] * 3000, Stored("p2999", KEY)) == []
