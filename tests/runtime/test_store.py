"""Metis: loading, merging, finding (its test list, 1 to 24)."""

import logging
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.parse.settings.profile import parse_profile
from skillpack.resources import profiles
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore, default_skills_dir, load_skills, merge, open_store


def names(store: SkillStore) -> list[str]:
    return [skill.name for skill in store.list_skills()]


@pytest.mark.demand("M1", "M12", "M14", "M15", "M16", "M18", "M20", "M48.1")
def test_a_skill_has_every_field_of_the_format(write, load) -> None:
    more = "license: MIT\ncompatibility: Linux\nmetadata:\n  author: me\nallowed-tools: Read Bash(git:*)\n"
    folder = write("pdf", body="\n\nRead it.\n", more=more)

    skill = load().get("pdf")

    assert skill == Skill(
        name="pdf",
        description="Does pdf.",
        body="Read it.\n",
        source="workspace",
        skill_dir=folder,
        license="MIT",
        compatibility="Linux",
        metadata={"author": "me"},
        allowed_tools=("Read", "Bash(git:*)"),
        file=folder / "SKILL.md",
    )
    assert skill.skill_dir.is_absolute()


@pytest.mark.demand("M21", "M48.24")
@pytest.mark.parametrize(
    ("body", "version"), [("", "e3b0c44298fc1c14"), ("b", "3e23e8160039594a"), ("body\n", "9e2ec912af5dff2a")]
)
def test_version_is_a_hash_of_the_body(write, load, body: str, version: str) -> None:
    write("pdf", body=body, whole=True)

    assert load().get("pdf").version == version


@pytest.mark.demand("M21", "M48.36")
def test_version_follows_the_body_alone(write, load) -> None:
    folder = write("pdf")
    before = load().get("pdf").version
    text = (folder / "SKILL.md").read_text()

    (folder / "SKILL.md").write_text(text.replace("Does pdf.", "Does more."))
    described = load().get("pdf").version
    (folder / "SKILL.md").write_text(text.replace("Do it.", "Do it twice."))

    assert described == before != load().get("pdf").version


@pytest.mark.demand("M4", "M48.16")
@pytest.mark.parametrize("given", [{}, {"global_dir": None}, {"workspace_dir": "nowhere"}])
def test_a_root_that_is_missing_is_empty(given: dict[str, str | None], caplog) -> None:
    store = load_skills(**given)

    assert len(store) == 0
    assert store.list_skills() == store.discovery_index() == store.search("") == []
    assert not caplog.records


@pytest.mark.demand("M4", "M23")
def test_an_empty_root_is_empty(tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()

    assert load_skills(workspace_dir=tmp_path / "workspace") == SkillStore.empty()


@pytest.mark.demand("M2")
def test_roots_are_those_of_metis() -> None:
    assert default_skills_dir() == Path.home() / ".metis" / "skills"


@pytest.mark.demand("M3", "M5", "M7", "M48.17", "M48.18")
def test_the_workspace_overrides_and_it_is_logged(write, load, caplog) -> None:
    caplog.set_level(logging.INFO, "skillpack.runtime")
    write("pdf", root="global", said="The old one.")
    write("pdf", said="The new one.")
    write("letters", root="global")

    store = load()

    assert [(skill.name, skill.source) for skill in store] == [("letters", "global"), ("pdf", "workspace")]
    assert caplog.messages == ["skill 'pdf' in workspace overrides global definition"]
    assert [skill.description for skill in store.shadowed] == ["The old one."]


@pytest.mark.demand("M8", "M19", "M24", "M46", "M48.15")
def test_one_bad_skill_never_breaks_the_rest(write, load, caplog, tmp_path: Path) -> None:
    write("good")
    write("bad", said="x", more="metadata: [1]\nlicense: 3\n")
    (tmp_path / "workspace" / "binary").mkdir()
    (tmp_path / "workspace" / "binary" / "SKILL.md").write_bytes(b"---\nname: \xff\n---\n")

    store = load()

    assert names(store) == ["good"]
    bad = tmp_path / "workspace" / "bad" / "SKILL.md"
    assert (
        caplog.messages[0] == f"skipping invalid skill at {bad}: license: must be a string; metadata: must be a mapping"
    )
    assert [each.path.parent.name for each in store.invalid] == ["bad", "binary"]


@pytest.mark.demand("M8", "M47", "M48.12", "M48.13")
def test_what_is_no_skill_is_skipped_in_silence(write, load, caplog, tmp_path: Path) -> None:
    write("good")
    (tmp_path / "workspace" / "notes.md").write_text("---\nname: notes\ndescription: Notes.\n---\n")
    (tmp_path / "workspace" / "empty").mkdir()
    (tmp_path / "workspace" / "other").mkdir()
    (tmp_path / "workspace" / "other" / "README.md").write_text("hello")
    (tmp_path / "workspace" / ".history").mkdir()
    (tmp_path / "workspace" / ".history" / "SKILL.md").write_text("---\nname: .history\ndescription: x\n---\n")

    assert names(load()) == ["good"]
    assert not caplog.records


@pytest.mark.demand("M9", "M48.14")
def test_lower_case_is_not_accepted(write, load) -> None:
    folder = write("pdf")
    (folder / "SKILL.md").rename(folder / "skill.md")

    assert len(load()) == 0


@pytest.mark.demand(
    "M10",
    "M11",
    "M13",
    "M14",
    "M16",
    "M17",
    "M18",
    "M19",
    "M48.3",
    "M48.4",
    "M48.5",
    "M48.6",
    "M48.7",
    "M48.8",
    "M48.9",
    "M48.10",
)
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("name: pdf\n", "missing YAML frontmatter (file must start with `---`)"),
        ("---\nname: pdf\n", "missing closing `---` for YAML frontmatter"),
        ("---\n- pdf\n---\n", "frontmatter must be a YAML mapping"),
        ("---\ndescription: x\n---\n", "name: required string"),
        ("---\nname: 123\ndescription: x\n---\n", "name: required string"),
        ("---\nname: PDF\ndescription: x\n---\n", "name: must match ^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$"),
        ("---\nname: -pdf\ndescription: x\n---\n", "name: must match ^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$"),
        ("---\nname: p--df\ndescription: x\n---\n", "name: must not contain consecutive hyphens"),
        (f"---\nname: {'p' * 65}\ndescription: x\n---\n", "name: must be 1-64 chars"),
        (
            "---\nname: other\ndescription: x\n---\n",
            "name: must equal parent directory name (frontmatter='other', dir='pdf')",
        ),
        ("---\nname: pdf\n---\n", "description: required string"),
        ("---\nname: pdf\ndescription: ''\n---\n", "description: must be non-empty"),
        (f"---\nname: pdf\ndescription: {'x' * 1025}\n---\n", "description: must be 1-1024 chars (got 1025)"),
        (
            f"---\nname: pdf\ndescription: x\ncompatibility: {'x' * 501}\n---\n",
            "compatibility: must be <=500 chars (got 501)",
        ),
        ("---\nname: pdf\ndescription: x\nmetadata: x\n---\n", "metadata: must be a mapping"),
        (
            "---\nname: pdf\ndescription: x\nmetadata:\n  a:\n---\n",
            "metadata['a']: values must be strings (got NoneType)",
        ),
        ("---\nname: pdf\ndescription: x\nmetadata:\n  1: a\n---\n", "metadata: keys must be strings, got 1"),
        (
            "---\nname: pdf\ndescription: x\nallowed-tools: [a]\n---\n",
            "allowed-tools: must be a space-separated string",
        ),
    ],
)
def test_errors_are_in_the_words_of_the_host(write, load, text: str, error: str) -> None:
    (write("pdf") / "SKILL.md").write_text(text)

    (invalid,) = load().invalid

    assert any(each.startswith(error) for each in invalid.errors), invalid.errors


@pytest.mark.demand("M17", "M47")
def test_metadata_is_text_as_python_writes_it(write, load) -> None:
    write("pdf", more="metadata: {i: 5, f: 1.0, b: true, v: 1.10, s: '1.10'}\n")

    assert load().get("pdf").metadata == {"i": "5", "f": "1.0", "b": "True", "v": "1.1", "s": "1.10"}


def test_a_number_of_many_digits_stays_text(write, load) -> None:
    write("pdf", more=f"metadata: {{n: {'9' * 5000}}}\n")

    assert load().get("pdf").metadata == {"n": "9" * 5000}


@pytest.mark.demand("M12")
def test_unknown_fields_are_ignored(write, load) -> None:
    write("pdf", more="colour: red\n")

    assert names(load()) == ["pdf"]


def test_windows_newlines_hash_as_others(write, load) -> None:
    folder = write("pdf", body="one\ntwo\n")
    before = load().get("pdf").version
    (folder / "SKILL.md").write_bytes((folder / "SKILL.md").read_bytes().replace(b"\n", b"\r\n"))

    assert load().get("pdf").version == before


@pytest.mark.demand("M22", "M48.25")
def test_a_long_body_is_a_warning(write, load, caplog) -> None:
    write("pdf", body="x" * 20_004)

    skill = load().get("pdf")

    assert (skill.estimated_tokens, skill.over_body_token_warn) == (5001, True)
    assert caplog.text.endswith(
        "skill 'pdf' body is ~5001 tokens (recommendation: <=5000); "
        "split into separate files under references/ if possible\n"
    )


@pytest.mark.demand("M22")
def test_an_empty_body_costs_one_token(write, load) -> None:
    write("pdf", body="")

    assert load().get("pdf").estimated_body_tokens == 1


@pytest.mark.demand("M6", "M48.2")
def test_the_order_is_that_of_names(write, load) -> None:
    for name in ("zip", "pdf", "a-b", "ab"):
        write(name)

    assert names(load()) == ["a-b", "ab", "pdf", "zip"]


@pytest.mark.demand("M35", "M48.20", "M48.21", "M48.22")
def test_search_ranks_names_first(write, load) -> None:
    write("letters", said="Writes a pdf.")
    write("pdf-read", said="Reads one.")
    write("pdf", said="All of pdf.")
    store = load()

    assert [skill.name for skill in store.search("  PDF ")] == ["pdf", "pdf-read", "letters"]
    assert [skill.name for skill in store.search("", limit=2)] == ["letters", "pdf"]
    assert store.search("nothing of it") == []


@pytest.mark.demand("M23", "M48.23")
def test_the_discovery_index_is_names_and_descriptions(write, load) -> None:
    write("pdf", said="Read PDF files.")
    write("letters", root="global")
    store = load()

    assert store.discovery_index() == [("letters", "Does letters."), ("pdf", "Read PDF files.")]
    assert len(store) == 2
    assert "pdf" in store
    assert "zip" not in store
    assert store.get("zip") is None


@pytest.mark.demand("K10")
def test_a_skill_is_the_same_wherever_it_lies(write, load, tmp_path: Path) -> None:
    write("pdf", more="license: MIT\n")
    write("pdf", root="elsewhere/deep", more="license: MIT\n")
    here, there = load().get("pdf"), load_skills(workspace_dir=tmp_path / "elsewhere" / "deep").get("pdf")

    assert replace(there, skill_dir=here.skill_dir, file=here.file) == here


@pytest.mark.demand("M20", "M46", "I11")
def test_a_skill_does_not_change(write, load) -> None:
    write("pdf")

    with pytest.raises(FrozenInstanceError):
        load().get("pdf").body = "Other.\n"


@pytest.mark.demand("M48.36")
@given(st.text(), st.text(), st.text())
def test_versions_differ_exactly_where_bodies_do(one: str, other: str, said: str) -> None:
    def version(body: str, description: str) -> str:
        skill = Skill(name="a", description=description, body=body, source="s", skill_dir=Path("/nowhere"))
        return skill.version

    assert (version(one, "x") == version(other, "x")) is (one == other)
    assert version(one, said) == version(one, "x")


@pytest.mark.demand("M48.35")
def test_loading_twice_gives_equal_stores(write, load) -> None:
    write("pdf", more="metadata: {a: b}\n")
    write("letters", root="global")

    assert load() == load()


@pytest.mark.demand("M25", "M46", "M47", "M49")
def test_a_store_keeps_what_it_loaded(write, load) -> None:
    folder = write("pdf")
    store = load()
    (folder / "SKILL.md").write_text("---\nname: pdf\ndescription: Another.\n---\nOther.\n")

    assert store.get("pdf").description == "Does pdf."
    assert store.refresh().get("pdf").description == "Another."


def test_a_file_that_is_too_large_is_refused(write, load) -> None:
    folder = write("pdf")
    with (folder / "SKILL.md").open("ab") as file:
        file.truncate(64 * 2**20)

    store = load()

    assert len(store) == 0
    assert store.invalid[0].errors[0] == (
        "the skill file is larger than 1048576 bytes, the most that is read; move reference material into `references/`"
    )


@pytest.mark.demand("M47", "K28")
def test_a_link_out_of_the_root_is_external(write, load, tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()
    (tmp_path / "workspace" / "pdf").symlink_to(write("pdf", root="elsewhere"))

    assert load().get("pdf").trust == "external"


@pytest.mark.demand("I1")
def test_another_host_loads_what_it_loads(write, tmp_path: Path) -> None:
    folder = write("pdf")
    (folder / "SKILL.md").write_text("No front matter.\n")

    store = open_store([SkillRoot(tmp_path / "workspace", "workspace")], host="instructor")

    assert (store.get("pdf").description, store.get("pdf").body) == ("", "No front matter.\n")


@pytest.mark.demand("M5", "K12")
def test_the_first_root_wins_and_order_is_kept(tmp_path: Path) -> None:
    def skill(name: str, source: str) -> Skill:
        return Skill(name=name, description="x", body="", source=source, skill_dir=tmp_path)

    first, second = [skill("b", "1"), skill("a", "1")], [skill("c", "2"), skill("a", "2")]

    kept, lost = merge([first, second])

    assert [(each.name, each.source) for each in kept] == [("b", "1"), ("a", "1"), ("c", "2")]
    assert [(each.name, each.source) for each in lost] == [("a", "2")]


UNREAD = {
    "an anchor": "x: &base a\ndisable-model-invocation: true\n",
    "an alias": "x: *base\nallowed-tools: Read\n",
    "a tag": "x: !t y\nallowed-tools: Read\n",
    "nesting": f"x: {'[' * 40}{']' * 40}\ndisable-model-invocation: true\n",
    "nodes": f"x: [{'a,' * 10_000}]\ndisable-model-invocation: true\n",
    "size": f"x: {'a' * 2**16}\ndisable-model-invocation: true\n",
}


@pytest.mark.demand("M8", "M19")
@pytest.mark.parametrize("more", UNREAD.values(), ids=UNREAD)
@pytest.mark.parametrize("cached", [False, True])
def test_a_skill_that_is_not_read_to_its_end_takes_no_name(write, tmp_path: Path, caplog, more: str, cached) -> None:
    bad = write("pdf", said='""', more=more)
    write("pdf", root="global", said="The good one.")
    cache = tmp_path / "cache" if cached else None

    for _ in range(2):
        store = load_skills(global_dir=tmp_path / "global", workspace_dir=tmp_path / "workspace", cache=cache)

        assert store.get("pdf").description == "The good one."
        assert (store.get("pdf").source, store.shadowed) == ("global", ())
        assert [each.path for each in store.invalid] == [bad / "SKILL.md"]
        assert store.invalid[0].errors[0].startswith("yaml parse error: ")
    assert "skipping invalid skill at " in caplog.text


@pytest.mark.parametrize("host", sorted(profiles()))
@pytest.mark.parametrize("more", UNREAD.values(), ids=UNREAD)
def test_no_host_loads_what_is_not_read_to_its_end(write, tmp_path: Path, host: str, more: str) -> None:
    write("pdf", said="Reads PDF files. Use when asked.", more=more)
    write("pdf", root="global", said="Reads PDF files. Use when asked.")

    store = open_store([SkillRoot(tmp_path / root, root) for root in ("workspace", "global")], host=host)

    assert [(skill.name, skill.source) for skill in store] == [("pdf", "global")]


def test_a_profile_of_ones_own_loads_nothing_that_is_not_read_to_its_end(write, tmp_path: Path) -> None:
    write("pdf", more=UNREAD["an anchor"])
    mine = parse_profile('[rules]\nFM017 = "off"\n', "mine")

    store = open_store([SkillRoot(tmp_path / "workspace", "workspace")], host=mine)

    assert len(store) == 0
    assert "; ".join(store.invalid[0].errors) == (
        "line 4: `&base` is a YAML anchor: skillpack stops reading the front matter there; "
        "write the value itself wherever `*base` stands; put a text that starts with `&` in quotes"
    )


def test_ranked_search_finds_words_in_any_order_and_the_literal_one_does_not(write, load) -> None:
    write("azure-files", said="Move blobs between storage accounts. Use when files live in Azure.")
    write("rust-fuzzing", said="Fuzz parsers with cargo-fuzz.", body="Start with a corpus of inputs.\n")
    store = load()

    assert store.search("azure storage blob") == store.search("fuzz a rust parser") == []
    assert [skill.name for skill in store.rank_skills("azure storage blob")] == ["azure-files"]
    assert [skill.name for skill in store.rank_skills("fuzz a rust parser")] == ["rust-fuzzing"]
    assert [skill.name for skill in store.rank_skills("corpus")] == ["rust-fuzzing"]
    assert [skill.name for skill in store.rank_skills("", limit=1)] == ["azure-files"]
