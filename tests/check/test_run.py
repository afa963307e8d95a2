"""Running the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.check.judge import verdict
from skillpack.check.run import (
    SKILL_RULES,
    check_catalog,
    check_release,
    check_skill,
    lower_thresholds,
    rule_pages,
)
from skillpack.check.subject import CatalogSubject
from skillpack.model.document import Span
from skillpack.model.entry import Overview, Tokens
from skillpack.model.finding import Severity, finding_order
from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release
from skillpack.model.settings import Configuration
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

PIECES = st.sampled_from(
    [
        "---", "--- ", "----", " ---", "name: pdf", "name: PDF", "name:", "name: [", "name: 1", "description: a: b",
        "description: Use when x.", "metadata:", "  version: 1.2", "  on: off", "version: 1", "allowed-tools: a, b",
        "allowed-tools: [a]", "requires:", "  bins: x", "  os: [mac]", "- a", "? a", "&a b", "*a", "!x y", "{{a}}: b",
        "# Heading", "$5.00", "!`date`", "```", "<!--", "[a](../b)", "[a](c.md)", "\u200b", "\r", "", "  - x", "a: |",
        "argument-hint: [x]", "user-invocable: no", "context: x", "license: MIT AND", "\ufeff", "\x00", "\x85",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=14).map("\n".join)
NAMES = st.sampled_from(
    ["a.md", "skill.md", "README.md", "scripts/a.sh", "references/a/b.md", "SKILL.star", "x\ny", ".env"]
)


@given(TEXTS | st.text(), st.dictionaries(NAMES, st.binary(max_size=40), max_size=3), st.sampled_from(list(Form)))
@settings(max_examples=150, deadline=None)
def test_any_skill_is_checked_without_a_crash(text, files, form) -> None:
    path = {Form.FOLDER: "SKILL.md", Form.MARKDOWN: "a.md", Form.YAML: "a.yaml"}[form]
    tree = make_tree(files | {path: text.encode("utf-8", "surrogatepass")})
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    candidate = SourceTree(Origin("skills", 0, "a", "a", form, Trust.LOCAL), listing, tree, whole=True, skipped=())
    skill = parse_skill(candidate)
    found = check_skill(skill, tree, Limits())
    assert found == check_skill(skill, tree, Limits())
    assert list(found) == sorted(found, key=finding_order)
    assert all(one.subject == skill.name and one.message.isprintable() and one.hint.isprintable() for one in found)
    assert all(one.message and not one.message.endswith(".") for one in found)
    lines = text.count("\n") + 1
    assert all(one.span.line <= lines for one in found if one.path.endswith(path))


def test_a_finding_lies_where_people_would_look(check, page) -> None:
    (finding,) = [one for one in check(page("version: 1.0.0")) if one.rule == "FM006"]
    assert (finding.path, finding.subject, finding.span) == ("skills/pdf/SKILL.md", "pdf", Span(4, 1, 4, 8))


def test_a_flat_skill_is_its_file(check, page) -> None:
    assert {one.path for one in check(page("x: 1"), path="tools/pdf.md", form=Form.MARKDOWN)} == {"skills/tools/pdf.md"}


def test_pages_are_sorted_and_every_code_has_one() -> None:
    pages = rule_pages()
    codes = [one.code for one in pages]
    assert codes == sorted(set(codes))
    assert {rule.page.code for rule in SKILL_RULES} <= set(codes)


def test_the_set_is_checked_as_a_whole(profiles) -> None:
    overview = Overview(
        *(2, 0, 0, 0, Tokens(1, 2, 3), 9, (), (), (), (), (), ()),
        duplicates=(("pdf", ("skills/pdf/SKILL.md", "skills/documents/SKILL.md")),),
        nameless=(),
        tombstones=(),
    )
    found = check_catalog(CatalogSubject(overview, Configuration(), profiles))
    assert "LY012" in {one.rule for one in found}
    assert {one.subject for one in found} == {""}
    assert check_catalog(CatalogSubject(replace(overview, duplicates=()), Configuration(), profiles)) == ()


def test_a_step_from_one_release_to_the_next_is_checked() -> None:
    old, new = (Release("pdf", "1.0.0", digest * 64, "v", "", "", 0) for digest in "ab")
    changes = Changes("pdf", old, new, (), (), (), (), (("changed", "SKILL.md"),), (), "minor")
    assert {(one.rule, one.subject) for one in check_release(changes)} >= {("VR001", "pdf")}


def test_a_finding_that_is_repeated_is_one_with_its_places(check, page) -> None:
    body = "[a](gone.md)\n\n[b](gone.md) [c](gone.md) [d](other.md)\n"
    found = check(page(body=body), files={"references/a.md": "[a](../gone.md)"})
    one, other = [each for each in found if each.rule == "RS001"]
    assert [(place.path, place.span.line, place.span.column) for place in one.places()] == [
        ("skills/pdf/SKILL.md", 5, 1),
        ("skills/pdf/SKILL.md", 7, 1),
        ("skills/pdf/SKILL.md", 7, 14),
        ("skills/pdf/references/a.md", 1, 1),
    ]
    assert other.message == "there is no `other.md` in the skill"
    assert other.others == ()


@pytest.mark.parametrize(
    ("code", "limit", "text"),
    [
        ("DS005", 20, "---\nname: pdf\ndescription: Reads. Use when there is one.\n---\n# PDF\n"),
        ("DS008", 5, "---\nname: pdf\ndescription: Reads. Use when there is one.\n---\n# PDF\n"),
        ("NM004", 2, "---\nname: pdf\ndescription: Reads. Use when.\n---\n# PDF\n"),
        ("OP004", 3, "---\nname: pdf\ndescription: Reads. Use when.\ncompatibility: Linux\n---\n# PDF\n"),
        ("AT004", 3, "---\nname: pdf\ndescription: Reads. Use when.\nallowed-tools: Read Write\n---\n# PDF\n"),
        ("MD006", 3, "---\nname: pdf\ndescription: Reads. Use when.\nmetadata:\n  author: me\n---\n# PDF\n"),
        ("BD002", 2, "---\nname: pdf\ndescription: Reads. Use when.\n---\n# PDF\n\nOne.\n\nTwo.\n"),
        ("BD003", 8, "---\nname: pdf\ndescription: Reads. Use when.\n---\n# PDF\n\nOne.\n\nTwo.\n"),
        ("BD004", 8, "---\nname: pdf\ndescription: Reads. Use when.\n---\n# PDF\n\nOne.\n\nTwo.\n"),
        ("BG006", 8, "---\nname: pdf\ndescription: Reads. Use when.\n---\n# PDF\n\nOne.\n\nTwo.\n"),
    ],
)
def test_a_profile_may_have_a_lower_limit_than_a_rule(code, limit, text, profiles) -> None:
    strict = replace(profiles["publish"], severities={code: Severity.ERROR}, limits={code: limit})
    tree = make_tree({"SKILL.md": text.encode()})
    origin = Origin("skills", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL)
    skill = parse_skill(SourceTree(origin, (("SKILL.md", len(text)),), tree, whole=True, skipped=()))
    thresholds = lower_thresholds([strict, profiles["publish"]])
    assert thresholds == {code: limit}
    found = check_skill(skill, tree, Limits(), (), thresholds)
    assert verdict(found, strict).codes == (code,)
    assert not [each for each in check_skill(skill, tree, Limits()) if each.rule == code]
    assert verdict(found, profiles["publish"]) == verdict(check_skill(skill, tree, Limits()), profiles["publish"])


def test_every_rule_with_a_threshold_takes_a_lower_limit() -> None:
    measured = {rule.page.code for rule in SKILL_RULES if rule.threshold}
    assert measured == {"DS005", "DS008", "NM004", "OP004", "AT004", "MD006", "BD002", "BD003", "BD004", "BG006"}
