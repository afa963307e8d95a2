"""Profiles are data: what they say about every rule."""

import re
import tomllib
from pathlib import Path

import pytest

from skillpack.check.judge import portable, verdict
from skillpack.check.run import (
    CATALOG_RULES,
    DATED_RESULT_RULES,
    DATED_REVIEW_RULES,
    DATED_RULES,
    EVALUATION_RULES,
    RELEASE_RULES,
    RESULT_RULES,
    REVIEW_RULES,
    SIGNATURE_RULES,
    SKILL_RULES,
    VISIBILITY_RULES,
    rule_pages,
)
from skillpack.check.secrecy import SECRET_RULES
from skillpack.model.finding import SEVERITY_ORDER, Severity
from skillpack.model.profile import UNREAD_RULES

SPECIFICATIONS = ("agentskills", "formal", "metis", "metaskill", "instructor", "ash")
HOSTS = ("claude-code", "codex", "copilot", "gemini", "opencode")
COLUMNS = ("publish", *SPECIFICATIONS, *HOSTS)
FILES = Path(__file__).parents[2] / "skillpack" / "check" / "profiles"
SHORT = {Severity.ERROR: "E", Severity.WARNING: "W", Severity.INFO: "I", Severity.OFF: "-"}
PAGES = {page.code: page for page in rule_pages()}
# Decisions 28: nothing could be published, or no host would load the skill.
PUBLISH_ERRORS = {
    *(
        "SG002",
        "SG007",
        "RV002",
        "LY001",
        "LY013",
        "LY014",
        "LY015",
        "FM001",
        "FM002",
        "FM003",
        "FM004",
        "FM005",
        "MD005",
        "FM012",
        "FM013",
        "FM014",
        "FM015",
        "FM016",
    ),
    *("EV011", "EV012"),
    *("FM017", "FM018", "NM001", "NM012", "DS001", "DS003", "VR001", "VR002", "VR006"),
    *SECRET_RULES,
}


def test_there_is_one_profile_for_each_specification_and_host(profiles) -> None:
    assert sorted(profiles) == sorted(COLUMNS)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_profile_names_only_rules_that_exist(name, profiles) -> None:
    profile = profiles[name]
    named = {*profile.severities, *profile.limits, *profile.messages}
    assert named <= set(PAGES)
    assert profile.title
    assert profile.source


@pytest.mark.parametrize("name", COLUMNS)
def test_a_profile_has_words_only_for_what_it_refuses(name, profiles) -> None:
    profile = profiles[name]
    refused = {code for code, severity in profile.severities.items() if severity is Severity.ERROR}
    assert set(profile.messages) <= refused


def test_publish_judges_every_rule(profiles) -> None:
    assert set(profiles["publish"].severities) == set(PAGES)


@pytest.mark.parametrize("name", COLUMNS)
def test_what_is_not_read_to_its_end_is_an_error_that_each_file_states(name) -> None:
    stated = tomllib.loads((FILES / f"{name}.toml").read_text("utf-8"))["rules"]
    assert {code: stated[code] for code in UNREAD_RULES} == dict.fromkeys(UNREAD_RULES, "error")


def test_publish_refuses_what_could_not_be_published(profiles) -> None:
    errors = {code for code, severity in profiles["publish"].severities.items() if severity is Severity.ERROR}
    assert not PUBLISH_ERRORS - errors
    assert {code[:2] for code in errors - PUBLISH_ERRORS} <= {"PB"}


def test_publish_is_never_stricter_than_the_specification_elsewhere(profiles) -> None:
    publish, specification = profiles["publish"].severities, profiles["agentskills"].severities
    for code, judged in specification.items():
        if code not in PUBLISH_ERRORS:
            expected = max(SEVERITY_ORDER[judged], SEVERITY_ORDER[Severity.WARNING])
            assert SEVERITY_ORDER[publish[code]] == expected, code


def test_families_have_the_severity_of_their_kind(profiles) -> None:
    publish = profiles["publish"].severities
    safety = {code for code in PAGES if code.startswith(("SF", "ST"))} - SECRET_RULES
    assert {publish[code] for code in safety} <= {Severity.WARNING}
    assert {publish[code] for code in SECRET_RULES} == {Severity.ERROR}
    assert {publish[code] for code in PAGES if code.startswith(("BG", "SL"))} <= {Severity.INFO}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_program_that_cannot_be_used_withholds_no_skill(name, profiles) -> None:
    programs = {code: judged for code, judged in profiles[name].severities.items() if code.startswith("PG")}
    assert Severity.ERROR not in programs.values()


@pytest.mark.parametrize("closing", ["---", "--- ", "---\t "])
def test_a_metaskill_may_close_its_front_matter_with_blanks(closing, profiles, check) -> None:
    text = f"---\nname: pdf\ndescription: Reads PDF files. Use when there is one.\n{closing}\n# PDF\n"
    assert verdict(check(text), profiles["metaskill"]).loads


@pytest.mark.parametrize("code", sorted(PAGES))
def test_every_rule_says_what_why_and_how(code) -> None:
    page = PAGES[code]
    paragraphs = page.text.split("\n\n")
    assert re.fullmatch(r"[A-Z]{2}\d{3}", code)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", page.name)
    assert page.family == code[:2]
    assert page.sources
    assert paragraphs[0].endswith(".")
    assert "\n" not in paragraphs[0]
    assert [one.partition(":")[0] for one in paragraphs if one.startswith(("Why:", "Fix:"))] == ["Why", "Fix"]


def test_names_are_told_apart() -> None:
    names = [page.name for page in PAGES.values()]
    assert len(names) == len(set(names))


def test_tables_hold_each_rule_once() -> None:
    of_skills = (SKILL_RULES, SIGNATURE_RULES, DATED_RULES, EVALUATION_RULES)
    of_evidence = (REVIEW_RULES, DATED_REVIEW_RULES, RESULT_RULES, DATED_RESULT_RULES)
    tables = (*of_skills, *of_evidence, CATALOG_RULES, VISIBILITY_RULES, RELEASE_RULES)
    codes = [rule.page.code for rules in tables for rule in rules]
    assert len(codes) == len(set(codes)) == len(PAGES)


def test_the_table_of_compatibility(profiles, snapshot) -> None:
    asked = [*(profiles[name] for name in COLUMNS), portable(profiles[name] for name in (*SPECIFICATIONS, *HOSTS))]
    rows = [["rule", *(profile.name for profile in asked)]]
    for page in PAGES.values():
        judged = (SHORT[profile.severities.get(page.code, Severity.OFF)] for profile in asked)
        rows.append([f"{page.code} {page.name}", *judged])
    width = max(len(row[0]) for row in rows)
    table = "\n".join(
        "  ".join([row[0].ljust(width), *(c.ljust(len(h)) for c, h in zip(row[1:], rows[0][1:], strict=True))]).rstrip()
        for row in rows
    )
    assert table == snapshot


@pytest.mark.parametrize(
    ("name", "front", "loads"),
    [
        ("codex", "---\nname: pdf\ndescription: Use: when: asked\n---\n", True),
        ("codex", '---\nname: pdf\ndescription: "open\n---\n', False),
        ("codex", "---\nname: pdf\n\tdescription: Use when asked\n---\n", False),
        ("gemini", "--- \nname: pdf\ndescription: Use when asked\n---\n", False),
        ("gemini", "---\nname: pdf\ndescription: Use when asked\n--- \n", True),
        ("codex", "--- \nname: pdf\ndescription: Use when asked\n---\n", True),
    ],
)
def test_kinds_of_one_fault_are_told_apart(name, front, loads, profiles, check) -> None:
    assert verdict(check(f"{front}# PDF\n\nRead it.\n"), profiles[name]).loads is loads


def test_kinds_are_of_rules_that_the_profile_minds(profiles) -> None:
    for profile in profiles.values():
        assert {key.partition(".")[0] for key in profile.kinds} <= set(profile.severities)
