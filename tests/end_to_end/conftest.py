"""A catalog whose sites are published one after the other."""

import importlib.util
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import pytest

from skillpack.cli.main import run

FIRST_DAY = "1760000000"  # 2025-10-09
HOSTILE_DAY = "1762000000"  # 2025-11-01


class Catalog:
    """A catalog's sources, and builds of it.

    Args:
        folder: Where everything lies.
        monkeypatch: Sets the day.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch = folder, monkeypatch
        self._day = FIRST_DAY
        self.source = folder / "source"
        self.head = '[catalog]\nname = "acme"\n[[source]]\npath = "skills"\n'
        (self.source / "skills").mkdir(parents=True)
        self.configure()

    def configure(self, more: str = "", catalog: str = "") -> None:
        install = "" if "[install]" in more else '[install]\nclients = ["claude-code", "codex", "metis"]\n'
        text = self.head.replace('"acme"\n', f'"acme"\n{catalog}\n') + more + install
        (self.source / "skillpack.toml").write_text(text)

    def write(self, name: str, version: str = "", text: str = "Plain.", **files: str) -> None:
        folder = self.source / "skills" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        metadata = f"metadata:\n  version: {version}\n" if version else ""
        head = f"name: {name}\ndescription: Does {name}. Use when the user asks for {name}.\nlicense: MIT\n{metadata}"
        (folder / "SKILL.md").write_text(f"---\n{head}---\n\n# {name}\n\n{text}\n")
        for file, content in files.items():
            (folder / f"{file}.md").write_text(content)

    def begin(self, day: str) -> None:
        """Let it be a day, also for builds that are told none."""
        self._day = day
        self._monkeypatch.setenv("SOURCE_DATE_EPOCH", day)

    def remove(self, name: str) -> None:
        shutil.rmtree(self.source / "skills" / name)

    def build(self, out: str, *more: str, previous: str = "", day: str | None = None, cache: str = "") -> int:
        self._monkeypatch.setenv("SOURCE_DATE_EPOCH", self._day if day is None else day)
        before = ["--previous", previous if "://" in previous else str(self.folder / previous)] if previous else []
        caching = ["--cache", str(self.folder / cache)] if cache else ["--no-cache"]
        return run(["build", str(self.source), "-o", str(self.folder / out), *before, *caching, *more])

    def files(self, out: str) -> dict[str, bytes]:
        top = self.folder / out
        return {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*") if path.is_file()}

    def json(self, out: str, path: str) -> dict[str, object]:
        return json.loads((self.folder / out / path).read_bytes())

    def listed(self, out: str) -> dict[str, dict[str, object]]:
        return {row["name"]: row for row in self.json(out, "catalog.json")["skills"]}

    def labels(self, out: str, name: str) -> list[str]:
        return [row["label"] for row in self.json(out, f"skills/{name}/skill.json")["versions"]]

    def change_everything(self) -> None:
        """One skill gets a new version, one a new name, one goes, one comes."""
        self.write("alpha", "1.1.0", "Other words.")
        self.remove("gamma")
        self.write("gamma-two", "1.0.0")
        self.remove("delta")
        self.write("epsilon", "1.0.0")
        self.configure('[[renamed]]\nfrom = "gamma"\nto = "gamma-two"\nreason = "clearer"\n')


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    return Catalog(tmp_path, monkeypatch)


@pytest.fixture(scope="session")
def published_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a catalog whose first site is published in `one`; whoever changes it takes a copy."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        catalog = Catalog(tmp_path_factory.mktemp("published"), monkeypatch)
        for name in ("alpha", "beta", "gamma", "delta"):
            catalog.write(name, "1.0.0")
        catalog.write("many", "1.0.0", more="# More\n")
        assert catalog.build("one") == 0
    return catalog.folder


@pytest.fixture
def published(catalog: Catalog, published_once: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """A catalog whose first site is published in `one`."""
    shutil.copytree(published_once, catalog.folder, dirs_exist_ok=True)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FIRST_DAY)
    return catalog


@pytest.fixture
def sent() -> list[str]:
    """Return the list of paths whose files the servers of `serve` have sent, in order."""
    return []


@pytest.fixture
def serve(sent: list[str]) -> Iterator[Callable[[Path], str]]:
    """Return a function that serves a folder and returns its address."""
    servers = []

    class Quiet(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_request(self, code: object = "-", size: object = "-") -> None:  # noqa: ARG002 that of the base
            if code == 200:
                sent.append(self.path)

        def log_message(self, *_: object) -> None:
            pass

    def start(folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def _beside(name: str) -> ModuleType:
    """Return a module of this folder, which scripts import by its name."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def hostile() -> ModuleType:
    """Return what writes a catalog that means harm."""
    return _beside("hostile_catalog")


@dataclass(frozen=True)
class Published:
    """A catalog that was published twice.

    Attributes:
        source: The catalog as it was published last.
        one: The first site.
        two: The second, which knows the first.
    """

    source: Path
    one: Path
    two: Path


@pytest.fixture(scope="session")
def hostile_sites(hostile: ModuleType, once_a_run: Callable[[str, Callable[[Path], None]], Path]) -> Published:
    """Give the sites of the catalog that means harm; whoever changes one takes a copy."""

    def make(folder: Path) -> None:
        source = folder / "source"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SOURCE_DATE_EPOCH", FIRST_DAY)
            hostile.write_first(source)
            assert run(["build", str(source), "-o", str(folder / "one"), "--no-cache"]) == 1
            patch.setenv("SOURCE_DATE_EPOCH", HOSTILE_DAY)
            hostile.write_second(source)
            command = ["build", str(source), "-o", str(folder / "two"), "--no-cache"]
            assert run([*command, "--previous", str(folder / "one")]) == 1

    folder = once_a_run("hostile", make)
    return Published(folder / "source", folder / "one", folder / "two")


@pytest.fixture(scope="session")
def inert() -> ModuleType:
    """Return what says where a file of a site is not inert."""
    return _beside("inert")


@pytest.fixture(scope="session")
def formats() -> ModuleType:
    """Return what says where a file for machines is not as its format demands."""
    return _beside("machine_formats")
