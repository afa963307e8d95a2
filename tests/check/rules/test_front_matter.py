"""The front matter as a whole, and its fields by name."""

import pytest

from skillpack.model.limits import Limits

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
    rules = {finding.rule for finding in check(texts[code], limits=limits.get(code, Limits()))}
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
        from_yaml = check("name: pdf\ndescription: x\ninstructions: do\n", path="pdf.yaml", form="yaml")
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
