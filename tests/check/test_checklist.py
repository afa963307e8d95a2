"""The checklist of the formal guide: each validation as an error or a warning of the profile `formal`."""

from collections.abc import Callable
from typing import Any

import pytest

from skillpack.check.judge import verdict
from skillpack.model.finding import Verdict

NAME, DESCRIPTION = "name: pdf", "description: Reads PDF files. Use when asked."
SUITE = "pdf-processing-and-analysis-suite"
ERRORS = [
    ("LY001", {"text": None, "files": {"notes.txt": "x"}}),
    ("FM001", {"text": "# PDF\n"}),
    ("FM006", {"lines": ["version: 1.0.0"]}),
    ("FM006", {"lines": ["License: MIT"]}),
    ("NM001", {"name": ""}),
    ("NM002", {"name": "name: 12", "stem": "12"}),
    ("NM004", {"name": f"name: {'a' * 65}", "stem": "a" * 65}),
    ("NM006", {"name": "name: PDF", "stem": "PDF"}),
    ("NM007", {"name": "name: pdf-", "stem": "pdf-"}),
    ("NM008", {"name": "name: p--df", "stem": "p--df"}),
    ("NM009", {"name": "name: docx"}),
    ("NM010", {"name": "name: ﬁle", "stem": "file"}),
    ("DS001", {"description": ""}),
    ("DS003", {"description": "description: ''"}),
    ("DS005", {"description": f"description: {'x' * 1025}"}),
    ("OP003", {"lines": ["compatibility: ''"]}),
    ("OP004", {"lines": [f"compatibility: {'x' * 501}"]}),
    ("MD005", {"lines": ["metadata:", "  a: b", "  a: c"]}),
    ("AT002", {"lines": ["allowed-tools: [Read]"]}),
    ("BD002", {"body": "line\n" * 501}),
    ("RS002", {"body": "See [other](../other/SKILL.md)."}),
    ("RS002", {"body": "See [x](references/../../x)."}),
    ("RS002", {"body": '<img src="../../x.png">'}),
    ("RS002", {"body": "```bash\ncat ../../etc/passwd\n```"}),
]
WARNINGS = [
    ("LY002", {"path": "skill.md"}),
    ("LY009", {"files": {"README.md": "x"}}),
    ("LY011", {"files": {"references/deep/a.md": "x"}}),
    ("MD004", {"lines": ["metadata:", "  a:", "    b: c"]}),
    ("BD003", {"body": "x" * 20_001}),
    ("RS001", {"body": "See [guide](references/guide.md)."}),
]
FINE = [
    {},
    # The guide calls this name 65 characters long; it has 33.
    {"name": f"name: {SUITE}", "stem": SUITE},
    {"name": f"name: {'a' * 64}", "stem": "a" * 64},
    {"description": f"description: {'Use when asked. ' * 64}"[:1024]},
    {"lines": [f"compatibility: {'x' * 500}"]},
    {"lines": ["license: MIT", "metadata:", "  version: 1.0.0", "allowed-tools: Read Bash(git:*)"]},
    {"body": "line\n" * 500},
]


@pytest.fixture
def judged(check, page, profiles) -> Callable[..., Verdict]:
    """Return what the guide says of a page that is fine but for what is given."""

    def made(*, lines=(), name=NAME, description=DESCRIPTION, body="# PDF\n", stem="pdf", **more: Any) -> Verdict:
        text = more.pop("text", page(*lines, name=name, description=description, body=body))
        return verdict(check(text, stem=stem, **more), profiles["formal"])

    return made


@pytest.mark.demand("B1", "B3", "B4", "B5", "B6", "B7", "B9", "B12", "B18")
@pytest.mark.parametrize(("code", "given"), ERRORS)
def test_hard_errors_keep_a_skill_out(judged, code: str, given: dict[str, object]) -> None:
    found = judged(**given)

    assert not found.loads
    assert code in found.codes


@pytest.mark.demand("B7", "B9", "B10", "B12")
@pytest.mark.parametrize(("code", "given"), WARNINGS)
def test_warnings_keep_no_skill_out(judged, code: str, given: dict[str, object]) -> None:
    found = judged(**given)

    assert found.loads
    assert code in found.codes


@pytest.mark.demand("B1", "B3", "B12")
@pytest.mark.parametrize("given", FINE)
def test_what_is_within_every_limit_is_fine(judged, given: dict[str, object]) -> None:
    assert judged(**given).loads
