"""Tasks as bytes: only the same installation takes them, and one at a time."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from skillpack import machine
from skillpack.builder import remote
from skillpack.errors import IntegrityError, SkillpackError

INSIDE = threading.Lock()


def _alone(number: int) -> int:
    assert INSIDE.acquire(blocking=False)
    threading.Event().wait(0.002)  # so that others come in between, if they can
    INSIDE.release()
    return number


def _damaged(name: str) -> None:
    raise IntegrityError(f"`{name}` is damaged", hint="fetch it again")


def _packed(installation: tuple[str, ...]) -> bytes:
    return pickle.dumps((installation, b"what nobody can unpack"))


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("Python 3.99", "this machine has Python 3.99"),
        ("skillpack 99.0", "this machine has skillpack 99.0"),
        ("jinja2 99.0", "this machine has jinja2 99.0"),
    ],
)
def test_another_installation_refuses_a_task_and_says_what_differs(mine: str, theirs: str) -> None:
    name = mine.split(maxsplit=1)[0]
    here = remote.installation()
    changed = next(line for line in here if line.startswith(f"{name} "))
    done = remote.run_packed(_packed(tuple(mine if line == changed else line for line in here)))

    assert isinstance(done, remote.TaskFailure)
    assert isinstance(done.error, SkillpackError)
    assert f"has {changed}; {theirs}" in str(done.error)
    assert "container image" in done.error.hint


def test_an_installation_is_known_by_the_content_of_its_files(tmp_path: Path) -> None:
    for folder in ("one", "two", "other"):
        (tmp_path / folder / "__pycache__").mkdir(parents=True)
        (tmp_path / folder / "a.py").write_text("1" if folder != "other" else "2")
        (tmp_path / folder / "__pycache__" / "a.pyc").write_text(folder)

    one, two, other = (remote.installation(tmp_path / folder) for folder in ("one", "two", "other"))
    assert one == two != other
    assert set(machine.library_versions()) < set(one)


def test_threads_of_a_worker_take_turns() -> None:
    with ThreadPoolExecutor(4) as threads:
        futures = [remote.submit(threads, _alone, number) for number in range(12)]
        assert [remote.result(future) for future in futures] == list(range(12))


def test_the_error_of_a_task_keeps_its_hint() -> None:
    with ThreadPoolExecutor(1) as threads, pytest.raises(IntegrityError, match="`a` is damaged") as caught:
        remote.result(remote.submit(threads, _damaged, "a"))

    assert caught.value.hint == "fetch it again"
