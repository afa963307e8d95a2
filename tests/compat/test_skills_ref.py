"""The answers of skills-ref 0.1.1, written down anew."""

import pytest

from skillpack.compat.skills_ref import (
    ParseError,
    SkillProperties,
    ValidationError,
    find_skill_md,
    parse_frontmatter,
    read_properties,
    to_prompt,
    validate,
)

GOOD = "name: my-skill\ndescription: A test skill"


# parse_frontmatter


def test_fields_and_stripped_body() -> None:
    assert parse_frontmatter(f"---\n{GOOD}\n---\n\n  # Hi\n\n") == (
        {"name": "my-skill", "description": "A test skill"},
        "# Hi",
    )


def test_every_scalar_is_text() -> None:
    fields, _ = parse_frontmatter("---\nname: 5\non: yes\nmetadata:\n  version: 1.10\n  date: 2026-01-01\n---\n")
    assert fields == {"name": "5", "on": "yes", "metadata": {"version": "1.10", "date": "2026-01-01"}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("# No front matter", "SKILL.md must start with YAML frontmatter (---)"),
        ("", "SKILL.md must start with YAML frontmatter (---)"),
        (f"---\n{GOOD}\n", "SKILL.md frontmatter not properly closed with ---"),
        ("---\nname: [a\ndescription: b\n---\n", "Invalid YAML in frontmatter: "),
        ("---\nname: a: b\n---\n", "Invalid YAML in frontmatter: "),
        ("---\nname: a\nname: b\n---\n", "Invalid YAML in frontmatter: "),
        ("---\nname: &x a\ndescription: *x\n---\n", "Invalid YAML in frontmatter: "),
        ("---\nallowed-tools: [Read]\n---\n", "Invalid YAML in frontmatter: "),
        ("---\nname: a\nx: !t y\ndescription: b\n---\n", "Invalid YAML in frontmatter: a tag is not allowed"),
        (
            "---\nname: a\nx:\n" + "- a\n" * 10_000 + "---\n",
            "Invalid YAML in frontmatter: line 9999: the YAML has more",
        ),
        (f"---\nname: a\ndescription: {'b' * 2**16}\n---\n", "Invalid YAML in frontmatter: the front matter has 65"),
        ("---\n- a\n- b\n---\n", "SKILL.md frontmatter must be a YAML mapping"),
        ("---\n---\n", "SKILL.md frontmatter must be a YAML mapping"),
        ("---\n# nothing\n---\n", "SKILL.md frontmatter must be a YAML mapping"),
    ],
)
def test_what_cannot_be_read_is_a_parse_error(content, message) -> None:
    with pytest.raises(ParseError) as raised:
        parse_frontmatter(content)
    assert str(raised.value).startswith(message)


# find_skill_md, read_properties


def test_the_upper_case_file_comes_first(tmp_path) -> None:
    assert find_skill_md(tmp_path) is None
    (tmp_path / "skill.md").write_text("x")
    assert find_skill_md(tmp_path) == tmp_path / "skill.md"
    (tmp_path / "SKILL.md").write_text("x")
    assert find_skill_md(tmp_path) == tmp_path / "SKILL.md"


def test_properties_of_a_full_skill(make_folder) -> None:
    folder = make_folder(
        f"{GOOD}\nlicense: MIT\ncompatibility: Python 3\nallowed-tools: Bash(jq:*) Read\n"
        "metadata:\n  author: Ann\n  version: 1.0"
    )
    properties = read_properties(folder)
    assert properties == SkillProperties(
        name="my-skill",
        description="A test skill",
        license="MIT",
        compatibility="Python 3",
        allowed_tools="Bash(jq:*) Read",
        metadata={"author": "Ann", "version": "1.0"},
    )
    assert list(properties.to_dict()) == [
        "name", "description", "license", "compatibility", "allowed-tools", "metadata",
    ]  # fmt: skip


def test_what_is_not_set_is_left_out(make_folder) -> None:
    properties = read_properties(make_folder(GOOD))
    assert properties.metadata == {}
    assert properties.to_dict() == {"name": "my-skill", "description": "A test skill"}


def test_values_of_another_kind_are_passed_on(make_folder) -> None:
    properties = read_properties(make_folder(f"{GOOD}\nmetadata: text\nallowed-tools:\n  - Read"))
    assert properties.to_dict() == {
        "name": "my-skill", "description": "A test skill", "allowed-tools": ["Read"], "metadata": "text",
    }  # fmt: skip


@pytest.mark.demand("B5")
def test_nested_metadata_becomes_text(make_folder) -> None:
    folder = make_folder(f"{GOOD}\nmetadata:\n  a:\n    b: c\n  l:\n    - x")
    assert read_properties(folder).metadata == {"a": "{'b': 'c'}", "l": "['x']"}


def test_a_skill_that_breaks_rules_still_has_properties(make_folder) -> None:
    assert read_properties(make_folder("name: Other--Name\ndescription: d\nextra: x")).name == "Other--Name"


def test_a_folder_without_a_skill_file(tmp_path) -> None:
    with pytest.raises(ParseError, match=r"SKILL\.md not found in "):
        read_properties(tmp_path)


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("description: d", "Missing required field in frontmatter: name"),
        ("name: a", "Missing required field in frontmatter: description"),
        ("name: ''\ndescription: d", "Field 'name' must be a non-empty string"),
        ("name: a\ndescription: '  '", "Field 'description' must be a non-empty string"),
        ("name:\n  - a\ndescription: d", "Field 'name' must be a non-empty string"),
    ],
)
def test_required_fields(front, message, make_folder) -> None:
    with pytest.raises(ValidationError) as raised:
        read_properties(make_folder(front))
    assert (str(raised.value), raised.value.errors) == (message, [message])


# validate


@pytest.mark.demand("B3", "B5", "B6", "B18")
@pytest.mark.parametrize(
    ("front", "folder", "errors"),
    [
        (GOOD, "my-skill", []),
        (f"{GOOD}\nlicense: MIT\nmetadata:\n  a: b\nallowed-tools: Read\ncompatibility: x", "my-skill", []),
        ("name: MySkill\ndescription: d", "MySkill", ["Skill name 'MySkill' must be lowercase"]),
        ("name: my--skill\ndescription: d", "my--skill", ["Skill name cannot contain consecutive hyphens"]),
        ("name: my-skill-\ndescription: d", "my-skill-", ["Skill name cannot start or end with a hyphen"]),
        (
            "name: my_skill\ndescription: d",
            "my_skill",
            ["Skill name 'my_skill' contains invalid characters. Only letters, digits, and hyphens are allowed."],
        ),
        (
            f"name: {'a' * 70}\ndescription: d",
            "a" * 70,
            [f"Skill name '{'a' * 70}' exceeds 64 character limit (70 chars)"],
        ),
        (GOOD, "other", ["Directory name 'other' must match skill name 'my-skill'"]),
        (
            f"{GOOD}\nzeta: 1\nalpha: 2",
            "my-skill",
            [
                (
                    "Unexpected fields in frontmatter: alpha, zeta. Only ['allowed-tools', 'compatibility', "
                    "'description', 'license', 'metadata', 'name'] are allowed."
                )
            ],
        ),
        (
            f"name: my-skill\ndescription: {'x' * 1100}",
            "my-skill",
            ["Description exceeds 1024 character limit (1100 chars)"],
        ),
        (f"{GOOD}\ncompatibility: {'x' * 550}", "my-skill", ["Compatibility exceeds 500 character limit (550 chars)"]),
        ("description: d", "my-skill", ["Missing required field in frontmatter: name"]),
        ("name: my-skill", "my-skill", ["Missing required field in frontmatter: description"]),
        # Every scalar is text
        ("name: 123\ndescription: 4.50\ncompatibility: 3.9", "123", []),
        # Any script, compared after NFKC
        ("name: 技能\ndescription: d", "技能", []),
        ("name: мой-навык\ndescription: d", "мой-навык", []),
        ("name: café\ndescription: d", "cafe\u0301", []),
        ("name: НАВЫК\ndescription: d", "НАВЫК", ["Skill name 'НАВЫК' must be lowercase"]),
    ],
)
def test_errors_in_the_references_words(front, folder, errors, make_folder) -> None:
    assert validate(make_folder(front, folder=folder)) == errors


def test_errors_come_together_in_the_references_order(make_folder) -> None:
    folder = make_folder("name: Bad--Name\nextra: x\ncompatibility: " + "x" * 501)
    assert [error.split(" ")[0] for error in validate(folder)] == [
        "Unexpected", "Skill", "Skill", "Directory", "Missing", "Compatibility",
    ]  # fmt: skip


def test_places_that_are_no_skill(tmp_path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("x")
    (tmp_path / "empty").mkdir()
    assert validate(tmp_path / "nowhere") == [f"Path does not exist: {tmp_path / 'nowhere'}"]
    assert validate(file) == [f"Not a directory: {file}"]
    assert validate(tmp_path / "empty") == ["Missing required file: SKILL.md"]


def test_front_matter_without_a_field_is_one_error(make_folder) -> None:
    assert validate(make_folder("# nothing")) == ["SKILL.md frontmatter must be a YAML mapping"]


def test_the_lower_case_file_is_taken(make_folder) -> None:
    assert validate(make_folder(GOOD, file="skill.md")) == []


# to_prompt


def test_no_skills_are_an_empty_block() -> None:
    assert to_prompt([]) == "<available_skills>\n</available_skills>"


def test_one_tag_or_text_a_line(make_folder) -> None:
    folder = make_folder('name: my-skill\ndescription: Use <foo> & "bar"')
    assert to_prompt([folder]) == (
        "<available_skills>\n<skill>\n<name>\nmy-skill\n</name>\n<description>\n"
        "Use &lt;foo&gt; &amp; &quot;bar&quot;\n</description>\n"
        f"<location>\n{folder.resolve() / 'SKILL.md'}\n</location>\n</skill>\n</available_skills>"
    )


def test_a_location_is_escaped_unlike_the_references(make_folder) -> None:
    # requirements C34
    folder = make_folder("name: a\ndescription: b", folder="a&b")
    assert "a&amp;b/SKILL.md" in to_prompt([folder])
