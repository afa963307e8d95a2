"""What holds at run time for any skills: merging, loading, versions, and that an index says what it was made of."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.prompt.formats import STYLES
from skillpack.runtime.index import make_index
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore, load_skills, merge

NAME = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4})?", fullmatch=True)


def made(name: str, *, source: str = "s", description: str = "Does it.", body: str = "") -> Skill:
    file = Path("/nowhere", name, "SKILL.md")
    return Skill(name=name, description=description, body=body, source=source, skill_dir=file.parent, file=file)


GROUP = st.lists(st.builds(made, st.sampled_from("abcd"), source=st.sampled_from(["x", "y", "z"])), max_size=5)


@pytest.mark.demand("M5", "M46")
@given(GROUP, GROUP, GROUP)
def test_merging_roots_is_associative_and_keeps_their_order(one, other, third) -> None:
    def kept(*groups: Sequence[Skill]) -> list[Skill]:
        return merge(groups)[0]

    together, lost = merge([one, other, third])

    assert kept(kept(one, other), third) == kept(one, kept(other, third)) == together
    every = [*one, *other, *third]
    first = [every.index(skill) for skill in together]
    assert first == sorted(first)
    assert {skill.name for skill in together} == {skill.name for skill in every}
    assert len(together) + len(lost) == len(every)
    assert [skill.name for skill in SkillStore(every)] == sorted(skill.name for skill in together)


def _lines(pattern: str) -> Callable[[str], list[str]]:
    return lambda text: re.findall(pattern, text, flags=re.MULTILINE)


def _elements(text: str) -> list[str]:
    found = list(ET.fromstring(text).iter("skill"))  # noqa: S314 our own text
    return [(skill.get("name") or skill.findtext("name") or "").strip() for skill in found]


def _table(text: str) -> list[str]:
    return [unescape(name) for name in re.findall("^<name>(.*)</name>$", text, flags=re.MULTILINE)]


READERS: Mapping[str, Callable[[str], list[str]]] = {
    "metis": _lines("^- ([^:]+):"),
    "instructor": _lines(r"^- \[([^]]+)\]:"),
    "ash": _lines(r"^- \*\*([^*]+)\*\*:"),
    "metaskill": _lines(r"^- ([^: ]+): .*\(file: /nowhere/\1/SKILL\.md\)$"),
    "skills-ref": _elements,
    "boxxy": _elements,
    "boxxy-full": _elements,
    "gemini": _elements,
    "openskills": _table,
    "json": lambda text: [skill["name"] for skill in json.loads(text)["skills"]],
}


def test_every_style_has_a_reader() -> None:
    assert READERS.keys() == STYLES.keys()


@pytest.mark.demand("M27", "M29")
@pytest.mark.parametrize("style", READERS)
@given(names=st.lists(NAME, unique=True, min_size=1, max_size=6), said=st.text(max_size=60))
def test_an_index_parses_back_to_its_names(style: str, names: list[str], said: str) -> None:
    text = make_index([made(name, description=f"Does {said}") for name in names], style).text

    assert READERS[style](text) == names


BODY = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=40)


@pytest.mark.demand("M48.35", "M48.36", "M21")
@settings(max_examples=30)
@given(st.dictionaries(NAME, BODY, max_size=4), BODY)
def test_loading_twice_gives_equal_stores_and_versions_follow_bodies(bodies: dict[str, str], other: str) -> None:
    with TemporaryDirectory() as folder:

        def load(texts: Mapping[str, str], said: str) -> SkillStore:
            for name, body in texts.items():
                Path(folder, name).mkdir(exist_ok=True)
                text = f"---\nname: '{name}'\ndescription: {said}\n---\n{body}"
                Path(folder, name, "SKILL.md").write_text(text, encoding="utf-8", newline="\n")
            return load_skills(global_dir=folder)

        before = load(bodies, "One.")
        assert [skill.name for skill in before] == sorted(bodies)
        assert load_skills(global_dir=folder) == before
        described = load(bodies, "Another.")
        changed = load(dict.fromkeys(bodies, other), "One.")

        for skill in before:
            again, instead = described.get(skill.name), changed.get(skill.name)
            assert again is not None
            assert instead is not None
            assert (again.body, again.version) == (skill.body, skill.version)
            assert (instead.version == skill.version) is (instead.body == skill.body)
