"""Changes of a root that are killed, interrupted and refused by the disk: what is there before, and what is done.

Imported by the programs beside it, which run in processes of their own.
"""

import errno
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from skillpack.files.exchange import Swap, system_swap, system_take_name, take_name_by
from skillpack.files.open_folder import FolderEntry
from skillpack.install.root.changes.lock import write_lock
from skillpack.install.root.lockfile import locked
from skillpack.install.root.receipt import placed_files
from skillpack.install.root.root import Root, find_root, installed, read_lock
from skillpack.install.root.transaction import Transaction, working
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, make_tree

LIMITS = Limits()
MINE = b"what somebody wrote\n"
"""Whatever happens, these bytes are somewhere afterwards."""


def version(name: str, label: str) -> tuple[Tree, Receipt]:
    """Return a version of a skill; every file of it says which."""
    text = f"---\nname: {name}\ndescription: Version {label}.\n---\n"
    files = {"SKILL.md": text, "scripts/run.sh": f"#!/bin/sh\necho {label}\n", "references/deep/x.md": label}
    if label > "1":
        files[f"only-in-{label}.md"] = label
    tree = make_tree({path: content.encode() for path, content in files.items()})
    provenance = Provenance(SourceKind.FOLDER, "/skills")
    return tree, Receipt(name, f"{label}.0.0", tree_digest(tree), provenance, placed_files(tree))


@dataclass(frozen=True)
class System:
    """How folders are renamed."""

    swap: Swap
    take_name: Swap


def _cannot(_one: FolderEntry, _other: FolderEntry) -> None:
    raise OSError(errno.ENOSYS, "not here")


SYSTEMS = {"exchange": System(system_swap, system_take_name), "renames": System(_cannot, take_name_by(object()))}


@dataclass(frozen=True)
class Place:
    """A root in a folder of its own; `locks` says whether its lock file follows what is done.

    `wait` is how many seconds it waits for others.
    """

    base: Path
    system: System
    locks: bool = True
    wait: float = 5

    @property
    def root(self) -> Root:
        """The root."""
        return find_root(self.base / "skills")

    def work(self, do: Callable[[Transaction], None]) -> None:
        """Hold the root, and do something."""
        swap, take_name = self.system.swap, self.system.take_name
        with working(
            self.root, LIMITS, wait=self.wait, swap=swap, take_name=take_name, locks=self.locks
        ) as transaction:
            do(transaction)

    def put(self, *labels: str, name: str = "pdf") -> None:
        """Place versions of a skill one after the other."""
        for label in labels:
            self.work(lambda transaction, label=label: transaction.install(*version(name, label)))

    def edit(self, folder: str) -> None:
        """Write something of somebody's own into a skill."""
        Path(folder, "SKILL.md").write_bytes(MINE)


@dataclass(frozen=True)
class Change:
    """What is there before, and what is done; `relocks` where the lock file is all that changes."""

    before: Callable[[Place], None]
    act: Callable[[Place], None]
    relocks: bool = False


def _nothing(_place: Place) -> None:
    pass


def _edited(*labels: str) -> Callable[[Place], None]:
    def before(place: Place) -> None:
        place.put(*labels)
        place.edit(place.root.skill("pdf"))

    return before


def _edited_previous(place: Place) -> None:
    place.put("1", "2")
    place.edit(place.root.previous("pdf"))


def _unmanaged(place: Place) -> None:
    place.put("1", name="other")
    folder = Path(place.root.skill("pdf"))
    folder.mkdir()
    place.edit(str(folder))


def _taken_out(place: Place) -> None:
    place.put("1")
    _remove(place)


def _remove(place: Place) -> None:
    place.work(lambda transaction: transaction.remove("pdf"))


def _restore(place: Place) -> None:
    place.work(lambda transaction: transaction.restore("pdf"))


def _lot(place: Place) -> None:
    skills = [version("pdf", "2"), version("xlsx", "1")]
    place.work(lambda transaction: transaction.install_all(skills))


def _lock(place: Place) -> None:
    place.work(lambda transaction: write_lock(transaction.state, LIMITS))


def _not_locked(place: Place) -> None:
    replace(place, locks=False).put("1")


def _locked_before(place: Place) -> None:
    place.put("1")
    replace(place, locks=False).put("2")


def _put(*labels: str) -> Callable[[Place], None]:
    return lambda place: place.put(*labels)


def _spoiled(place: Place) -> None:
    _unmanaged(place)
    Path(place.root.skill("pdf"), ".skillpack.json").write_bytes(b"{")


def _adopted_once(place: Place) -> None:
    _unmanaged(place)
    _adopted(place, label="0.9.0")


def _adopted(place: Place, label: str = "1.0.0") -> None:
    tree = make_tree({"SKILL.md": MINE})
    receipt = Receipt("pdf", label, tree_digest(tree), Provenance(SourceKind.ADOPTED, ""), placed_files(tree))

    place.work(lambda transaction: transaction.adopt(receipt))


CHANGES: Mapping[str, Change] = {
    "install": Change(_nothing, _put("1")),
    "install-beside": Change(lambda place: place.put("1", name="other"), _put("1")),
    "upgrade": Change(_put("1"), _put("2")),
    "upgrade-again": Change(_put("1", "2"), _put("3")),
    "downgrade": Change(_put("1", "2"), _put("1")),
    "over-edits": Change(_edited("1", "2"), _put("3")),
    "over-an-edited-previous": Change(_edited_previous, _put("3")),
    "uninstall": Change(_put("1", "2"), _remove),
    "uninstall-edited": Change(_edited("1"), _remove),
    "rollback": Change(_put("1", "2"), _restore),
    "rollback-edited": Change(_edited("1", "2"), _restore),
    "put-back": Change(_taken_out, _restore),
    "adopt-in-place": Change(_unmanaged, _adopted),
    "adopt-spoiled": Change(_spoiled, _adopted),
    "adopt-again": Change(_adopted_once, _adopted),
    "lot": Change(_put("1"), _lot),
    "lock": Change(_not_locked, _lock, relocks=True),
    "lock-again": Change(_locked_before, _lock, relocks=True),
}

View = Mapping[str, Mapping[str, bytes]]
"""Name of a skill -> its files."""


def look(folder: str) -> View:
    """Return the folders of a folder, by name, with all that is in them."""
    if not Path(folder).is_dir():
        return {}
    return {path.name: _files(path) for path in sorted(Path(folder).iterdir()) if path.name[0] != "."}


def _files(folder: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@dataclass(frozen=True)
class Seen:
    """All that can be told of a root; equal for equal ones."""

    skills: View
    previous: View
    saved: View
    lock: bytes

    def of(self, name: str) -> tuple[object, object]:
        """Return what is there of one skill, and before it."""
        return self.skills.get(name), self.previous.get(name)

    @property
    def names(self) -> set[str]:
        """All names of skills."""
        return {*self.skills, *self.previous}


def see(place: Place) -> Seen:
    """Look at a root."""
    root = place.root
    lock = root.lock_file.read_bytes() if root.lock_file.exists() else b""
    return Seen(look(root.folder), look(f"{root.state}/previous"), look(root.saved), lock)


def entries(seen: Seen) -> Mapping[str, object]:
    """Return what a lock file says, by name."""
    return json.loads(seen.lock)["skills"] if seen.lock else {}


def fits(place: Place) -> bool:
    """Return whether the lock file says what is there, and no more."""
    there = {each.receipt for each in installed(place.root, LIMITS) if each.receipt is not None}
    return {*map(locked, there)} == {*read_lock(place.root)}


def debris(place: Place) -> list[str]:
    """Return what lies about that should not when nothing is under way."""
    state = Path(place.root.state)
    if not state.exists():
        return []
    names = [f"staging/{path.name}" for path in (state / "staging").glob("*")]
    names += [
        path.name for path in state.iterdir() if path.name not in {"staging", "previous", "saved", "restored", "lock"}
    ]
    expected = {"skills", ".skillpack", "skills.lock"}
    return [*names, *(path.name for path in place.base.iterdir() if path.name not in expected)]


def mine(place: Place) -> bool:
    """Return whether somebody's bytes are anywhere."""
    return any(path.is_file() and path.read_bytes() == MINE for path in place.base.rglob("*"))
