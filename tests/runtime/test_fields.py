"""What each host reads of front matter, row by row as the hosts were seen to do it.

A comment says where we read otherwise than a host does, and why.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.model.skill import Invocation
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import open_store

PDF = "---\nname: pdf\ndescription: x\n"
Loaded = Skill | tuple[str, ...]


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[str, str | bytes], Loaded]:
    """Return a function: a host and the text of `pdf/SKILL.md` -> the skill, or the errors that keep it out."""

    def load(host: str, text: str | bytes) -> Loaded:
        folder = tmp_path / "root" / "pdf"
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_bytes(text if isinstance(text, bytes) else text.encode())
        store = open_store([SkillRoot(tmp_path / "root", "workspace")], host=host)
        return next(iter(store), None) or store.invalid[0].errors

    return load


@pytest.mark.demand("M14", "M15", "M16", "M17", "M18")
@pytest.mark.parametrize(
    ("lines", "field", "value"),
    [
        ("description: '  x  '\n", "description", "x"),
        ("license:\n", "license", None),
        ("compatibility: ''\n", "compatibility", ""),
        ("compatibility:\n", "compatibility", None),
        ("metadata:\n", "metadata", None),
        ("metadata: {i: 5, f: 1.0, b: true, v: 1.10}\n", "metadata", {"i": "5", "f": "1.0", "b": "True", "v": "1.1"}),
        ("allowed-tools: a b\n", "allowed_tools", ("a", "b")),
        # Metis cuts at blanks alone, into `a,` and `b`, and into `Bash(git` and `commit:*)`: no tool is called so.
        ("allowed-tools: a, b\n", "allowed_tools", ("a", "b")),
        ("allowed-tools: Bash(git commit:*) Read\n", "allowed_tools", ("Bash(git commit:*)", "Read")),
        ("description: y\n", "description", "y"),
        ("x_host_feature: 1\n", "description", "x"),
    ],
)
def test_fields_as_metis_reads_them(loaded, lines: str, field: str, value: object) -> None:
    assert getattr(loaded("metis", f"{PDF}{lines}---\nBody.\n"), field) == value


@pytest.mark.demand("M10", "M11", "M13", "M14", "M15", "M16", "M17", "M18", "M48.11")
@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("---\n---\n", ["name: required string", "description: required string"]),
        ("---\nname: [pdf\n---\n", ["yaml parse error: "]),
        ("---\nname: pdf\ndescription: Use when: asked\n---\n", ["yaml parse error: "]),
        ("---\njust text\n---\n", ["frontmatter must be a YAML mapping"]),
        (f"---\nname: pdf\ndescription: '{' ' * 1024}x'\n---\n", ["description: must be 1-1024 chars (got 1025)"]),
        (f"{PDF}license: 3\n---\n", ["license: must be a string"]),
        (f"{PDF}compatibility: 3\n---\n", ["compatibility: must be a string"]),
        (f"{PDF}metadata: {{a: 2026-01-31}}\n---\n", ["metadata['a']: values must be strings (got date)"]),
        (f"{PDF}metadata: {{a: [b]}}\n---\n", ["metadata['a']: values must be strings (got list)"]),
        (f"{PDF}metadata: {{a: {{b: c}}}}\n---\n", ["metadata['a']: values must be strings (got dict)"]),
        (f"{PDF}metadata: {{on: a}}\n---\n", ["metadata: keys must be strings, got "]),
        (f"{PDF}allowed-tools: 3\n---\n", ["allowed-tools: must be a space-separated string"]),
        ("\ufeff" + PDF + "---\n", ["missing YAML frontmatter (file must start with `---`)"]),
        # Metis takes the next line that begins with `---` for the end; here only a line of nothing else is one.
        (f"{PDF}----\nBody.\n", ["missing closing `---` for YAML frontmatter"]),
    ],
)
def test_errors_as_metis_words_them(loaded, text: str, errors: list[str]) -> None:
    found = loaded("metis", text)

    assert len(found) == len(errors)
    assert all(one.startswith(start) for one, start in zip(found, errors, strict=True))


@pytest.mark.demand("I1", "I4", "I17", "I18")
@pytest.mark.parametrize(
    ("text", "name", "description", "body"),
    [
        ("---\nname: other\ndescription: x\n---\n\nBody.\n", "other", "x", "Body."),
        ("---\n\n---\nBody.\n", "pdf", "", "Body."),
        ("---\nname: 12\ndescription: 13\n---\nBody.\n", "12", "13", "Body."),
        ("---\nname: PDF tools\n---\nBody.\n", "PDF tools", "", "Body."),
        ("---\nhost_field: 1\n---\nBody.\n", "pdf", "", "Body."),
        ("---\r\ndescription: x\r\n---\r\nBody.\r\n", "pdf", "x", "Body."),
        ("--- \ndescription: x\n---  \nBody.\n", "pdf", "x", "Body."),
        # Without front matter that can be read, the whole file is the body.
        ("Just do it.\n", "pdf", "", "Just do it."),
        ("---\ndescription: a: b\n---\nBody.\n", "pdf", "", "---\ndescription: a: b\n---\nBody."),
        ("---\n- a\n---\nBody.\n", "pdf", "", "---\n- a\n---\nBody."),
        ("---x\nname: y\n---\nBody.\n", "pdf", "", "---x\nname: y\n---\nBody."),
        ("---\nname: y\n", "pdf", "", "---\nname: y"),
        # The framework takes `----` for the end, and reads no front matter behind a byte order mark. Here a delimiter
        # is a line of its own, and the mark is taken off.
        ("---\nname: y\n----\nBody.\n", "pdf", "", "---\nname: y\n----\nBody."),
        ("\ufeff---\ndescription: x\n---\nBody.\n", "pdf", "x", "Body."),
    ],
)
def test_front_matter_as_the_framework_reads_it(loaded, text: str, name: str, description: str, body: str) -> None:
    skill = loaded("instructor", text)

    assert (skill.name, skill.description, skill.body.strip()) == (name, description, body)


@pytest.mark.demand("I18")
def test_a_field_that_is_given_twice_is_refused(loaded) -> None:
    # The framework loses all of the front matter then, and shows it to the model.
    assert loaded("instructor", "---\nname: a\nname: b\n---\n") == ("`name` is given twice",)


@pytest.mark.demand("I4", "I18")
@pytest.mark.parametrize(
    ("line", "tools"),
    [
        ("allowed-tools: Read Grep", ("Read", "Grep")),
        ("allowed-tools: Read, Grep", ("Read", "Grep")),
        ("allowed-tools: [Read, ' Grep ']", ("Read", "Grep")),
        ("allowed-tools:\n- Read\n- Grep", ("Read", "Grep")),
        ("allowed-tools:", ()),
        ("license: MIT", ()),
        # The framework keeps `b c` as one tool, and drops what is not text; here blanks and commas both separate, and
        # every item counts.
        ("allowed-tools: 'a, b c'", ("a", "b", "c")),
        ("allowed-tools: [a, 3]", ("a", "3")),
    ],
)
def test_tools_as_the_framework_reads_them(loaded, line: str, tools: tuple[str, ...]) -> None:
    assert loaded("instructor", f"---\n{line}\n---\nBody.\n").allowed_tools == tools


@pytest.mark.demand("I4", "I18")
@pytest.mark.parametrize(
    ("line", "invocation"),
    [
        ("disable-model-invocation: true", Invocation(by_model=False)),
        ("disable-model-invocation: false", Invocation()),
        ("user-invocable: false", Invocation(by_user=False)),
        ("disable-model-invocation: no", Invocation(by_model=False)),
        ("argument-hint: '[issue-number]'", Invocation(hint="[issue-number]")),
        ("context: fork\nagent: reviewer\nmodel: small", Invocation(context="fork", agent="reviewer", model="small")),
        # The framework makes true of the text `false`, and `Array` of a hint without quotes: nobody means that.
        ("disable-model-invocation: 'false'", Invocation()),
        ("argument-hint: [x]", Invocation(hint="[x]")),
        # It takes any other word of `user-invocable` for true; here what is unclear shows a skill to fewer.
        ("user-invocable: maybe", Invocation(by_user=False)),
    ],
)
def test_switches_and_hints_as_the_framework_reads_them(loaded, line: str, invocation: Invocation) -> None:
    assert loaded("instructor", f"---\n{line}\n---\nBody.\n").invocation == invocation


@pytest.mark.demand("K2", "K4", "K9")
@pytest.mark.parametrize(
    ("lines", "description"),
    [
        ("description: a <!-- b --> c\n", "a <!-- b --> c"),  # taken out where it is shown
        ("description: a <!-- b\n", "a <!-- b"),
        (f"description: {'x' * 1025}\n", "x" * 1025),  # the host's code refuses it, its specification advises
        ("description: x\nx_host_feature: 1\n", "x"),
        ("description: y\ndescription: x\n", "x"),
        # The host's own reader takes `>` for the text; a YAML reader folds the lines.
        ("description: >\n  x\n  y\n", "x y"),
    ],
)
def test_descriptions_of_metaskills(loaded, lines: str, description: str) -> None:
    assert loaded("metaskill", f"---\nname: pdf\n{lines}---\nBody.\n").description == description


@pytest.mark.demand("K1", "K3", "K4")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Body.\n", "missing opening '---' delimiter"),
        ("---\nname: pdf\n", "missing closing '---' delimiter"),
        ("---\ndescription: x\n---\n", "missing 'name' field"),
        ("---\nname: pdf\n---\n", "missing 'description' field"),
        ("---\nname: ''\ndescription: x\n---\n", "name is empty"),
        ("---\nname: pdf\ndescription: ''\n---\n", "description is empty"),
        ("---\nname: pdf\ndescription: <!-- x -->\n---\n", "description is empty"),
        (f"---\nname: {'a' * 65}\ndescription: x\n---\n", "name exceeds 64 characters"),
        ("---\nname: a--b\ndescription: x\n---\n", "name 'a--b' contains consecutive hyphens"),
        ("---\nname: x\ndescription: x\n---\n", "name 'x' does not match directory name 'pdf'"),
    ],
)
def test_errors_as_metaskill_hosts_word_them(loaded, text: str, error: str) -> None:
    assert loaded("metaskill", text) == (error,)


@pytest.mark.demand("A2", "A13")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ndescription: x\n---\nBody.\n", ("pdf", "x", "Body.\n")),
        ("---\nname: A b\ndescription: x\n---\nBody.\n", ("A b", "x", "Body.\n")),
        ("---\ndescription: ''\n---\nBody.\n", ("pdf", "", "Body.\n")),
        ("---\ndescription: x\nrequires: pandoc\n---\nBody.\n", ("pdf", "x", "Body.\n")),
        ("Body.\n", "No YAML frontmatter found (must start with ---)"),
        ("---\ndescription: [\n---\nBody.\n", "Invalid YAML in frontmatter: "),
        ("---\n- a\n---\nBody.\n", "Frontmatter must be a YAML mapping"),
        ("---\nname: pdf\n---\nBody.\n", "Missing required field: description"),
        ("---\ndescription: x\n---\n\n", "Missing instructions (markdown body after frontmatter)"),
    ],
)
def test_skills_as_ash_reads_them(loaded, text: str, expected: str | tuple[str, ...]) -> None:
    found = loaded("ash", text)

    if isinstance(expected, str):
        assert found[0].startswith(expected)
    else:
        assert (found.name, found.description, found.body) == expected
