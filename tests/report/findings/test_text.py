from msgspec.structs import replace

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Finding, Judged, SecretIdentity, Severity
from skillpack.report.findings.report import CheckedSkill, Report
from skillpack.report.findings.text import concise, full
from skillpack.report.terminal.paint import Paint


def test_full(report, snapshot) -> None:
    assert "\n".join(full(report, Paint(width=80))) == snapshot


def test_full_in_ascii(report, snapshot) -> None:
    assert "\n".join(full(report, Paint(unicode=False, width=80))) == snapshot


def test_full_in_colour(report, snapshot) -> None:
    assert "\n".join(full(report, Paint(color=True, width=80))).replace("\x1b", "ESC") == snapshot


def test_concise(report, snapshot) -> None:
    assert "\n".join(concise(report, Paint())) == snapshot


def test_colours_change_nothing_but_colours(report) -> None:
    plain = "\n".join(full(report, Paint()))
    painted = "\n".join(full(report, Paint(color=True)))
    for code in ("1;31", "1;33", "1;36", "32", "1", "90", "0"):
        painted = painted.replace(f"\x1b[{code}m", "")
    assert painted == plain


def test_quotes_nothing_without_the_source(report) -> None:
    lines = list(full(replace(report, sources={}), Paint()))
    assert "  ╭─ skills/release-notes/SKILL.md:2:7" in lines
    assert not any("│" in line for line in lines)


def test_says_when_a_suppression_has_ended(report) -> None:
    assert "was accepted until 2026-06-30: until the host reads it" in "\n".join(full(report, Paint()))
    assert "accepted until" not in "\n".join(full(replace(report, today="2026-06-30"), Paint()))


def test_says_nothing_of_a_rule_without_a_page() -> None:
    finding = Finding("XX999", "a", "a/SKILL.md", NOWHERE, "something")
    lines = list(full(Report((Judged(finding, Severity.INFO),), {}, {}, (), "1"), Paint()))
    assert lines == ["info[XX999]: something", "  ╭─ a/SKILL.md", "", "0 skills, 1 info"]


def test_no_line_is_a_command_for_a_build_service() -> None:
    finding = Finding("XX999", "a", "::error::x/SKILL.md", NOWHERE, "##[add-mask]a")
    lines = list(concise(Report((Judged(finding, Severity.INFO),), {}, {}, (), "1"), Paint()))
    assert lines[0] == "<U+003A>:error::x/SKILL.md: info XX999 ##<U+005B>add-mask]a"


def test_a_finding_of_several_places_says_so(repeated) -> None:
    assert "= also: in lines 5, 6, 7, 8, 9, 10, 11, 12 and 3 more places" in "\n".join(full(repeated, Paint(width=120)))
    assert next(concise(repeated, Paint())).endswith("there is no `a.md` in the skill (and 11 more places)")


def test_of_very_many_the_gravest_are_shown(report) -> None:
    many = tuple(
        Judged(Finding("BD002", "a", f"a/{line}.md", Span(line, 1, line, 2), f"{line}"), Severity.WARNING)
        for line in range(1, 100)
    )
    last = Judged(Finding("NM001", "z", "z/SKILL.md", NOWHERE, "the field `name` is missing"), Severity.ERROR)
    crowd = replace(report, findings=(*many, last), most=50)
    for form in (full, concise):
        text = "\n".join(form(crowd, Paint()))
        assert text.count("a/") == 49
        assert "the field `name` is missing" in text
        assert "the worst 50 of 100 findings; --all shows all, --statistics counts them by rule" in text
        assert "1 error, 99 warnings" in text
    assert "the worst" not in "\n".join(full(replace(crowd, most=0), Paint()))


def test_what_a_rule_finds_in_one_file_is_one_line(report) -> None:
    """Findings of one rule in one file are one line with a count."""
    found = tuple(
        Judged(Finding("RS001", "a", "a/SKILL.md", Span(line, 1, line, 2), f"there is no `{line}`"), Severity.WARNING)
        for line in range(1, 9)
    )
    other = replace(found[0], finding=replace(found[0].finding, path="a/b.md"))
    many = replace(report, findings=(*found, other), skills=(CheckedSkill("a", "a"),))
    first, second, last = concise(many, Paint())
    assert first == "a/SKILL.md:1:1: warning RS001 there is no `1` (and 7 more)"
    assert second == "a/b.md:1:1: warning RS001 there is no `1`"
    assert last == "1 skill, 2 warnings"
    lines = list(full(many, Paint()))
    assert [line.strip() for line in lines if "also:" in line] == [
        "= also: line 2: there is no `2`",
        "= also: line 3: there is no `3`",
        "= also: line 4: there is no `4`",
        "= also: line 5: there is no `5`",
        "= also: 3 more in this file",
    ]


def test_secrets_and_findings_about_no_file_stay_alone(report) -> None:
    secret = Finding("SF003", "a", "a/SKILL.md", NOWHERE, "a key", secret=SecretIdentity("SKILL.md", "0"))
    of_set = Finding("ST002", "", "", NOWHERE, "too long")
    found = tuple(Judged(one, Severity.ERROR) for one in (secret, replace(secret, message="b"), of_set, of_set))
    assert len(list(concise(replace(report, findings=found), Paint()))) == 5
