"""Runs skillpack, which dies before one of its steps on disk or a little after it began; counts the steps otherwise.

    killed_build.py STEP SECONDS COUNTED ARGUMENTS

A program, run by `test_kill.py`. A step is a call of the system that opens, changes, lists or looks. With SECONDS the
process goes on for so long after the step began, and may then be inside of anything, such as a write of the database.
A process that comes to its end writes into the file COUNTED how many steps there were.
"""

import os
import signal
import sys
from pathlib import Path

from skillpack.cli.main import run

STEPS = ("open", "os.", "shutil.", "fcntl.", "sqlite3.")


def main(step: int, seconds: float, counted: str, arguments: list[str]) -> None:
    """Run a command line until a step."""
    done = 0

    def hear(event: str, _arguments: tuple[object, ...]) -> None:
        nonlocal done
        if event.startswith(STEPS):
            done += 1
            if done == step and not seconds:
                os.kill(os.getpid(), signal.SIGKILL)
            elif done == step:
                signal.setitimer(signal.ITIMER_REAL, seconds)

    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # which ends a process as SIGKILL does: nothing of it runs any more
    sys.addaudithook(hear)
    status = run(arguments)
    Path(counted).write_text(str(done))
    sys.exit(status)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4:])
