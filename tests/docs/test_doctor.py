"""What the page about your machine shows of a home with sixty skills is what `doctor` says of one."""

import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "site" / "pages" / "how-to" / "your-machine.md"

_RECORDING = re.compile(r"(?<=^## After a year\n).*?^```text\n(?P<shown>.*?)^```$", re.MULTILINE | re.DOTALL)


def busy(home: Path) -> Path:
    """Make a home with sixty skills in two agents, and return the project in it."""
    spec = importlib.util.spec_from_file_location("homes", ROOT / "tests" / "cli" / "homes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.busy(home)


def test_sixty_skills_in_two_agents(reader, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    home = tmp_path / "busy"
    home.mkdir()
    done = subprocess.run(
        ["skillpack", "doctor"],
        cwd=busy(home),
        env={**reader.env, "HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    page = PAGE.read_text(encoding="utf-8")
    found = _RECORDING.search(page)
    assert found is not None

    if request.config.getoption("update_snapshots"):
        page = page[: found.start("shown")] + done.stdout + page[found.end("shown") :]
        PAGE.write_text(page, encoding="utf-8", newline="\n")
    else:
        assert found["shown"] == done.stdout
