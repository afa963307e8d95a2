"""What holds for any sequence of changes: nothing that somebody wrote is lost, and nothing of ours lies about."""

import os
import signal
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillpack.errors import OutputError

MEMORY = "/dev/shm"  # noqa: S108
Place = Any  # `changes.Place`, which the fixtures load
NAMES = ("pdf", "xlsx")
STEPS = st.one_of(
    st.tuples(st.just("place"), st.sampled_from(NAMES), st.sampled_from("123")),
    st.tuples(st.just("remove"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("restore"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("edit"), st.sampled_from(NAMES), st.sampled_from(["SKILL.md", "notes.md", "scripts/x~"])),
    st.tuples(st.just("edit before"), st.sampled_from(NAMES), st.sampled_from(["SKILL.md", "notes.md"])),
)
ANY = st.lists(st.tuples(STEPS, st.integers(0, 40)), max_size=12)
QUIET = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))


def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None)


@QUIET
@given(sequence=ANY, system=st.sampled_from(["exchange", "renames"]))
def test_whatever_is_done_and_killed_every_byte_that_somebody_wrote_is_somewhere(
    sequence: list[tuple[tuple[str, str, str], int]], system: str, changes: ModuleType
) -> None:
    with folder() as base:
        place = changes.Place(Path(base), changes.SYSTEMS[system])
        written: set[bytes] = set()
        for number, ((what, name, argument), kill) in enumerate(sequence):
            if what.startswith("edit"):
                skill = Path(place.root.skill(name) if what == "edit" else place.root.previous(name))
                if (skill / "scripts").is_dir():
                    (skill / argument).write_bytes(b"edit %d" % number)
                    written = {text for text in written if text in everything(base)} | {b"edit %d" % number}
                continue
            child = os.fork()
            if child == 0:
                act(place, what, name, argument, kill)
            os.waitpid(child, 0)
            assert written <= everything(base)
            assert all(whole(files) for files in changes.look(place.root.folder).values())
        place.work(lambda _: None)
        assert written <= everything(base)
        assert changes.debris(place) == []


@QUIET
@given(labels=st.lists(st.sampled_from("123"), min_size=1, max_size=4))
def test_installing_and_taking_out_is_as_before(labels: list[str], changes: ModuleType) -> None:
    with folder() as base:
        place = changes.Place(Path(base), changes.SYSTEMS["exchange"])
        place.put("1", name="other")
        before = changes.see(place).skills
        place.put(*labels)
        place.work(lambda transaction: transaction.remove("pdf"))
        assert changes.see(place).skills == before
        assert changes.debris(place) == []


@QUIET
@given(labels=st.lists(st.sampled_from("123"), min_size=2, max_size=4))
def test_putting_back_twice_changes_nothing(labels: list[str], changes: ModuleType) -> None:
    with folder() as base:
        place = changes.Place(Path(base), changes.SYSTEMS["exchange"])
        place.put(*labels)
        before = changes.see(place)
        place.work(lambda transaction: transaction.restore("pdf"))
        place.work(lambda transaction: transaction.restore("pdf"))
        assert changes.see(place) == before


def act(place: Place, what: str, name: str, argument: str, kill: int) -> None:
    """Do something in a child, and kill it before one of its renames, writes or syncs."""
    left = kill
    calls = {call: getattr(os, call) for call in ("rename", "write", "fsync", "mkdir", "unlink", "rmdir")}

    def counted(call: str) -> object:
        def count(*arguments: object, **named: object) -> object:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return calls[call](*arguments, **named)

        return count

    for call in calls:
        setattr(os, call, counted(call))
    try:
        if what == "place":
            place.put(argument, name=name)
        else:
            place.work(lambda transaction: getattr(transaction, what)(name))
    except OutputError:
        pass
    finally:
        os._exit(0)


def everything(base: str) -> set[bytes]:
    return {path.read_bytes() for path in Path(base).rglob("*") if path.is_file()}


def whole(files: dict[str, bytes]) -> bool:
    """Return whether the files that nobody edited are of one version."""
    labels = {path: content for path, content in files.items() if path.startswith(("references/", "only-in-"))}
    return len(set(labels.values())) == 1
