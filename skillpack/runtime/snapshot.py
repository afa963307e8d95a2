"""What a registry held when somebody last looked, so that the next look can say what changed."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from skillpack.errors import FetchError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.model.digest import sha256
from skillpack.runtime.registry import SkillRegistry

_SCHEMA = 1
_LIMIT = 2**24  # bytes


@dataclass(frozen=True, slots=True)
class SkillState:
    """A registered skill at some time.

    Attributes:
        digest: Of all that a registry gives out of it.
        lack: What the machine lacked for it, in the words of its requirements; empty for nothing.
    """

    digest: str
    lack: str


@dataclass(frozen=True, slots=True)
class SkillChange:
    """What became of a skill between two looks.

    Attributes:
        kind: `added`, `changed`, `removed`; `available` or `unavailable` where only the machine changed.
        lack: What the machine lacks for it now; empty for nothing, and for a skill that was removed.
    """

    kind: str
    name: str
    lack: str = ""


Snapshot = Mapping[str, SkillState]
"""Skills by name."""


def take_snapshot(registry: SkillRegistry) -> Snapshot:
    """Return the skills that a registry holds now, available or not."""
    definitions = [registry.get(name) for name in registry.list_names()]
    checked = ((each, each.is_available(registry.environment, system=registry.system)) for each in definitions)
    return {
        each.name: SkillState(sha256(json.dumps(asdict(each), default=str).encode()), lack or "")
        for each, (_, lack) in checked
    }


def changes(before: Snapshot, after: Snapshot) -> Iterator[SkillChange]:
    """Yield the change of each skill, by name; nothing of those that stayed as they were."""
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if new is None:
            yield SkillChange("removed", name)
        elif old is None:
            yield SkillChange("added", name, new.lack)
        elif old.digest != new.digest:
            yield SkillChange("changed", name, new.lack)
        elif old.lack != new.lack:
            yield SkillChange("unavailable" if new.lack else "available", name, new.lack)


def read_snapshot(file: Path) -> Snapshot | None:
    """Return the snapshot in a file; None for a file that is not there, or is not ours."""
    try:
        row = json.loads(read_file(file, _LIMIT))
        if row["schema"] != _SCHEMA:
            return None
        return {name: SkillState(str(state["digest"]), str(state["lack"])) for name, state in row["skills"].items()}
    except (FetchError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def write_snapshot(file: Path, snapshot: Snapshot) -> None:
    """Write down what a registry holds; the file is replaced as a whole.

    Raises:
        OutputError: The disk refuses.
    """
    row = {"schema": _SCHEMA, "skills": {name: asdict(state) for name, state in snapshot.items()}}
    with reported(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f".{file.name}.{os.getpid()}")
        beside.write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")
        beside.replace(file)
