"""One conversation: index, activation, budgets, events, resources."""

import json
import logging
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.errors import FetchError, LoadRefusedError, SkillpackError, UnknownSkillError, UsageError
from skillpack.runtime.budget import UNLIMITED, Budgets
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.event import Event, jsonl_sink, log_sink
from skillpack.runtime.session import Session
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore


@pytest.mark.demand("M27", "M46")
def test_the_index_is_that_of_metis(write, session) -> None:
    write("pdf-processing", said="Extract PDF text.")
    write("code-review", said="Run a structured review.")

    assert session().index.text == (
        "## Available skills\n"
        "Use `skill_search(query)` to filter and `skill_load(name)` to read a body.\n"
        "\n"
        "- code-review: Run a structured review.\n"
        "- pdf-processing: Extract PDF text.\n"
    )


@pytest.mark.demand("M27")
def test_an_empty_store_has_no_index(session) -> None:
    assert session().index.text == ""
    assert session().start("You are an agent.") == "You are an agent.\n"


@pytest.mark.demand("M27")
def test_the_prompt_stands_before_the_index(write, session) -> None:
    write("pdf")

    assert session().start("You are an agent.\n\n").startswith("You are an agent.\n\n## Available skills\n")


@pytest.mark.demand("M29", "M46")
def test_an_edit_of_a_body_leaves_the_index_one_of_a_description_does_not(write, session) -> None:
    folder = write("pdf")
    before = session().index.sha256
    text = (folder / "SKILL.md").read_text()

    (folder / "SKILL.md").write_text(text + "More.\n")
    with_body = session().index.sha256
    (folder / "SKILL.md").write_text(text.replace("Does pdf.", "Does more."))

    assert before == with_body != session().index.sha256


@pytest.mark.demand("M47", "M49")
def test_an_index_over_its_limit_holds_names_and_says_how_to_search(write, session) -> None:
    write("pdf", said="x" * 500)
    write("letters")

    index = session(budgets=Budgets(index_characters=400)).index

    assert index.names_only
    assert index.text.endswith(
        "- letters\n- pdf\n\nThe descriptions are left out of this list: call `skill_search(query)` to find a skill.\n"
    )


@pytest.mark.demand("M28", "M39", "M44", "M49")
def test_a_preloaded_skill_is_marked_and_only_pointed_to(write, session, events) -> None:
    write("pdf", body="Read it.\n")
    write("letters")
    made = session()

    prompt = made.start("Base.", preload=["pdf"])
    opened = made.activate("pdf")

    assert "- pdf [preloaded]: Does pdf.\n" in prompt
    assert prompt.endswith("### Skill: pdf\n\nRead it.\n")
    assert opened.text == (
        "# Skill: pdf (source: workspace)\n\nThis skill's body is already loaded in the system prompt (pre-activated "
        "at session start). Re-read the system prompt section `### Skill: pdf` for its operating instructions."
    )
    assert opened.metadata["already_preloaded"] is True
    (event,) = events
    assert (event.actor, event.turn_id, event.payload["load_reason"]) == ("system", None, "always")
    assert event.payload["triggered_by_tool_use_id"] is None


@pytest.mark.demand("M29", "M46")
def test_the_prompt_of_a_session_stays_the_same_bytes(write, session, events) -> None:
    folder = write("pdf")
    made = session()
    prompt = made.start("Base.", preload=None)
    (folder / "SKILL.md").write_text("---\nname: pdf\ndescription: Other.\n---\nOther.\n")
    made.activate("pdf")

    assert made.start("Another base.", preload=()) == prompt
    assert len(events) == 1


@pytest.mark.demand("M50")
def test_a_short_prefix_is_filled_with_whole_bodies(write, session) -> None:
    write("a", body="a" * 15_000)
    write("b", body="b" * 15_000)
    write("c", body="c" * 3000)
    made = session()

    prompt = made.start(preload=None)

    assert list(made.preloaded) == ["a", "c"]
    assert 4500 <= len(prompt) // 4 <= 5500


@pytest.mark.demand("M50")
def test_a_long_prefix_is_not_filled(write, session) -> None:
    write("a")
    made = session()

    made.start("x" * 20_000, preload=None)

    assert not made.preloaded


@pytest.mark.demand("M26", "M38", "M42", "M43", "M44", "M45", "B15")
def test_an_activation_is_the_body_and_one_event(write, session, events) -> None:
    write("pdf", body="Read it.\n")
    made = session(session_id="S", turn_id="T")

    opened = made.activate("pdf", tool_use_id="tool-1")

    assert opened.text == "# Skill: pdf (source: workspace)\n\nRead it.\n"
    assert opened.metadata == {
        "skill_id": "pdf",
        "skill_version": opened.skill.version,
        "source": "workspace",
        "load_size_tokens": 2,
    }
    (event,) = events
    assert dict(event.payload) == {
        "skill_id": "pdf",
        "skill_version": opened.skill.version,
        "load_reason": "on_demand",
        "load_size_tokens": 2,
        "source": "workspace",
        "triggered_by_tool_use_id": "tool-1",
    }
    assert (event.type, event.session_id, event.turn_id, event.sensitivity) == (
        "skill.loaded",
        "S",
        "T",
        "pseudonymous",
    )
    assert len(event.id) == 26
    assert event.timestamp.endswith("+00:00")


@pytest.mark.demand("M30", "M40")
def test_a_second_load_is_a_pointer_and_no_event(write, session, events) -> None:
    write("pdf")
    made = session()
    made.activate("pdf")

    again = made.activate("pdf")

    assert again.text == (
        "# Skill: pdf (source: workspace)\n\nThis skill is already loaded in the conversation "
        "history (activated earlier this session). "
        'Re-read the earlier `tool_result` for `skill_load("pdf")` for its operating instructions.'
    )
    assert again.metadata["already_loaded"] is True
    assert len(events) == 1


@pytest.mark.demand("M41", "M42")
def test_a_fourth_skill_is_refused(write, session, events) -> None:
    for name in ("a", "b", "c", "d"):
        write(name)
    made = session()
    for name in ("a", "b", "c"):
        made.activate(name)

    with pytest.raises(LoadRefusedError) as error:
        made.activate("d")

    assert str(error.value) == (
        "activation budget exhausted: 3 skills already activated this session (limit 3). "
        "Already loaded: ['a', 'b', 'c']."
        " To free budget, start a fresh session or summarize and discard previously loaded skill bodies."
    )
    assert len(events) == 3
    assert made.activate("a").already == "loaded"


@pytest.mark.demand("M41")
def test_tokens_are_capped_and_the_cap_itself_is_allowed(write, session, caplog) -> None:
    write("a", body="x" * 60_000)
    write("b", body="x" * 60_000)
    write("c", body="x" * 4)
    made = session()
    caplog.clear()
    made.activate("a")
    made.activate("b")

    with pytest.raises(LoadRefusedError) as error:
        made.activate("c")

    assert str(error.value) == (
        "activation token cap exhausted: loading 'c' would bring cumulative activation tokens to 30001 (cap 30000). "
        "Already loaded: ['a', 'b']."
    )
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_budgets_are_off_where_a_dialect_has_none(write, session) -> None:
    for name in ("a", "b", "c", "d"):
        write(name)
    made = session(dialect=DIALECTS["instructor"])

    assert [made.activate(name).already for name in ("a", "b", "c", "d", "a")] == [""] * 5


def test_no_value_of_the_environment_is_in_what_a_log_shows_of_a_session(session) -> None:
    assert "hunter2" not in repr(session(env={"TOKEN": "hunter2"}))


@pytest.mark.demand("M37")
def test_an_unknown_skill_is_an_error_of_its_own(session) -> None:
    with pytest.raises(UnknownSkillError, match="no skill registered with name 'x'"):
        session().activate("x")


@pytest.mark.demand("I10")
def test_switches_hold_in_every_list_and_load(write, session) -> None:
    write("deploy", more="disable-model-invocation: true\n")
    write("legacy", more="user-invocable: false\n")
    write("plain")
    made = session()

    assert [skill.name for skill in made.metadata()] == ["legacy", "plain"]
    assert [skill.name for skill in made.metadata("user")] == ["deploy", "plain"]
    assert "deploy" not in made.index.text
    assert [skill.name for skill in made.search("")] == ["legacy", "plain"]
    assert [skill.name for skill in made.search("", audience="user")] == ["deploy", "plain"]
    assert made.mentioned("$deploy $legacy $plain") == ("deploy", "plain")
    with pytest.raises(UnknownSkillError, match="only people may start it"):
        made.activate("deploy")
    with pytest.raises(UnknownSkillError, match="only the model may start it"):
        made.activate("legacy", audience="user")
    assert made.activate("deploy", audience="user").skill.name == "deploy"


@pytest.mark.demand("M32", "B2", "B9", "B13", "B14")
def test_resources_are_read_inside_of_the_folder_alone(write, session, tmp_path: Path) -> None:
    folder = write("pdf")
    (folder / "references").mkdir()
    (folder / "references" / "a.md").write_text("A")
    (folder / "out").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_text("secret")
    made = session()

    assert made.resources("pdf") == ("references/a.md",)
    assert made.resource("pdf", "references/a.md") == b"A"
    for path in ("../secret", "out", "/etc/passwd", "references/../../secret", "references", "nothing", "a\0b", ""):
        with pytest.raises((UsageError, FetchError)):
            made.resource("pdf", path)
    with pytest.raises(UsageError, match=r"^the file `nothing` of `pdf` does not exist$"):
        made.resource("pdf", "nothing")
    with pytest.raises(UsageError, match=r"^the file `a\\nb\\x60` of `pdf` does not exist$"):
        made.resource("pdf", "a\nb`")


@pytest.mark.demand("M30", "B15")
def test_a_folder_that_vanishes_is_an_error_of_that_load(write, session) -> None:
    folder = write("pdf")
    made = session()
    (folder / "SKILL.md").unlink()
    folder.rmdir()

    assert made.activate("pdf").text.endswith("Do it.\n")
    with pytest.raises(SkillpackError):
        made.resource("pdf", "references/a.md")


def test_a_sink_that_fails_breaks_nothing(write, session, caplog) -> None:
    write("pdf")
    made = session()

    def fail(event: Event) -> None:
        raise RuntimeError(event.type)

    made.sink = fail

    assert made.activate("pdf").text
    assert caplog.messages == ["the event skill.loaded was not taken"]


@pytest.mark.demand("M44", "B13", "B15")
def test_events_go_to_a_file_and_to_the_log(write, session, tmp_path: Path, caplog) -> None:
    write("pdf", body="The body.")
    file = tmp_path / "events.jsonl"
    made = session()
    made.sink = jsonl_sink(file)
    made.activate("pdf")

    record = json.loads(file.read_text())
    assert (record["type"], record["payload"]["skill_id"]) == ("skill.loaded", "pdf")
    assert "The body" not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    caplog.set_level(logging.INFO, "skillpack.runtime")
    log_sink(Event("skill.loaded", {"skill_id": "pdf"}, "S"))
    assert caplog.messages[-1] == 'skill.loaded {"skill_id": "pdf"}'


@pytest.mark.demand("M47", "M49")
def test_refresh_sees_what_changed_and_keeps_what_was_opened(write, session) -> None:
    write("pdf")
    made = session()
    made.activate("pdf")
    before = made.index.text
    write("letters")

    assert made.index.text == before
    made.refresh()

    assert "- letters: Does letters." in made.index.text
    assert list(made.activated) == ["pdf"]


@pytest.mark.demand("A7")
def test_a_sink_can_count_how_often_skills_are_used(write, load) -> None:
    write("pdf")
    write("letters")
    uses: Counter[object] = Counter()

    def count(event: Event) -> None:
        uses[event.payload["skill_id"]] += 1

    store = load()
    for names in (("pdf", "letters", "pdf"), ("pdf",)):
        made = Session(store, sink=count)
        for name in names:
            made.activate(name)

    assert uses == {"pdf": 2, "letters": 1}


@pytest.mark.demand("M42")
@given(st.lists(st.sampled_from(["a", "b", "c", "d", "none"]), max_size=12))
def test_one_event_for_each_activation_whatever_the_order(calls: list[str]) -> None:
    skills = [
        Skill(name=name, description="x", body=name * size, source="s", skill_dir=Path("/nowhere"))
        for name, size in (("a", 4), ("b", 80_000), ("c", 50_000), ("d", 8))
    ]
    events: list[Event] = []
    made = Session(SkillStore(skills), sink=events.append)
    given_out = []
    for name in calls:
        try:
            opened = made.activate(name)
        except (LoadRefusedError, UnknownSkillError):
            continue
        if not opened.already:
            given_out.append(name)

    assert [event.payload["skill_id"] for event in events] == given_out == list(made.activated)
    assert len(given_out) == len(set(given_out)) <= 3
    assert sum(skill.estimated_tokens for skill in made.activated.values()) <= 30_000


_NAMES = st.lists(st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4})?", fullmatch=True), unique=True, max_size=8)


@given(_NAMES, st.text(max_size=40))
def test_an_index_parses_back_to_its_names(names: list[str], said: str) -> None:
    skills = [Skill(name=name, description=said, body="", source="s", skill_dir=Path("/nowhere")) for name in names]
    made = Session(SkillStore(skills), budgets=UNLIMITED)

    lines = [line for line in made.index.text.split("\n") if line.startswith("- ")]

    assert [line[2:].partition(":")[0] for line in lines] == sorted(names)


def test_other_arguments_are_another_text(write, session, events) -> None:
    write("fix", body="Fix $0.\n")
    made = session()
    made.activate("fix")

    other = made.activate("fix", "12", audience="user")

    assert (other.already, other.text) == ("", "# Skill: fix (source: workspace)\n\nFix 12.\n")
    assert made.activate("fix", "12").already == "loaded"
    assert made.activate("fix").already == "loaded"
    assert len(events) == 2
