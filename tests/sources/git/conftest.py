"""Repositories made on the spot, and servers of them on this machine: by HTTP, smart and dumb, by git's own, by ssh."""

import gzip
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.available import AvailableSkill
from skillpack.sources.git.available import Repositories
from skillpack.sources.http.timeouts import Timeouts
from skillpack.sources.spec import parse_spec

DAY = "1760000000 +0000"  # 2025-10-09
BACKEND = [subprocess.run(["git", "--exec-path"], capture_output=True, check=True, text=True).stdout.strip()]
SKILL = "---\nname: {name}\ndescription: Does what {name} does. Use when asked.\n---\n# {name}\n"


class Author:
    """A repository in work, and the bare one that is served.

    Attributes:
        bare: What is served.
        env: Without anything of the user who runs the tests.
    """

    def __init__(self, folder: Path, *, form: str = "sha1", like: Path | None = None) -> None:
        """Make both repositories, or copy those that another author has made in a folder."""
        self.folder, self.bare = folder / "work", folder / "served.git"
        home = folder / "author"
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_{what}": "a@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
            "GIT_AUTHOR_DATE": DAY,
            "GIT_COMMITTER_DATE": DAY,
        }
        if like:
            for place in (self.folder, self.bare, home):
                shutil.copytree(like / place.name, place, symlinks=True)
            return
        home.mkdir(parents=True)
        self.folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main", f"--object-format={form}")
        self.git("init", "--quiet", "--bare", "--initial-branch=main", f"--object-format={form}", str(self.bare))
        self.configure("uploadpack.allowFilter", "true")

    def git(self, *words: str, given: bytes = b"") -> str:
        command = ["git", *words]
        done = subprocess.run(command, check=False, cwd=self.folder, env=self.env, input=given, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def configure(self, key: str, value: str) -> None:
        self.git(f"--git-dir={self.bare}", "config", key, value)

    def write(self, path: str, content: str | bytes) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)

    def skill(self, folder: str, name: str = "", **files: str) -> None:
        name = name or folder.rpartition("/")[2]
        self.write(f"{folder}/SKILL.md".lstrip("/"), SKILL.format(name=name))
        for path, content in files.items():
            self.write(f"{folder}/{path}.md".lstrip("/"), content)

    def link(self, path: str, target: str) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)

    def commit(self, *, tag: str = "") -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=one")
        if tag:
            self.git("tag", "--annotate", "--message=it", tag)
        return self.push()

    def push(self) -> str:
        self.git("push", "--quiet", "--force", "--mirror", str(self.bare))
        return self.git("rev-parse", "HEAD")

    def tree_of(self, rows: list[tuple[str, str, str]]) -> str:
        """Write a commit by hand whose root has these modes, names of contents and names, and serve it."""
        raw = b"".join(mode.encode() + b" " + name.encode() + b"\0" + bytes.fromhex(oid) for mode, oid, name in rows)
        tree = self.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", given=raw)
        commit = self.git("commit-tree", "-m", "odd", tree)
        self.git("reset", "--quiet", "--soft", commit)
        self.git("update-ref", "refs/heads/main", commit)
        # By hand, for `git push` looks at what it sends.
        subprocess.run(["cp", "-r", f"{self.folder}/.git/objects/.", f"{self.bare}/objects"], check=True)
        (self.bare / "refs/heads/main").write_text(f"{commit}\n")
        return commit

    def blob(self, content: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", given=content)

    @property
    def url(self) -> str:
        return f"git+file://{self.bare}"


@pytest.fixture(scope="session")
def made_author(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a repository with two skills, from which each test gets its own."""
    folder = tmp_path_factory.mktemp("author")
    made = Author(folder)
    made.skill("skills/pdf", notes="n" * 1000)
    made.skill("skills/csv")
    made.write("README.md", "# Skills\n")
    made.commit(tag="v1")
    return folder


@pytest.fixture
def author(tmp_path: Path, made_author: Path) -> Author:
    """Give a repository with two skills."""
    return Author(tmp_path, like=made_author)


@pytest.fixture
def make_author(tmp_path: Path) -> Callable[..., Author]:
    """Return a function that makes a repository of its own, empty."""
    return lambda name="other", **options: Author(tmp_path / name, **options)


class Asking:
    """Asks repositories as a user would whose home and cache are the test's own.

    Attributes:
        env: Of that user.
        reach: What else is said of how the web is asked.
    """

    def __init__(self, folder: Path) -> None:
        self.home, self.store = folder / "home", folder / "cache/downloads"
        self.home.mkdir()
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        self.limits = Limits()
        self.timeouts: Timeouts | None = None
        self.reach: dict[str, object] = {}

    def repositories(self, *, offline: bool = False) -> Repositories:
        reach = Access(self.env, self.store, self.timeouts, offline=offline, **self.reach)
        return Repositories(reach, self.limits)

    def __call__(self, text: str, *, offline: bool = False) -> dict[str, AvailableSkill]:
        spec = parse_spec(text, is_there=lambda _: False)
        return {available.name: available for available in self.repositories(offline=offline).available(spec)}

    def setting(self, key: str, value: str) -> None:
        subprocess.run(["git", "config", "--global", "--add", key, value], env=self.env, check=True)


@pytest.fixture
def ask(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


class Requests(list[tuple[str, bytes]]):
    """What was asked: path, and body.

    Attributes:
        fetches: How often something was to be sent, beyond names.
    """

    @property
    def fetches(self) -> int:
        return sum(b"command=fetch" in body for _, body in self)


@pytest.fixture
def smart() -> Iterator[Callable[..., tuple[str, Requests]]]:
    """Return a function that serves a bare repository by `git http-backend`, and returns its SPEC and what is asked."""
    yield from _serving(_smart)


@pytest.fixture
def dumb() -> Iterator[Callable[..., tuple[str, Requests]]]:
    """Return a function that serves a bare repository as plain files."""
    yield from _serving(_dumb)


Handler = type[BaseHTTPRequestHandler]


def _serving(handler: Callable[..., Handler]) -> Iterator[Callable[..., tuple[str, Requests]]]:
    servers = []

    def start(bare: Path, **options: object) -> tuple[str, Requests]:
        seen = Requests()
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler(bare, seen, **options))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"git+http://127.0.0.1:{server.server_port}/team/{bare.name}", seen

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def _dumb(bare: Path, seen: Requests) -> Handler:
    subprocess.run(["git", f"--git-dir={bare}", "update-server-info"], check=True)

    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *given: object) -> None:
            super().__init__(*given, directory=str(bare.parent))  # type: ignore[arg-type]

        def do_GET(self) -> None:
            self.path = self.path.removeprefix("/team")
            seen.append((self.path, b""))
            super().do_GET()

        def log_message(self, *_: object) -> None:
            pass

    return Files


def _smart(
    bare: Path,
    seen: Requests,
    *,
    login: str = "",
    stall: str = "",
    version: int = 2,
    lead_to: str = "",
    after: int = 0,
    moved: str = "",
) -> Handler:
    """Serve by CGI.

    Args:
        login: What the header `Authorization` has to be.
        stall: Requests of which a part of the path or the body is this are never answered.
        version: Of the protocol; lower than 2 as old servers speak.
        lead_to: Where every request is redirected to.
        after: How many requests are answered before that.
        moved: Folder from which every request is redirected to `/team`.
    """

    class Cgi(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer(b"")

        def do_POST(self) -> None:
            if self.headers.get("Transfer-Encoding") == "chunked":
                body = b""
                while size := int(self.rfile.readline(), 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
            else:
                body = self.rfile.read(int(self.headers["Content-Length"]))
            self.answer(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)

        def answer(self, body: bytes) -> None:
            seen.append((self.path, body))
            if stall and (stall in self.path or stall.encode() in body):
                with suppress(OSError):
                    self.rfile.read(1)  # until the other one gives up
                return
            if (lead_to and len(seen) > after) or (moved and self.path.startswith(f"/{moved}/")):
                self.send_response(302)
                self.send_header("Location", lead_to or self.path.replace(f"/{moved}/", "/team/", 1))
                self.end_headers()
                return
            if login and self.headers.get("Authorization") != login:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            path, _, query = self.path.removeprefix("/team").partition("?")
            env = {
                "PATH": os.environ["PATH"],
                "GIT_PROJECT_ROOT": str(bare.parent),
                "GIT_HTTP_EXPORT_ALL": "1",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", "") if version >= 2 else "",
                "REMOTE_USER": "x",
                "REMOTE_ADDR": "127.0.0.1",
                "HOME": "/nonexistent",
                "GIT_CONFIG_NOSYSTEM": "1",
            }
            command = [f"{BACKEND[0]}/git-http-backend"]
            done = subprocess.run(command, check=False, input=body, env=env, capture_output=True)
            head, _, content = done.stdout.partition(b"\r\n\r\n")
            fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
            self.send_response(int(fields.pop("Status", "200").split()[0]))
            for name, value in {**fields, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    return Cgi


@pytest.fixture
def daemon(until) -> Iterator[Callable[[Path], str]]:
    """Return a function that serves a bare repository by `git daemon`, and returns `HOST:PORT`."""
    running = []

    def start(bare: Path) -> str:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = [
            "git",
            "daemon",
            "--export-all",
            "--listen=127.0.0.1",
            f"--port={port}",
            f"--base-path={bare.parent}",
        ]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        running.append(process)
        with socket.socket() as asking:
            assert until(lambda: asking.connect_ex(("127.0.0.1", port)) == 0), "git daemon does not listen"
        return f"127.0.0.1:{port}"

    yield start
    for process in running:
        os.killpg(process.pid, 15)
        process.wait()


@pytest.fixture
def ssh(tmp_path: Path, ask: Asking) -> Callable[[Path], tuple[str, Path]]:
    """Return a function that has a stand-in for ssh serve a repository, and returns its SPEC and what it was told."""

    def start(bare: Path) -> tuple[str, Path]:
        told, program = tmp_path / "told", tmp_path / "fake-ssh"
        program.write_text(
            f"#!{sys.executable}\nimport os, sys\n"
            f"open({str(told)!r}, 'a').write(repr(sys.argv[1:]) + '\\n')\n"
            "os.execvp('sh', ['sh', '-c', sys.argv[-1]])\n"
        )
        program.chmod(0o755)
        ask.env = {**ask.env, "GIT_SSH_COMMAND": str(program), "GIT_SSH_VARIANT": "ssh"}
        return f"git+ssh://git@git.example.com{bare}", told

    return start


@pytest.fixture
def marked(tmp_path: Path) -> Mapping[str, str]:
    """Give a command that leaves a mark where it is run, and the file that is the mark."""
    mark, program = tmp_path / "ran", tmp_path / "leave-a-mark"
    program.write_text(f"#!/bin/sh\necho $0 $* >> {mark}\ncat 2>/dev/null\n")
    program.chmod(0o755)
    return {"program": str(program), "mark": str(mark)}
