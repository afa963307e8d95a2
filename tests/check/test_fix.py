"""Fixes: what they change, and what they leave alone."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.check.fix import apply_fixes, proposed, with_fixes
from skillpack.check.judge import severity
from skillpack.check.run import check_skill
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Edit, Finding, Fix, Judged, Severity
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust, make_tree
from skillpack.parse.skill import parse_skill

HEAD = "---\nname: pdf\ndescription: Reads PDF files. Use when asked.\n"
SAFE = [
    ("version: 1.2\n---\n", "version: 1.2.0\n---\n"),  # and stays where it is: lifting is not safe
    ("metadata:\n  version: '1.2'\n---\n", "metadata:\n  version: '1.2.0'\n---\n"),
    ("metadata:\n  version: 1.2\n---\n", "metadata:\n  version: 1.2.0\n---\n"),
    ("metadata:\n  version: v1 # first\n---\n", "metadata:\n  version: 1.0.0 # first\n---\n"),
    ("metadata:\n  a: 1.10\n  b: yes\n---\n", 'metadata:\n  a: "1.10"\n  b: "yes"\n---\n'),
    ("metadata:\n  when: 2026-01-31\n---\n", 'metadata:\n  when: "2026-01-31"\n---\n'),
    ("metadata:\n  a: ~\n---\n", None),
    ("license: 2\n---\n", 'license: "2"\n---\n'),
    ("compatibility: 3.11\n---\n", 'compatibility: "3.11"\n---\n'),
    ("allowed-tools: [Read, Grep]\n---\n", "allowed-tools: Read Grep\n---\n"),
    (
        "allowed-tools:\n- Read\n- Bash(git:*)\nlicense: MIT\n---\n",
        "allowed-tools: Read Bash(git:*)\nlicense: MIT\n---\n",
    ),
    ("allowed-tools:\n  - Read\n  - Grep\n\n# end\n---\n", "allowed-tools: Read Grep\n\n# end\n---\n"),
    ("allowed-tools:\n  - Read # to look\n---\n", None),
    ("allowed-tools: ['*']\n---\n", 'allowed-tools: "*"\n---\n'),
    ("allowed-tools: [Bash(git commit:*)]\n---\n", None),
    ("allowed-tools: Read, Grep,Glob\n---\n", "allowed-tools: Read Grep Glob\n---\n"),
    ("allowed-tools: 'Read, Bash(a,b)'\n---\n", None),
    ("argument-hint: [file]\n---\n", 'argument-hint: "[file]"\n---\n'),
    ('argument-hint: ["a", b]\n---\n', 'argument-hint: "[\\"a\\", b]"\n---\n'),
]
LIFTED = [
    ("version: 1.2\n---\n", 'metadata:\n  version: "1.2.0"\n---\n'),
    ("tags: [a, b]\nauthor: Ada\n---\n", 'metadata:\n  tags: "a, b"\n  author: "Ada"\n---\n'),
    (
        "author: Ada\nmetadata:\n    x: y # why\nmodel: opus\n---\n",
        'metadata:\n    author: "Ada"\n    model: "opus"\n    x: y # why\n---\n',
    ),
    (
        "requires:\n  bins: [pandoc, jq]\n  os:\n  - linux\nrequired_tools:\n- bash\n---\n",
        'metadata:\n  requires-bins: "pandoc, jq"\n  requires-os: "linux"\n  required-tools: "bash"\n---\n',
    ),
    ("note: |\n  one\n  two\n\n---\n", 'metadata:\n  note: "one\\U0000000atwo\\U0000000a"\n\n---\n'),
    ("version: 1\nmetadata:\n  version: 1.0.0\n---\n", None),
    ("version: 1.0.0\nmetadata: {a: b}\n---\n", None),
    ("model: a\nmodel: b\n---\n", None),
    ("required_tools: [a]\nrequired-tools: b\n---\n", None),
    ("metaskill: SKILL.star\n---\n", None),
    ("a: {b: c}\n---\n", None),
]


def _candidate(text: str | bytes, stem: str = "pdf", path: str = "SKILL.md") -> SourceTree:
    tree = make_tree({path: text if isinstance(text, bytes) else text.encode(), "a.md": b"a"})
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    return SourceTree(Origin("s", 0, stem, stem, Form.FOLDER, Trust.LOCAL), listing, tree, whole=True, skipped=())


def _found(one: SourceTree) -> tuple[Finding, ...]:
    return check_skill(parse_skill(one), one.tree, Limits())


def _fixes(one: SourceTree, *, unsafe: bool) -> list[Fix]:
    return [finding.fix for finding in _found(one) if finding.fix and (unsafe or finding.fix.safe)]


def _mended(text: str | bytes, *, unsafe: bool = False, path: str = "SKILL.md") -> bytes:
    one = _candidate(text, path=path)
    tree, _ = apply_fixes(one.tree, _fixes(one, unsafe=unsafe))
    return tree.files["SKILL.md"]


@pytest.mark.parametrize(("before", "after"), SAFE)
def test_safe_fixes(before: str, after: str | None) -> None:
    body = "# PDF\n\nversion: 1.2, allowed-tools: [a]\n"
    expected = before if after is None else after
    assert _mended(HEAD + before + body).decode() == HEAD + expected + body


@pytest.mark.parametrize(("before", "after"), LIFTED)
def test_lifting_unknown_fields(before: str, after: str | None) -> None:
    expected = before if after is None else after
    assert _mended(HEAD + before + "# PDF\n", unsafe=True).decode() == HEAD + expected + "# PDF\n"


def test_a_value_with_a_colon_is_quoted() -> None:
    before = '---\nname: pdf\ndescription: Use when: "always" \\ often \n---\n# PDF\n'
    after = '---\nname: pdf\ndescription: "Use when: \\"always\\" \\\\ often" \n---\n# PDF\n'
    assert _mended(before).decode() == after
    assert parse_skill(_candidate(after)).description == 'Use when: "always" \\ often'


def test_blanks_after_the_opening_delimiter_go() -> None:
    assert _mended("--- \t\nname: pdf\n---  \nx").decode() == "---\nname: pdf\n---  \nx"


def test_names_that_are_numbers_are_quoted() -> None:
    assert _mended("---\nname: 007\ndescription: 5\n---\n").decode() == '---\nname: "007"\ndescription: "5"\n---\n'


def test_line_ends_and_the_mark_of_the_file_become_plain() -> None:
    """CRLF and a byte-order mark are fixable; other fixes go on at the same time."""
    before = b"\xef\xbb\xbf---\r\nname: pdf\r\nauthor: \xc3\x89mile\r\nversion: 1.2\r\n---\r\n\r\nBody\r\n"
    after = b'---\nname: pdf\nmetadata:\n  author: "\xc3\x89mile"\n  version: "1.2.0"\n---\n\nBody\n'
    assert _mended(before, unsafe=True) == after
    assert _mended(b"\xef\xbb\xbf---\r\nname: pdf\n---\n\r\nBody \r\n") == b"---\nname: pdf\n---\n\nBody \n"
    assert parse_skill(_candidate(before)).document.body.text == parse_skill(_candidate(after)).document.body.text


@pytest.mark.parametrize("body", ["a\rb\n", "\xa0\x0c\u2028a\n", "a\r\r\nb\r\n"])
def test_what_is_no_line_end_stays(body: str) -> None:
    before = f"---\r\nname: pdf\r\n---\r\n{body}"
    expected = before if "\r\r" in body else before.replace("\r\n", "\n")
    assert _mended(before) == expected.encode()


@pytest.mark.parametrize(
    ("lines", "fixed"),
    [
        ("metadata:\n\tauthor: x\n\tteam: y", "metadata:\n  author: x\n  team: y"),
        ("metadata:\n    author: x\n\tteam: y", "metadata:\n    author: x\n    team: y"),
        ("\tlicense: MIT", "license: MIT"),
        ("metadata:\n  tags: |\n  \ta\n  \tb", "metadata:\n  tags: |\n    a\n    b"),
        ("metadata:\n\tauthor: [x", None),
    ],
)
def test_tabs_that_indent_become_spaces_where_that_is_yaml(lines: str, fixed: str | None) -> None:
    before = f"---\nname: pdf\n{lines}\ndescription: Reads.\n---\n\n\tcode\n"
    assert _mended(before).decode() == (before if fixed is None else before.replace(lines, fixed))


def test_a_lower_case_skill_file_is_renamed() -> None:
    one = _candidate(HEAD + "---\n", path="skill.md")
    tree, renames = apply_fixes(one.tree, _fixes(one, unsafe=True))
    assert renames == (("skill.md", "SKILL.md"),)
    assert list(tree.files) == ["SKILL.md", "a.md"]


def test_a_renamed_file_is_edited_as_well() -> None:
    assert b"1.2.0" in _mended(HEAD + "metadata:\n  version: '1.2'\n---\n", unsafe=True, path="skill.md")


def test_the_rename_of_the_folder_is_for_the_caller() -> None:
    one = _candidate(HEAD + "---\n", stem="documents")
    tree, renames = apply_fixes(one.tree, _fixes(one, unsafe=True))
    assert renames == ((".", "pdf"),)
    assert tree == one.tree


def _edit(start: int, end: int, text: str, path: str = "f") -> Fix:
    return Fix("", safe=True, edits=(Edit(path, start, end, text),))


class TestApplying:
    TREE = make_tree({"f": b"0123456789", "g": b"g"})

    def edited(self, *fixes: Fix) -> bytes:
        return apply_fixes(self.TREE, fixes)[0].files["f"]

    def test_edits_are_of_the_first_text(self) -> None:
        assert self.edited(_edit(8, 9, "X"), _edit(0, 2, ""), _edit(4, 4, "--")) == b"23--4567X9"

    def test_the_later_of_two_that_overlap_is_left(self) -> None:
        assert self.edited(_edit(2, 5, "a"), _edit(4, 6, "b"), _edit(3, 3, "c"), _edit(5, 6, "d")) == b"01ad6789"

    def test_a_fix_is_applied_whole_or_not_at_all(self) -> None:
        both = Fix("", safe=True, edits=(Edit("f", 0, 1, "x"), Edit("f", 2, 4, "y")))
        assert self.edited(_edit(3, 4, "z"), both) == b"012z456789"

    def test_equal_edits_count_once(self) -> None:
        assert self.edited(_edit(1, 2, "x"), _edit(1, 2, "x")) == b"0x23456789"

    def test_insertions_at_one_place_follow_each_other(self) -> None:
        assert self.edited(_edit(2, 2, "a"), _edit(2, 2, "b"), _edit(2, 3, "c"), _edit(1, 2, "d")) == b"0dabc3456789"

    @pytest.mark.parametrize("bad", [_edit(9, 11, "x"), _edit(-1, 1, "x"), _edit(5, 4, "x"), _edit(0, 0, "x", "none")])
    def test_an_edit_outside_of_its_file_is_refused(self, bad: Fix) -> None:
        assert apply_fixes(self.TREE, [bad]) == (self.TREE, ())

    def test_a_rename_to_a_name_that_is_taken_is_refused(self) -> None:
        taken = Fix("", safe=False, renames=(("f", "g"),))
        missing = Fix("", safe=False, renames=(("none", "h"),))
        assert apply_fixes(self.TREE, [taken, missing]) == (self.TREE, ())

    def test_one_of_two_renames_of_a_file_is_kept(self) -> None:
        fixes = [Fix("", safe=False, renames=(("f", new),)) for new in ("h", "i", "h")]
        tree, renames = apply_fixes(self.TREE, fixes)
        assert renames == (("f", "h"),)
        assert list(tree.files) == ["g", "h"]

    def test_nothing_to_do_changes_nothing(self) -> None:
        assert apply_fixes(self.TREE, []) == (self.TREE, ())


class TestOffered:
    def lifting(self, check: Callable[..., tuple[Finding, ...]], line: str) -> Finding:
        (finding,) = [one for one in check(f"{HEAD}{line}\n---\n") if one.rule == "FM006"]
        assert finding.fix is not None
        return finding

    def test_lifting_is_offered_to_the_strict(self, check, profiles) -> None:
        finding = self.lifting(check, "author: me")
        assert proposed(finding, [profiles["agentskills"]]) is finding.fix
        assert proposed(finding, [profiles["publish"], profiles["metis"]]) is finding.fix

    def test_lifting_is_not_offered_where_fields_are_ignored(self, check, profiles) -> None:
        assert proposed(self.lifting(check, "author: me"), [profiles["metis"], profiles["ash"]]) is None

    def test_a_field_that_a_claimed_host_documents_is_never_moved(self, check, profiles) -> None:
        mine = replace(profiles["opencode"], fields=("author",))
        assert proposed(self.lifting(check, "author: me"), [profiles["publish"], mine]) is None

    @pytest.mark.parametrize(
        "line",
        ["disable-model-invocation: true", "effort: high", "argument-hint: x", "model: opus", "requires:\n  bins: [a]"],
    )
    def test_a_field_that_any_known_host_reads_is_never_moved_and_no_unknown_one(self, line, check, profiles) -> None:
        (one,) = [each for each in check(f"{HEAD}{line}\n---\n") if each.rule == "FM006"]
        assert one.fix is None
        assert severity(one, profiles["publish"]) is Severity.OFF
        assert severity(one, profiles["agentskills"]) is Severity.ERROR  # the library refuses the skill

    def test_the_folder_is_renamed_where_a_profile_minds(self, check, page, profiles) -> None:
        (finding,) = [one for one in check(page(), stem="documents") if one.rule == "NM009"]
        assert proposed(finding, [profiles["publish"]]) is finding.fix
        assert proposed(finding, [profiles["ash"]]) is None

    def test_a_safe_fix_is_offered_for_a_remark(self, check, page, profiles) -> None:
        (finding,) = [one for one in check(page("metadata:\n  a: 1")) if one.rule == "MD003"]
        assert proposed(finding, [profiles["publish"]]) is finding.fix
        assert proposed(finding, [profiles["ash"]]) is None

    def test_there_is_nothing_to_offer_without_a_fix(self, check, page, profiles) -> None:
        (finding,) = [one for one in check(page(name="")) if one.rule == "NM001"]
        assert proposed(finding, [profiles["publish"]]) is None


LINES = st.lists(
    st.sampled_from(
        [
            "name: pdf", "name: 12", "description: Use when: x", "description: 5", "license: 2", "version: 1.2",
            "version: '3'", "author: Ada # me", "tags: [a, 'b']", "tags:\n- a\n- b", "model: opus", "# note", "",
            "metadata:\n  version: 1.2", "metadata:\n  version: '1'\n  a: 1.10", "metadata: {}", "metadata:",
            "metadata:\n    x: |\n      y\n\n    when: 2026-01-31", "allowed-tools: [Read]", "allowed-tools: a, b",
            "allowed-tools:\n- Read\n\n- Grep", "argument-hint: [x]", "requires:\n  bins: [a]", "compatibility: 1",
            "note: >-\n  one\n  two", "x: !t y", "é: ü", "'a b': c", "quote: \"a\\n'b\"", "on: off", "a: b: c",
        ]
    ),
    max_size=8,
)  # fmt: skip
BODIES = st.sampled_from(["", "# PDF\n", "\n\n\nversion: 1.2\n---\nx", "a\r\nb", "\ufeff", "no newline at the end"])
OPENINGS = st.sampled_from(["---\n", "--- \n", "\ufeff---\n"])


@pytest.fixture(scope="module")
def errors(profiles: Mapping[str, Profile]) -> Callable[[SourceTree], set[str]]:
    """Give the function that names what each profile refuses."""
    return lambda one: {
        f"{name}: {finding.rule}"
        for finding in _found(one)
        for name, profile in profiles.items()
        if severity(finding, profile) is Severity.ERROR
    }


@given(opening=OPENINGS, lines=LINES, body=BODIES, crlf=st.booleans(), unsafe=st.booleans())
@settings(max_examples=150, deadline=None)
def test_fixes_leave_the_body_alone_and_a_second_run_finds_nothing_to_fix(
    errors: Callable[[SourceTree], set[str]], opening: str, lines: list[str], body: str, *, crlf: bool, unsafe: bool
) -> None:
    text = opening + "".join(f"{line}\n" for line in lines) + "---\n" + body
    before = _candidate(text.replace("\n", "\r\n") if crlf else text)
    first = _readable(before)
    tree, _ = apply_fixes(first.tree, _fixes(first, unsafe=unsafe))
    after = _candidate(tree.files["SKILL.md"])
    documents = [parse_skill(one).document for one in (before, after)]
    assert documents[0].body.text == documents[1].body.text
    plain = b"\r\r\n" not in before.tree.files["SKILL.md"]
    raw = _raw_body(before.tree)
    assert (raw.replace(b"\r\n", b"\n") if plain else raw) == _raw_body(after.tree)
    assert [one for one in _fixes(after, unsafe=unsafe) if one.edits] == []
    assert errors(after) <= errors(first)


def _readable(one: SourceTree) -> SourceTree:
    """Return the skill with its YAML fixed: a reader sees one error of YAML at a time, and nothing behind it."""
    while fixes := [finding.fix for finding in _found(one) if finding.rule == "FM003" and finding.fix]:
        one = _candidate(apply_fixes(one.tree, fixes)[0].files["SKILL.md"])
    return one


def _raw_body(tree: Tree) -> bytes:
    raw = tree.files["SKILL.md"]
    line = parse_skill(_candidate(raw)).document.body.first_line
    return b"\n".join(raw.split(b"\n")[line - 1 :])


def test_a_field_that_a_host_of_the_catalog_documents_stays_where_it_is(profiles) -> None:
    fix = Fix("move `x` into `metadata`", safe=False)
    finding = Finding("FM006", "pdf", "SKILL.md", NOWHERE, "x", facts=(("field", "disable-model-invocation"),), fix=fix)
    asked = (profiles["publish"],)

    assert proposed(finding, asked) is fix
    assert proposed(finding, asked, (profiles["claude-code"],)) is None
    assert [each.finding.fix for each in with_fixes([Judged(finding, Severity.WARNING)], asked, ())] == [fix]
