import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.limits import Limits
from skillpack.model.portable import (
    PathProblem,
    collisions,
    path_problem,
    path_warning,
    printable,
    usable_name,
)

LIMITS = Limits()
PROBLEMS = {
    PathProblem.EMPTY: [""],
    PathProblem.UNC: ["//server/share", "\\\\server\\share", "//"],
    PathProblem.DRIVE: ["C:", "c:evil", "Z:/x"],
    PathProblem.BACKSLASH: ["a\\b", "\\", "a\\"],
    PathProblem.ABSOLUTE: ["/", "/etc/passwd"],
    PathProblem.PARENT: ["..", "../x", "a/..", "a/../b", "..\\x", "a\\..\\b"],
    PathProblem.ALIAS: [".", "./x", "a/.", "a/./b", "a//b", "a/", "a//"],
    PathProblem.TOO_LONG: ["/".join(["d" * 80] * 5)],
    PathProblem.COMPONENT_TOO_LONG: ["d" * 256, "\u00e9" * 128, f"a/{'d' * 256}/b"],
    PathProblem.TOO_DEEP: ["d/" * 16 + "x"],
    PathProblem.NUL: ["a\0", "\0", "\u00e9\0"],
    PathProblem.UNDECODABLE: ["a\udce9", "\ud800"],
    PathProblem.CONTROL: ["a\n", "\t", "a\x1b[2J", "a\x7f", "\u00e9\x9b"],
    PathProblem.BIDI: ["a\u202eb", "\u200e", "\u2067x\u2069", "\u061c"],
    PathProblem.INVISIBLE: ["a\u200b", "\ufeffa", "\u00ad", "a\u2060", "\u2028", "\u2029", "a\U000e0041"],
    PathProblem.UNASSIGNED: ["\ue000", "\uffff", "\U0010ffff"],
    PathProblem.NOT_NFC: ["e\u0301", "\u212b", "\u1100\u1161"],
    PathProblem.STREAM: ["ab:c", "notes.md:evil", "a/:"],
    PathProblem.WILDCARD: ["a*", "a?", 'a"', "a<b", "a>b", "a|b"],
    PathProblem.DEVICE: ["con", "CON.txt", "a/nul", "aux .x", "com1", "LPT9.md", "com\u00b2", "prn.tar.gz", "conout$"],
    PathProblem.TRAILING: ["a.", "a ", "a./b", "...", " "],
    PathProblem.GIT: [".git", ".GIT/config", "a/.git/x", "git~1"],
    PathProblem.RECEIPT: [".skillpack.json", ".SkillPack.json", ".skillpack.json/x"],
    PathProblem.CHECKSUMS: ["SHA256SUMS", "sha256sums"],
}
FINE = [
    "SKILL.md",
    "a/b/c.txt",
    "d/" * 15 + "x",
    "d" * 255,
    ".gitignore",
    ".github/workflows/x.yml",
    "a/.skillpack.json",
    "a/SHA256SUMS",
    "\u65e5\u672c\u8a9e.md",
    "caf\u00e9.md",
    "\U0001f600.md",
    "a b",
    " a",
    "..a",
    "a..b",
    "consul",
    "con-fig.md",
    "company",
    "com",
    "lpt",
    "com10",
    "a~1",
    "[x].md",
    "a'b",
    "-rf",
]


EXAMPLES = [(problem, path) for problem, paths in PROBLEMS.items() for path in paths]


@pytest.mark.parametrize(("problem", "path"), EXAMPLES)
def test_each_problem_has_its_own_code(problem: PathProblem, path: str) -> None:
    assert path_problem(path, LIMITS) is problem


@pytest.mark.parametrize("path", FINE)
def test_what_lies_everywhere_has_no_problem(path: str) -> None:
    assert path_problem(path, LIMITS) is None


def test_every_problem_has_words_and_an_example() -> None:
    assert set(PathProblem) == set(PROBLEMS)
    assert all(words and not words.endswith(".") for words in PathProblem)


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        (Limits(depth=2), PathProblem.TOO_DEEP),
        (Limits(path=6), PathProblem.TOO_LONG),
        (Limits(component=2), PathProblem.COMPONENT_TOO_LONG),
        (Limits(depth=3, path=7, component=3), None),
    ],
)
def test_the_limits_are_those_that_are_given(limits: Limits, problem: PathProblem | None) -> None:
    assert path_problem("a/b/ccc", limits) is problem


@given(st.text(max_size=40))
def test_a_path_without_a_problem_is_plain(path: str) -> None:
    if path_problem(path, LIMITS) is not None:
        return
    parts = path.split("/")
    assert all(part not in {"", ".", ".."} and part[-1] not in ". " for part in parts)
    assert not any(unicodedata.category(mark)[0] == "C" or mark in '\\:<>"|?*\u2028\u2029' for mark in path)
    assert unicodedata.normalize("NFC", path) == path
    assert path.encode().decode() == path


@pytest.mark.parametrize(
    ("paths", "pairs"),
    [
        ([], ()),
        (["a", "b", "a.b", "a b"], ()),
        (["a/x", "a/y", "b/x"], ()),
        (["a/", "a/x", "b/"], ()),
        (["a/x", "a/"], ()),
        (["a", "A"], (("a", "A"),)),
        (["a", "A", "\u00c5", "\u00e5"], (("a", "A"), ("\u00c5", "\u00e5"))),
        (["stra\u00dfe", "STRASSE"], (("stra\u00dfe", "STRASSE"),)),
        (["e\u0301", "\u00e9"], (("e\u0301", "\u00e9"),)),
        (["\u1e9e", "ss"], (("\u1e9e", "ss"),)),
        (["a/x", "A/y"], (("a/x", "A/y"),)),
        (["a/b/x", "a/B/y"], (("a/b/x", "a/B/y"),)),
        (["a", "a/b"], (("a", "a/b"),)),
        (["a/b", "a"], (("a/b", "a"),)),
        (["a/b", "A"], (("a/b", "A"),)),
        (["a", "a/"], (("a", "a/"),)),
        (["a/", "A/"], (("a/", "A/"),)),
        (["a", "a"], (("a", "a"),)),
        (["a", "A", "a"], (("a", "A"), ("a", "a"))),
        (["a/b", "A/b", "A/B"], (("a/b", "A/b"), ("a/b", "A/B"))),
    ],
)
def test_paths_collide_when_one_folder_cannot_hold_both(paths: list[str], pairs: tuple[tuple[str, str], ...]) -> None:
    assert collisions(paths) == pairs


@given(st.lists(st.text("aAbB\u00e9\u00c9/", min_size=1, max_size=5), max_size=8))
def test_no_path_is_second_in_two_pairs(paths: list[str]) -> None:
    pairs = collisions(paths)
    assert len(pairs) <= len(paths)
    assert all(first in paths and second in paths for first, second in pairs)


@given(st.sets(st.text("abc\u00e9", min_size=1, max_size=4), max_size=8))
def test_lower_case_names_never_collide(names: set[str]) -> None:
    assert collisions(sorted(names)) == ()


@pytest.mark.parametrize(
    "name", ["pdf", "PDF_Forms-2", "a", "a" * 64, "\u65e5\u672c\u8a9e", "\uff50\uff44\uff46", "-", "_x"]
)
def test_a_name_of_letters_digits_and_hyphens_is_usable(name: str) -> None:
    assert usable_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * 65,
        "a b",
        "a/b",
        "..",
        "a.b",
        "a:b",
        "con",
        "NUL",
        "com1",
        "lpt\u00b9",
        "a\n",
        "a\u200b",
        "\u2024\u2024",
    ],
)
def test_every_other_name_is_not(name: str) -> None:
    assert not usable_name(name)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("a/b.md", "a/b.md"),
        ("\u65e5\u672c.md", "\u65e5\u672c.md"),
        ("a\nb", r"a\nb"),
        ("a\x1b[2J", r"a\x1b[2J"),
        ("a\u202eb", r"a\u202eb"),
        ("a\udce9", r"a\udce9"),
        ("a`b", r"a\x60b"),
    ],
)
def test_a_path_is_shown_so_that_it_can_be_seen(path: str, shown: str) -> None:
    assert printable(path) == shown


@given(st.text(st.characters(exclude_categories=()), max_size=300), st.integers(1, 150))
def test_what_is_shown_is_short_and_can_be_printed_anywhere(path: str, longest: int) -> None:
    shown = printable(path, longest=longest)
    assert shown.isprintable()
    assert len(shown) <= longest
    assert shown.encode().decode() == shown


@pytest.mark.parametrize(
    "path",
    [
        ".envrc",
        "a/.envrc",
        ".vscode/tasks.json",
        ".claude/settings.json",
        "a/.claude/hooks/x.sh",
        ".mcp.json",
        "CLAUDE.md",
        "a/AGENTS.md",
        "agents.md",
        "GEMINI.md",
        "conftest.py",
        "tests/conftest.py",
        "sitecustomize.py",
        "usercustomize.py",
        "x.pth",
        "x.pyc",
        "__pycache__/x.txt",
        ".husky/pre-commit",
        "references/AGENTS.md",
        ".claude/agents.md",
        ".cursorrules",
        ".gitmodules",
        "x.code-workspace",
    ],
)
def test_files_that_act_by_lying_there_are_named(path: str) -> None:
    assert path_warning(path)


@pytest.mark.parametrize(
    "path",
    [
        "SKILL.md",
        "references/agents.md",
        "references/hosts/claude.md",
        "scripts/run.py",
        "claude.txt",
        "vscode/x",
        ".gitignore",
        ".env.example",
        "pth",
    ],
)
def test_most_files_are_silent(path: str) -> None:
    assert path_warning(path) is None
