"""What reviewers read of files: all of it, and what is riskiest first."""

from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.tree import make_tree
from skillpack.versions.whole_texts import WholeText, whole_texts

SKILL = b"---\nname: pdf\n---\n\n# PDF\n"
OLD = make_tree({"SKILL.md": SKILL, "a.txt": b"one\n", "gone.txt": b"x\n", "z.sh": b"#!/bin/sh\necho a\n"})
NEW = make_tree(
    {
        "SKILL.md": SKILL + b"\nMore.\n",
        "a.txt": b"one\r\n",
        "data.bin": b"\0\1",
        "empty.txt": b"",
        "run.py": b"print()\n",
        "z.sh": b"#!/bin/sh\necho b\n",
    }
)


def _shown(_: str, content: bytes) -> bytes:
    return content


def _by_path(texts: tuple[WholeText, ...]) -> dict[str, WholeText]:
    return {each.path: each for each in texts}


def test_files_with_alarms_come_first_then_what_runs_then_the_instructions() -> None:
    found = whole_texts(NEW, OLD, _shown, alarms=["data.bin", "a.txt", "data.bin"], scripts={"run.py"})

    assert [each.path for each in found] == [
        "data.bin",
        "a.txt",
        "run.py",
        "z.sh",
        "SKILL.md",
        "empty.txt",
        "gone.txt",
    ]
    assert [each.path for each in found if each.runs] == ["run.py", "z.sh"]


def test_changed_and_added_and_removed_files_are_diffs() -> None:
    found = _by_path(whole_texts(NEW, OLD, _shown))

    assert found["z.sh"].kind == "changed"
    assert found["z.sh"].lines[1:] == (" #!/bin/sh", "-echo a", "+echo b")
    assert (found["run.py"].kind, found["run.py"].lines[1:]) == ("added", ("+print()",))
    assert (found["gone.txt"].kind, found["gone.txt"].size, found["gone.txt"].lines[1:]) == ("removed", 2, ("-x",))


def test_without_an_older_version_files_are_their_lines() -> None:
    found = _by_path(whole_texts(OLD, None, _shown))

    assert {each.kind for each in found.values()} == {"whole"}
    assert found["z.sh"].lines == ("#!/bin/sh", "echo a")


def test_what_lines_do_not_show_is_said() -> None:
    found = _by_path(whole_texts(NEW, OLD, _shown))

    assert found["a.txt"].remark == "only the ends of its lines differ"
    assert found["empty.txt"].remark == "empty"
    assert found["data.bin"].remark.startswith("not a text, so it is not shown; SHA-256 b413f4")


def test_a_credential_that_changed_is_a_file_that_differs() -> None:
    old, new = make_tree({"key": b"secret-a\n"}), make_tree({"key": b"secret-b\n"})

    (found,) = whole_texts(new, old, lambda _, content: b"********\n" if content.startswith(b"secret") else content)

    assert (found.kind, found.lines) == ("changed", ())
    assert found.remark == "a credential or private file in it is masked"


def test_no_line_is_cut() -> None:
    line = "x" * 5000
    old, new = make_tree({"a": f"{line}a\n".encode()}), make_tree({"a": f"{line}b{line}c\n".encode()})

    (found,) = whole_texts(new, old, _shown)

    assert found.lines[1:] == (f"-{line}a", f"+{line}b{line}c")


def test_texts_that_differ_too_much_are_shown_as_they_are_now() -> None:
    lines = [f"line {number}" for number in range(3000)]
    old, new = make_tree({"a": b"before\n" * 3000}), make_tree({"a": "\n".join(lines).encode()})

    (found,) = whole_texts(new, old, _shown)

    assert found.lines == tuple(f"+{line}" for line in lines)
    assert found.remark.endswith("this is all of the new text")


@given(st.dictionaries(st.sampled_from("abc"), st.binary()), st.dictionaries(st.sampled_from("abc"), st.binary()))
def test_every_file_that_differs_is_there_once(old: dict[str, bytes], new: dict[str, bytes]) -> None:
    found = [each.path for each in whole_texts(make_tree(new), make_tree(old), _shown)]

    assert sorted(found) == sorted(path for path in {*old, *new} if old.get(path) != new.get(path))


@given(st.text())
def test_every_line_of_a_new_text_is_there(text: str) -> None:
    content = text.encode("utf-8", "replace")

    for each in whole_texts(make_tree({"a": content}), None, _shown):
        assert each.lines == (() if b"\0" in content else tuple(content.decode().splitlines()))
