import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack import resources
from skillpack.model.entry import EntryState
from skillpack.model.finding import AlarmLevel
from skillpack.model.settings import Configuration
from skillpack.registry.badges import (
    AMBER,
    GREY,
    PETROL,
    RED,
    BadgePart,
    badge,
    catalog_badge,
    skill_badge,
    width_of,
)
from skillpack.site.frame import Frame

SAY = Frame(resources.theme(), Configuration(name="x")).plain
SVG = "{http://www.w3.org/2000/svg}"


def _words(content: bytes) -> list[str]:
    return [text.text for text in ET.fromstring(content).iter(f"{SVG}text")]  # noqa: S314 our own


def test_badges_as_people_embed_them(make_entry, snapshot) -> None:
    assert skill_badge(make_entry("pdf"), 11, 11, SAY).decode() == snapshot
    assert catalog_badge("Acme skills", 1, SAY).decode() == snapshot


@pytest.mark.parametrize(
    ("changes", "hosts", "words"),
    [
        ({}, (3, 3), ["pdf", "1.0.0", "works in 3 hosts"]),
        ({}, (1, 1), ["pdf", "1.0.0", "works in 1 host"]),
        ({}, (2, 3), ["pdf", "1.0.0", "works in 2 of 3 hosts"]),
        ({}, (0, 0), ["pdf", "1.0.0"]),
        ({"status": "deprecated"}, (3, 3), ["pdf", "1.0.0", "deprecated"]),
        ({"alarm": AlarmLevel.STOP}, (3, 3), ["pdf", "1.0.0", "Stop"]),
        ({"alarm": AlarmLevel.READ_FIRST}, (3, 3), ["pdf", "1.0.0", "works in 3 hosts"]),
        ({"state": EntryState.WITHHELD}, (0, 3), ["pdf", "1.0.0", "withheld"]),
    ],
)
def test_words(changes, hosts, words, make_entry) -> None:
    assert _words(skill_badge(make_entry("pdf", **changes), *hosts, SAY)) == words


def test_what_was_never_published_has_no_version(make_entry, make_release) -> None:
    entry = make_entry("pdf", state=EntryState.WITHHELD, release=make_release("pdf", archive=""))
    assert _words(skill_badge(entry, 0, 3, SAY)) == ["pdf", "withheld"]
    carried = replace(entry, carried=make_release("pdf", label="0.9.0"))
    assert _words(skill_badge(carried, 0, 3, SAY)) == ["pdf", "0.9.0", "withheld"]


def test_a_yanked_version_says_so(make_entry, make_release) -> None:
    assert (
        _words(skill_badge(make_entry("pdf", release=make_release("pdf", yanked="leaks")), 3, 3, SAY))[-1] == "yanked"
    )


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_any_words_give_a_sound_picture_that_runs_and_loads_nothing(words) -> None:
    content = badge([BadgePart(word, GREY) for word in words])
    root = ET.fromstring(content)  # noqa: S314 our own
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "rect", "g", "text"}
    names = {name for element in root.iter() for name in element.attrib}
    assert names <= {
        "width",
        "height",
        "x",
        "y",
        "fill",
        "role",
        "aria-label",
        "textLength",
        "font-family",
        "font-size",
    }
    assert root.findtext(f"{SVG}title") == root.get("aria-label")
    assert sum(int(rect.get("width", "0")) for rect in root.iter(f"{SVG}rect")) == int(root.get("width", "0"))


def test_widths_follow_the_letters() -> None:
    assert width_of("") == 0
    assert width_of("iiii") < width_of("nnnn") < width_of("MMMM")
    assert width_of("你好") == 23
    assert width_of("e\u0301") == width_of("e")


def test_long_words_are_cut() -> None:
    assert len(_words(badge([BadgePart("x" * 500, GREY)]))[0]) == 64


@pytest.mark.parametrize("ground", [GREY, PETROL, AMBER, RED])
def test_white_letters_stand_out(ground) -> None:
    parts = [int(part, 16) / 255 for part in re.findall("..", ground[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 6


def test_badges_speak_the_language_of_the_site(make_entry) -> None:
    say = Frame(resources.theme(language="de"), Configuration(name="x", language="de")).plain
    assert _words(skill_badge(make_entry("pdf"), 2, 3, say))[-1] == "läuft in 2 von 3 Hosts"
    assert _words(catalog_badge("Nordwind", 1200, say)) == ["Nordwind", "1.200 Skills"]
