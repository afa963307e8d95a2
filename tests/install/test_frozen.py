"""A root made to be what its lock file says, or left as it is."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.errors import FetchError, IntegrityError
from skillpack.install.download import Download, fetch_available
from skillpack.install.frozen import Repeated, locked_or_fail, repeat, wanting
from skillpack.install.install import install_downloads
from skillpack.install.plan import Action
from skillpack.install.root.lockfile import Locked
from skillpack.install.root.root import Root, find_root, read_lock
from skillpack.model.limits import Limits
from skillpack.sources.local import folder_skills

LIMITS = Limits()


@pytest.fixture
def downloads(write_skill) -> dict[str, Download]:
    for name in ("alpha", "beta", "gamma"):
        folder = write_skill(name).parent
    return {available.name: fetch_available(available, LIMITS) for available in folder_skills(folder, LIMITS)}


@pytest.fixture
def root(tmp_path: Path, downloads) -> Root:
    """Return a root with two skills, of which the lock file knows, and of a third one that is not there."""
    found = find_root(tmp_path / "root/skills")
    install_downloads(list(downloads.values()), found, LIMITS, accept=lambda _: True)
    lock = found.lock_file.read_bytes()
    Path(found.skill("gamma")).rename(tmp_path / "away")
    found.lock_file.write_bytes(lock)
    return found


def _files(folder: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def _repeat(root: Root, fetch: Callable[[Locked], Download], *, force: bool = False) -> tuple[Repeated, ...]:
    return repeat(root, read_lock(root), fetch, LIMITS, force=force)


def test_only_what_is_missing_is_fetched(root, downloads) -> None:
    asked: list[str] = []

    def fetch(locked: Locked) -> Download:
        asked.append(locked.name)
        return downloads[locked.name]

    steps = _repeat(root, fetch)

    assert asked == ["gamma"]
    assert [(each.step.name, each.step.action) for each in steps] == [
        ("alpha", Action.KEEP),
        ("beta", Action.KEEP),
        ("gamma", Action.ADD),
    ]
    assert wanting(root, read_lock(root), LIMITS) == ()


def test_the_receipt_is_what_the_lock_file_says(root, downloads) -> None:
    (locked,) = wanting(root, read_lock(root), LIMITS)

    assert replace(locked, files=downloads["gamma"].receipt.files) == downloads["gamma"].receipt


def test_another_receipt_is_replaced(root, downloads) -> None:
    receipt = Path(root.skill("alpha"), ".skillpack.json")
    before = receipt.read_bytes()
    receipt.write_bytes(before.replace(b'"schema": 1', b'"schema":  1'))

    (changed,) = [each for each in _repeat(root, lambda each: downloads[each.name]) if each.step.name == "alpha"]
    assert changed.step.action is Action.REPLACE
    assert receipt.read_bytes() == before


def test_one_that_cannot_be_fetched_leaves_all_as_it_was(root) -> None:
    before = _files(root.folder)

    def fetch(locked: Locked) -> Download:
        raise FetchError(f"no `{locked.name}`")

    with pytest.raises(FetchError):
        _repeat(root, fetch)
    assert _files(root.folder) == before


def test_what_is_changed_while_others_are_fetched_is_left_alone(root, downloads) -> None:
    file = Path(root.skill("alpha"), "SKILL.md")

    def fetch(locked: Locked) -> Download:
        file.write_text("mine\n")
        return downloads[locked.name]

    with pytest.raises(IntegrityError, match="`alpha` changed during the command"):
        _repeat(root, fetch)
    assert file.read_text() == "mine\n"
    assert not Path(root.skill("gamma")).exists()


def test_a_lock_file_that_is_changed_meanwhile_is_not_followed(root, downloads) -> None:
    def fetch(locked: Locked) -> Download:
        root.lock_file.unlink()
        return downloads[locked.name]

    with pytest.raises(IntegrityError, match="changed during the command"):
        _repeat(root, fetch)
    assert not Path(root.skill("gamma")).exists()


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_is_not_ours_in_its_place_fails_it(root, downloads, kind: str) -> None:
    place = Path(root.skill("gamma"))
    if kind == "folder":
        place.mkdir()
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to("/")

    with pytest.raises(IntegrityError, match="`gamma` cannot be installed from the lock file"):
        _repeat(root, lambda each: downloads[each.name], force=True)


def test_edits_of_what_is_not_locked_fail_it_unless_forced(root, downloads) -> None:
    root.lock_file.write_bytes(root.lock_file.read_bytes().replace(b'"alpha"', b'"aleph"'))
    Path(root.skill("alpha"), "more.md").write_text("mine\n")
    wanted = [each for each in read_lock(root) if each.name != "aleph"]

    def one(*, force: bool) -> tuple[Repeated, ...]:
        return repeat(root, wanted, lambda each: downloads[each.name], LIMITS, force=force, dry_run=True)

    with pytest.raises(IntegrityError, match=r"you changed it: more.md added"):
        one(force=False)
    assert {each.step.name: each.step.action for each in one(force=True)}["alpha"] is Action.REMOVE


def test_no_lock_file(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError, match=r"\Ano lock file `.*/skills\.lock`\Z") as refused:
        locked_or_fail(find_root(tmp_path / "skills"))
    assert refused.value.hint.startswith("`skillpack install SPEC` writes ")
