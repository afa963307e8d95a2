"""Every concern in one sentence for people who do not read code."""

import pytest

from skillpack.check.rules.concern_sentences import Effect, effect, sentence
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position

HERE, ABOVE = Position("run.sh", Span(3, 1, 3, 9)), Position("run.sh", Span(1, 1, 1, 9))


def concern(kind: ConcernKind, /, *, quote: str = "", other: Position | None = None, **facts: str) -> Concern:
    return Concern(kind, AlarmLevel.STOP, HERE, quote, tuple(facts.items()), other)


@pytest.mark.parametrize("kind", ConcernKind)
def test_every_kind_is_said_without_facts_too(kind: ConcernKind) -> None:
    said = sentence(concern(kind), "")
    assert said[0].islower()
    assert not said.endswith((":", " "))
    assert "``" not in said


@pytest.mark.parametrize(("found", "said"), [
    (
        concern(ConcernKind.SENDS_PRIVATE, what=".ssh/id_rsa", host="a.example", other=ABOVE),
        "sends `.ssh/id_rsa` to `a.example`, read in line 1",
    ),
    (concern(ConcernKind.SENDS_PRIVATE, what="the clipboard"), "sends the clipboard away"),
    (concern(ConcernKind.SENDS_PRIVATE, what="Kundendaten des Monats"), "sends `Kundendaten des Monats` away"),
    (
        concern(ConcernKind.KEY_TO_OTHER, what="A_KEY", host="b.example", other=ABOVE),
        "sends the key `A_KEY` to `b.example`, read in line 1; that host is not known to be the key's own service",
    ),
    (concern(ConcernKind.CONCEALED_CODE, what="base64"), "hides what it runs from people who read it (base64)"),
    (
        concern(ConcernKind.CONCEALED_ORDER, what="a comment"),
        "tells the agent what to do where readers do not see it (a comment)",
    ),
    (
        concern(ConcernKind.CONCEALED_ORDER, what="a text in characters without a shape: `go`"),
        "tells the agent what to do where readers do not see it (a text in characters without a shape)",
    ),
    (concern(ConcernKind.DESTROYS, what="git push --force main"), "overwrites what others pushed"),
    (concern(ConcernKind.DESTROYS, what="DROP DATABASE"), "deletes a database"),
    (concern(ConcernKind.DESTROYS, what="kubectl delete"), "deletes what is kept on servers or in containers"),
    (concern(ConcernKind.DESTROYS, what="rm -rf ~"), "deletes or overwrites your files or your disk"),
    (
        concern(ConcernKind.PERSISTS, what="crontab -"),
        "sets up what starts by itself when the task is done (`crontab`)",
    ),
    (concern(ConcernKind.PERSISTS, quote="cat k >> ~/.ssh/authorized_keys"), "lets somebody log in to your machine"),
    (
        concern(ConcernKind.TAMPERS, what=".claude/settings.json"),
        "changes what your agent may do or is told (`.claude/settings.json`)",
    ),
    (
        concern(ConcernKind.TAMPERS, what="switches off windows defender"),
        "switches off what guards you or your machine (windows defender)",
    ),
    (
        concern(ConcernKind.AGAINST_USER, what="keeps something from the user"),
        "tells the agent to keep something from you",
    ),
    (concern(ConcernKind.AGAINST_USER, what="switches off checks"), "tells the agent to skip tests or checks"),
    (
        concern(ConcernKind.RUNS_DOWNLOADED, host="a.example"),
        "downloads code from `a.example` and runs it unchecked",
    ),
    (
        concern(ConcernKind.RUNS_DOWNLOADED, host="192.0.2.1", source="from a bare address"),
        "downloads code from a bare address and runs it unchecked",
    ),
    (
        concern(ConcernKind.RUNS_DOWNLOADED, source="from whoever answers at the other end"),
        "lets somebody at the other end run commands on your machine",
    ),
    (
        concern(
            ConcernKind.FALSE_CLAIM, what="git push", claim="Never sends.", kind="sends", other=Position("", ABOVE.span)
        ),
        "sends data (`git push`), but line 1 of `SKILL.md` says `Never sends.`",
    ),
    (
        concern(
            ConcernKind.FALSE_CLAIM, what="post a.example", host="a.example", claim="Local.", kind="sends", other=ABOVE
        ),
        "sends data to `a.example`, but line 1 says `Local.`",
    ),
    (concern(ConcernKind.MORE_TOOLS, what="Bash"), "asks for `Bash`, though its files use no such tool"),
    (
        concern(ConcernKind.UNASKED, what="--yolo", program="agent"),
        "starts `agent` with an option that lets it act without asking you",
    ),
])  # fmt: skip
def test_the_sentence_says_what_the_line_does(found: Concern, said: str) -> None:
    assert sentence(found, "") == said


def test_the_line_is_quoted_behind_it() -> None:
    assert (
        sentence(concern(ConcernKind.DESTROYS), "rm -rf /")
        == "deletes or overwrites your files or your disk: `rm -rf /`"
    )


def test_what_a_rule_usually_finds_has_no_effect_of_its_own() -> None:
    assert effect(concern(ConcernKind.DESTROYS, what="rm -rf ~")) is Effect.NONE
    assert effect(concern(ConcernKind.DESTROYS, what="git push --mirror")) is Effect.PUSHES
