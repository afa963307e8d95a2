"""Against the reference library: what `skills-ref` 0.1.1 says of a skill, the profile `agentskills` says as well."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from skills_ref.validator import validate

from skillpack.check.judge import verdict, words
from skillpack.check.run import check_skill
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

INVALID = "Invalid YAML in frontmatter: "
NAMES = [
    "pdf",
    "PDF",
    "pdf-",
    "-pdf",
    "p--df",
    "pdf_x",
    "p d f",
    "навык",
    "НАВЫК",
    "ﬁle",
    "cafe\u0301",
    "a" * 65,
    "ß",
    "x²",
]
FOLDERS = st.sampled_from([*NAMES[:6], "навык", "file", "café", "a" * 65, "x2"])
FIELDS = st.lists(
    st.one_of(
        st.sampled_from(NAMES).map(lambda name: f"name: {name}"),
        st.sampled_from(["name: 'pdf'", 'name: " pdf "', "name: |\n  pdf", "name:", "name: ''", "# name: x"]),
        st.sampled_from(
            [
                "description: Reads files.",
                "description: >-\n  Reads\n  files.",
                "description: |\n\n  Reads files.\n\n",
                "description:",
                "description: ''",
                "description: '  '",
                f"description: {'x' * 1024}",
                f"description: {'é' * 1025}",
                f"description: '{'x' * 1024} '",
                "description: Use when: asked",
            ]
        ),
        st.sampled_from(
            ["license: MIT", "license:", "compatibility: any", "compatibility:", f"compatibility: {'x' * 501}"]
        ),
        st.sampled_from(
            ["metadata:\n  a: b", "metadata:\n  a: '1'\n  b: c", "metadata:\n  a: b\n  a: c", "metadata: x"]
        ),
        st.sampled_from(["allowed-tools: Read", "allowed-tools: [Read]", "allowed-tools:\n- Read", "metadata: {a: b}"]),
        st.sampled_from(["version: 1.0.0", "x: y", "Name: pdf", "a b: c", "'q': r", "é: x", "name: &a pdf", "x: !y z"]),
    ),
    min_size=1,
    max_size=6,
).filter(lambda lines: lines.count("# name: x") < len(lines))
OPENINGS = st.sampled_from(["---\n"] * 6 + ["--- \n", "\ufeff---\n", "", "\n---\n", "--\n"])
ENDS = st.sampled_from(["---\n", "---\n# PDF\n", "---\na\n\n---\n\nb\n", "---\nx", "---", "--- \n", "", "--\n"])


def _candidate(content: bytes | None, folder: str, path: str = "SKILL.md") -> SourceTree:
    tree = make_tree({} if content is None else {path: content})
    listing = tuple((name, len(one)) for name, one in tree.files.items())
    return SourceTree(Origin("s", 0, folder, folder, Form.FOLDER, Trust.LOCAL), listing, tree, whole=True, skipped=())


@pytest.fixture(scope="module")
def ours(profiles: Mapping[str, Profile]) -> Callable[..., list[str]]:
    """Give the function that returns our errors in the library's words."""

    def _ours(content: bytes | None, folder: str, path: str = "SKILL.md") -> list[str]:
        one = _candidate(content, folder, path)
        found = check_skill(parse_skill(one), one.tree, Limits())
        said = words(found, profiles["agentskills"])
        assert verdict(found, profiles["agentskills"]).loads is (not said)
        return list(said)

    return _ours


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """Give the function that returns the library's errors."""
    root = tmp_path_factory.mktemp("skills")

    def _theirs(content: bytes | None, folder: str, path: str = "SKILL.md") -> list[str]:
        place = root / folder
        place.mkdir(exist_ok=True)
        for old in place.iterdir():
            old.unlink()
        if content is not None:
            Path(place / path).write_bytes(content)
        return validate(place)

    return _theirs


def _alike(said: list[str]) -> list[str]:
    """Return what can be compared: each reader has its own words for what is wrong with YAML."""
    return [INVALID] if said and said[0].startswith(INVALID) else said


@pytest.mark.demand("B1", "B3", "B4", "B6")
@given(opening=OPENINGS, lines=FIELDS, end=ENDS, folder=FOLDERS, crlf=st.booleans())
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_generated_skills_get_the_same_errors_in_the_same_words(
    ours: Callable[..., list[str]],
    theirs: Callable[..., list[str]],
    opening: str,
    lines: list[str],
    end: str,
    folder: str,
    *,
    crlf: bool,
) -> None:
    text = opening + "".join(f"{line}\n" for line in lines) + end
    content = (text.replace("\n", "\r\n") if crlf else text).encode()
    assert _alike(ours(content, folder)) == _alike(theirs(content, folder))


@pytest.mark.demand("B10")
@pytest.mark.parametrize("path", ["SKILL.md", "skill.md", "Skill.md", "readme.md"])
def test_both_spellings_are_read(path: str, ours: Callable[..., list[str]], theirs: Callable[..., list[str]]) -> None:
    content = b"---\nname: pdf\ndescription: x\n---\n"
    assert ours(content, "pdf", path) == theirs(content, "pdf", path)


def test_an_empty_folder_is_no_skill(ours: Callable[..., list[str]], theirs: Callable[..., list[str]]) -> None:
    assert ours(None, "pdf") == theirs(None, "pdf") == ["Missing required file: SKILL.md"]


DIFFERENT = [
    # The specification asks for text; the library takes every scalar for text.
    ("name: 123\ndescription: x", "123", ["Field 'name' must be a non-empty string"], []),
    ("name: pdf\ndescription: 5", "pdf", ["Field 'description' must be a non-empty string"], []),
    ("name: pdf\ndescription: x\ncompatibility: 3", "pdf", ["Field 'compatibility' must be a string"], []),
    # The library cuts the file at the first `---` it finds and reads half of the description.
    ("name: pdf\ndescription: x --- y", "pdf", ["`---` inside the front matter; some hosts cut the file here"], []),
    # Metis and others read an empty front matter as one without fields.
    (
        "# nothing",
        "pdf",
        ["Missing required field in frontmatter: name", "Missing required field in frontmatter: description"],
        ["SKILL.md frontmatter must be a YAML mapping"],
    ),
]


@pytest.mark.parametrize(("lines", "folder", "we_say", "they_say"), DIFFERENT)
def test_what_we_say_otherwise_on_purpose(
    lines: str,
    folder: str,
    we_say: list[str],
    they_say: list[str],
    ours: Callable[..., list[str]],
    theirs: Callable[..., list[str]],
) -> None:
    content = f"---\n{lines}\n---\n".encode()
    assert ours(content, folder) == we_say
    assert theirs(content, folder) == they_say
