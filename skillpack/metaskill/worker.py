"""The process that runs one SKILL.star: no files, no network, no environment; it asks the host for all else.

It imports nothing of ours, and of the standard library little: half of what a run costs is this module's imports.
Frames on standard input and output are four bytes of length, big-endian, and JSON. First comes what to run, then calls
and their answers, last `done` or `fail`.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

START = (
    "import sys; sys.path.append(sys.argv[1]); import supervisor, worker; sys.path.pop(); "
    "supervisor.supervise(int(sys.argv[2]), worker.main)"
)
"""What Python runs; its arguments are this module's folder, where imported modules are not compiled again, and the
control pipe of its supervisor."""

_HEAD = struct.Struct(">I")
_MOST_FRAME = 2**20  # bytes; the host refuses more as well
_MOST_DEPTH = 64
_MOST_MESSAGE = 4000  # characters of an error
_MOST_CALLS_DEEP = 200
_FIRST_DESCRIPTOR, _LAST_DESCRIPTOR = 3, 256
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # the same numbers on every processor
_DIE_WITH_PARENT, _NO_NEW_PRIVILEGES, _KILL = 1, 38, 9
_BROKEN = 3


class RefusedError(Exception):
    """What the program returned, or gave to the host, is not JSON."""


def _read(size: int) -> bytes:
    found = b""
    while len(found) < size:
        piece = os.read(0, size - len(found))
        if not piece:
            os._exit(_BROKEN)
        found += piece
    return found


def receive() -> Any:
    """Return the next frame of the host."""
    (size,) = _HEAD.unpack(_read(_HEAD.size))
    return json.loads(_read(size))


def send(frame: dict[str, Any]) -> None:
    """Give a frame to the host."""
    data = json.dumps(frame, allow_nan=False).encode()
    if len(data) > _MOST_FRAME:
        raise RefusedError(f"a value of {len(data)} bytes is too large")
    data = _HEAD.pack(len(data)) + data
    while data:
        data = data[os.write(1, data) :]


def _check(value: Any, depth: int = 0) -> None:
    if depth > _MOST_DEPTH:
        raise RefusedError(f"a value nested deeper than {_MOST_DEPTH}")
    if isinstance(value, dict):
        for key, each in value.items():
            if not isinstance(key, str):
                raise RefusedError(f"a dictionary with a key of type {type(key).__name__}")
            _check(each, depth + 1)
    elif isinstance(value, list | tuple):
        for each in value:
            _check(each, depth + 1)
    elif value is not None and not isinstance(value, str | int | float | bool):
        raise RefusedError(type(value).__name__)


def _call(operation: str, *arguments: Any) -> Any:
    _check(arguments)
    send({"op": operation, "args": arguments})
    return receive()["value"]


# The names of parameters and their defaults are the program's API (metaSKILLs, section 7): nothing here changes one.
def _ask(prompt: Any, opts: Any = {}) -> Any:  # noqa: B006
    return _call("ask", prompt, opts)


def _command(argv: Any, opts: Any = {}) -> Any:  # noqa: B006
    return _call("command", argv, opts)


def _trace(kind: Any, data: Any = {}) -> Any:  # noqa: B006
    return _call("trace", kind, data)


_PRINT = """
def print(*values, sep=" "):
    _print(sep.join([str(value) for value in values]))
"""  # the engine has none of its own; what it shows of a value is the engine's


def _print(text: Any) -> Any:
    return _call("trace", "print", {"text": text})


def _engine(folder: str) -> Any:
    """Return the engine; later nothing of the folder that it is installed in can be imported."""
    sys.path.append(folder)
    import starlark

    sys.path.pop()
    return starlark


def _limit(limits: dict[str, int]) -> list[str]:
    """Return which limits of the system hold from now on."""
    try:
        import resource
    except ImportError:
        return []
    held = []
    for name, most in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (ValueError, OSError, AttributeError):
            continue
        held.append(name)
    return held


def _lock() -> str:
    """Close every door that the kernel can close, and return what it could: `landlock 7`, or empty."""
    if not sys.platform.startswith("linux"):
        return ""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_DIE_WITH_PARENT, _KILL, 0, 0, 0)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return ""
    rights = 2**13 - 1  # on files, of the first version; later ones: move, truncate, device calls; TCP; signals
    rights |= (version >= 2) << 13 | (version >= 3) << 14 | (version >= 5) << 15
    fields = [rights, 3 * (version >= 4), 3 * (version >= 6)]
    used = 1 + (version >= 4) + (version >= 6)
    rules = struct.pack(f"={used}Q", *fields[:used])
    descriptor = libc.syscall(_CREATE_RULESET, rules, ctypes.c_size_t(len(rules)), ctypes.c_uint32(0))
    if descriptor < 0:
        return ""
    failed = libc.syscall(_RESTRICT_SELF, ctypes.c_int(descriptor), ctypes.c_uint32(0))
    os.close(descriptor)
    return "" if failed else f"landlock {version}"


def _fail(kind: str, message: str) -> NoReturn:
    send({"op": "fail", "kind": kind, "message": message[:_MOST_MESSAGE]})
    os._exit(0)


def _plain(text: str) -> str:
    """Return the message of an engine's report, and where: `Key "a" was not found (line 2)`."""
    found = re.search(r"^error: (.*?)(?:\n *-->|\Z)", text, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^ *--> SKILL\.star:(\d+)", text, re.MULTILINE)
    said = found[1].strip() if found else text.strip()
    return f"{said} (line {lines[-1]})" if lines else said


def _run(engine: Any, source: str, given: dict[str, Any]) -> Any:
    """Return the value of the program's `run`; every way to fail ends the process."""
    try:
        tree = engine.parse("SKILL.star", source, engine.Dialect.standard())
    except engine.StarlarkError as error:
        _fail("syntax", _plain(str(error)))
    module = engine.Module()
    for name, function in {"ask": _ask, "command": _command, "trace": _trace, "_print": _print}.items():
        module.add_callable(name, function)
    options = engine.EvalOptions(max_callstack_size=_MOST_CALLS_DEEP)
    dialect = engine.Dialect.standard()
    try:
        engine.eval_with(options, module, engine.parse("print.star", _PRINT, dialect), engine.Globals.standard())
        engine.eval_with(options, module, tree, engine.Globals.standard())
    except engine.StarlarkError as error:
        said = _plain(str(error))
        _fail("syntax" if said.startswith("Variable ") else "runtime", said)
    try:
        return module.freeze().call_with(options, "run", given).value
    except engine.StarlarkError as error:
        text = str(error)
        if text.startswith("Traceback "):  # only what happened inside of the program has one
            _fail("runtime", _plain(text))
        if "no symbol `run`" in text:
            _fail("no-run", "it has none")
        found = re.search(r"not supported on type `(\w+)`", text)
        _fail("return", found[1] if found else text)


def main() -> None:
    """Run what the host sends, and answer."""
    asked = receive()
    engine = _engine(asked["engine"])
    os.closerange(_FIRST_DESCRIPTOR, _LAST_DESCRIPTOR)
    held = _limit(asked["limits"])
    locked = _lock()
    send({"op": "ready", "limits": held, "locked": locked})
    try:
        value = _run(engine, asked["source"], asked["input"])
        _check(value)
        send({"op": "done", "value": value})
    except RefusedError as error:
        _fail("return", str(error))
    except MemoryError:
        _fail("runtime", "out of memory")
    except (TypeError, ValueError, RecursionError) as error:  # what the engine or JSON cannot turn into a value
        _fail("return", str(error))
    except BaseException as error:  # noqa: BLE001 a panic of the engine is no Exception
        _fail("runtime", f"the engine failed: {type(error).__name__}")
    os._exit(0)
