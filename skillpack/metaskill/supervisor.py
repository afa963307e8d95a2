"""The process between us and somebody else's program: it ends as the program does, and ends all that came of it.

On Linux it is the child subreaper: whatever leaves its group or its session, or loses its parent, becomes its child. So
nobody's process but this one is changed, and one list of direct children is enough to end them all: who was below one
that is killed is next. It ends them when the program ends, and when whoever started it lets go of the control pipe, as
the kernel does for one that dies. It imports little, for every run of a command waits for it.
"""

from __future__ import annotations

import ctypes
import os
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

START = (
    "import sys; sys.path.append(sys.argv[1]); import supervisor; sys.path.pop(); "
    "supervisor.supervise(int(sys.argv[2]), supervisor.run_command)"
)
"""What Python runs; its arguments are this module's folder, the control pipe, a program, and the words that it gets."""

NO_CONTROL = -1
"""In the place of the control pipe where a system has no subreapers: then there is no process in between."""

CANNOT_RUN = 126
"""The status of a command that cannot be run, as shells have it."""

_DIE_WITH_PARENT, _DUMPABLE, _SUBREAPER = 1, 4, 36  # of <linux/prctl.h>
_KILL, _PIPE, _CHILD, _FILE_SIZE = 9, 13, 17, 25  # numbers of signals; the module `signal` takes longer than all else
_LOOK = 1000  # milliseconds between two looks for orphans that ended
_LOOK_WITHOUT_PIDFD = 10
_BREATH = 0.001  # seconds in which those that were killed end


def supervise(control: int, work: Callable[[], object]) -> NoReturn:
    """Do work in a child process, end all that came of it, and end as it did.

    Args:
        control: A descriptor that is at its end when nobody wants the work any more.
        work: Never returns.
    """
    if control == NO_CONTROL:
        work()
        os._exit(0)
    os.set_inheritable(control, False)  # noqa: FBT003
    libc = ctypes.CDLL(None)
    libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    libc.signal(_CHILD, None)  # who ignores it would never learn how a child ended
    child = os.fork()
    if not child:
        libc.prctl(_DIE_WITH_PARENT, _KILL, 0, 0, 0)
        os.close(control)
        os.setpgid(0, 0)  # `kill 0` in a script means the script
        for number in (_PIPE, _FILE_SIZE):
            libc.signal(number, None)  # Python ignores them
        work()
        os._exit(0)
    _let_go_of_pipes()
    status = _waited(child, control)
    _end_children(child)
    _end_like(libc, status)


def run_command() -> NoReturn:
    """Become the command of the command line."""
    program, *argv = sys.argv[3:]
    try:
        os.execve(program, argv, _environment())  # noqa: S606 the policy allowed it
    except OSError as error:
        os.write(2, str(error).encode("utf-8", "replace"))
        os._exit(CANNOT_RUN)


def _environment() -> dict[bytes, bytes]:
    """Return the environment as it was given; Python adds a locale to it where there is none."""
    try:
        with open("/proc/self/environ", "rb") as source:  # noqa: PTH123 `pathlib` takes longer than all else
            lines = source.read().split(b"\0")
    except OSError:
        return dict(os.environb)
    return {name: value for name, sign, value in (line.partition(b"=") for line in lines) if name and sign}


def _let_go_of_pipes() -> None:
    """Hold none of the program's pipes open, so that they end with the program."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)


def _waited(child: int, control: int) -> int | None:
    """Return how the child ended; None where nobody wants to know any more. Orphans that end are buried meanwhile."""
    poll, look = select.poll(), _LOOK
    poll.register(control, select.POLLIN)
    try:
        poll.register(os.pidfd_open(child), select.POLLIN)
    except OSError:  # a kernel before 5.3, or a container that forbids it
        look = _LOOK_WITHOUT_PIDFD
    while all(descriptor != control for descriptor, _ in poll.poll(look)):
        try:
            number, status = os.waitpid(-1, os.WNOHANG)
            while number:
                if number == child:
                    return status
                number, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
    return None


def _end_children(first: int) -> None:
    """Kill until no child is left, or none that may be killed."""
    _kill(first)
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        left = _children()
        killed = [_kill(each) for each in left or ()]
        if left is None or (left and not any(killed)):
            return  # nobody lists them, or all are another user's
        time.sleep(0 if left else _BREATH)


def _kill(number: int) -> bool:
    """Kill a child and the group that it leads, all at once; return False where it may not be killed."""
    for kill in (os.killpg, os.kill):
        try:
            kill(number, _KILL)
        except PermissionError:
            if kill is os.kill:
                return False
        except ProcessLookupError:
            continue  # it leads no group, or has ended
    return True


def _children() -> list[int] | None:
    """Return the children of this process; None where the kernel does not list them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", "rb") as source:  # noqa: PTH123
            return [int(each) for each in source.read().split()]
    except OSError:
        return None


def _end_like(libc: ctypes.CDLL, status: int | None) -> NoReturn:
    """End as a child did: with its exit status, or by the signal that ended it; one that was ended was killed."""
    if status is not None and os.WIFEXITED(status):
        os._exit(os.WEXITSTATUS(status))
    number = _KILL if status is None else os.WTERMSIG(status)
    libc.prctl(_DUMPABLE, 0, 0, 0, 0)  # there is nothing to see in a core of this process
    libc.signal(number, None)
    os.kill(os.getpid(), number)
    os._exit(128 + number)
