import msgspec
import pytest
from msgspec.structs import replace

from skillpack.builder.history.history import added_permissions, artifacts, beside, own_archives, with_formats
from skillpack.model.entry import FileRecord, PageRecord
from skillpack.model.release import Artifact, Release
from skillpack.registry.skill_json import PublishedVersion, permissions_of

RELEASE = Release(
    "pdf",
    "1.0.0",
    "d" * 64,
    "",
    "archives/pdf/pdf-1.0.0.zip",
    "a" * 64,
    5,
    also=(("skill", "b" * 64), ("tar.gz", "c" * 64)),
)
ZIP, SKILL, TAR = (Artifact(f"archives/pdf/pdf-1.0.0.{suffix}", digit * 64) for suffix, digit in
                   (("zip", "a"), ("skill", "b"), ("tar.gz", "c")))  # fmt: skip


def test_a_release_lies_in_its_archives() -> None:
    assert list(artifacts(RELEASE)) == [ZIP, SKILL, TAR]
    assert list(artifacts(replace(RELEASE, archive=""))) == []


def test_other_files_lie_beside_the_archive() -> None:
    assert beside(RELEASE, "SHA256SUMS") == "archives/pdf/pdf-1.0.0.SHA256SUMS"


class TestOwnArchives:
    def test_a_published_release_is_written_from_its_tree(self) -> None:
        assert own_archives(RELEASE, [RELEASE]) == {ZIP.path, SKILL.path, TAR.path}

    def test_what_is_no_release_is_not_written(self) -> None:
        assert own_archives(RELEASE, []) == frozenset()
        assert own_archives(replace(RELEASE, archive=""), [RELEASE]) == frozenset()
        assert own_archives(RELEASE, [replace(RELEASE, digest="0" * 64)]) == frozenset()

    def test_other_bytes_of_the_same_files_never_take_the_place_of_published_ones(self) -> None:
        assert own_archives(RELEASE, [replace(RELEASE, archive_sha256="0" * 64)]) == frozenset()
        changed = replace(RELEASE, also=(("skill", "0" * 64), ("tar.gz", "c" * 64)))
        assert own_archives(RELEASE, [changed]) == {ZIP.path, TAR.path}

    def test_a_format_that_is_new_may_be_added(self) -> None:
        assert own_archives(RELEASE, [replace(RELEASE, also=())]) == {ZIP.path, SKILL.path, TAR.path}


class TestWithFormats:
    def test_a_format_that_is_new_is_recorded(self) -> None:
        known = replace(RELEASE, date="2026-01-31", also=(("tar.gz", "c" * 64),))
        assert with_formats([known], RELEASE) == (replace(RELEASE, date="2026-01-31"),)

    def test_what_is_recorded_stays(self) -> None:
        known = replace(RELEASE, also=(("tar.gz", "0" * 64),))
        (found,) = with_formats([known], RELEASE)
        assert dict(found.also) == {"skill": "b" * 64, "tar.gz": "0" * 64}

    def test_other_releases_gain_none(self) -> None:
        others = (replace(RELEASE, digest="0" * 64, also=()), replace(RELEASE, archive_sha256="0" * 64, also=()))
        assert with_formats(others, RELEASE) == others


def labelled(label: str) -> Release:
    return Release("pdf", label, label[0] * 64, "", f"archives/pdf/pdf-{label}.zip", "a" * 64, 1)


def published(label: str, **permissions: object) -> PublishedVersion:
    return PublishedVersion(labelled(label), msgspec.json.encode({"label": label, "permissions": permissions}).decode())


NEW, OLD = labelled("2.0.0"), labelled("1.0.0")


@pytest.fixture
def now(make_candidate, loaded) -> PageRecord:
    """Return a skill that asks for two tools and brings a script."""
    text = b"---\nname: pdf\ndescription: Reads.\nallowed-tools: Read Bash(git:*)\n---\n!`ls`\n"
    made = loaded(make_candidate(skill=text)).record
    script = FileRecord(
        "scripts/x.py", 1, "b" * 64, "script", 1, text=True, mode=0o755, runs="python", language="python"
    )
    entry = replace(made.entry, release=NEW)
    return replace(made, entry=entry, files=(*made.files, script))


def added(
    releases: tuple[Release, ...], now: PageRecord, past: tuple[PublishedVersion, ...]
) -> tuple[tuple[str, ...], ...]:
    return tuple(added_permissions(releases, now.entry.release.digest, permissions_of(now), past))


class TestAddedPermissions:
    def test_what_is_new_is_told_and_the_first_gains_nothing(self, now: PageRecord) -> None:
        past = (published("1.0.0", allowed_tools=["Read"], scripts=[], shell_lines=[], metaskill=""),)
        assert added((NEW, OLD), now, past) == (("`Bash(git:*)`", "`scripts/x.py`", "!`ls`"), ())

    def test_versions_of_which_nothing_is_recorded_gain_nothing(self, now: PageRecord) -> None:
        bare = PublishedVersion(OLD, '{"label":"1.0.0"}')
        assert added((NEW, OLD), now, (bare,)) == ((), ())
        assert added((NEW, OLD), now, ()) == ((), ())

    def test_what_was_recorded_wins_over_how_it_would_be_recorded_now(self, now: PageRecord) -> None:
        past = (published("2.0.0", allowed_tools=["Write"]), published("1.0.0", allowed_tools=["Read"]))
        assert added((NEW, OLD), now, past) == (("`Write`",), ())

    def test_abilities_are_compared_where_both_versions_tell_of_them(self, now: PageRecord) -> None:
        def told(label: str, **rows: object) -> PublishedVersion:
            version = {"label": label, "permissions": {"allowed_tools": ["Read"]}, "abilities": {"rows": rows}}
            return PublishedVersion(labelled(label), msgspec.json.encode(version).decode())

        reads = [{"kind": "variable", "target": "LAB_TOKEN"}]
        network = [{"kind": "fetches", "target": host} for host in ("a.example", "b.example")]
        new, old = told("2.0.0", network=network, read=reads), told("1.0.0", network=network[:1])
        assert added((NEW, OLD), now, (new, old)) == (("fetches from `b.example`", "reads variables"), ())
        assert added((NEW, OLD), now, (new, published("1.0.0", allowed_tools=["Read"]))) == ((), ())

    def test_a_single_release_has_nothing_to_compare(self, now: PageRecord) -> None:
        assert added((NEW,), now, ()) == ()
