"""Every workflow that the pages show, and our own, use the actions that `skillpack init --catalog` uses."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCAFFOLD = ROOT / "skillpack/data/scaffold/catalog/.github/workflows/skills.yml"
OTHERS = {"github/codeql-action/upload-sarif": "v4"}
"""Actions that the scaffold does not use."""

_USES = re.compile(r"^\s*(?:- )?uses: ([^\s@]+)@(\S+)", re.MULTILINE)
_PAGES = [*sorted((ROOT / "site/pages").rglob("*.md")), *sorted((ROOT / "site/skills").rglob("*.md"))]
_PLACES = [ROOT / "README.md", *_PAGES, *sorted((ROOT / ".github/workflows").iterdir())]


@pytest.mark.parametrize(
    "place", [path for path in _PLACES if _USES.search(path.read_text())], ids=lambda path: path.name
)
def test_actions_are_those_of_the_scaffold(place: Path) -> None:
    known = {**OTHERS, **dict(_USES.findall(SCAFFOLD.read_text()))}
    used = _USES.findall(place.read_text())
    assert used == [(action, known.get(action)) for action, _ in used]


def test_some_pages_show_workflows() -> None:
    assert sum(bool(_USES.search(path.read_text())) for path in _PAGES) > 1
