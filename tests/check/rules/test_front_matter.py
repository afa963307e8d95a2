"""The front matter as a whole, and its fields by name."""

import pytest

from skillpack.check.judge import verdict, words
from skillpack.model.limits import Limits
from skillpack.model.profile import UNREAD_RULES
from skillpack.model.tree import Form

FIRES = [
    ("FM001", "# PDF\n"),
    ("FM001", ""),
    ("FM002", "---\nname: pdf\n"),
    ("FM003", "---\nname: pdf\ndescription: Use when: always\n---\n"),
    ("FM003", "---\nname: [pdf\n---\n"),
    ("FM004", "---\n- name\n---\n"),
    ("FM004", "---\njust text\n---\n"),
    ("FM005", "---\nname: a\nname: pdf\n---\n"),
    ("FM006", "---\nname: pdf\nversion: 1.0.0\n---\n"),
    ("FM007", "\ufeff---\nname: pdf\n---\n"),
    ("FM008", "---\r\nname: pdf\r\n---\r\n"),
    ("FM009", "---  \nname: pdf\n---\n"),
    ("FM009", "---\nname: pdf\n--- \n"),
    ("FM009", "---\nname: pdf\ndescription: |\n  a\n  ---\n  b\n---\n"),
    ("FM010", "---\nname: pdf\ndescription: this --- that\n---\n"),
    ("FM010", "---\nname: pdf\ndescription: |\n  a\n  ---\n  b\n---\n"),
    ("FM011", "---\nname: pdf\nmetadata: {a: b}\n---\n"),
    ("FM011", "---\nname: pdf\nallowed-tools: [Read]\n---\n"),
    ("FM016", "---\n{{name}}: pdf\n---\n"),
    ("FM016", "---\n? [a, b]\n: pdf\n---\n"),
    ("FM017", "---\nname: &n pdf\n---\n"),
    ("FM017", "---\nname: *n\n---\n"),
    ("FM018", "---\nname: !!python/object:os.system pdf\n---\n"),
]
CODES = sorted({code for code, _ in FIRES} | {"FM012", "FM013", "FM014", "FM015"})
UNREADABLE = ["FM001", "FM002", "FM003", "FM004", "FM012", "FM013", "FM014", "FM017", "FM018"]


# What ends our reading -> its code, and what every host's refusal says in its own words or around them.
UNREAD = {
    "anchor": ("x: &base a", "FM017", "line 4: `&base` is a YAML anchor: skillpack stops reading"),
    "alias": ("x: *base", "FM017", "line 4: `*base` is a YAML alias: skillpack stops reading"),
    "tag": ("x: !t y", "FM018", "line 4: `!t` is a YAML tag: skillpack stops reading"),
    "tag of YAML": ("x: !!str y", "FM018", "line 4: `!!str` is a YAML tag: skillpack stops reading"),
    "nesting": (f"x: {'[' * 40}a{']' * 40}", "FM013", "line 4: the YAML is nested deeper than 32 levels"),
    "nodes": ("x:" + "\n- a" * 10_000, "FM014", "the YAML has more than 10000 values"),
    "size": (f"x: {'a' * 2**16}", "FM012", "bytes; at most 65536 are parsed; move text into the body"),
}
PROFILES = [
    *("publish", "agentskills", "formal", "metis", "metaskill", "instructor", "ash"),
    *("claude-code", "codex", "copilot", "gemini", "opencode"),
]
HOST_WORDS = {
    "metis": "yaml parse error: ",
    "ash": "Invalid YAML in frontmatter: ",
    "agentskills": "Invalid YAML in frontmatter: ",
    "codex": "invalid YAML: ",
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("kind", UNREAD)
def test_front_matter_that_is_not_read_to_its_end_is_refused_under_every_profile(
    kind, profile, check, page, profiles
) -> None:
    line, code, said = UNREAD[kind]
    found = check(page(line, "disable-model-invocation: true"))
    assert code in verdict(found, profiles[profile]).codes
    assert not verdict(found, profiles[profile]).loads
    errors = words([one for one in found if one.rule in UNREAD_RULES], profiles[profile])
    assert errors[0].startswith(HOST_WORDS.get(profile, ""))
    # The reference library's own sentence names neither line nor name.
    whole = profile == "agentskills" and code in {"FM017", "FM018"}
    assert ("is not allowed" if whole else said) in errors[0]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_skill_file_beyond_the_limit_is_refused_under_every_profile(profile, check, page, profiles) -> None:
    found = check(page(body="a" * 2**20))
    assert not verdict(found, profiles[profile]).loads
    assert "LY014" in {one.rule for one in found}


def test_a_skill_in_yaml_is_held_to_the_same(check, profiles) -> None:
    for kind in ("anchor", "alias", "tag", "nesting", "nodes"):
        line, code, _ = UNREAD[kind]
        text = f"name: pdf\ndescription: Reads.\n{line}\ninstructions: Do it.\n"
        assert code in verdict(check(text, path="pdf.yaml", form=Form.YAML), profiles["ash"]).codes


def test_what_is_said_of_an_anchor_names_what_to_write(check, page) -> None:
    hints = {
        line: one.hint
        for line in ("x: &base a", "x: *base", "x: !t y")
        for one in check(page(line))
        if one.rule in {"FM017", "FM018"}
    }
    assert hints == {
        "x: &base a": "write the value itself wherever `*base` stands; put a text that starts with `&` in quotes",
        "x: *base": "write the value itself here; put a text that starts with `*` in quotes",
        "x: !t y": "leave the tag out, or put a text that starts with `!` in quotes",
    }


@pytest.mark.demand("B6", "B18")
@pytest.mark.parametrize(("code", "text"), FIRES)
def test_fires(code, text, check) -> None:
    assert code in {finding.rule for finding in check(text)}


def test_is_silent_on_a_good_skill(check, page) -> None:
    text = page("license: MIT", "metadata:", "  version: 1.0.0", "allowed-tools: Read")
    assert not {finding.rule for finding in check(text)} & set(CODES)


def test_a_rule_in_the_body_is_no_delimiter(check, page) -> None:
    assert not {finding.rule for finding in check(page(body="a\n\n---\n\nb\n"))} & {"FM009", "FM010"}


@pytest.mark.parametrize(
    ("code", "limits"),
    [("FM012", Limits(front_matter=10)), ("FM013", Limits(yaml_depth=1)), ("FM014", Limits(yaml_nodes=3))],
)
def test_limits_of_reading_are_findings(code, limits, check, page) -> None:
    text = page("metadata:", "  a: b")
    assert code in {finding.rule for finding in check(text, limits=limits)}
    assert code not in {finding.rule for finding in check(text)}


def test_a_second_document_is_found(check) -> None:
    found = check("---\nname: pdf\n--- other\n---\n")
    assert "FM015" in {finding.rule for finding in found}


@pytest.mark.parametrize("code", UNREADABLE)
def test_no_field_is_missed_where_the_front_matter_was_not_read_whole(code, check) -> None:
    texts = dict(FIRES) | {
        "FM012": "---\na: b\n---\n",
        "FM013": "---\na: {b: c}\n---\n",
        "FM014": "---\na: b\nc: d\n---\n",
    }
    limits = {"FM012": Limits(front_matter=2), "FM013": Limits(yaml_depth=1), "FM014": Limits(yaml_nodes=2)}
    found = check(texts[code], limits=limits.get(code, Limits()))
    rules = {finding.rule for finding in found if "repaired" not in dict(finding.facts)}
    assert code in rules
    assert rules.isdisjoint({"NM001", "DS001"})


class TestUnknownField:
    def test_points_at_the_name_of_each(self, check, page) -> None:
        found = [one for one in check(page("version: 1.0.0", "tags: [a]")) if one.rule == "FM006"]
        assert [(one.span.line, one.span.column, dict(one.facts)["field"]) for one in found] == [
            (4, 1, "version"),
            (5, 1, "tags"),
        ]
        assert {dict(one.facts)["fields"] for one in found} == {"tags, version"}

    @pytest.mark.parametrize(
        ("wrong", "right"),
        [
            ("allowed-tool", "allowed-tools"),
            ("allowed_tools", "allowed-tools"),
            ("Description", "description"),
            ("licence", "license"),
            ("compatability", "compatibility"),
            ("meta-data", "metadata"),
        ],
    )
    def test_a_slip_of_the_pen_is_recognized_and_not_moved(self, wrong, right, check, page) -> None:
        (finding,) = [one for one in check(page(f"{wrong}: x")) if one.rule == "FM006"]
        assert finding.hint == f"did you mean `{right}`?"
        assert finding.fix is None

    @pytest.mark.parametrize("line", ["metaskill: SKILL.star", "metaskill_language: starlark", "input_schema: {a: b}"])
    def test_what_text_cannot_say_is_not_moved(self, line, check, page) -> None:
        (finding,) = [one for one in check(page(line)) if one.rule == "FM006"]
        assert finding.fix is None

    def test_instructions_are_a_field_of_a_yaml_skill(self, check) -> None:
        from_yaml = check("name: pdf\ndescription: x\ninstructions: do\n", path="pdf.yaml", form=Form.YAML)
        from_markdown = check("---\nname: pdf\ndescription: x\ninstructions: do\n---\n")
        assert "FM006" not in {finding.rule for finding in from_yaml}
        assert "FM006" in {finding.rule for finding in from_markdown}


def test_a_repeated_key_of_metadata_has_a_rule_of_its_own(check, page) -> None:
    rules = {finding.rule for finding in check(page("metadata:", "  a: b", "  a: c"))}
    assert "MD005" in rules
    assert "FM005" not in rules


def test_the_hint_for_a_colon_names_the_mend(check) -> None:
    (finding,) = [one for one in check("---\nname: pdf\ndescription: Use when: always\n---\n") if one.rule == "FM003"]
    assert finding.hint == "put the value in double quotes"
    assert finding.span.line == 3


@pytest.mark.parametrize(
    "lines",
    [
        "description: Use when: always\n  and more",  # goes on in the next line
        "description: Use when: always # often",  # a comment would become text
        "- a: b: c",
        "a: 'b: c': d",
    ],
)
def test_a_colon_is_not_mended_where_quotes_would_change_more(lines, check) -> None:
    found = [one for one in check(f"---\nname: pdf\n{lines}\n---\n") if one.rule == "FM003"]
    assert [one.fix for one in found] == [None]


@pytest.mark.parametrize(
    ("lines", "line"), [("metadata:\n\tauthor: x", 4), ("\tlicense: MIT", 3), ("description: |\n  \t\n\tx", 4)]
)
def test_says_which_line_begins_with_a_tab(check, lines: str, line: int) -> None:
    """Not "found character that cannot start any token"."""
    (found,) = [one for one in check(f"---\nname: pdf\n{lines}\n---\n") if one.rule == "FM003"]
    assert found.message == f"line {line} begins with a tab; YAML needs spaces"
    assert found.span.line == line
    assert dict(found.facts)["detail"].startswith("while scanning")
