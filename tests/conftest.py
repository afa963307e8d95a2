"""Fixtures for every room: small skills on disk, made on the spot."""

import fcntl
import gc
import importlib.util
import ipaddress
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

# What runs in the background ignores Ctrl-C from birth, and so would every process that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Who wants no bytecode beside the files gets it where pytest keeps what it remembers: rewriting the assertions of all
# tests in each process costs more than running most of them.
if sys.dont_write_bytecode:
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What tests build are a million small files that nobody looks at later: in memory they come and go several times as
# fast as on a disk, where programs may be run there and there is room. `--every-step` stays on the disk.
_MEMORY, _ROOM = "/dev/shm", 2**31  # noqa: S108 a folder in memory, and bytes
if os.access(_MEMORY, os.W_OK) and "--every-step" not in sys.argv:
    memory = os.statvfs(_MEMORY)
    if memory.f_bavail * memory.f_frsize > _ROOM and not memory.f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)

# No example fails because the machine is busy. Everybody tries the same examples, so that nothing is red by chance;
# `--hypothesis-profile=explore` tries new ones, and more of them.
settings.register_profile("ours", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, derandomize=False, max_examples=300, print_blob=True)
settings.load_profile("ours")

EXPENSIVE = ("end_to_end", "docs", "install", "files", "property")
"""Rooms whose tests take long. They come first, so that no process is left with one of them at the end."""

WriteSkill = Callable[..., Path]
Until = Callable[..., bool]
OnceARun = Callable[[str, Callable[[Path], None]], Path]

LIMIT = 120.0
"""Seconds after which something that was waited for never comes: far more than a busy machine takes."""

NOBODY = 65534
"""The user without rights, as Linux counts."""

_BODY = """
# {title}

## When to use

- The user asks for it.

## Examples

```bash
echo hello
```
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every-step",
        action="store_true",
        help="run only the tests that disturb steps on disk, and disturb every step instead of a share of them",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(tests).parts[0] not in EXPENSIVE)
    if config.getoption("every_step"):
        disturbing, others = [], []
        for item in items:
            (disturbing if "steps" in getattr(item, "fixturenames", ()) else others).append(item)
        config.hook.pytest_deselected(items=others)
        items[:] = disturbing


def pytest_collection_finish() -> None:
    gc.freeze()  # what is there of thousands of tests is not looked through whenever one of them makes garbage


class Network:
    """What the code under test may reach: this machine, and what stands in for other addresses.

    Attributes:
        stands_in: Address and port, as the code names them -> a port of this machine that is connected to instead.
        tried: Where the code connected to, in order, whether it stands for something or not.
        left: What would have left this machine.
    """

    def __init__(self) -> None:
        self.stands_in: dict[tuple[str, int], int] = {}
        self.tried: list[tuple[str, int]] = []
        self.left: list[str] = []

    def route(self, address: Any) -> Any:
        if not isinstance(address, tuple):
            return address  # a socket of this machine's file system
        host, port = address[:2]
        self.tried.append((host, port))
        if (host, port) in self.stands_in:
            return "127.0.0.1", self.stands_in[host, port]
        if not _is_here(host):
            self.left.append(f"a connection to {host}:{port}")
            raise ConnectionRefusedError(f"tests connect to this machine alone, not to {host}")
        return address


def _is_here(host: Any) -> bool:
    text = host.decode() if isinstance(host, bytes) else host
    try:
        return not text or text == "localhost" or ipaddress.ip_address(text).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session")
def steps(request: pytest.FixtureRequest) -> str:
    """Return the word for the steps before which a change is disturbed: `every`, or `some`, the same in every run."""
    return "every" if request.config.getoption("every_step") else "some"


@pytest.fixture(scope="session")
def once_a_run(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> OnceARun:
    """Return a function that gives the folder of a name, which one process of a run fills and all of them read."""
    own = tmp_path_factory.getbasetemp()
    common = own.parent if hasattr(request.config, "workerinput") else own

    def once(name: str, make: Callable[[Path], None]) -> Path:
        folder = common / "once" / name
        folder.parent.mkdir(exist_ok=True)
        with folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                begun = folder.with_suffix(".begun")
                begun.mkdir()  # who failed before leaves it: then everybody fails
                make(begun)
                begun.rename(folder)
        return folder

    return once


@pytest.fixture(scope="session")
def warm() -> Iterator[Path]:
    """Give a folder with `python` and `skillpack` that fork from a process which has loaded the package already."""
    program = [sys.executable, str(Path(__file__).with_name("warm_process.py"))]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [*program, folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield Path(folder)
        process.communicate()  # it ends with its standard input


@pytest.fixture(scope="session")
def until() -> Until:
    """Return a function that waits for something to become true, and returns whether it did.

    This is the only place where a test looks again and again. What tells of itself is waited for by that.
    """

    def until(holds: Callable[[], object], *, limit: float = LIMIT, pause: float = 0.02) -> bool:
        end = monotonic() + limit
        while not holds():
            if monotonic() > end:
                return False
            sleep(pause)
        return True

    return until


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> Iterator[Network]:
    """Fail the test whose request leaves this machine, even one that the code should have refused."""
    made, connect, connect_ex, look_up = Network(), socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def guarded_look_up(host: Any, *given: Any, **named: Any) -> Any:
        if not _is_here(host) and not _is_ip(host):
            made.left.append(f"a question for the address of {host}")
            raise socket.gaierror(socket.EAI_NONAME, "tests ask no name server")
        return look_up(host, *given, **named)

    monkeypatch.setattr(socket.socket, "connect", lambda this, address: connect(this, made.route(address)))
    monkeypatch.setattr(socket.socket, "connect_ex", lambda this, address: connect_ex(this, made.route(address)))
    monkeypatch.setattr(socket, "getaddrinfo", guarded_look_up)
    yield made
    assert not made.left, "the code under test would have left this machine"


def _is_ip(host: Any) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@pytest.fixture
def write_skill(tmp_path: Path) -> WriteSkill:
    """Return a function that writes a valid skill below `tmp_path` and returns its folder.

    Its texts end in a newline, as editors leave them; `whole` takes the body as it is.
    """

    def write(
        name: str,
        *,
        root: str = "skills",
        description: str = "",
        front_matter: str = "license: MIT\n",
        body: str = "",
        files: Mapping[str, bytes] | None = None,
        whole: bool = False,
    ) -> Path:
        folder = tmp_path / root / name
        folder.mkdir(parents=True)
        said = description or f"Does what {name} says. Use when the user asks for {name}."
        text = f"---\nname: {name}\ndescription: {said}\n{front_matter}---\n{body or _BODY.format(title=name)}"
        if not whole and not text.endswith("\n"):
            text += "\n"
        (folder / "SKILL.md").write_text(text, encoding="utf-8", newline="\n")
        for path, content in (files or {}).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        return folder

    return write


@pytest.fixture(scope="session")
def atom_faults() -> Callable[[bytes], list[str]]:
    """Return the function that says what is wrong with an Atom feed."""
    return _beside("atom").faults


@pytest.fixture(scope="session")
def made_credentials() -> ModuleType:
    """Return the module that makes credentials of every kind."""
    return _beside("made_credentials")


@pytest.fixture(scope="session")
def made_signatures() -> ModuleType:
    """Return the module that makes certificates and signatures."""
    return _beside("made_signatures")


@pytest.fixture(scope="session")
def made_sigstore() -> ModuleType:
    """Return the module that makes a sigstore: its authority, its logs, and what they sign."""
    return _beside("made_sigstore")


@pytest.fixture(scope="session")
def made_reviews() -> ModuleType:
    """Give what makes a catalog with a skill in each state that its reviews can come to."""
    return _beside("made_reviews")


@pytest.fixture(scope="session")
def made_states() -> ModuleType:
    """Return the module that makes a catalog with a skill in each state of a signature."""
    return _beside("made_states")


@pytest.fixture(scope="session")
def made_results() -> ModuleType:
    """Return the module that makes a catalog with a skill in each state of results."""
    return _beside("made_results")


def _beside(name: str) -> ModuleType:
    """Return a module of this folder."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


@contextmanager
def _as_nobody() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    root = os.geteuid() == 0
    if root:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(stat.S_IRWXU)
        for where, inner, _ in os.walk(folder):
            for path in (Path(where, name) for name in inner):
                if not path.is_symlink():
                    path.chmod(stat.S_IRWXU)  # so that it can be walked on and removed
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def as_nobody() -> Callable[[], AbstractContextManager[Path]]:
    """Give the context in which one is a user for whom permissions count; it gives a folder of that user."""
    return _as_nobody


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """Give a folder of a user for whom permissions count, and be that user."""
    with _as_nobody() as folder:
        yield folder
