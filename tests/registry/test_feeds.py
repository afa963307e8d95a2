from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.model.entry import Entry, EntryState
from skillpack.model.release import Changes, Release
from skillpack.model.settings import Configuration, Owner
from skillpack.registry.feeds import MOST, site_feed, skill_feed

SITE = "https://x.org/cat/"
CONFIGURATION = Configuration(
    title="Acme skills", description="Reviewed", site_url=SITE, owner=Owner("Acme", "https://acme.org/")
)
DAY = "2026-11-18"
NAMES = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def make_dated(make_entry, make_release) -> Callable[..., Entry]:
    def made(name: str, day: str = DAY, **changes: object) -> Entry:
        return make_entry(name, release=make_release(name, date=day), **changes)

    return made


def _text(files) -> str:
    (file,) = files
    return b"".join(file.chunks).decode()


def _titles(text: str) -> list[str]:
    return [title.text for title in ET.fromstring(text).iterfind("a:entry/a:title", NAMES)]  # noqa: S314 our own


def _changes(old, new, **more: object) -> Changes:
    plain = Changes(new.name, old, new, (), (), (), (), (), (), "minor")
    return replace(plain, **more)  # type: ignore[arg-type]


@pytest.fixture
def releases(make_release) -> tuple[Release, ...]:
    new = make_release("pdf", label="2.0.0", archive="archives/pdf/pdf-2.0.0.zip", date=DAY)
    old = make_release("pdf", date="2026-10-03")
    bad = make_release("pdf", label="0.9.0", archive="archives/pdf/pdf-0.9.0.zip", date="2026-09-01", yanked="leaks")
    return new, old, bad


@pytest.fixture
def changes(releases) -> tuple[Changes, ...]:
    new, old, bad = releases
    big = _changes(
        old,
        new,
        fields=(("description", "a", "b"), ("metadata.version", "1.0.0", "2.0.0")),
        added_permissions=("tool `Bash(git:*)`",),
        removed_permissions=("tool `Read`",),
        program=("+x",),
        prose=("+y",),
        files=(("changed", "SKILL.md"), ("added", "scripts/<run>.sh")),
        advice="major",
    )
    return big, _changes(bad, old, advice="none")


def test_feed_of_the_site_as_readers_get_it(make_dated, snapshot) -> None:
    entries = [
        make_dated("code-review", "2026-10-03"),
        make_dated("pdf", description="Extract <b>text</b> & \u202eforms"),
    ]
    assert _text(site_feed(entries, CONFIGURATION)) == snapshot


def test_feed_of_a_skill_as_readers_get_it(releases, changes, snapshot) -> None:
    assert _text(skill_feed("pdf", releases, changes, CONFIGURATION, paged=True)) == snapshot


def test_feeds_keep_the_musts_of_the_rfc(make_dated, releases, changes, atom_faults) -> None:
    many = [make_dated(f"s-{number}", f"2026-01-{1 + number % 28:02}") for number in range(70)]
    assert atom_faults(_text(site_feed(many, CONFIGURATION)).encode()) == []
    assert atom_faults(_text(skill_feed("pdf", releases, changes, CONFIGURATION, paged=True)).encode()) == []
    assert atom_faults(_text(skill_feed("pdf", releases[:1], (), CONFIGURATION, paged=False)).encode()) == []


@pytest.mark.parametrize(
    ("old", "new", "section"),
    [
        ("T00:00:00Z", "", "3.3"),
        ("<id>https:", "<id>", "4.2.6"),
        ("<author><name>Acme</name><uri>https://acme.org/</uri></author>\n<link", "<link", "4.1.2"),
        ('rel="self"', 'rel="related"', "4.1.1"),
        ("<title>pdf 2.0.0</title>", "", "4.1: no title"),
        ("<summary>", "<summary></summary><summary>", "4.1: summary 2 times"),
        (' type="xhtml"', "", "4.1.3.3"),
        ('href="https://x.org/cat/skills/pdf/"', 'href="a b"', "4.2.7"),
        ('href="https://x.org/cat/skills/pdf/"', 'href="../pdf/"', "4.2.7.1"),
        ("<uri>https://acme.org/</uri>", "<uri>/about</uri>", "4.2.7.1"),
        ('rel="enclosure"', 'rel="Some Thing"', "4.2.7.2"),
        (' xml:lang="en"', "", "2: no language"),
        (' xml:lang="en"', ' xml:lang="en" xml:base="https://x.org/"', "2: a base"),
        ("pdf-1.0.0.zip</id>", "pdf-2.0.0.zip</id>", "4.2.6: two entries"),
        ("2026-11-18T", "2026-02-31T", "3.3"),
        ("</entry>\n</feed>", '</entry>\n<link href="https://x.org/"/>\n</feed>', "4.1.1: something follows"),
        (
            '<link rel="alternate"',
            '<link rel="alternate" type="text/html" href="https://x.org/"/><link rel="alternate"',
            "4.1",
        ),
    ],
)
def test_the_reader_of_the_rfc_sees_what_is_wrong(old, new, section, releases, changes, atom_faults) -> None:
    text = _text(skill_feed("pdf", releases, changes, CONFIGURATION, paged=True))
    assert old in text
    assert any(fault.startswith(section) for fault in atom_faults(text.replace(old, new).encode()))


@given(title=st.text(), description=st.text(), tag=st.text())
def test_hostile_text_is_text(title, description, tag, make_entry, make_release, atom_faults) -> None:
    entry = make_entry(
        "pdf", release=make_release("pdf", date=DAY), description=description, tags=(tag or "x",), authors=(title,)
    )
    text = _text(site_feed([entry], Configuration(title=title, description=description, site_url=SITE)))
    assert [fault for fault in atom_faults(text.encode()) if not fault.startswith("4.2.2")] == []


def test_hostile_changes_are_text(releases, atom_faults) -> None:
    new, old, _ = releases
    evil = "</li></div></content><script>alert(1)</script>\x00\x1b[2J"
    text = _text(
        skill_feed("pdf", (new, old), (_changes(old, new, added_permissions=(evil,)),), CONFIGURATION, paged=True)
    )
    assert atom_faults(text.encode()) == []
    assert "<script" not in text


def test_the_latest_come_first_and_the_feed_is_bounded(make_dated) -> None:
    entries = [make_dated(f"s-{number:03}", "2026-10-01") for number in range(60)]
    text = _text(site_feed([*entries, make_dated("z-new", "2026-10-02")], CONFIGURATION))
    assert _titles(text)[:3] == ["z-new 1.0.0", "s-000 1.0.0", "s-001 1.0.0"]
    assert text.count("<entry>") == MOST


@pytest.mark.parametrize("day", ["", "2026-02-31", "yesterday", "20261118", "2026-W47-3"])
def test_what_has_no_day_is_left_out(day, make_dated, releases) -> None:
    assert _titles(_text(site_feed([make_dated("a"), make_dated("b", day)], CONFIGURATION))) == ["a 1.0.0"]
    assert list(site_feed([make_dated("b", day)], CONFIGURATION)) == []
    undated = tuple(replace(release, date=day) for release in releases)
    assert list(skill_feed("pdf", undated, (), CONFIGURATION, paged=True)) == []


def test_without_a_site_url_there_is_none(make_dated, releases) -> None:
    bare = replace(CONFIGURATION, site_url="")
    assert list(site_feed([make_dated("a")], bare)) == []
    assert list(skill_feed("pdf", releases, (), bare, paged=True)) == []


def test_what_is_not_offered_is_left_out_of_the_feed_of_the_site(make_dated) -> None:
    assert _titles(_text(site_feed([make_dated("a"), make_dated("b", state=EntryState.WITHHELD)], CONFIGURATION))) == [
        "a 1.0.0"
    ]


def test_an_entry_has_one_id_in_both_feeds(make_dated, releases) -> None:
    one = _text(site_feed([make_dated("pdf")], CONFIGURATION))
    other = _text(skill_feed("pdf", releases, (), CONFIGURATION, paged=True))
    assert f"<id>{SITE}archives/pdf/pdf-1.0.0.zip</id>" in one
    assert f"<id>{SITE}archives/pdf/pdf-1.0.0.zip</id>" in other


def test_a_feed_depends_on_releases_alone(make_dated) -> None:
    one = _text(site_feed([make_dated("a")], CONFIGURATION))
    assert one == _text(site_feed([make_dated("a", errors=3, updated="2026-12-01", files=7)], CONFIGURATION))


def test_long_lists_of_changes_are_cut(releases) -> None:
    new, old, _ = releases
    files = tuple(("added", f"f{number}") for number in range(50))
    text = _text(skill_feed("pdf", (new, old), (_changes(old, new, files=files),), CONFIGURATION, paged=True))
    assert text.count('<li dir="auto">') == 22
    assert "and 30 more" in text


def test_what_changed_is_said_to_be_english_in_a_feed_in_another_language(make_dated) -> None:
    new, old = make_dated("pdf").release, replace(make_dated("pdf", "2026-01-01").release, label="0.9.0")
    german = replace(CONFIGURATION, language="de-AT")
    changes = (_changes(old, new, added_permissions=("tool `Bash`",)),)
    text = _text(skill_feed("pdf", (new, replace(old, yanked="leaks")), changes, german, paged=True))
    assert 'xml:lang="de-AT"' in text
    assert '<content type="xhtml" xml:lang="en">' in text
    assert '<summary xml:lang="en">Yanked: leaks</summary>' in text
    assert 'xml:lang="en">' not in _text(site_feed([make_dated("pdf")], german))
