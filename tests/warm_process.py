"""A process that has loaded the package, and forks for each command, so that no test waits for imports again.

    warm_process.py FOLDER

A program, run by the fixture `warm`. It writes two programs into FOLDER: `skillpack`, which stands for the installed
one, and `python`, which stands for an interpreter with `SCRIPT ARGUMENTS`, `-c TEXT ARGUMENTS` or
`-m skillpack ARGUMENTS`. Each hands its arguments, folder, environment and standard streams to a fork of this process,
and ends as that ends. Forking is safe here, where there is one thread. The process ends with its standard input, as
whoever started it does.
"""

import atexit
import gc
import importlib
import marshal
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import NoReturn

import skillpack
from skillpack.cli.main import main as run_skillpack
from skillpack.cli.main import run

CLIENT = """\
#!{python} -IS
import _socket, array, marshal, os, signal, sys

asking = _socket.socket(_socket.AF_UNIX)
asking.connect({address!r})
streams = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))]
given = marshal.dumps((sys.argv, os.getcwd(), dict(os.environ)))
asking.sendmsg([len(given).to_bytes(8, "big")], streams)
asking.sendall(given)
status = int.from_bytes(asking.recv(8) or bytes([{lost}]), "big", signed=True)
if status < 0:
    signal.signal(-status, signal.SIG_DFL) if -status not in (signal.SIGKILL, signal.SIGSTOP) else None
    os.kill(os.getpid(), -status)
os._exit(status)
"""
"""Starts in some milliseconds: it imports nothing that is not built in."""

LOST = 70  # the status of a command of which nobody can tell how it ended


def main(folder: str) -> None:
    """Load everything, and fork for whoever asks."""
    _load()
    address = str(Path(folder, "socket"))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen(64)
        for name in ("skillpack", "python"):
            program = Path(folder, name)
            program.write_text(CLIENT.format(python=sys.executable, address=address, lost=LOST))
            program.chmod(0o755)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while sys.stdin not in (ready := select.select([listening, sys.stdin], [], [], 1)[0]):
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            if listening in ready:
                connection, _ = listening.accept()
                if os.fork() == 0:
                    listening.close()
                    _answer(connection)
                connection.close()


def _load() -> None:
    for module in pkgutil.walk_packages(skillpack.__path__, "skillpack."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    _warm_up()
    assert threading.active_count() == 1, "who forks has one thread"
    gc.collect()
    gc.freeze()  # what is there is not looked at again, and stays shared


def _warm_up() -> None:
    """Build a catalog, so that templates, profiles and patterns are compiled."""
    with tempfile.TemporaryDirectory() as folder:
        skill = Path(folder, "skills", "warm-up", "SKILL.md")
        skill.parent.mkdir(parents=True)
        skill.write_text("---\nname: warm-up\ndescription: Warms up. Use when it is cold.\n---\n\n# Warm up\n")
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            run(["build", folder, "--output", f"{folder}/dist", "--no-cache", "--executor", "inline"])


def _answer(connection: socket.socket) -> NoReturn:
    """Do what is asked in a child, and tell how that ended."""
    try:
        length, streams, _, _ = socket.recv_fds(connection, 8, 3)
        with connection.makefile("rb") as given:
            arguments, folder, environment = marshal.loads(given.read(int.from_bytes(length, "big")))  # noqa: S302
        child = os.fork()
        if child == 0:
            connection.close()
            _run(arguments, partial(_become, streams, folder, environment, client=str(Path(arguments[0]).parent)))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.sendall(status.to_bytes(8, "big", signed=True))
    finally:
        os._exit(0)


def _become(streams: list[int], folder: str, environment: dict[str, str], *, client: str) -> None:
    """Be in the place of who asks; what Python has open as streams are the same numbers, and nothing is in them yet."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    places = environment.get("PATH", "").split(os.pathsep)
    os.environ["PATH"] = os.pathsep.join(place for place in places if place != client)  # where it is itself
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _run(arguments: list[str], become: Callable[[], None]) -> NoReturn:
    """Run a program, and end as an interpreter ends."""
    status = 0
    program, *words = arguments
    try:
        become()
        if Path(program).name == "skillpack" or words[:2] == ["-m", "skillpack"]:
            sys.argv = [program, *(words[2:] if words[:1] == ["-m"] else words)]
            run_skillpack()
        elif words[:1] == ["-c"]:
            sys.argv = ["-c", *words[2:]]
            exec(words[1], {"__name__": "__main__"})  # noqa: S102 what a test gives
        else:
            sys.argv = words
            sys.path[0] = str(Path(words[0]).parent)
            runpy.run_path(words[0], run_name="__main__")
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        if isinstance(ended.code, str):
            sys.stderr.write(f"{ended.code}\n")
    except BaseException:  # noqa: BLE001 shown, as an interpreter does
        traceback.print_exc()
        status = 1
    finally:
        with suppress(BrokenPipeError):
            threading._shutdown()  # type: ignore[attr-defined] # noqa: SLF001 it waits for threads, then runs the others
            atexit._run_exitfuncs()  # noqa: SLF001
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
