"""A program that somebody else wrote, started under a supervisor; nothing of it is left when its context is left."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Self

from skillpack.metaskill import supervisor

SUPERVISED = sys.platform == "linux"
"""Whether this system has child subreapers."""

_FOLDER = str(Path(supervisor.__file__).parent)
_DYING = 5.0  # seconds in which a supervisor has ended everything, and itself


class Process:
    """A process with a supervisor; elsewhere than on Linux one in a group of its own, which is ended as a whole."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        start: str = supervisor.START,
        env: Mapping[str, str],
        folder: str | Path,
        stdin: int | IO[bytes],
        stderr: int,
    ) -> None:
        """Start it; what it prints is piped.

        Args:
            words: Of a command: the path of the program, and what it gets, its own name first.
            start: What Python runs; the usual text runs a command.
            env: The whole of its environment.

        Raises:
            OSError: It cannot be started there.
            ValueError: A word of it holds a NUL.
        """
        inner, self._control = os.pipe() if SUPERVISED else (supervisor.NO_CONTROL, supervisor.NO_CONTROL)
        line = [sys.executable, "-I", "-S", "-B", "-c", start, _FOLDER, str(inner), *words]
        options: dict[str, Any] = {"pass_fds": (inner,)} if SUPERVISED else {}
        if not SUPERVISED and start == supervisor.START:
            line, options = list(words[1:]), {"executable": words[0]}
        try:
            self.popen = subprocess.Popen(  # noqa: S603 our own program, or one that the policy allowed
                line,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=folder,
                env=dict(env),
                bufsize=0,
                start_new_session=True,
                **options,
            )
        except BaseException:
            self._let_go()
            raise
        finally:
            if SUPERVISED:
                os.close(inner)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def end(self) -> int:
        """End the process and all that came of it; return how it ended, as `subprocess` has it."""
        if SUPERVISED:
            self._let_go()
            with contextlib.suppress(ProcessLookupError):
                self.popen.send_signal(signal.SIGCONT)  # somebody may have stopped it
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.popen.wait(_DYING)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        return self.popen.wait()

    def _let_go(self) -> None:
        """Tell the supervisor that nobody wants the process any more."""
        control, self._control = self._control, supervisor.NO_CONTROL
        if control != supervisor.NO_CONTROL:
            os.close(control)
