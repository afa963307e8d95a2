"""What the scaffolded workflows do: run as the CI runs them, with a made-up site and a build that only talks."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml

Ran = subprocess.CompletedProcess[str]


@pytest.fixture
def scaffold(cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a new catalog with stand-ins for commands of the CI, which say how they were called."""
    cli("init", "--catalog", "catalog")
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in ("pip", "skillpack"):
        _command(commands / name, f'echo "{name} $*"')
    (commands / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")
    return tmp_path / "catalog"


def _command(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


class TestGitLab:
    @pytest.fixture
    def pages(self, scaffold: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Ran]:
        """Return a function that runs the job `pages` where `curl` does as told."""
        monkeypatch.setenv("CI_PAGES_URL", "https://acme.example.io/skills")
        job = yaml.safe_load((scaffold / ".gitlab-ci.yml").read_text())["pages"]

        def run(curl: str) -> Ran:
            _command(scaffold.parent / "commands/curl", f'echo "$@" > "{scaffold}/asked"\n{curl}')
            # As GitLab's runner does: one script, which ends with the first command that fails.
            script = "set -eo pipefail\n" + "\n".join(job["script"])
            return subprocess.run(["bash", "-c", script], cwd=scaffold, capture_output=True, text=True, check=False)

        return run

    def test_the_versions_of_a_published_catalog_are_kept(self, pages, scaffold: Path) -> None:
        ran = pages("printf 200")
        assert ran.returncode == 0
        assert ran.stdout.splitlines()[-1] == "skillpack build -o public --previous https://acme.example.io/skills/"
        assert "https://acme.example.io/skills/catalog.json" in (scaffold / "asked").read_text()

    def test_the_first_time_there_is_none(self, pages) -> None:
        ran = pages("printf 404")
        assert ran.returncode == 0
        assert ran.stdout.splitlines()[-1] == "skillpack build -o public"

    @pytest.mark.parametrize("status", ["000", "301", "401", "403", "410", "429", "500", "503"])
    def test_another_answer_is_no_empty_site(self, pages, status: str) -> None:
        ran = pages(f"printf {status}")
        assert ran.returncode == 1
        assert "skillpack build" not in ran.stdout
        assert f"catalog.json: {status}; published versions would be forgotten" in ran.stdout

    @pytest.mark.parametrize("status", [6, 7, 28, 35, 56])
    def test_no_answer_is_no_empty_site(self, pages, status: int) -> None:
        ran = pages(f"echo 'curl: ({status}) it failed' >&2; printf 000; exit {status}")
        assert ran.returncode == status
        assert "skillpack build" not in ran.stdout
        assert "it failed" in ran.stderr


class TestGitHub:
    @pytest.fixture
    def build(self, scaffold: Path) -> Callable[..., Ran]:
        """Return a function that runs the step that builds, for a catalog whose site is at an address."""
        workflow = yaml.safe_load((scaffold / ".github/workflows/skills.yml").read_text())
        script = next(step["run"] for step in workflow["jobs"]["build"]["steps"] if "arguments" in step.get("run", ""))

        def run(url: str, more: str = "") -> Ran:
            (scaffold / "skillpack.toml").write_text(f'[catalog]\nsite_url = "{url}"\n{more}')
            # As a step without a `shell` is run.
            return subprocess.run(["bash", "-ec", script], cwd=scaffold, capture_output=True, text=True, check=False)

        return run

    @pytest.fixture
    def site(self) -> Iterator[Callable[[int], str]]:
        """Return a function that starts a site which answers one status, and returns its address."""
        servers = []

        def start(status: int) -> str:
            class Handler(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    self.send_response(status if self.path == "/base/catalog.json" else 418)
                    self.end_headers()

                def log_message(self, *_: object) -> None:
                    pass

            server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            servers.append(server)
            return f"http://127.0.0.1:{server.server_port}/base/"

        yield start
        for server in servers:
            server.shutdown()
            server.server_close()

    def test_the_versions_of_a_published_catalog_are_kept(self, build, site) -> None:
        url = site(200)
        ran = build(url)
        assert (ran.returncode, ran.stdout) == (0, f"skillpack build -o dist --previous {url}\n")

    def test_the_first_time_there_is_none(self, build, site) -> None:
        ran = build(site(404))
        assert (ran.returncode, ran.stdout) == (0, "skillpack build -o dist\n")

    def test_a_site_that_was_there_before_is_no_empty_site(self, build, site) -> None:
        ran = build(site(404), "published = true\n")
        assert (ran.returncode, ran.stdout) == (1, "")
        assert "published versions would be forgotten" in ran.stderr

    @pytest.mark.parametrize("status", [401, 403, 410, 429, 500, 503])
    def test_another_answer_is_no_empty_site(self, build, site, status: int) -> None:
        ran = build(site(status))
        assert (ran.returncode, ran.stdout) == (1, "")
        assert "published versions would be forgotten" in ran.stderr

    def test_no_answer_is_no_empty_site(self, build) -> None:
        ran = build("http://127.0.0.1:9/")
        assert (ran.returncode, ran.stdout) == (1, "")
        assert "refused" in ran.stderr
