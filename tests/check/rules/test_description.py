"""The description of a skill."""

import pytest

FIRES = [
    ("DS001", ""),
    ("DS002", "description: 5"),
    ("DS002", "description: 2026-01-31"),
    ("DS002", "description: true"),
    ("DS002", "description:\n- a"),
    ("DS002", "description:\n  a: b"),
    ("DS003", "description:"),
    ("DS003", "description: ''"),
    ("DS003", "description: '   '"),
    ("DS004", "description: <!-- later -->"),
    ("DS005", f"description: {'x' * 1025}"),
    ("DS007", "description: |\n  one\n  two"),
    ("DS007", "description: Reads. <!-- hidden -->"),
    ("DS008", f"description: {'x' * 400}"),
    ("DS009", "description: Reads <document> parts. Use when needed."),
    ("DS009", "description: Ends </system> here"),
    ("DS010", "description: Triage #urgent"),
    ("DS010", "description: Use when issues are #urgent or late"),
    ("DS010", "description: Use when\n  issues are #urgent"),
    ("DS010", "description: #urgent issues"),
    ("DS011", "description: TODO"),
    ("DS011", "description: '[TODO: use when it is done]'"),
    ("DS011", "description: [TODO: Complete explanation of what the skill does]"),
    ("DS011", "description: TBD, use when it is written"),
]
SILENT = [
    ("DS001", "description:"),
    ("DS002", "description: '5'"),
    ("DS002", "description:"),
    ("DS003", "description: x"),
    ("DS004", "description: Reads <!-- all --> files"),
    ("DS004", "description: ''"),
    ("DS005", f"description: {'x' * 1024}"),
    ("DS007", "description: |\n  one line"),
    ("DS007", "description: >-\n  one\n  two"),
    ("DS008", f"description: {'x' * 397}"),
    ("DS010", "description: 'Triage #urgent'"),
    ("DS010", "description: Triage C# and issue#5. Use when there is one."),
    ("DS010", "description: >-\n  Triage #urgent"),
    ("DS010", "# description: #x\ndescription: Use when there is one.\nlicense: MIT # free"),
    ("DS011", "description: Use when a TODO is found."),
    ("DS011", "description: Todos of a team. Use when they ask for one."),
    ("DS009", "description: Use when a < b and c > d, or 5 <6"),
]
WITHOUT_WHEN = [
    "Reads PDF files.",
    "Toolkit for interacting with local web applications. Supports checking frontends and viewing logs.",
    "A simple greeting skill for testing agent integration.",
    "Expert in Kubernetes, Helm and GitOps.",
    "Scripts used to extract tables from documents.",
    "Master REST and GraphQL API design principles to build intuitive APIs.",
    "Helps with documents.",
    "Designed to extract text from PDF files.",
]
WITH_WHEN = [
    "Reads PDF files. Use when somebody has one.",
    "Use this skill for complex artifacts, not for simple ones.",
    "You MUST use this before any creative work.",
    "Reads PDF files; invoke for every upload of a form.",
    "Suite of tools for artifacts. Use for elaborate pages.",
    "Must be used on each deployment.",
    "Should be used whenever files are uploaded.",
    "Formats commit messages. Triggers on: git commit, changelog.",
    "Useful for reviewing contracts.",
    "Reviews code if a pull request is open.",
    "Liest PDF-Dateien. Wenn jemand eine Datei hat.",
    "Lit les fichiers PDF lorsque quelqu'un en a.",
]


@pytest.mark.demand("K4", "B4")
@pytest.mark.parametrize(("code", "line"), FIRES)
def test_fires(code, line, check, page) -> None:
    assert code in {finding.rule for finding in check(page(description=line))}


@pytest.mark.parametrize(("code", "line"), SILENT)
def test_is_silent(code, line, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(description=line))}


@pytest.mark.demand("K4", "B4")
@pytest.mark.parametrize("text", WITHOUT_WHEN)
def test_misses_when(text, check, page) -> None:
    assert "DS006" in {finding.rule for finding in check(page(description=f"description: {text}"))}


@pytest.mark.parametrize("text", WITH_WHEN)
def test_finds_when(text, check, page) -> None:
    assert "DS006" not in {finding.rule for finding in check(page(description=f'description: "{text}"'))}


@pytest.mark.parametrize("text", ["读取 PDF 文件。", "Читает файлы PDF.", "PDFファイルを読む"])
def test_other_scripts_are_not_judged(text, check, page) -> None:
    assert "DS006" not in {finding.rule for finding in check(page(description=f"description: {text}"))}


def test_a_comment_that_says_when_does_not_count(check, page) -> None:
    found = check(page(description="description: Reads PDF files. <!-- use when asked -->"))
    assert "DS006" in {finding.rule for finding in found}


def test_counts_characters_before_stripping(check, page) -> None:
    (finding,) = [one for one in check(page(description=f'description: "{"x" * 1024} "')) if one.rule == "DS005"]
    assert dict(finding.facts)["size"] == "1025"


def test_a_good_description_has_no_finding(check, page) -> None:
    assert not [finding for finding in check(page()) if finding.rule.startswith("DS")]


def test_a_long_hostile_description_takes_no_time(check, page) -> None:
    text = "<!--" * 12000
    assert "DS005" in {finding.rule for finding in check(page(description=f"description: '{text}'"))}
