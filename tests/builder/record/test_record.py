"""One candidate in, everything that a build needs of it out."""

import io
import tarfile
import textwrap
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack import resources
from skillpack.archive.read import read_archive
from skillpack.builder.inputs.inputs import make_settings
from skillpack.builder.record.fragments import Fragments
from skillpack.builder.record.record import load_skill
from skillpack.model.ability import AbilityRow, Unread
from skillpack.model.digest import checksums, sha256
from skillpack.model.limits import Limits
from skillpack.model.settings import Configuration
from skillpack.model.tree import EvaluationFiles, Form, Origin, SkippedFile, SkippedKind, SourceTree, Trust, make_tree
from skillpack.prompt.formats import published_formats

PUBLISHED = published_formats(resources.profiles().values())

PNG = b"\x89PNG\r\n\x1a\n0000"


def _files(product) -> dict[str, bytes]:
    return dict(product.files)


def test_a_skill_gives_archive_checksums_and_raw_files(make_candidate, loaded) -> None:
    candidate = make_candidate({"references/a.md": b"# A\n", "assets/b.png": PNG})
    product = loaded(candidate)
    release = product.record.entry.release

    assert sorted(_files(product)) == [
        f"archives/pdf/pdf-{release.label}.SHA256SUMS",
        f"archives/pdf/pdf-{release.label}.skill",
        f"archives/pdf/pdf-{release.label}.zip",
        "skills/pdf/SHA256SUMS",
        "skills/pdf/SKILL.md",
        "skills/pdf/raw/assets/b.png",
    ]
    assert product.nameless == ""


def test_the_archive_holds_the_very_files_and_the_release_names_its_bytes(make_candidate, loaded) -> None:
    candidate = make_candidate({"references/a.md": b"# A\n"})
    product = loaded(candidate)
    release = product.record.entry.release
    archive = _files(product)[release.archive]

    assert read_archive(archive, Limits()) == candidate.tree
    assert (release.archive_sha256, release.archive_size) == (sha256(archive), len(archive))
    assert release.digest == sha256(checksums(candidate.tree).encode())
    assert _files(product)["skills/pdf/SHA256SUMS"].decode() == checksums(candidate.tree)


def test_a_skill_of_one_file_is_also_offered_as_that_file(make_candidate, loaded) -> None:
    candidate = make_candidate()
    product = loaded(candidate)
    label = product.record.entry.release.label

    assert _files(product)[f"archives/pdf/pdf-{label}.md"] == candidate.tree.files["SKILL.md"]


def test_further_archives_are_made_on_demand(make_candidate, loaded) -> None:
    candidate = make_candidate({"a.txt": b"a"})
    product = loaded(candidate, archives=("skill", "tar.gz"))
    label, files = product.record.entry.release.label, _files(product)

    with tarfile.open(fileobj=io.BytesIO(files[f"archives/pdf/pdf-{label}.tar.gz"])) as opened:
        assert sorted(opened.getnames()) == ["SKILL.md", "a.txt"]
    assert files[f"archives/pdf/pdf-{label}.skill"] == files[f"archives/pdf/pdf-{label}.zip"]
    assert dict(product.record.entry.release.also)["skill"] == product.record.entry.release.archive_sha256


def test_a_further_archive_that_has_no_room_for_a_path_is_left_out_alone(make_candidate, loaded) -> None:
    product = loaded(make_candidate({f"{'a' * 120}/{'b' * 120}.md": b""}), archives=("tar.gz", "skill"))
    release = product.record.entry.release

    assert [form for form, _ in release.also] == ["skill"]
    assert {path.rsplit(".", 1)[-1] for path in _files(product) if path.startswith("archives/")} == {
        "zip",
        "skill",
        "SHA256SUMS",
    }


def test_legacy_discovery_serves_every_file_as_it_is(make_candidate, loaded) -> None:
    candidate = make_candidate({"assets/page.html": b"<script>"})

    assert not [path for path in _files(loaded(candidate)) if path.startswith(".well-known/")]
    files = _files(loaded(candidate, legacy_discovery=True))
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
def test_what_the_archive_writer_refuses_has_a_page_and_no_archive(make_candidate, loaded, files) -> None:
    product = loaded(make_candidate(files))

    assert product.record.html
    assert product.record.entry.release.archive == ""
    assert set(_files(product)) == {"skills/pdf/SKILL.md"}


@pytest.mark.parametrize("path", ["a\nb.png", "a\\b.png", "aux.png", "a\u202eb.png"])
def test_files_that_cannot_lie_everywhere_are_nowhere(make_candidate, loaded, path) -> None:
    product = loaded(make_candidate({path: PNG, f"{path}.md": b"text"}), legacy_discovery=True)

    assert set(_files(product)) == {"skills/pdf/SKILL.md", ".well-known/skills/pdf/SKILL.md"}
    assert [record.path for record in product.record.files if record.text] == ["SKILL.md"]


def test_what_was_not_read_whole_has_no_archive(make_candidate, loaded) -> None:
    odd = SkippedFile(SkippedKind.UNREADABLE, "a.md", "permission denied")
    product = loaded(make_candidate(whole=False, listing={"a.md": 3}, skipped=(odd,)))

    assert product.record.entry.release.label == ""
    assert set(_files(product)) == {"skills/pdf/SKILL.md"}


@pytest.mark.parametrize(
    ("skill", "why"),
    [
        (b"---\nname: a/b\ndescription: x\n---\n", "nothing can be published under the name `a/b`"),
        (b"---\nname: con\ndescription: x\n---\n", "nothing can be published under the name `con`"),
        (b"---\nname: ../../etc\ndescription: x\n---\n", "nothing can be published under the name `../../etc`"),
    ],
)
def test_without_a_usable_name_there_is_a_reason_and_nothing_else(make_candidate, loaded, skill, why) -> None:
    product = loaded(make_candidate(skill=skill))

    assert (product.record, product.nameless, product.files) == (None, why, ())
    assert "NM012" in {finding.rule for finding in product.findings}


def test_a_folder_without_a_skill_file_is_nameless(loaded) -> None:
    origin = Origin("skills", 0, "notes", "notes", Form.FOLDER, Trust.LOCAL)
    product = loaded(SourceTree(origin, (("a.txt", 1),), make_tree({}), whole=False, skipped=()))

    assert product.record is None
    assert product.nameless == "the folder has no `SKILL.md`"


def test_every_prompt_format_has_a_piece(make_candidate, loaded) -> None:
    assert {piece.format for piece in loaded(make_candidate()).record.prompts} == set(PUBLISHED)


def test_prompt_files_hold_addresses_once_the_site_has_one(make_candidate, loaded) -> None:
    def location(**configured: str) -> str:
        pieces = loaded(make_candidate(), **configured).record.prompts
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
    first, second = (load_skill(candidate, settings_of(), remember) for _ in range(2))

    assert first == second
    assert calls == ["body", "file markdown True", "file python True"]


@pytest.mark.parametrize("form", [Form.MARKDOWN, Form.YAML])
def test_flat_skills_are_published_as_folders(make_candidate, loaded, form) -> None:
    markdown = b"---\ndescription: Reads. Use when asked.\n---\n\n# Hi\n"
    yaml = b"name: pdf\ndescription: Reads. Use when asked.\ninstructions: |\n  # Hi\n"
    product = loaded(make_candidate(skill=markdown if form is Form.MARKDOWN else yaml, form=form))

    assert read_archive(_files(product)[product.record.entry.release.archive], Limits()).files.keys() == {"SKILL.md"}
    assert b"name: pdf" in _files(product)["skills/pdf/SKILL.md"]


class TestTexts:
    """Each text file becomes a fragment, so that nobody opens it again."""

    @pytest.fixture
    def texts(self, make_candidate, settings_of) -> Callable[..., dict[str, str]]:
        """Return a function that gives the HTML of each file with a page."""

        def html(files: dict[str, bytes], **configured: object) -> dict[str, str]:
            with Fragments("") as fragments:
                skill = load_skill(make_candidate(files), settings_of(**configured), fragments.remember)
                made = dict(fragments.new())
            return {text.path: made[text.source] for text in skill.texts}

        return html

    def test_are_shown_up_to_the_viewers_limit(self, texts) -> None:
        viewer = Limits().viewer
        files = {"a.md": b"<b>", "large.txt": b"x" * (viewer + 1), "b.bin": b"\0", "fits.txt": b"x" * viewer}
        found = texts(files)
        assert set(found) == {"SKILL.md", "a.md", "fits.txt"}
        assert "<b>" not in found["a.md"]

    def test_are_only_escaped_without_highlighting(self, texts) -> None:
        assert texts({"a.py": b"x = '<' & y\n"}, highlight=False)["a.py"] == "x = '&lt;' &amp; y\n"

    def test_of_one_content_and_another_language_are_told_apart(self, texts) -> None:
        found = texts({"a.py": b"# x = 1\n", "b.md": b"# x = 1\n"})
        assert found["a.py"] != found["b.md"]


class TestGuides:
    """Markdown beside the skill file is rendered as well."""

    def test_is_rendered_with_links_from_where_it_lies(self, make_candidate, settings_of) -> None:
        files = {
            "references/a.md": b"# A\n\n[b](b.md) [skill](../SKILL.md)\n",
            "references/b.md": b"",
            "x.py": b"# X\n",
        }
        with Fragments("") as fragments:
            skill = load_skill(make_candidate(files), settings_of(), fragments.remember)
            made = dict(fragments.new())
        rendered = {
            text.path: msgspec.json.decode(made[text.rendered])["html"] for text in skill.texts if text.rendered
        }

        assert set(rendered) == {"references/a.md"}
        assert '<h2 id="s-a">' in rendered["references/a.md"]
        assert 'href="../b.md/index.html"' in rendered["references/a.md"]
        assert 'href="../../../index.html"' in rendered["references/a.md"]

    def test_a_name_that_is_no_utf8_stops_nothing(self, make_candidate, settings_of) -> None:
        with Fragments("") as fragments:
            skill = load_skill(
                make_candidate({"caf\udce9.txt": b"x", "a.md": b"# A\n"}), settings_of(), fragments.remember
            )
        assert [text.path for text in skill.texts if text.rendered] == ["a.md"]


class TestKey:
    """Equal keys, equal pages: whatever a page shows of a skill is in its key."""

    def test_is_the_same_for_the_same_candidate(self, make_candidate, loaded) -> None:
        assert loaded(make_candidate()).record.key == loaded(make_candidate()).record.key

    @pytest.mark.parametrize(
        "other",
        [
            {"skill": b"---\nname: pdf\ndescription: other\n---\n"},
            {"files": {"a.md": b""}},
            {"rank": 1},
            {"skipped": (SkippedFile(SkippedKind.LINK_BROKEN, "x", "y"),)},
            {"listing": {"big.bin": 99}, "whole": False},
        ],
    )
    def test_differs_with_whatever_was_read(self, make_candidate, loaded, other) -> None:
        assert loaded(make_candidate()).record.key != loaded(make_candidate(**other)).record.key

    def test_differs_with_the_settings(self, make_candidate, loaded) -> None:
        keys = {loaded(make_candidate(), highlight=each).record.key for each in (True, False)}

        assert len(keys) == 2

    def test_differs_with_the_bytes_of_what_was_not_read_whole(self, make_candidate, loaded) -> None:
        keys = {
            loaded(make_candidate({"a.md": text}, listing={"big.bin": 99}, whole=False)).record.key
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
    candidate = SourceTree(origin, listing, tree, whole=True, skipped=())
    plain = make_settings(Configuration(highlight=False), resources.profiles())

    product = load_skill(candidate, plain, lambda _kind, _text, make: make())

    assert (product.record is None) == bool(product.nameless)


def test_what_cannot_be_read_is_quoted_with_the_lines_around_it(make_candidate, loaded) -> None:
    text = "---\nname: pdf\ndescription: Fills: quickly\n---\n# PDF\n"
    (excerpt,) = loaded(make_candidate({"SKILL.md": text.encode()})).record.excerpts
    assert (excerpt.line, excerpt.first) == (3, 1)
    assert excerpt.lines == ("---", "name: pdf", "description: Fills: quickly", "---", "# PDF")
    assert excerpt.hint == "put the value in double quotes"


def test_of_a_front_matter_that_can_be_read_nothing_is_quoted(make_candidate, loaded) -> None:
    assert loaded(make_candidate()).record.excerpts == ()


@pytest.mark.parametrize("form", [Form.MARKDOWN, Form.YAML])
def test_abilities_have_the_lines_of_what_is_published(form: Form, make_candidate, loaded) -> None:
    body = "# Pages\n\n```bash\ncurl https://api.example/pages\n```\n"
    yaml = f"name: pdf\ndescription: Counts pages.\ninstructions: |\n{textwrap.indent(body, '  ')}"
    markdown = f"---\ndescription: Counts pages.\n---\n\n{body}"
    product = loaded(make_candidate(skill=(markdown if form is Form.MARKDOWN else yaml).encode(), form=form))

    (reached,) = product.record.abilities.of_row(AbilityRow.NETWORK)
    lines = _files(product)["skills/pdf/SKILL.md"].decode().splitlines()
    assert (reached.path, lines[reached.line - 1]) == ("", "curl https://api.example/pages")


def test_abilities_are_of_published_files_alone_and_none_that_was_too_large_is_forgotten(
    make_candidate, loaded
) -> None:
    receipt = {".skillpack.json": b"{}", "scripts/a.sh": b"#!/bin/sh\ncurl https://api.example\n"}
    candidate = make_candidate(receipt, listing={"assets/big.sh": 99_999_999}, whole=False)
    files = {each.path: each.unread for each in loaded(candidate).record.abilities.files}

    assert files == {"": None, "scripts/a.sh": None, "assets/big.sh": Unread.SIZE}


class TestTasks:
    """What a record keeps of the tasks that a skill brings to be measured with."""

    SETS = (("evals/evals.json", b'[{"prompt": "a"}, {"prompt": "b", "should_trigger": false}]'),)

    def with_tasks(self, candidate: SourceTree, *sets: tuple[str, bytes]) -> SourceTree:
        return replace(candidate, evaluations=EvaluationFiles(tuple(path for path, _ in sets), sets))

    def test_they_are_counted_and_judged_and_not_shipped(self, make_candidate, loaded) -> None:
        plain, product = loaded(make_candidate()), loaded(self.with_tasks(make_candidate(), *self.SETS))
        assert (product.record.details.tasks, product.record.details.negative_tasks) == (2, 1)
        assert (plain.record.details.tasks, plain.record.details.negative_tasks) == (0, 0)
        assert product.record.entry.release == plain.record.entry.release
        assert product.files == plain.files

    def test_their_faults_are_findings(self, make_candidate, loaded) -> None:
        sets = (("evals/evals.json", b'[{"prompt": "a"}, {"id": "x"}]'),)
        product = loaded(self.with_tasks(make_candidate(), *sets))
        found = [each for each in product.record.findings if each.rule.startswith("EV")]
        assert [(each.rule, each.path) for each in found] == [
            ("EV007", "skills/pdf/evals/evals.json"),
            ("EV005", "skills/pdf/evals/evals.json"),
        ]

    def test_other_tasks_are_another_record(self, make_candidate, loaded) -> None:
        keys = [
            loaded(self.with_tasks(make_candidate(), *sets)).record.key
            for sets in ((), self.SETS, (("evals/evals.json", b"[]"),), (("evals/b.json", b"[]"),))
        ]
        assert len(set(keys)) == 4

    def test_nothing_is_kept_of_those_of_a_skill_with_a_secret(self, make_candidate, loaded, made_credentials) -> None:
        secret = next(iter(made_credentials.credentials().values())).text.encode()
        product = loaded(self.with_tasks(make_candidate({"key.txt": secret}), *self.SETS))
        assert product.record.secret
        assert product.record.details.tasks == 0
