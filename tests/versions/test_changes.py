import pytest

from skillpack.versions.changes import permissions_of

SCRIPT = {"scripts/run.sh": b"#!/bin/sh\necho\n"}


def test_nothing_changed(version, changes) -> None:
    found = changes(version(), version())
    assert (found.fields, found.files, found.prose, found.program, found.advice) == ((), (), (), (), "none")


def test_fields_come_with_both_texts_and_metadata_key_by_key(version, changes) -> None:
    old = version("name: pdf\nlicense: MIT\nmetadata:\n  author: Ann\n  version: '1.0'")
    new = version("name: pdf\ndescription: New.\nmetadata:\n  author: Ann\n  version: '1.1'")
    assert changes(old, new).fields == (
        ("license", "MIT", ""),
        ("metadata.version", "1.0", "1.1"),
        ("description", "", "New."),
    )


def test_powers_are_told_in_words(version, changes) -> None:
    old = version("name: pdf\nallowed-tools: Read Bash(git:*)", files=SCRIPT)
    new = version("name: pdf\nallowed-tools: Read Write", body="See !`git status`.\n", files={"bin/tool": b"\x7fELF"})
    found = changes(old, new)
    assert found.added_permissions == ("tool `Write`", "script `bin/tool`", "shell line `git status`")
    assert found.removed_permissions == ("tool `Bash(git:*)`", "script `scripts/run.sh`")


def test_whatever_lies_among_the_scripts_is_one(version, changes) -> None:
    found = changes(version(), version(files={"scripts/run.py": b"print()\n", "notes.py": b"print()\n"}))
    assert found.added_permissions == ("script `scripts/run.py`",)


def test_a_program_that_is_new_is_a_power(version, changes) -> None:
    lines = (
        "def run(input):",
        'command(["git", "diff"])',
        'command(input["argv"])',
        'trace("x")',
        'return ask("Review")',
    )
    source = "\n    ".join(lines).encode() + b"\n"
    found = changes(version(), version(files={"SKILL.star": source}))
    assert found.added_permissions == (
        "program `SKILL.star`",
        "program asks the model",
        "program runs `git diff`",
        "program runs commands it computes",
    )
    assert found.program[1:] == tuple("+" + line for line in source.decode().splitlines())


def test_a_command_that_a_program_computes_in_part_is_told_by_its_first_words(version, changes) -> None:
    source = b'def run(input):\n    command(["git", "log", input["path"]])\n'
    found = changes(version(), version(files={"SKILL.star": source}))
    assert found.added_permissions == ("program `SKILL.star`", "program runs `git log …` with words it computes")


def test_environment_variables_are_powers_each_told_once_by_name(version, changes) -> None:
    new = version("name: pdf\nrequires:\n  env: [TOKEN, HOME, TOKEN]")
    assert changes(version(), new).added_permissions == ("environment variable `HOME`", "environment variable `TOKEN`")


@pytest.mark.parametrize(("length", "shown"), [(80, "x" * 80), (81, "x" * 80 + "…")])
def test_of_a_long_command_the_first_80_characters_are_told(length, shown, version, changes) -> None:
    found = changes(version(), version(body=f"See !`{'x' * length}`.\n"))
    assert found.added_permissions == (f"shell line `{shown}`",)


def test_metadata_that_is_no_map_is_one_field(version, changes) -> None:
    old, new = version("name: pdf\nmetadata: none"), version("name: pdf\nmetadata:\n  author: Ann")
    assert changes(old, new).fields == (("metadata", "none", ""), ("metadata.author", "", "Ann"))


@pytest.mark.parametrize("field", [
    *("description", "compatibility", "metaskill", "metaskill_language", "requires", "context", "model", "agent"),
    *("disable-model-invocation", "user-invocable", "argument-hint", "required_tools", "input_schema"),
])  # fmt: skip
def test_a_field_that_hosts_act_on_makes_it_a_minor_version(field, version, changes) -> None:
    assert changes(version("name: pdf"), version(f"name: pdf\n{field}: x")).advice == "minor"


def test_tools_in_another_order_make_it_a_minor_version(version, changes) -> None:
    old, new = version("name: pdf\nallowed-tools: Read Write"), version("name: pdf\nallowed-tools: Write Read")
    assert changes(old, new).advice == "minor"


def test_what_a_skill_may_do_is_told_each_once(version) -> None:
    skill, tree = version("name: pdf\nallowed-tools: Read Read", body="!`ls` and !`ls`.\n", files=SCRIPT)
    assert permissions_of(skill, tree) == ("tool `Read`", "script `scripts/run.sh`", "shell line `ls`")


def test_files_are_told_by_what_happened_to_them(version, changes) -> None:
    old = version(files={"references/a.md": b"a", "references/b.md": b"b"})
    new = version(files={"references/b.md": b"c", "references/d.md": b"d"})
    assert changes(old, new).files == (
        ("removed", "references/a.md"),
        ("changed", "references/b.md"),
        ("added", "references/d.md"),
    )


def test_prose_is_a_unified_diff(version, changes, snapshot) -> None:
    old = "# Steps\n\n" + "".join(f"{number}. Do it.\n" for number in range(1, 21))
    new = old.replace("10. Do it.", "10. Do it twice.").replace("20. Do it.\n", "")
    assert "\n".join(changes(version(body=old), version(body=new)).prose) == snapshot


@pytest.mark.parametrize(
    ("old", "new", "advice"),
    [
        # packaging 3
        ({"files": {"references/a.md": b"a"}}, {"files": {"references/a.md": b"b"}}, "patch"),
        ({"files": {}}, {"files": {"assets/logo.svg": b"x"}}, "patch"),
        ({"files": SCRIPT}, {"files": {"scripts/run.sh": b"#!/bin/sh\necho hi\n"}}, "minor"),
        ({"files": {"bin/x": b"#!/bin/sh\n"}}, {"files": {"bin/x": b"#!/bin/sh\necho hi\n"}}, "minor"),
        ({"front": "name: pdf"}, {"front": "name: pdf\nallowed-tools: Read"}, "minor"),
        ({"front": "name: pdf"}, {"front": "name: pdf\ncompatibility: Python 3"}, "minor"),
        ({"files": {"references/a.md": b"a"}}, {"files": {}}, "major"),
        ({"front": "name: pdf"}, {"front": "name: pdf-tools"}, "major"),
        # ours
        ({"body": "Do it.\n"}, {"body": "Do it twice.\n"}, "minor"),
        ({"front": "name: pdf\nlicense: MIT"}, {"front": "name: pdf\nlicense: ISC"}, "patch"),
        ({"front": "name: pdf"}, {"front": "name:   pdf"}, "patch"),
    ],
)
def test_advice_for_the_number(old, new, advice, version, changes) -> None:
    assert changes(version(**old), version(**new)).advice == advice


def test_a_huge_rewrite_is_not_compared_line_by_line(version, changes) -> None:
    old = version(body="".join(f"line {number}\n" for number in range(60_000)))
    new = version(body="".join(f"other {number}\n" for number in range(60_000)))
    (line,) = changes(old, new).prose
    assert line == "\\ 60000 lines became 60000: too many to compare one by one"
