"""Installs into a separate file system that is full: a program run by `test_full.py`, as root of a user namespace."""

import json
import os
import subprocess
import sys
from pathlib import Path

from changes import SYSTEMS, Place, debris, see

from skillpack.errors import OutputError

PAGES, INODES = 12, 24


def main(base: str) -> None:
    """Leave every amount of space in turn, and every number of names, and try to upgrade."""
    disk = Path(base, "disk")
    disk.mkdir()
    faults: list[str] = []
    refused = placed = 0
    for pages, inodes in [*((n, 200) for n in range(PAGES)), *((PAGES * 9, 22 + n) for n in range(INODES))]:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size=1m,nr_inodes={inodes}", "none", disk], check=True)
        place = Place(disk / "place", SYSTEMS["exchange"])
        place.base.mkdir()
        place.put("1")
        old = see(place)
        fill(disk, pages)
        when = f"{pages} pages, {inodes} names"
        try:
            place.put("2")
            placed += 1
        except OutputError as error:
            refused += 1
            if see(place) != old or debris(place) or error.hint != "free some space":
                faults.append(f"{when}: {error}, {debris(place)}")
            subprocess.run(["mount", "-o", "remount,size=2m,nr_inodes=400", disk], check=True)
            place.put("2")
            if see(place).previous != old.skills:
                faults.append(f"{when}: not placed afterwards")
        subprocess.run(["umount", disk], check=True)
    sys.stdout.write(json.dumps({"refused": refused, "placed": placed, "faults": faults}))


def fill(disk: Path, free: int) -> None:
    """Fill a disk up to so many pages."""
    with (disk / "filling").open("wb", buffering=0) as file:
        found = os.statvfs(disk)
        for _ in range(found.f_bavail - free):
            file.write(bytes(found.f_frsize))


if __name__ == "__main__":
    main(sys.argv[1])
