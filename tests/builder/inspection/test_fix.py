"""Fixes of findings, on disk."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillpack import resources
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.inspection.fix import FixedSkill, fix_skills, moved
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.limits import Limits

GOOD = "description: Reads PDF files. Use when the user has a PDF.\nlicense: MIT\n"
BODY = "\n# Body\n\nStays as it is.\n"

Fix = Callable[..., list[FixedSkill]]


@pytest.fixture
def fixed(tmp_path: Path) -> Fix:
    """Return a function that fixes the catalog below `tmp_path`."""

    def run(
        *, unsafe: bool = True, write: bool = True, profile: str = "agentskills", where: str = "."
    ) -> list[FixedSkill]:
        located = locate(tmp_path / where)
        profiles = resources.chosen_profiles([profile])
        plain = make_settings(located.configuration, resources.profiles())
        return list(fix_skills(located, plain, profiles, unsafe=unsafe, write=write))

    return run


@pytest.fixture
def lay(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Return a function that lays files below `tmp_path/skills`."""

    def files(wanted: Mapping[str, str | bytes]) -> Path:
        for path, content in wanted.items():
            place = tmp_path / "skills" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / "skills"

    return files


def _skill(front_matter: str, body: str = BODY) -> str:
    return f"---\n{front_matter}---\n{body}"


def _tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("before", "after", "title"),
    [
        (
            f"name: pdf\n{GOOD}metadata:\n  version: 1.2\n",
            f"name: pdf\n{GOOD}metadata:\n  version: 1.2.0\n",
            "write the version as `1.2.0`",
        ),
        (
            f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n",
            f"name: pdf\n{GOOD}allowed-tools: Read Bash\n",
            "separate the tools with spaces",
        ),
        (
            "name: pdf\ndescription: Label: with a colon. Use when asked.\nlicense: MIT\n",
            'name: pdf\ndescription: "Label: with a colon. Use when asked."\nlicense: MIT\n',
            "put the value of `description` in quotes",
        ),
        (
            f"name: pdf\n{GOOD}metadata:\n  count: 3\n",
            f'name: pdf\n{GOOD}metadata:\n  count: "3"\n',
            "put `3` in quotes",
        ),
    ],
)
def test_safe_fixes_change_the_front_matter_alone(lay, fixed, before, after, title) -> None:
    skills = lay({"pdf/SKILL.md": _skill(before), "pdf/a.md": "# A\n", "pdf/b.bin": b"\0\r\n"})
    (found,) = fixed(unsafe=False)

    assert found.titles == (title,)
    assert _tree(skills) == {"pdf/SKILL.md": _skill(after).encode(), "pdf/a.md": b"# A\n", "pdf/b.bin": b"\0\r\n"}


def test_unknown_fields_move_into_metadata(lay, fixed) -> None:
    skills = lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}tags: [a, b]\nauthor: Ada\n")})
    (found,) = fixed()

    assert found.titles == ("move `tags` into `metadata`", "move `author` into `metadata`")
    moved_to = f'name: pdf\n{GOOD}metadata:\n  tags: "a, b"\n  author: "Ada"\n'
    assert (skills / "pdf/SKILL.md").read_text() == _skill(moved_to)


def test_the_skill_file_gets_its_right_spelling(lay, fixed) -> None:
    skills = lay({"pdf/skill.md": _skill(f"name: pdf\n{GOOD}")})
    (found,) = fixed()

    assert found.titles == ("rename `skill.md` to `SKILL.md`",)
    assert set(_tree(skills)) == {"pdf/SKILL.md"}


def test_the_folder_gets_the_declared_name(lay, fixed) -> None:
    skills = lay({"old/SKILL.md": _skill(f"name: pdf\n{GOOD}"), "old/a.md": "x"})
    (found,) = fixed()

    assert found.titles == ("rename the folder to `pdf`",)
    assert found.moved == (skills / "old", skills / "pdf")
    assert set(_tree(skills)) == {"pdf/SKILL.md", "pdf/a.md"}


def test_everything_at_once_needs_one_run(lay, fixed) -> None:
    skills = lay({"old/skill.md": _skill(f"name: pdf\n{GOOD}version: 1.2\nauthor: Ada\n")})
    (found,) = fixed()

    assert len(found.titles) == 4
    assert (skills / "pdf/SKILL.md").read_text() == _skill(
        f'name: pdf\n{GOOD}metadata:\n  version: "1.2.0"\n  author: "Ada"\n'
    )
    assert fixed() == []


def test_without_leave_nothing_is_renamed_or_moved(lay, fixed) -> None:
    skills = lay({"old/skill.md": _skill(f"name: pdf\n{GOOD}author: Ada\n")})
    before = _tree(skills)

    assert fixed(unsafe=False) == []
    assert _tree(skills) == before


def test_a_skill_without_faults_is_not_touched(lay, fixed) -> None:
    skills = lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}")})
    before = (skills / "pdf/SKILL.md").stat()

    assert fixed() == []
    after = (skills / "pdf/SKILL.md").stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_mode) == (before.st_ino, before.st_mtime_ns, before.st_mode)


def test_modes_stay(lay, fixed) -> None:
    skills = lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n"), "pdf/run": "#!/bin/sh\n"})
    (skills / "pdf/SKILL.md").chmod(0o640)
    (skills / "pdf/run").chmod(0o750)
    fixed()

    assert [(skills / "pdf" / name).stat().st_mode & 0o777 for name in ("SKILL.md", "run")] == [0o640, 0o750]


def test_crlf_becomes_lf_whatever_else_is_fixed(lay, fixed) -> None:
    text = _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\nauthor: Ada\n").replace("\n", "\r\n")
    skills = lay({"pdf/SKILL.md": text, "pdf/a.bat": b"echo\r\n"})
    fixed()

    content = (skills / "pdf/SKILL.md").read_bytes()
    assert b"\r" not in content
    assert b'  author: "Ada"\n' in content
    assert (skills / "pdf/a.bat").read_bytes() == b"echo\r\n"


def test_a_preview_names_line_ends(lay, fixed) -> None:
    lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}").replace("\n", "\r\n")})
    (found,) = fixed(unsafe=False, write=False)
    assert found.diff == ("convert CRLF to LF in pdf/SKILL.md",)
    assert found.titles == ("convert CRLF to LF",)


def test_flat_skills_are_mended_too(tmp_path: Path, lay, fixed) -> None:
    skills = lay({"pdf.md": _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n"), "notes.txt": "x"})
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n')
    (found,) = fixed()

    assert (found.path, found.titles) == ("skills/pdf.md", ("separate the tools with spaces",))
    assert b"Read Bash\n" in (skills / "pdf.md").read_bytes()
    assert (skills / "notes.txt").read_text() == "x"


def test_a_look_shows_the_end_and_writes_nothing(lay, fixed) -> None:
    skills = lay({"old/skill.md": _skill(f"name: pdf\n{GOOD}version: 1.2\n")})
    before = _tree(skills)
    (found,) = fixed(write=False)

    assert _tree(skills) == before
    assert found.diff[0] == "rename old/skill.md -> old/SKILL.md"
    assert found.diff[-1] == "rename old -> pdf"
    assert "-version: 1.2" in found.diff
    assert '+  version: "1.2.0"' in found.diff
    assert (found.moved, found.titles) == (None, fixed()[0].titles)


def test_paths_of_diffs_start_where_the_caller_says(lay, tmp_path: Path) -> None:
    lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n")})
    located = locate(tmp_path / "skills")
    plain, profiles = make_settings(located.configuration, resources.profiles()), resources.chosen_profiles(["publish"])
    (found,) = fix_skills(located, plain, profiles, unsafe=False, write=False, prefix="there/")

    assert found.diff[:2] == ("--- there/pdf/SKILL.md", "+++ there/pdf/SKILL.md")


@pytest.mark.parametrize("taken", ["folder", "file", "link"])
def test_a_name_that_is_taken_is_left(lay, fixed, taken) -> None:
    skills = lay({"old/SKILL.md": _skill(f"name: pdf\n{GOOD}")})
    if taken == "folder":
        lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}")})
    elif taken == "file":
        (skills / "pdf").write_text("x")
    else:
        (skills / "pdf").symlink_to("nowhere")
    (found,) = fixed()

    assert (found.titles, found.moved) == ((), None)
    assert found.left == ("rename the folder to `pdf` (`pdf` already exists)",)
    assert (skills / "old/SKILL.md").is_file()


def test_of_two_folders_that_want_one_name_the_first_gets_it(lay, fixed) -> None:
    skills = lay({f"{name}/SKILL.md": _skill(f"name: pdf\n{GOOD}") for name in ("a", "b")})
    first, second = fixed()

    assert (first.moved, second.moved) == ((skills / "a", skills / "pdf"), None)
    assert sorted(path.name for path in skills.iterdir()) == ["b", "pdf"]


def test_a_skill_file_that_is_a_link_is_left(lay, fixed) -> None:
    skills = lay({"pdf/real.md": _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n")})
    (skills / "pdf/SKILL.md").symlink_to("real.md")
    before = (skills / "pdf/real.md").read_bytes()
    (found,) = fixed()

    assert found.left == ("separate the tools with spaces (`SKILL.md` is a link)",)
    assert (skills / "pdf/SKILL.md").is_symlink()
    assert (skills / "pdf/real.md").read_bytes() == before


def test_a_skill_whose_folder_is_a_link_is_left(lay, fixed, tmp_path: Path) -> None:
    skills = lay({"../far/elsewhere/SKILL.md": _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n")})
    skills.mkdir(exist_ok=True)
    (skills / "pdf").symlink_to("../far/elsewhere")
    before = _tree(tmp_path / "far")
    (found,) = fixed(where="skills")

    assert found.titles == ()
    assert found.left == ("separate the tools with spaces (it is a link to `../far/elsewhere`)",)
    assert _tree(tmp_path / "far") == before


def test_a_skill_file_that_was_not_read_whole_is_left(lay, fixed) -> None:
    text = _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n", "x" * (Limits().skill_file + 10))
    skills = lay({"pdf/SKILL.md": text})
    fixed()

    assert (skills / "pdf/SKILL.md").read_text() == text


def test_what_the_disk_refuses_is_said_and_the_rest_is_mended(unprivileged: Path) -> None:
    text = _skill(f"name: NAME\n{GOOD}allowed-tools: Read, Bash\n")
    for name in ("a", "b"):
        (unprivileged / name).mkdir()
        (unprivileged / name / "SKILL.md").write_text(text.replace("NAME", name))
    (unprivileged / "a").chmod(0o555)
    located = locate(unprivileged)
    plain, profiles = make_settings(located.configuration, resources.profiles()), resources.chosen_profiles(["publish"])
    first, second = fix_skills(located, plain, profiles, unsafe=True, write=True)

    assert (first.titles, first.left) == ((), ("it cannot be written: permission denied",))
    assert second.titles == ("separate the tools with spaces",)
    assert sorted(_tree(unprivileged)) == ["a/SKILL.md", "b/SKILL.md"]
    assert (unprivileged / "a/SKILL.md").read_text() == text.replace("NAME", "a")


def test_suppressed_findings_are_not_mended(tmp_path: Path, lay, fixed) -> None:
    skills = lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}allowed-tools: Read, Bash\n")})
    (tmp_path / "skillpack.toml").write_text('[[suppress]]\nrule = "AT003"\nskill = "pdf"\nreason = "ours"\n')
    before = _tree(skills)

    assert fixed() == []
    assert _tree(skills) == before


def test_a_field_that_a_claimed_host_documents_is_not_moved(lay, fixed) -> None:
    skills = lay({"pdf/SKILL.md": _skill(f"name: pdf\n{GOOD}argument-hint: file\n")})

    assert fixed(profile="claude-code") == []
    assert b"\nargument-hint: file\n" in (skills / "pdf/SKILL.md").read_bytes()


def test_a_source_of_one_skill_follows_its_folder(lay, fixed, tmp_path: Path) -> None:
    lay({"old/SKILL.md": _skill(f"name: pdf\n{GOOD}")})
    located = locate(tmp_path / "skills" / "old")
    (found,) = fixed(where="skills/old")
    assert found.moved is not None
    now = moved(located, *found.moved)

    assert [place.origin.stem for place in discover(now.configuration.sources, now.root)] == ["pdf"]
    assert moved(located, tmp_path / "other", tmp_path / "new") == located


_PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00\ufeff"), max_size=40)
_FIELDS = st.dictionaries(
    st.sampled_from(["license", "version", "tags", "author", "allowed-tools", "argument-hint", "compatibility", "x"]),
    st.one_of(
        st.sampled_from(["1.2", "yes", "2026-01-31", "[a, b]", "Read, Bash", "a: b", "[file]", "~", "'x'", "v1"]),
        st.text("ab :,#[]'\"1.", max_size=10),
    ),
    max_size=5,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=_FIELDS, body=_PLAIN, name=st.sampled_from(["pdf", "PDF", "a b", "old"]))
def test_bodies_stay_and_a_second_run_changes_nothing(
    fields: dict[str, str], body: str, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("mending")
    (root / "pdf").mkdir()
    front = f"name: {name}\ndescription: Reads. Use when asked.\n" + "".join(f"{k}: {v}\n" for k, v in fields.items())
    (root / "pdf" / "SKILL.md").write_text(_skill(front, f"\n{body}"), encoding="utf-8", newline="\n")
    located, profiles = locate(root), resources.chosen_profiles(["agentskills", "publish"])
    plain = make_settings(located.configuration, resources.profiles())

    def run(located: Located) -> list[FixedSkill]:
        return [each for each in fix_skills(located, plain, profiles, unsafe=True, write=True) if each.titles]

    run(located)
    (place,) = discover(located.configuration.sources, located.root)
    content = read(place, Limits()).tree.files["SKILL.md"]

    assert content.endswith(f"---\n\n{body}".encode())
    assert run(located) == []
    assert os.listdir(root / place.origin.path) == ["SKILL.md"]  # noqa: PTH208 names are enough
