import msgspec
import pytest
from msgspec.structs import replace

from skillpack.builder.history.permissions import added_permissions
from skillpack.model.entry import FileRecord, PageRecord
from skillpack.model.release import Release
from skillpack.registry.skill_json import PublishedVersion, permission_names


def release(label: str) -> Release:
    return Release("pdf", label, label[0] * 64, "", f"archives/pdf/pdf-{label}.zip", "a" * 64, 1)


def published(label: str, **permissions: object) -> PublishedVersion:
    return PublishedVersion(release(label), msgspec.json.encode({"label": label, "permissions": permissions}).decode())


NEW, OLD = release("2.0.0"), release("1.0.0")


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
    return tuple(added_permissions(releases, now.entry.release.digest, permission_names(now.details, now.files), past))


def test_what_is_new_is_told_and_the_first_gains_nothing(now: PageRecord) -> None:
    past = (published("1.0.0", allowed_tools=["Read"], scripts=[], shell_lines=[], metaskill=""),)
    assert added((NEW, OLD), now, past) == (("Bash(git:*)", "scripts/x.py", "!`ls`"), ())


def test_versions_of_which_nothing_is_recorded_gain_nothing(now: PageRecord) -> None:
    bare = PublishedVersion(OLD, '{"label":"1.0.0"}')
    assert added((NEW, OLD), now, (bare,)) == ((), ())
    assert added((NEW, OLD), now, ()) == ((), ())


def test_what_was_recorded_wins_over_how_it_would_be_recorded_now(now: PageRecord) -> None:
    past = (published("2.0.0", allowed_tools=["Write"]), published("1.0.0", allowed_tools=["Read"]))
    assert added((NEW, OLD), now, past) == (("Write",), ())


def test_a_single_release_has_nothing_to_compare(now: PageRecord) -> None:
    assert added((NEW,), now, ()) == ()
