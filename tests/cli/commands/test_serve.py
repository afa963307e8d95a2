"""skillpack serve, from its first line to Ctrl-C."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import skillpack

PATIENCE = 30.0  # seconds that anything may take on a busy machine


class Served:
    """A preview in a child, in a session of its own.

    Attributes:
        port: The one that it says.
        until: Waits for something to become true.
        temporary: The folder for its temporary files.
    """

    def __init__(self, source: Path, until: Callable[..., bool], *options: str) -> None:
        self.until = until
        self.temporary = Path(tempfile.mkdtemp(dir=source.parent))
        env = {
            **os.environ,
            "PYTHONPATH": str(Path(skillpack.__file__).parents[1]),
            "TMPDIR": str(self.temporary),
            "BROWSER": "true",
        }
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            wanted = free.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "skillpack", "serve", str(source), "--port", str(min(wanted, 65000)), *options],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("http://127.0.0.1:"), line
        self.port = int(line.strip().strip("/").rpartition(":")[2])

    def get(self, path: str, host: str = "") -> str:
        """Return what is served under a path."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": host} if host else {})
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def end(self, sign: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it as a terminal does, and return exit status and what it said."""
        os.killpg(self.process.pid, sign)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err


@pytest.fixture
def served(write_skill, until, tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Return a function that serves a catalog of two skills."""
    for name in ("alpha", "beta"):
        write_skill(name)
    (tmp_path / "theme").mkdir()
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "Before"\n[theme]\npath = "theme"\n')
    started: list[Served] = []

    def start(*options: str) -> Served:
        started.append(Served(tmp_path, until, *options))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            os.killpg(each.process.pid, signal.SIGKILL)
            each.process.communicate()


def test_changes_are_seen_and_ctrl_c_leaves_nothing_behind(served, tmp_path: Path) -> None:
    preview = served()
    assert "alpha" in preview.get("/")
    assert "preview.js" in preview.get("/skills/alpha/index.html")

    skill = tmp_path / "skills/alpha/SKILL.md"
    skill.write_text(skill.read_text() + "\nA sentence that is new.\n")
    assert preview.until(lambda: "A sentence that is new." in preview.get("/skills/alpha/index.html"))

    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "After"\n[theme]\npath = "theme"\n')
    assert preview.until(lambda: "After" in preview.get("/"))

    (tmp_path / "theme/404.html").write_text("My own page")
    assert preview.until(lambda: "My own page" in preview.get("/404.html"))

    status, said = preview.end()
    assert status == 130
    assert said.splitlines()[-1] == "interrupted"
    assert "Traceback" not in said
    assert preview.until(lambda: list(preview.temporary.iterdir()) == [])


def test_only_hosts_that_are_allowed_are_answered(served) -> None:
    preview = served("--allow-host", "preview.example")
    assert "alpha" in preview.get("/", "preview.example")
    assert "alpha" not in preview.get("/", "evil.example")
    assert "--allow-host NAME" in preview.get("/", "evil.example")


def test_a_build_that_fails_leaves_the_last_good_site(served, tmp_path: Path) -> None:
    preview = served()
    whole = (tmp_path / "skillpack.toml").read_text()

    def error() -> str:
        return str(json.loads(preview.get("/__skillpack/state.json"))["error"])

    for file, broken in (("skillpack.toml", "[catalog\n"), ("theme/404.html", "{% if %}")):
        (tmp_path / file).write_text(broken)
        assert preview.until(lambda: error() != ""), file
        assert "Before" in preview.get("/")
        (tmp_path / file).write_text(whole if file == "skillpack.toml" else "fine")
        assert preview.until(lambda: error() == ""), file

    (tmp_path / "skills").rename(tmp_path / ".away")
    assert preview.until(lambda: error() != "")
    assert "Before" in preview.get("/")
    (tmp_path / ".away").rename(tmp_path / "skills")
    assert preview.until(lambda: error() == "")


def test_what_is_wrong_is_told_to_the_page(served, tmp_path: Path) -> None:
    preview = served()
    (tmp_path / "skills/beta/SKILL.md").write_text("---\nname: beta\n---\n")

    def findings() -> list[str]:
        return list(json.loads(preview.get("/__skillpack/state.json"))["findings"])

    assert preview.until(lambda: any("DS001" in line and "skills/beta/SKILL.md" in line for line in findings()))


def test_a_polite_end_is_an_end_too(served) -> None:
    preview = served("--open")

    assert preview.end(signal.SIGTERM)[0] == 130
    assert preview.until(lambda: list(preview.temporary.iterdir()) == [])


def test_a_port_that_is_taken_is_passed_over(served) -> None:
    first = served()
    second = served("--port", str(first.port))

    assert second.port > first.port
    assert "alpha" in second.get("/")


@pytest.mark.parametrize("source", ["nowhere", "other"])
def test_nothing_to_serve_is_a_usage_error(cli, tmp_path: Path, source: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/notes.txt").write_text("no skill")
    ran = cli("serve", source)

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: ")


def test_a_language_without_texts_is_told_once(served, tmp_path: Path) -> None:
    (tmp_path / "skillpack.toml").write_text('[catalog]\nlanguage = "nl"\n[theme]\npath = "theme"\n')
    preview = served()
    (tmp_path / "theme/strings.nl.toml").write_text('[missing]\ntitle = "Niets te zien"\n')
    assert preview.until(lambda: "Niets te zien" in preview.get("/404.html"))
    (tmp_path / "theme/strings.nl.toml").unlink()
    assert preview.until(lambda: "Page not found" in preview.get("/404.html"))
    assert preview.end()[1].count("strings.nl.toml") == 1


def test_a_catalog_that_goes_is_warned_of_and_served(served, write_skill, tmp_path: Path) -> None:
    for name in ("gamma", "delta"):
        write_skill(name)
    preview = served()
    configuration = tmp_path / "skillpack.toml"

    for title, left_out in (("Most", '"beta", "delta", "gamma"'), ("All", '"*"')):
        # Of the next build it is known that this one said all that it had to say.
        for each in (title, f"{title} again"):
            excluded = f'[[source]]\npath = "skills"\nexclude = [{left_out}]\n'
            configuration.write_text(f'[catalog]\ntitle = "{each}"\n{excluded}')
            assert preview.until(lambda each=each: f">{each}<" in preview.get("/")), each
        assert "gamma" not in preview.get("/catalog.json")

    _, said = preview.end()
    assert (
        "warning: 3 of 4 published names would be withdrawn at once, which `skillpack build --previous` would refuse: "
        "`beta`, `delta`, `gamma`\n"
    ) in said
    assert "warning: no skill with a usable name in " in said
