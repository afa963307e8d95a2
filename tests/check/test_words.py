"""What each host says of a skill, in its own words."""

import pytest

from skillpack.check.judge import verdict, words

NAME_RULE = (
    "name: must match ^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$ "
    "(lowercase letters/digits/hyphens, no leading/trailing/consecutive hyphens)"
)
GOOD = "description: x"
SAID = [
    ("metis", "no front matter", ["missing YAML frontmatter (file must start with `---`)"]),
    ("metis", f"---\nname: pdf\n{GOOD}\n", ["missing closing `---` for YAML frontmatter"]),
    ("metis", "---\n- a\n---\n", ["frontmatter must be a YAML mapping"]),
    ("metis", "---\n---\n", ["name: required string", "description: required string"]),
    ("metis", f"---\nname: 123\n{GOOD}\n---\n", ["name: required string"]),
    ("metis", f"---\nname: P--D\n{GOOD}\n---\n", [NAME_RULE]),
    ("metis", f"---\nname: p--d\n{GOOD}\n---\n", ["name: must not contain consecutive hyphens"]),
    ("metis", f"---\nname: {'a' * 65}\n{GOOD}\n---\n", ["name: must be 1-64 chars"]),
    (
        "metis",
        f"---\nname: docx\n{GOOD}\n---\n",
        ["name: must equal parent directory name (frontmatter='docx', dir='pdf')"],
    ),
    ("metis", "---\nname: pdf\ndescription: '  '\n---\n", ["description: must be non-empty"]),
    (
        "metis",
        f"---\nname: pdf\ndescription: {'x' * 1025}\n---\n",
        ["description: must be 1-1024 chars (got 1025)"],
    ),
    (
        "metis",
        f"---\nname: pdf\n{GOOD}\nlicense: 1\ncompatibility: {'x' * 501}\nallowed-tools: [a]\nother: field\n---\n",
        [
            "license: must be a string",
            "compatibility: must be <=500 chars (got 501)",
            "allowed-tools: must be a space-separated string",
        ],
    ),
    (
        "metis",
        f"---\nname: pdf\n{GOOD}\nmetadata:\n  1: a\n  b:\n  c: [d]\n  e: 1.10\n---\n",
        [
            "metadata: keys must be strings, got 1",
            "metadata['b']: values must be strings (got NoneType)",
            "metadata['c']: values must be strings (got list)",
        ],
    ),
    ("metaskill", "no front matter", ["missing opening '---' delimiter"]),
    ("metaskill", "---\nname: pdf\n", ["missing closing '---' delimiter"]),
    ("metaskill", "---\nx: y\n---\n", ["missing 'name' field"]),
    ("metaskill", "---\nname: pdf\n---\n", ["missing 'description' field"]),
    ("metaskill", f"---\nname: ''\n{GOOD}\n---\n", ["name is empty"]),
    (
        "metaskill",
        f"---\nname: A--B\n{GOOD}\n---\n",
        ["name 'A--B' must be lowercase alphanumeric with hyphens, no leading/trailing/consecutive hyphens"],
    ),
    ("metaskill", f"---\nname: a--b\n{GOOD}\n---\n", ["name 'a--b' contains consecutive hyphens"]),
    ("metaskill", f"---\nname: docx\n{GOOD}\n---\n", ["name 'docx' does not match directory name 'pdf'"]),
    ("metaskill", "---\nname: pdf\ndescription: <!-- x -->\n---\n", ["description is empty"]),
    ("ash", "no front matter", ["No YAML frontmatter found (must start with ---)"]),
    ("ash", "---\nname: pdf\n---\nbody\n", ["Missing required field: description"]),
    ("ash", f"---\n{GOOD}\n---\n", ["Missing instructions (markdown body after frontmatter)"]),
    ("codex", "no front matter", ["missing YAML frontmatter delimited by ---"]),
    ("codex", f"---\nname: {'a' * 65}\n{GOOD}\n---\n", ["invalid name: exceeds maximum length of 64 characters"]),
]


@pytest.mark.demand("M13", "M14", "M17", "K1", "K2", "K3", "K4", "A13")
@pytest.mark.parametrize(("name", "text", "expected"), SAID)
def test_words(name, text, expected, check, profiles) -> None:
    found = check(text)
    assert list(words(found, profiles[name])) == expected
    assert not verdict(found, profiles[name]).loads


@pytest.mark.parametrize("name", ["publish", "agentskills", "formal", "metis", "metaskill", "ash", "codex"])
def test_a_good_skill_loads_everywhere_and_nothing_is_said(name, check, page, profiles) -> None:
    found = check(page("license: MIT", "metadata:", "  version: 1.0.0", "allowed-tools: Read Bash(git:*)"))
    assert words(found, profiles[name]) == ()
    assert verdict(found, profiles[name]).loads


def test_claude_code_reads_a_longer_description(check, page, profiles) -> None:
    found = check(page(description=f"description: {'x ' * 600}Use when asked."))
    assert verdict(found, profiles["claude-code"]).codes == ()
    assert verdict(found, profiles["codex"]).codes == ("DS005",)


def test_metis_rounds_tokens_down(check, page, profiles) -> None:
    just, over = (check(page(body="x" * size)) for size in (20_002, 20_003))
    assert "BD003" not in verdict(just, profiles["metis"]).codes
    assert "BD003" in verdict(just, profiles["agentskills"]).codes
    assert "BD003" in verdict(over, profiles["metis"]).codes


def test_a_documented_field_is_no_fault_for_its_host(check, page, profiles) -> None:
    found = check(page("requires:\n  bins:\n  - pandoc"))
    assert verdict(found, profiles["ash"]).codes == ()
    assert "FM006" in verdict(found, profiles["agentskills"]).codes
