"""The name of a skill."""

import pytest

from skillpack.check.judge import severity
from skillpack.model.tree import Form

LONG = "a" * 65
BREAKS = ("\\n", "\\r", "\\0", "\\e", "\\x7f", "\\x85", "\\u2028", "\\u2029", "\\v", "\\f")
"""What breaks a line or commands a terminal, as YAML writes it between double quotes."""
FIRES = [
    ("NM001", "", "pdf"),
    ("NM002", "name: 123", "123"),
    ("NM002", "name: on", "on"),
    ("NM002", "name: 1.5", "1.5"),
    ("NM002", "name: 2026-01-31", "2026-01-31"),
    ("NM002", "name:\n- a", "pdf"),
    ("NM002", "name:\n  a: b", "pdf"),
    ("NM003", "name:", "pdf"),
    ("NM003", "name: ~", "pdf"),
    ("NM003", "name: ''", "pdf"),
    ("NM003", "name: '  '", "pdf"),
    ("NM004", f"name: {LONG}", LONG),
    ("NM005", "name: pdf_tools", "pdf_tools"),
    ("NM005", "name: pdf tools", "pdf tools"),
    ("NM005", "name: pdf/tools", "pdf"),
    ("NM006", "name: PDF", "PDF"),
    ("NM006", "name: НАВЫК", "НАВЫК"),
    ("NM007", "name: -pdf", "-pdf"),
    ("NM007", "name: pdf-", "pdf-"),
    ("NM008", "name: pdf--tools", "pdf--tools"),
    ("NM009", "name: pdf", "pdf-tools"),
    ("NM010", "name: ﬁles", "files"),
    ("NM011", "name: навык", "навык"),
    ("NM012", "name: con", "con"),
    ("NM012", "name: LPT1", "LPT1"),
    ("NM012", "name: a b", "a b"),
    ("NM012", "name: ../etc", "etc"),
    ("NM012", f"name: {LONG}", LONG),
    ("NM012", "", "a b"),
    ("NM012", "", "a\nb"),
    *(("NM012", f'name: "a{mark}b"', "ab") for mark in BREAKS),
    *(("NM005", f'name: "a{mark}b"', "ab") for mark in BREAKS),
    *(("NM014", f'name: "pdf{mark}"', "pdf") for mark in (" ", "\\n", "\\r", "\\t", "\\x85", "\\u2028")),
    ("NM014", 'name: "\\npdf"', "pdf"),
    ("NM014", "name: |\n  pdf", "pdf"),
    ("NM009", "name: pdf", "pdf\n::error::x"),
    ("NM013", "name: claude-api", "claude-api"),
    ("NM013", "name: Anthropic", "Anthropic"),
]
SILENT = [
    ("NM001", "name:", "pdf"),
    ("NM002", "name: '123'", "123"),
    ("NM002", "name: 'on'", "on"),
    ("NM002", "name: |\n  pdf", "pdf"),
    ("NM002", "name:", "pdf"),
    ("NM003", "name: pdf", "pdf"),
    ("NM004", f"name: {'a' * 64}", "a" * 64),
    ("NM005", "name: pdf-2", "pdf-2"),
    ("NM005", "name: техника", "техника"),
    ("NM005", "name: cafe\u0301", "café"),  # composed, it is a letter
    ("NM006", "name: pdf", "pdf"),
    ("NM006", "name: 技能", "技能"),
    ("NM007", "name: p-d-f", "p-d-f"),
    ("NM008", "name: p-d-f", "p-d-f"),
    ("NM009", "name: pdf", "pdf"),
    ("NM009", "name: cafe\u0301", "café"),
    ("NM009", "", "pdf"),
    ("NM010", "name: pdf", "pdf"),
    ("NM010", "name: ' pdf '", "pdf"),
    ("NM011", "name: pdf", "pdf"),
    ("NM012", "name: pdf_tools", "pdf_tools"),
    ("NM012", "name: навык", "навык"),
    ("NM012", "name: console", "console"),
    ("NM013", "name: cloud", "cloud"),
    ("NM014", "name: pdf", "pdf"),
    ("NM014", "name:   pdf  ", "pdf"),
    ("NM014", "name: |-\n  pdf", "pdf"),
    ("NM014", "name: '  '", "pdf"),
]


@pytest.mark.demand("B3", "B18")
@pytest.mark.parametrize(("code", "line", "stem"), FIRES)
def test_fires(code, line, stem, check, page) -> None:
    assert code in {finding.rule for finding in check(page(name=line), stem=stem)}


@pytest.mark.parametrize(("code", "line", "stem"), SILENT)
def test_is_silent(code, line, stem, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(name=line), stem=stem)}


def test_a_good_name_has_no_finding(check, page) -> None:
    assert not [finding for finding in check(page()) if finding.rule.startswith("NM")]


def test_points_at_the_value(check, page) -> None:
    (finding,) = [one for one in check(page("name: PDF", name=""), stem="PDF") if one.rule == "NM006"]
    assert (finding.path, finding.span.line, finding.span.column) == ("skills/PDF/SKILL.md", 3, 7)
    assert finding.hint == "write `pdf`"


def test_the_last_of_two_names_counts(check, page) -> None:
    found = check(page("name: PDF", name="name: pdf"), stem="PDF")
    assert [one.span.line for one in found if one.rule == "NM006"] == [4]


def test_a_flat_skill_may_be_called_otherwise_than_its_file(check, page) -> None:
    found = check(page(), path="tools.md", stem="tools", form=Form.MARKDOWN)
    assert "NM009" not in {finding.rule for finding in found}


@pytest.mark.parametrize(("name", "offered"), [("pdf", True), ("PDF", False), ("a_b", False), ("con", False)])
def test_the_folder_is_renamed_only_to_a_good_name(name, offered, check, page) -> None:
    (finding,) = [one for one in check(page(name=f"name: {name}"), stem="other") if one.rule == "NM009"]
    assert (finding.fix is not None) is offered
    if finding.fix is not None:
        assert (finding.fix.safe, finding.fix.renames) == (False, ((".", name),))


@pytest.mark.parametrize(
    ("name", "slug"), [("My Skill!", "my-skill"), ("ﬁle_tools", "file-tools"), ("a//b", "a-b"), ("-A-", "a")]
)
def test_hints_propose_the_nearest_good_name(name, slug, check, page) -> None:
    hints = {one.hint for one in check(page(name=f"name: '{name}'")) if one.rule in {"NM005", "NM006"}}
    assert hints == {f"write `{slug}`"}


def test_a_hostile_name_stays_on_one_short_line(check, page) -> None:
    found = check(page(name='name: "' + "`\\n\\x1b[31m" * 500 + '"'))
    assert found
    assert all(len(one.message) < 200 and "\n" not in one.message and "\x1b" not in one.message for one in found)


@pytest.mark.parametrize("mark", BREAKS)
def test_no_message_breaks_its_line(mark, check, page) -> None:
    for found in (*check(page(name=f'name: "a{mark}b"'), stem="ab"), *check(page(name=""), stem="a\nb\x1b[31m")):
        if found.rule.startswith("NM"):
            assert (found.message + found.hint).isprintable()
            assert len((found.message + found.hint).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "stem", "title"),
    [
        ("PDF Tools!", "PDF Tools!", "write `name: pdf-tools`"),
        ("PDF", "pdf", "write `name: pdf`"),
        ("pdf--tools", "pdf--tools", "write `name: pdf-tools`"),
        ("PDF Tools!", "pdf", None),
        ("Überblick!", "x", None),
        ("!!!", "!!!", None),
    ],
)
def test_offers_the_one_name_that_is_obvious(check, page, name, stem, title) -> None:
    found = [each for each in check(page(name=f'name: "{name}"'), stem=stem) if each.fix and not each.fix.renames]
    assert {each.fix.title for each in found} == ({title} if title else set())
    assert all(not each.fix.safe for each in found)


def test_a_folder_is_not_renamed_for_a_name_that_cannot_be_read(check, page) -> None:
    found = check(page("license: [", name="name: a b"))
    assert not [each for each in found if each.rule == "NM012" and each.fix]


def test_a_folder_without_a_field_is_renamed(check, page) -> None:
    (found,) = [each for each in check(page(name=""), stem="PDF Tools!") if each.rule == "NM012"]
    assert found.fix is not None
    assert found.fix.renames == ((".", "pdf-tools"),)


@pytest.mark.parametrize(("name", "severity_of"), [("claude-api", "warning"), ("my-claude", "info")])
def test_a_name_that_no_plugin_may_have_is_more_than_a_remark(name, severity_of, check, page, profiles) -> None:
    found = check(page(name=f"name: {name}"), stem=name)
    (one,) = [each for each in found if each.rule == "NM013"]
    assert severity(one, profiles["publish"]) == severity_of
