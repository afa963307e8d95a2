"""Installs that are killed, done by many at once, or raced for their folders: how many, and how many went wrong.

    python tests/end_to_end/disturbed_installs.py kills 860
    python tests/end_to_end/disturbed_installs.py parallel 64
    python tests/end_to_end/disturbed_installs.py races 400

`kills` kills each command that changes a root at random moments, and runs it again; `parallel` lets so many processes
replace one skill while others read it; `races` installs while another process puts links to somebody's folder in the
place of whatever lies in the root's state. The figures are printed; the exit status is 1 where anything is mixed, not
healed or harmed.
"""

import argparse
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

INSTALL = Path(__file__).parents[1] / "install"
sys.path.insert(0, str(INSTALL))

from changes import CHANGES, SYSTEMS, Place, see  # noqa: E402
from killed_commands import COMMANDS, Trial, quiet  # noqa: E402
from swapped_child import parts  # noqa: E402

from skillpack.errors import SkillpackError  # noqa: E402

SEED = 20260131
MEMORY = "/dev/shm"  # noqa: S108


def killed_after(seconds: float, arguments: tuple[str, ...]) -> bool:
    """Run a command in a child, kill it after a time, and return whether it still ran."""
    ending, ends = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            quiet(arguments)
        os._exit(0)
    os.close(ends)
    running = not select.select([ending], [], [], seconds)[0]
    if running:
        os.kill(child, signal.SIGKILL)
    os.close(ending)
    os.waitpid(child, 0)
    return running


def kills(count: int, base: Path) -> bool:
    """Kill commands at random moments, and run each again."""
    choice = random.Random(SEED)  # noqa: S311 no secret
    killed, late, mixed, unfinished = 0, 0, [], []
    share = -(-count // len(COMMANDS))
    for name, command in COMMANDS.items():
        trial = Trial(base / name, command)
        trial.reset()
        started = time.monotonic()
        killed_after(60, command.arguments)
        seconds = time.monotonic() - started
        for number in range(min(share, count - killed)):
            trial.reset()
            while not killed_after(moment := choice.uniform(0, seconds), command.arguments):
                late += 1
                trial.reset()
            killed += 1
            when = f"{name}, {number}, after {moment:.4f} s"
            trial.check_mixed(when)
            trial.check_whole(when)
        mixed += trial.mixed
        unfinished += trial.unfinished
        os.chdir("/")
    print(*mixed, *unfinished, sep="\n")
    print(
        f"{killed} kills of {len(COMMANDS)} commands ({late} came too late): {len(mixed)} mixed, "
        f"{killed - len(unfinished)} healed"
    )
    return not mixed and not unfinished


def parallel(count: int, base: Path) -> bool:
    """Let many install versions of one skill, and some read it."""
    place = Place(base / "place", SYSTEMS["exchange"])
    place.base.mkdir()
    place.put("1")
    stop = base / "stop"
    command = [sys.executable, str(INSTALL / "parallel_child.py")]
    watch = [*command, "watch", str(base), "exchange", str(stop)]
    readers = [subprocess.Popen(watch, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    installers = [subprocess.Popen([*command, "install", str(base), "exchange", str(n)]) for n in range(count)]
    failed = sum(bool(each.wait()) for each in installers)
    stop.touch()
    found = [json.loads(each.communicate()[0]) for each in readers]
    reads = sum(sum(each["seen"].values()) for each in found)
    faults = [fault for each in found for fault in each["faults"]]
    print(*faults, sep="\n")
    print(f"{count} parallel installs of 3 versions each, {failed} failed, {reads:,} reads: {len(faults)} mixed")
    return not failed and not faults


def attack(base: Path, somebody: Path) -> None:
    """Put links in the place of folders for as long as one lives."""
    choice, number = random.Random(SEED), 0  # noqa: S311 no secret
    while True:
        inner = [part for part in parts(base) if part.count("/") > 2 and "/staging/" in part]
        if inner:
            number += 1
            with suppress(OSError):
                part = base / choice.choice(inner)
                part.rename(base.with_name(f"moved-{number}"))
                part.symlink_to(somebody)


def races(count: int, base: Path) -> bool:
    """Install while somebody else swaps what lies in the state."""
    ends: Counter[str] = Counter()
    somebody = base / "somebody"
    for path in ("SKILL.md", "scripts/run.sh", "references/deep/x.md", "tree/SKILL.md", "gone/SKILL.md"):
        (somebody / path).parent.mkdir(parents=True, exist_ok=True)
        (somebody / path).write_text("somebody's own")
    precious = sorted(str(path) for path in somebody.rglob("*"))
    place = Place(base / "place", SYSTEMS["exchange"])
    change = CHANGES["upgrade"]
    for _ in range(count):
        shutil.rmtree(place.base, ignore_errors=True)
        place.base.mkdir()
        change.before(place)
        old = see(place).skills
        attacker = os.fork()
        if attacker == 0:
            attack(place.base, somebody)
        try:
            change.act(place)
            ended = "done"
        except SkillpackError:
            ended = "refused"
        finally:
            os.kill(attacker, signal.SIGKILL)
            os.waitpid(attacker, 0)
        label = json.loads(see(place).skills.get("pdf", {}).get(".skillpack.json", b"{}")).get("label")
        if ended == "done" and (see(place).skills == old or label != "2.0.0"):
            ended = "a success that is none"
        hit = list(place.base.parent.glob("moved-*"))
        ends[f"{ended}, {'swapped' if hit else 'not swapped'}"] += 1
        for path in hit:
            shutil.rmtree(path, ignore_errors=True)
        now = sorted(str(path) for path in somebody.rglob("*"))
        if now != precious:
            ends["harmed"] += 1
            precious = now
    print(
        f"{count} races:",
        ", ".join(f"{number} {end}" for end, number in sorted(ends.items())) + ";",
        f"{ends['harmed']} harmed",
    )
    return not ends["harmed"] and not any("none" in end for end in ends)


def main() -> None:
    """Read the arguments, and do one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("kills", "parallel", "races"))
    parser.add_argument("count", type=int)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as base:
        done = {"kills": kills, "parallel": parallel, "races": races}[given.what](given.count, Path(base).resolve())
        os.chdir("/")
    sys.exit(not done)


if __name__ == "__main__":
    main()
