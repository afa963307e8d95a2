"""One candidate in, everything that a build needs of it out."""

import io
import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack import resources
from skillpack.archive.read import read_archive
from skillpack.model.digest import checksums, sha256
from skillpack.model.limits import Limits
from skillpack.model.settings import Configuration
from skillpack.model.tree import Candidate, Form, Oddity, OddityKind, Origin, Trust, make_tree
from skillpack.build.inputs.inputs import make_settings
from skillpack.build.record.record import prepare
from skillpack.prompt.formats import published_formats

PUBLISHED = published_formats(resources.profiles().values())

PNG = b"\x89PNG\r\n\x1a\n0000"


def _files(product) -> dict[str, bytes]:
    return dict(product.files)


def test_a_skill_gives_archive_checksums_and_raw_files(make_candidate, prepared) -> None:
    candidate = make_candidate({"references/a.md": b"# A\n", "assets/b.png": PNG})
    product = prepared(candidate)
    release = product.prepared.entry.release

    assert sorted(_files(product)) == [
        f"archives/pdf/pdf-{release.label}.SHA256SUMS",
        f"archives/pdf/pdf-{release.label}.skill",
        f"archives/pdf/pdf-{release.label}.zip",
        "skills/pdf/SHA256SUMS",
        "skills/pdf/SKILL.md",
        "skills/pdf/raw/assets/b.png",
    ]
    assert product.nameless == ""


def test_the_archive_holds_the_very_files_and_the_release_names_its_bytes(make_candidate, prepared) -> None:
    candidate = make_candidate({"references/a.md": b"# A\n"})
    product = prepared(candidate)
    release = product.prepared.entry.release
    archive = _files(product)[release.archive]

    assert read_archive(archive, Limits()) == candidate.tree
    assert (release.archive_sha256, release.archive_size) == (sha256(archive), len(archive))
    assert release.digest == sha256(checksums(candidate.tree).encode())
    assert _files(product)["skills/pdf/SHA256SUMS"].decode() == checksums(candidate.tree)


def test_a_skill_of_one_file_is_also_offered_as_that_file(make_candidate, prepared) -> None:
    candidate = make_candidate()
    product = prepared(candidate)
    label = product.prepared.entry.release.label

    assert _files(product)[f"archives/pdf/pdf-{label}.md"] == candidate.tree.files["SKILL.md"]


def test_further_archives_are_made_on_demand(make_candidate, prepared) -> None:
    candidate = make_candidate({"a.txt": b"a"})
    product = prepared(candidate, archives=("skill", "tar.gz"))
    label, files = product.prepared.entry.release.label, _files(product)

    with tarfile.open(fileobj=io.BytesIO(files[f"archives/pdf/pdf-{label}.tar.gz"])) as opened:
        assert sorted(opened.getnames()) == ["SKILL.md", "a.txt"]
    assert files[f"archives/pdf/pdf-{label}.skill"] == files[f"archives/pdf/pdf-{label}.zip"]
    assert dict(product.prepared.entry.release.also)["skill"] == product.prepared.entry.release.archive_sha256


def test_a_further_archive_that_has_no_room_for_a_path_is_left_out_alone(make_candidate, prepared) -> None:
    product = prepared(make_candidate({f"{'a' * 120}/{'b' * 120}.md": b""}), archives=("tar.gz", "skill"))
    release = product.prepared.entry.release

    assert [form for form, _ in release.also] == ["skill"]
    assert {path.rsplit(".", 1)[-1] for path in _files(product) if path.startswith("archives/")} == {
        "zip",
        "skill",
        "SHA256SUMS",
    }


def test_legacy_discovery_serves_every_file_as_it_is(make_candidate, prepared) -> None:
    candidate = make_candidate({"assets/page.html": b"<script>"})

    assert not [path for path in _files(prepared(candidate)) if path.startswith(".well-known/")]
    files = _files(prepared(candidate, legacy_discovery=True))
    assert files[".well-known/skills/pdf/assets/page.html"] == b"<script>"
    assert files[".well-known/skills/pdf/SKILL.md"] == candidate.tree.files["SKILL.md"]


@pytest.mark.parametrize(
    "files",
    [
        {"Readme.md": b"a", "README.md": b"b"},
        {"a": b"", "A/b": b""},
        {"é.md": b"", "e\u0301.md": b""},
        {"con.md": b""},
        {"a\nb.md": b""},
        {"a\\b.md": b""},
        {"pdf/SKILL.md": b""},
    ],
)
def test_what_the_archive_writer_refuses_has_a_page_and_no_archive(make_candidate, prepared, files) -> None:
    product = prepared(make_candidate(files))

    assert product.prepared.html
    assert product.prepared.entry.release.archive == ""
    assert set(_files(product)) == {"skills/pdf/SKILL.md"}


@pytest.mark.parametrize("path", ["a\nb.png", "a\\b.png", "aux.png", "a\u202eb.png"])
def test_files_that_cannot_lie_everywhere_are_nowhere(make_candidate, prepared, path) -> None:
    product = prepared(make_candidate({path: PNG, f"{path}.md": b"text"}), legacy_discovery=True)

    assert set(_files(product)) == {"skills/pdf/SKILL.md", ".well-known/skills/pdf/SKILL.md"}
    assert [record.path for record in product.prepared.files if record.text] == ["SKILL.md"]


def test_what_was_not_read_whole_has_no_archive(make_candidate, prepared) -> None:
    odd = Oddity(OddityKind.UNREADABLE, "a.md", "permission denied")
    product = prepared(make_candidate(whole=False, listing={"a.md": 3}, oddities=(odd,)))

    assert product.prepared.entry.release.label == ""
    assert set(_files(product)) == {"skills/pdf/SKILL.md"}


@pytest.mark.parametrize(
    ("skill", "why"),
    [
        (b"---\nname: a/b\ndescription: x\n---\n", "nothing can be published under the name `a/b`"),
        (b"---\nname: con\ndescription: x\n---\n", "nothing can be published under the name `con`"),
        (b"---\nname: ../../etc\ndescription: x\n---\n", "nothing can be published under the name `../../etc`"),
    ],
)
def test_without_a_usable_name_there_is_a_reason_and_nothing_else(make_candidate, prepared, skill, why) -> None:
    product = prepared(make_candidate(skill=skill))

    assert (product.prepared, product.nameless, product.files) == (None, why, ())
    assert "NM012" in {finding.rule for finding in product.findings}


def test_a_folder_without_a_skill_file_is_nameless(prepared) -> None:
    origin = Origin("skills", 0, "notes", "notes", Form.FOLDER, Trust.LOCAL)
    product = prepared(Candidate(origin, (("a.txt", 1),), make_tree({}), whole=False, oddities=()))

    assert product.prepared is None
    assert product.nameless == "the folder holds no `SKILL.md`"


def test_every_prompt_format_has_a_piece(make_candidate, prepared) -> None:
    assert {piece.format for piece in prepared(make_candidate()).prepared.prompts} == set(PUBLISHED)


def test_prompt_files_hold_addresses_once_the_site_has_one(make_candidate, prepared) -> None:
    def location(**configured: str) -> str:
        pieces = prepared(make_candidate(), **configured).prepared.prompts
        return next(piece.text for piece in pieces if piece.format == "skills-ref")

    assert "https://skills.example.com/skills/pdf/SKILL.md" in location(site_url="https://skills.example.com/")
    assert "https://" not in location()


def test_what_is_remembered_is_not_made_again(make_candidate, settings_of) -> None:
    made: dict[tuple[str, str], str] = {}
    calls: list[str] = []

    def remember(kind: str, text: str, make) -> str:
        if (kind, text) not in made:
            calls.append(kind)
            made[kind, text] = make()
        return made[kind, text]

    candidate = make_candidate({"a.py": b"x = 1\n"})
    first, second = (prepare(candidate, settings_of(), remember) for _ in range(2))

    assert first == second
    assert calls == ["body"]


@pytest.mark.parametrize("form", [Form.MARKDOWN, Form.YAML])
def test_flat_skills_are_published_as_folders(make_candidate, prepared, form) -> None:
    markdown = b"---\ndescription: Reads. Use when asked.\n---\n\n# Hi\n"
    yaml = b"name: pdf\ndescription: Reads. Use when asked.\ninstructions: |\n  # Hi\n"
    product = prepared(make_candidate(skill=markdown if form is Form.MARKDOWN else yaml, form=form))

    assert read_archive(_files(product)[product.prepared.entry.release.archive], Limits()).files.keys() == {"SKILL.md"}
    assert b"name: pdf" in _files(product)["skills/pdf/SKILL.md"]


class TestKey:
    """Equal keys, equal pages: whatever a page shows of a skill is in its key."""

    def test_is_the_same_for_the_same_candidate(self, make_candidate, prepared) -> None:
        assert prepared(make_candidate()).prepared.key == prepared(make_candidate()).prepared.key

    @pytest.mark.parametrize(
        "other",
        [
            {"skill": b"---\nname: pdf\ndescription: other\n---\n"},
            {"files": {"a.md": b""}},
            {"rank": 1},
            {"oddities": (Oddity(OddityKind.LINK_BROKEN, "x", "y"),)},
            {"listing": {"big.bin": 99}, "whole": False},
        ],
    )
    def test_differs_with_whatever_was_read(self, make_candidate, prepared, other) -> None:
        assert prepared(make_candidate()).prepared.key != prepared(make_candidate(**other)).prepared.key

    def test_differs_with_the_settings(self, make_candidate, prepared) -> None:
        keys = {prepared(make_candidate(), highlight=each).prepared.key for each in (True, False)}

        assert len(keys) == 2

    def test_differs_with_the_bytes_of_what_was_not_read_whole(self, make_candidate, prepared) -> None:
        keys = {
            prepared(make_candidate({"a.md": text}, listing={"big.bin": 99}, whole=False)).prepared.key
            for text in (b"one", b"two")
        }

        assert len(keys) == 2


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.dictionaries(st.text(min_size=1, max_size=12), st.binary(max_size=40), max_size=3))
def test_whatever_is_read_is_prepared(raw: bytes, others: dict[str, bytes]) -> None:
    files = {path: content for path, content in others.items() if not path.startswith("/")} | {"SKILL.md": raw}
    tree = make_tree({path.encode("utf-8", "replace").decode(): content for path, content in files.items()})
    origin = Origin("skills", 0, "some", "some", Form.FOLDER, Trust.LOCAL)
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    candidate = Candidate(origin, listing, tree, whole=True, oddities=())
    plain = make_settings(Configuration(highlight=False), resources.profiles())

    product = prepare(candidate, plain, lambda _kind, _text, make: make())

    assert (product.prepared is None) == bool(product.nameless)
