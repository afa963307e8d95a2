from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.entry import Spread
from skillpack.search import shards
from skillpack.search.rank import gather
from skillpack.search.shards import (
    FINEST,
    MOST_OF_LEAF,
    SECTIONS,
    TermFile,
    borders,
    file_count,
    invert,
    lengths,
    numbers,
    section_keys,
    sections_of,
    spread,
    term_files,
)

Skills = Sequence[Mapping[str, int]]

WORDS = st.text(st.sampled_from("abcdefgprst019éжя技\U0001d49c"), min_size=1, max_size=6)
SKILLS = st.lists(st.dictionaries(WORDS, st.integers(1, 9), max_size=8), min_size=1, max_size=6)


def _spread(skill: Mapping[str, int]) -> Spread:
    return spread(sorted(skill.items()))


def _files(skills: Skills, count: int) -> dict[int, TermFile]:
    parted = invert((_spread(skill).text for skill in skills), range(SECTIONS))
    return dict(term_files({term: places for part in parted.values() for term, places in part.items()}, count))


def _number(character: str) -> int:
    code = ord(character) - (0x800 if ord(character) > 0xDFFF else 0)
    return code - (36 if code > ord("\\") else 35)


def _packed(file: TermFile) -> Iterator[tuple[str, str]]:
    """Yield the terms of a file, and what tells their skills."""
    if not file.leaves:
        for entry in file.text.split(" "):
            term, _, packed = entry.partition("!")
            yield term, packed
        return
    assert file.text.startswith("!")
    for terms, leaf in zip(file.text[1:].split(" !"), file.leaves, strict=True):
        yield from zip(terms.split(" "), leaf.split(" "), strict=True)


def _read(file: TermFile) -> dict[str, list[tuple[int, int]]]:
    """Read a file of terms as a browser does: term -> pairs of place and weight, by weight."""
    found: dict[str, list[tuple[int, int]]] = {}
    for term, packed in _packed(file):
        found[term] = []
        groups = packed.split("!")
        for weight, *steps in groups:
            place = -1
            for step in steps:
                place += 1 + _number(step)
                found[term].append((place, _number(weight)))
    return found


@given(SKILLS, st.sampled_from([2, 8, 64, 256, 2_048]), st.sampled_from([(8_192, 4_096), (30, 9), (0, 0)]))
def test_files_hold_what_the_command_line_ranks_by(skills, count, most) -> None:
    postings = gather((f"{place:03}", sorted(skill.items())) for place, skill in enumerate(skills))
    with patch.multiple(shards, MOST_OF_FILE=most[0], MOST_OF_LEAF=most[1]):
        files = _files(skills, count)
    read = {term: found for file in files.values() for term, found in _read(file).items()}
    assert {
        term: sorted((int(name), weight) for name, weight in found) for term, found in postings.by_term.items()
    } == {term: sorted(found) for term, found in read.items()}


@given(SKILLS)
def test_terms_stand_in_order_between_the_borders_of_their_file(skills) -> None:
    edges = ["", *borders(FINEST), chr(0x10FFFF)]
    for number, file in _files(skills, FINEST).items():
        terms = list(_read(file))
        assert terms == sorted(set(terms))
        assert all(edges[number] <= term < edges[number + 1] for term in terms)


def test_what_many_skills_say_has_a_leaf_for_itself() -> None:
    skills = [{"common": 1, **({"comet": 1, "comma": 1} if place % 40 == 0 else {})} for place in range(9_000)]
    (file,) = _files(skills, 2).values()
    assert file.text == "!comet comma !common"
    assert [len(leaf) for leaf in file.leaves] == [453, 9_001]
    assert len(file.leaves[0]) <= MOST_OF_LEAF < len(file.leaves[1])


def test_a_file_without_others_beside_it_has_no_leaves() -> None:
    skills = [{"common": 1}] * 9_000
    assert _files(skills, 1)[0].leaves == ()


def test_borders_stand_in_order() -> None:
    for count in (2, 64, 256, FINEST):
        edges = list(borders(count))
        assert len(edges) == count - 1
        assert edges == sorted(set(edges))
        assert set(edges) <= set(borders(FINEST))


@given(st.lists(st.integers(0, 200_000)))
def test_numbers_are_characters_that_a_script_holds_as_they_are(values) -> None:
    text = numbers(values)
    assert [_number(character) for character in text] == values
    assert not set(text) & set(' !"\\\n\r')
    assert text.encode().decode() == text


def test_small_numbers_take_one_byte() -> None:
    assert len(numbers(range(92)).encode()) == 92


@pytest.mark.parametrize(
    ("skills", "files"),
    [
        (1, 2), (10, 2), (195, 16), (1_000, 64), (3_071, 128), (3_072, 256), (10_000, 256), (12_287, 256),
        (12_288, 512), (49_152, 2_048), (100_000, 2_048), (10_000_000, 2_048),
    ],
)  # fmt: skip
def test_more_skills_have_more_files(skills, files) -> None:
    assert file_count(skills) == files


@pytest.mark.parametrize("files", [2, 16, 64, 128, 256, 512, 2_048])
def test_parts_are_whole_sections_and_whole_files(files) -> None:
    parts = list(sections_of(files))
    texts = [_spread({border: 1}).text for border in ("0", *borders(FINEST))]
    assert [section for sections, _ in parts for section in sections] == list(range(SECTIONS))
    assert [file for _, numbered in parts for file in numbered] == list(range(files))
    for sections, numbered in parts:
        parted = invert(texts, sections)
        found = {term: places for part in parted.values() for term, places in part.items()}
        assert [number for number, _ in term_files(found, files)] == list(numbered)


def test_marks_tell_the_length_and_which_sections_changed() -> None:
    one, other = {"abort": 2, "merge": 6, "zebra": 1}, {"abort": 2, "merge": 7, "zebra": 1}
    marks, others = (_spread(each).marks for each in (one, other))
    assert list(lengths(marks + others)) == [9, 10]
    changed = [
        section
        for section in range(SECTIONS)
        if section_keys(marks, range(section, section + 1)) != section_keys(others, range(section, section + 1))
    ]
    assert len(changed) == 1
    assert invert([_spread(one).text], range(changed[0], changed[0] + 1))[changed[0]].keys() == {b"merge)"}


def test_terms_between_two_borders_share_a_section() -> None:
    edges = borders(SECTIONS)
    for section, (first, last) in enumerate(pairwise(edges), 1):
        parted = invert([_spread({first: 1}).text, _spread({last: 1}).text], range(section, section + 1))
        assert next(iter(parted[section].values())).tolist() == [0]
