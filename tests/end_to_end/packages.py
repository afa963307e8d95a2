"""Clients from npm, in a folder of their own: no settings of this machine, no telemetry, no colours."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

NODE = "node@22"
SKILLS = "skills@1.7.4"
CLAUDE = "@anthropic-ai/claude-code@2.1.328"
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"

_QUIET = {
    "CI": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "NO_COLOR": "1",
}
_KEPT = ("LANG", "LC_ALL", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "TMPDIR")


@dataclass(frozen=True, slots=True)
class Packages:
    """Packages of npm below a folder.

    Attributes:
        folder: Holds `node_modules`.
        home: What programs take for the home of their user.
    """

    folder: Path
    home: Path

    def run(self, *command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run a program of the packages; its exit status is the caller's to judge."""
        return subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            env=self._environment(),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=600,
            check=False,
        )

    def skills(self, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run npm `skills` in a project."""
        return self.run(self.node, self._module("skills") / "bin" / "cli.mjs", *words, cwd=cwd)

    def claude(self, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run Claude Code."""
        return self.run(self.folder / "node_modules" / ".bin" / "claude", *words, cwd=cwd)

    @property
    def node(self) -> Path:
        """The Node that came with the packages."""
        return self._module("node") / "bin" / "node"

    def _module(self, name: str) -> Path:
        return self.folder / "node_modules" / name

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        path = os.pathsep.join((str(self.node.parent), os.environ.get("PATH", "")))
        return {**kept, **_QUIET, "HOME": str(self.home), "PATH": path}


def install(folder: Path, *names: str) -> str:
    """Install packages below a folder; return what went wrong, or nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    settings = Path.home() / ".npmrc"  # where this machine's registry is
    home = folder / "npm-home"
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--no-update-notifier", *names],
        cwd=folder,
        env={**os.environ, **_QUIET, "HOME": str(home), "NPM_CONFIG_USERCONFIG": str(settings)},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=900,
        check=False,
    )
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["npm failed"])[-1]
