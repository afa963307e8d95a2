"""The answer that a build leaves: kept whole or not at all, and never more than it says."""

import json
import os
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from skillpack.builder.unchanged import (
    UnchangedAnswer,
    Value,
    answer_file,
    cache_identity,
    forget_outcome,
    last_build,
    remember_outcome,
)
from skillpack.files.trace import Trace, numbers_of

DAY = "2026-06-01"
QUESTION = {"source": "skills", "allowed": ["a"], "no_config": False}
OUTCOME = {"numbers": {"skills": 1}, "ascii": ["x"], "unicode": ["\u2713"], "parts": ["1 skill"]}


def answered(file: Path, question: Mapping[str, Value], today: str) -> Mapping[str, object] | None:
    """Return what a build says that need not look; None where it must."""
    last = last_build(file, question, today)
    return last.outcome if last is not None and last.is_answer else None


def _trace(*paths: Path) -> Trace:
    trace = Trace("/", now_ns=2**62)
    for path in paths:
        trace.stat(str(path))
    return trace


@pytest.fixture
def answer(tmp_path: Path) -> UnchangedAnswer:
    """Return an answer about a cache that is there."""
    (tmp_path / "cache.sqlite").write_bytes(b"")
    beside = (str(tmp_path / ".dist.skillpack-lock"),)
    return UnchangedAnswer(QUESTION, (DAY, "2026-12-31"), cache_identity(tmp_path / "cache.sqlite"), beside, OUTCOME)


@pytest.fixture
def kept(tmp_path: Path, answer: UnchangedAnswer) -> Path:
    """Return the file of that answer, which depends on two files below `seen`."""
    (tmp_path / "seen").mkdir()
    for name in ("a", "b\nc"):
        (tmp_path / "seen" / name).write_bytes(b"")
    remember_outcome(tmp_path / "x.unchanged", answer, [_trace(tmp_path / "seen/a"), _trace(tmp_path / "seen/b\nc")])
    return tmp_path / "x.unchanged"


def test_is_given_again(kept: Path) -> None:
    assert answered(kept, QUESTION, DAY) == OUTCOME


def test_holds_only_for_the_same_question(kept: Path) -> None:
    assert answered(kept, {**QUESTION, "source": "./skills"}, DAY) is None
    assert answered(kept, {**QUESTION, "no_config": 0}, DAY) == OUTCOME  # as JSON compares
    assert answered(kept, {}, DAY) is None


@pytest.mark.parametrize(
    ("day", "holds"), [("2026-05-31", False), (DAY, True), ("2026-12-31", True), ("2027-01-01", False)]
)
def test_holds_until_a_suppression_ends(kept: Path, day: str, *, holds: bool) -> None:
    assert (answered(kept, QUESTION, day) is not None) is holds


@pytest.mark.parametrize("path", ["seen/a", "seen/b\nc", "cache.sqlite"])
def test_every_trace_and_the_cache_count(kept: Path, path: str) -> None:
    (kept.parent / path).unlink()
    assert answered(kept, QUESTION, DAY) is None


def test_tells_whether_the_output_was_touched_where_something_else_was(kept: Path) -> None:
    seen = kept.parent / "seen"
    (seen / "a").unlink()
    last = last_build(kept, QUESTION, DAY)
    assert last is not None
    assert (last.outcome, last.is_answer, last.left is not None) == (OUTCOME, False, True)
    (seen / "b\nc").unlink()
    last = last_build(kept, QUESTION, DAY)
    assert last is not None
    assert last.left is None


def test_of_two_traces_from_one_folder_all_groups_that_are_as_they_were_are_known(
    tmp_path: Path, answer: UnchangedAnswer
) -> None:
    traces = [Trace(str(tmp_path), now_ns=2**62) for _ in range(3)]
    for name, trace in zip("abc", traces, strict=False):
        (tmp_path / name).write_bytes(b"")
        trace.note([str(tmp_path / name)], [numbers_of((tmp_path / name).stat())], name)
    (tmp_path / "d").write_bytes(b"")
    traces[1].note([str(tmp_path / "d")], [numbers_of((tmp_path / "d").stat())], "d")
    remember_outcome(tmp_path / "x.unchanged", answer, traces)
    (tmp_path / "d").unlink()
    last = last_build(tmp_path / "x.unchanged", QUESTION, DAY)
    assert last is not None
    assert sorted(last.same[str(tmp_path)]) == ["a", "b"]


def test_another_cache_in_its_place_is_not_the_same(kept: Path) -> None:
    kept.with_name("new").write_bytes(b"")
    kept.with_name("new").replace(kept.with_name("cache.sqlite"))
    assert answered(kept, QUESTION, DAY) is None


def test_a_build_that_goes_on_is_waited_for(kept: Path) -> None:
    kept.with_name(".dist.skillpack-lock").touch()
    assert answered(kept, QUESTION, DAY) is None


def _flipped(content: bytes) -> bytes:
    at = content.index(b'"skills": 1')
    return content[:at] + b'"skills": 2' + content[at + len(b'"skills": 1') :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content + b"x",
        lambda content: b"0" * 32 + content[32:],
        _flipped,
        lambda _: os.urandom(4096),
        lambda _: b"\x80\x04cposix\nsystem\n",
    ],
)
def test_a_damaged_one_is_as_good_as_none(kept: Path, damage: Callable[[bytes], bytes]) -> None:
    kept.write_bytes(damage(kept.read_bytes()))
    assert answered(kept, QUESTION, DAY) is None


HEAD = {"question": {}, "days": ["", "9"], "cache": ["/", 0, 0], "beside": [], "outcome": {}, "traces": []}


@pytest.mark.parametrize(
    "head",
    [
        "[" * 100_000,
        "[]",
        "null",
        "{}",
        json.dumps(HEAD),
        json.dumps({**HEAD, "traces": 1}),
        json.dumps({**HEAD, "traces": [[]]}),
        json.dumps({**HEAD, "traces": [[1, 2, 3, 4]]}),
        json.dumps({**HEAD, "days": [1, 2]}),
        json.dumps({**HEAD, "cache": [[]]}),
        json.dumps({**HEAD, "beside": ["\0"]}),
        json.dumps({**HEAD, "question": []}),
    ],
)
def test_a_made_up_one_is_as_good_as_none(kept: Path, head: str) -> None:
    content = f"{head}\n".encode()
    kept.write_bytes(blake2b(content, digest_size=16).hexdigest().encode() + b"\n" + content)
    assert answered(kept, {}, DAY) is None


def test_what_is_not_believed_is_not_kept(tmp_path: Path, answer: UnchangedAnswer) -> None:
    doubted = _trace()
    doubted.doubt()
    remember_outcome(tmp_path / "x.unchanged", answer, [_trace(), doubted])
    assert not (tmp_path / "x.unchanged").exists()


def test_the_name_of_a_file_that_holds_a_credential_is_not_kept(
    tmp_path: Path, answer: UnchangedAnswer, made_credentials: ModuleType
) -> None:
    named = tmp_path / made_credentials.credentials()["github"].text
    named.touch()
    remember_outcome(tmp_path / "x.unchanged", answer, [_trace(named)])
    assert not (tmp_path / "x.unchanged").exists()


def test_nothing_is_kept_where_it_cannot_be(tmp_path: Path, answer: UnchangedAnswer) -> None:
    remember_outcome(tmp_path / "no/folder/x.unchanged", answer, [_trace()])
    (tmp_path / "x.unchanged").mkdir()
    remember_outcome(tmp_path / "x.unchanged", answer, [_trace()])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache.sqlite", "x.unchanged"]
    assert answered(tmp_path / "x.unchanged", QUESTION, DAY) is None


def test_is_forgotten(kept: Path) -> None:
    forget_outcome(kept)
    assert answered(kept, QUESTION, DAY) is None
    forget_outcome(kept)


def test_each_pair_of_source_and_output_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to("a")
    monkeypatch.chdir(tmp_path)
    pairs = [("a", "b"), ("b", "a"), ("a", "c"), ("link", "b"), (str(tmp_path / "a"), "x/../b")]
    files = [answer_file(tmp_path, Path(source), Path(output)) for source, output in pairs]
    assert len(set(files)) == 3
    assert files[0] == files[3] == files[4]


def test_the_interpreter_and_the_folder_are_part_of_the_question(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.chdir("/")
        assert answered(kept, QUESTION, DAY) is None
    with monkeypatch.context() as patched:
        patched.setattr("sys.version", "4")
        assert answered(kept, QUESTION, DAY) is None
    assert answered(kept, QUESTION, DAY) == OUTCOME


def test_an_answer_about_a_cache_that_is_gone_is_none(tmp_path: Path, answer: UnchangedAnswer) -> None:
    remember_outcome(tmp_path / "x.unchanged", replace(answer, cache=(str(tmp_path / "gone"), 0, 0)), [_trace()])
    assert answered(tmp_path / "x.unchanged", QUESTION, DAY) is None
