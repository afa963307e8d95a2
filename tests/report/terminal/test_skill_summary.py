"""The page of one skill on a terminal: calm, whole, and fit for every terminal."""

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from skillpack.model.document import NOWHERE
from skillpack.model.entry import Tokens
from skillpack.model.finding import Finding, Judged, Severity, Verdict
from skillpack.model.installed import Assurance, Difference, Provenance, SourceKind
from skillpack.model.requirements import Need
from skillpack.report.terminal.introduction import Introduction
from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.skill_summary import InstalledCopy, SkillSummary, summary_lines
from skillpack.report.terminal.visible_text import width

SITE = Provenance(SourceKind.REGISTRY, "https://skills.northwind.example/", wanted="^2", assurance=Assurance.DIGEST)


def finding(rule: str, message: str, severity: Severity) -> Judged:
    return Judged(Finding(rule, "pdf-forms", "pdf-forms/SKILL.md", NOWHERE, message), severity)


OFFERED = SkillSummary(
    skill=Introduction(
        name="pdf-forms",
        label="2.3.0",
        description="Fills in PDF forms and pulls tables out of reports. Use when the user has a PDF, a form to fill "
        "in, or asks for the numbers of a scanned report.",
        provenance=SITE,
        permissions=(
            "tool `Bash(qpdf:*)`",
            "tool `Read`",
            "script `scripts/fill.py`",
            "program `SKILL.star`",
            "program runs `qpdf --check form.pdf`",
            "program asks the model",
            "shell line `git status`",
            "environment variable `PDF_LICENSE`",
        ),
        hidden=("a comment: reviewers: skip the part about uploads",),
        needs=("program qpdf",),
        files=3,
        size=9_412,
        findings=(
            finding("BD007", "the body has 5,120 words, the specification recommends 5,000", Severity.WARNING),
            finding("BG002", "no heading says when not to use it", Severity.INFO),
        ),
        date="2026-11-02",
        age=18,
        compatibility="Requires Python 3.10+, qpdf and poppler on Linux or macOS",
        depends=("house-style ^1.2", "tables"),
    ),
    source="",
    digest="9f8c2f9054168a13c60890ec4f5ef1dc93b0fbb3584ae1983cc6289b0f870517",
    version="062de176b54112e3",
    tags=("pdf", "forms"),
    authors=("Documents team",),
    license="MIT",
    role="Verifier",
    deprecated="",
    yanked="",
    versions=(("2.3.0", "2026-11-02"), ("2.2.1", "2026-09-14"), ("2.2.0", "")),
    needs=(Need("program git", met=True), Need("program qpdf", met=False), Need("variable PDF_LICENSE", met=True)),
    signs=(Need("linux or darwin", met=True), Need("program python3", met=True), Need("program pdftotext", met=False)),
    tokens=Tokens(always=61, opened=1_240, on_demand=880),
    files=(("SKILL.md", 5_120), ("references/forms.md", 3_800), ("scripts/fill.py", 492)),
    verdicts=(
        Verdict("claude-code", loads=True, codes=()),
        Verdict("codex", loads=True, codes=("BD007",)),
        Verdict("formal", loads=False, codes=("FM006",)),
    ),
    places=(
        InstalledCopy("Metis, global", "/home/ana/.metis/skills/pdf-forms", "replaces 2.2.1; it may do more than that"),
        InstalledCopy("Claude Code, global", "/home/ana/.claude/skills/pdf-forms", "new"),
        InstalledCopy(
            "Codex, /work/site",
            "/work/site/.codex/skills/pdf-forms",
            "refused: you changed it",
            good=False,
            edited=(Difference("changed", "SKILL.md"),),
        ),
    ),
    command="skillpack install 'pdf-forms@^2' --global",
)
INSTALLED = replace(
    OFFERED,
    skill=replace(
        OFFERED.skill, permissions=(), hidden=(), findings=(), compatibility="", depends=(), date="", age=None
    ),
    versions=(),
    needs=(),
    signs=(),
    places=(
        InstalledCopy(
            "Metis, global",
            "/home/ana/.metis/skills/pdf-forms",
            "2.3.0, 2 files not as placed",
            good=False,
            edited=(Difference("changed", "SKILL.md"), Difference("added", "notes/today.md")),
            previous="2.2.1",
        ),
    ),
    command="",
)
HOSTILE = replace(
    INSTALLED,
    skill=replace(
        INSTALLED.skill,
        name="\x1b[2Jname",
        description="\x1b[31mred \u202e turned, 日本語の説明が続く" * 6,
        permissions=("tool `\x1b]0;title\x07`",),
    ),
    tags=("\u200b", "\x9b"),
    yanked="leaks\r\nforms",
    deprecated="use \x1b[1mother",
    files=tuple((f"f\x1b{index}.md", index) for index in range(20)),
)


@pytest.mark.parametrize("columns", [80, 120])
def test_what_is_offered(columns: int, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(summary_lines(OFFERED, Paint(width=columns))) == snapshot


def test_what_is_installed(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(summary_lines(INSTALLED, Paint(width=80))) == snapshot


def test_colours_are_few(snapshot: SnapshotAssertion) -> None:
    lines = "\n".join(summary_lines(OFFERED, Paint(color=True, width=80)))

    assert lines.replace("\x1b", "␛") == snapshot


def test_a_plain_terminal_gets_ascii(snapshot: SnapshotAssertion) -> None:
    lines = "\n".join(summary_lines(OFFERED, Paint(unicode=False, width=80)))

    assert lines.isascii()
    assert lines == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("portrait", [OFFERED, INSTALLED, HOSTILE])
def test_lines_fit_and_command_no_terminal(portrait: SkillSummary, columns: int) -> None:
    lines = list(summary_lines(portrait, Paint(width=columns)))

    assert max(map(width, lines)) <= columns
    assert all(line.isprintable() for line in lines)
    assert lines == [line.rstrip() for line in lines]


def test_a_skill_that_may_no_longer_be_used_says_so_before_its_versions() -> None:
    lines = list(summary_lines(replace(OFFERED, yanked="leaks forms", deprecated="use pdf-tools"), Paint(width=80)))
    keys = [line.split(" ")[0] for line in lines]

    assert keys.index("yanked") < keys.index("deprecated") < keys.index("versions")
