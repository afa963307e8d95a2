"""Installs versions of a skill in turn, or reads it all the while: programs run by `test_parallel.py`."""

import json
import os
import sys
import time
from pathlib import Path

from changes import SYSTEMS, Place

from skillpack.install.root.transaction import WAIT

VERSIONS = ("1", "2", "3")


def install(place: Place, first: int, times: int) -> None:
    """Place versions one after the other."""
    for turn in range(times):
        place.put(VERSIONS[(first + turn) % len(VERSIONS)])


def read_once(folder: str) -> dict[str, bytes]:
    """Read a skill as a host does that opens its folder once."""
    found = {}
    for where, _, names, here in os.fwalk(folder):
        for name in names:
            descriptor = os.open(name, os.O_RDONLY, dir_fd=here)
            found[f"{where.removeprefix(folder)}/{name}"] = os.read(descriptor, 2**16)
            os.close(descriptor)
    return found


def watch(place: Place, until: Path, *, may_be_absent: bool) -> dict[str, object]:
    """Read until told to stop; return how often a whole version was read, and what was not one."""
    faults: list[str] = []
    seen = dict.fromkeys(VERSIONS, 0)
    absent = 0
    while not until.exists():
        try:
            inode = Path(place.root.skill("pdf")).stat().st_ino
            found = read_once(place.root.skill("pdf"))
            if Path(place.root.skill("pdf")).stat().st_ino != inode:
                continue  # replaced meanwhile: by its path it may have been entered twice
        except FileNotFoundError:
            absent += not Path(place.root.skill("pdf")).exists()
            continue
        label = json.loads(found["/.skillpack.json"])["label"][0]
        texts = {path: content for path, content in found.items() if path != "/.skillpack.json"}
        if len(texts) != (3 if label == "1" else 4) or any(label.encode() not in text for text in texts.values()):
            faults.append(f"{label}: {texts}")
        seen[label] += 1
    if absent and not may_be_absent:
        faults.append(f"absent {absent} times")
    return {"faults": faults, "seen": seen}


def main(what: str, base: str, system: str, argument: str) -> None:
    """Do one of the two."""
    place = Place(Path(base, "place"), SYSTEMS[system], wait=WAIT)
    if what == "install":
        time.sleep(0.01)
        install(place, int(argument), 3)
    else:
        sys.stdout.write(json.dumps(watch(place, Path(argument), may_be_absent=system == "renames")))


if __name__ == "__main__":
    main(*sys.argv[1:])
