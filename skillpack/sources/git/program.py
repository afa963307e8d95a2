"""The system's git, as far as it is let: what it may read, whom it may ask, how long and how much."""

import os
import re
import select
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.sources.git.server import GitServer, GitServers
from skillpack.sources.git.settings import SOURCE, git_environment, rewrites, user_settings
from skillpack.sources.http.timeouts import Timeouts

GIT_TIMEOUTS = Timeouts(silence=60, whole=900)
"""Servers prepare a pack without a word; a large repository takes its time."""

_ASTRAY = re.compile(r"GIT_(?!CONFIG_)")  # variables that are no settings
_MOST_OUTPUT = 2**26  # bytes of output
_MOST_STDERR = 2**16  # bytes at the end of what goes to stderr
_PIECE = 2**16  # bytes
_LOOK = 0.05  # seconds between two looks at what arrived
_LINGER = 0.5  # seconds for the end of what goes to stderr
_MOMENT = 0.02  # seconds between reading and keeping
_LEAVE = 2  # seconds to take temporary files away


class GitResult(Struct, frozen=True):
    """What git printed.

    Attributes:
        status: 0 where it did its job.
        stderr: At most its end.
    """

    status: int
    output: bytes
    stderr: str


class Git:
    """Runs the system's git, which never asks anybody, and takes from the user's settings what reaching a server needs.

    Args:
        env: Of the user.
        folder: Where our repositories lie.
        timeouts: How long a server may be silent, and take in all.
        servers: Says where repositories are.
    """

    def __init__(self, env: Mapping[str, str], folder: Path, timeouts: Timeouts, servers: GitServers) -> None:
        self._env = env
        self._folder = folder
        self._timeouts = timeouts
        self._servers = servers
        self._found: dict[str, GitServer] = {}

    def run(
        self,
        *words: str,
        repository: Path | None = None,
        location: str = "",
        given: bytes = b"",
        most: int = _MOST_OUTPUT,
        received: int = 0,
    ) -> GitResult:
        """Run one command of git.

        Args:
            words: Of the command; nothing from outside stands where an option could.
            repository: Ours, bare.
            location: URL of the repository that `source` names.
            given: To its stdin.
            most: Bytes of output that are taken.
            received: Bytes by which the repository may grow; 0 for a command that receives nothing.

        Raises:
            FetchError: There is no git; it takes too long, says or receives too much; the repository is where nobody
                may be asked.
        """
        server = self._server(location) if location else None
        env = self._environment(server)
        command = ["git", *([f"--git-dir={repository}"] if repository else []), *words]
        packs = repository / "objects" / "pack" if repository and received else None
        return self._run(command, env, given, most, _Growth(packs, received))

    def _server(self, location: str) -> GitServer:
        """Return where a repository is: by the user's settings, and by the redirects of its server."""
        if location not in self._found:
            actual = location
            env = self._environment(GitServer(location))
            if rewrites(self._user_settings):
                command = ["git", "ls-remote", "--get-url", SOURCE]
                printed = self._run(command, env).output
                actual = printed.decode("utf-8", "surrogateescape").strip()
            proxy = dict(self._user_settings).get("http.proxy")
            known = {} if proxy is None else {"https_proxy": proxy, "HTTPS_PROXY": proxy}
            found = self._servers.find(actual, known, rewritten=actual != location)
            # Git rewrites it itself; what a redirect led to is not rewritten.
            self._found[location] = found if found.is_moved else replace(found, location=location)
        return self._found[location]

    def _environment(self, server: GitServer | None) -> Mapping[str, str]:
        return git_environment(self._env, self._user_settings, server, self._folder, self._timeouts.silence)

    @cached_property
    def _user_settings(self) -> tuple[tuple[str, str], ...]:
        env = {name: value for name, value in self._env.items() if not _ASTRAY.match(name)}
        command = ["git", "config", "-z", "--list", "--includes", "--show-scope"]
        return user_settings(self._run(command, {**env, "GIT_DIR": os.devnull}).output)

    def _run(
        self,
        command: list[str],
        env: Mapping[str, str],
        given: bytes = b"",
        most: int = _MOST_OUTPUT,
        growth: "_Growth | None" = None,
    ) -> GitResult:
        try:
            process = subprocess.Popen(  # noqa: S603 no shell, and no option from outside
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=env,
                cwd=os.path.abspath(os.sep),
                start_new_session=True,  # so that all of its children can be ended, and none finds a terminal
            )
        except FileNotFoundError as error:
            message = "this needs `git`, which is not on the PATH"
            raise FetchError(message, hint="install git 2.36 or newer, or give an archive") from error
        except OSError as error:
            raise FetchError(f"`git` cannot be run: {error.strerror}") from error
        with _ended(process):
            return self._watched(process, given, most, growth or _Growth(None, 0))

    def _watched(self, process: subprocess.Popen[bytes], given: bytes, most: int, growth: "_Growth") -> GitResult:
        output, stderr = _PipeReader(process.stdout, most + 1), _PipeReader(process.stderr, -_MOST_STDERR)
        feeding = threading.Thread(target=_feed, args=(process.stdin, given), daemon=True)
        for thread in (output, stderr, feeding):
            thread.start()
        until = time.monotonic() + self._timeouts.whole
        last, seen = time.monotonic(), (0, 0, 0)
        while output.is_alive() or process.poll() is None:
            if output.is_alive():
                output.join(_LOOK)
            else:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_LOOK)
            now, grown = time.monotonic(), growth.size()
            if (output.size, stderr.size, grown) != seen:
                last, seen = now, (output.size, stderr.size, grown)
            _check_amount(output.size, most, grown, growth.most)
            if now > until or now - last > self._timeouts.silence:
                raise FetchError("the repository did not answer in time", hint="try again later")
        _check_amount(output.size, most, growth.size(), growth.most)  # it may have ended between two looks
        stderr.finish(_LINGER)  # a connection that ssh keeps for others may hold it open
        return GitResult(process.returncode, output.content(), stderr.content().decode("utf-8", "replace"))


def _check_amount(printed: int, most: int, grown: int, may_grow: int) -> None:
    """Refuse what is more than was to come."""
    if printed > most:
        raise FetchError(f"git printed more than {most:,} bytes")
    if grown > may_grow:
        message = f"more than {may_grow:,} bytes to download"
        raise FetchError(message, hint="download an archive of the skill, or use a smaller repository")


class _Growth:
    """How much a repository has received."""

    def __init__(self, packs: Path | None, most: int) -> None:
        self._packs = packs
        self.most = most
        self._before = self._sum()

    def size(self) -> int:
        """Return how many bytes came since this was made."""
        return self._sum() - self._before if self._packs is not None else 0

    def _sum(self) -> int:
        total = 0
        if self._packs is not None:
            with suppress(OSError), os.scandir(self._packs) as entries:
                for entry in entries:
                    with suppress(OSError):
                        total += entry.stat(follow_symlinks=False).st_size
        return total


class _PipeReader(threading.Thread):
    """Reads what a program says; of a negative limit the end is kept, and all is read."""

    def __init__(self, pipe: IO[bytes] | None, limit: int) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self._limit = limit
        self._pieces: list[bytes] = []
        self.size = 0

    def run(self) -> None:
        with suppress(OSError, ValueError):
            while self._pipe is not None and (piece := os.read(self._pipe.fileno(), _PIECE)):
                self._pieces.append(piece)
                self.size += len(piece)
                if self._limit < 0:
                    self._pieces = [b"".join(self._pieces)[self._limit :]]
                elif self.size >= self._limit:
                    return

    def finish(self, seconds: float) -> None:
        """Wait until all is read that a program said which has ended, whoever else holds its pipe open."""
        until = time.monotonic() + seconds
        while self.is_alive() and (left := until - time.monotonic()) > 0 and self._has_more():
            self.join(min(left, _LOOK))
        self.join(_MOMENT)

    def _has_more(self) -> bool:
        """Return whether something is to be read, be it the end; True where the system cannot tell."""
        if self._pipe is None or not hasattr(select, "poll"):
            return self._pipe is not None
        looked = select.poll()
        looked.register(self._pipe, select.POLLIN)
        return bool(looked.poll(0))

    def content(self) -> bytes:
        """Return the bytes that were read."""
        return b"".join(self._pieces)


def _feed(pipe: IO[bytes] | None, given: bytes) -> None:
    if pipe is not None:
        with suppress(OSError, ValueError), pipe:
            pipe.write(given)


@contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Leave no process of git behind, whatever happens."""
    try:
        yield
    finally:
        if process.poll() is None:
            _signal(process, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_LEAVE)
            _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
            process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.terminate()
