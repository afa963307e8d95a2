"""Where prose may hold ideas: what its words leave out holds none."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.abilities.prose_candidates import Candidates
from skillpack.abilities.prose_conduct import CONDUCT_IDEAS
from skillpack.abilities.prose_ideas import IDEAS
from skillpack.abilities.prose_order import Here, Idea, Words, compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Prose, read_prose

HERE = Path(__file__).parent
PAGES = Path(__file__).parents[2] / "site" / "pages"
PARAPHRASES = tomllib.loads((HERE / "paraphrases.toml").read_text("utf-8"))
OURS = ("prose", "conceal", "ours", "parts", "second", "techniques")


def _texts() -> Iterator[str]:
    """Yield many texts: orders, each alone and all in one text, honest sentences, skills, pages."""
    sentences = [each for sets in PARAPHRASES.values() for some in sets.values() for each in some]
    yield from sentences
    yield "\n\n".join(sentences)
    yield "\n".join(f"- {each}" for each in sentences)
    yield " ".join(sentences)
    yield "\n".join(each.replace(" ", " **", 1).replace(" ", "** `", 2) + "`" for each in sentences)
    for name in OURS:
        for skill in tomllib.loads((HERE / "labelled" / f"{name}.toml").read_text("utf-8"))["skill"]:
            yield from (file["text"] for file in skill["files"] if file["path"].endswith(".md") and "text" in file)
    yield from (page.read_text("utf-8") for page in sorted(PAGES.rglob("*.md"))[::4])


def _found(words: Words, ideas: tuple[Idea, ...], prose: Prose) -> set[tuple[int, int, int]]:
    """Return what a reading of every sentence finds: numbers of paragraph, sentence and idea."""
    numbered = [
        (number, at, sentence)
        for number, paragraph in enumerate(prose.paragraphs)
        for at, sentence in enumerate(paragraph.sentences)
    ]
    sentences = [sentence for _, _, sentence in numbered]
    lines = prose.text.split("\n")
    return {
        (number, at, idea)
        for index, (number, at, sentence) in enumerate(numbered)
        if sentence.unquoted
        for idea, each in enumerate(ideas)
        if each.find(Here(words, sentences, index, lines, "")) is not None
    }


def _possible(candidates: Candidates, ideas: tuple[Idea, ...], prose: Prose) -> set[tuple[int, int, int]]:
    """Return what may be found, told by words alone."""
    return {
        (number, at, ideas.index(idea))
        for number, held in candidates.find(prose.line_words).items()
        for at, some in enumerate(
            candidates.in_sentences([each.text.lower() for each in prose.paragraphs[number].sentences], held)
        )
        for idea in some
    }


@pytest.mark.parametrize("tongue", [ENGLISH, *OTHERS])
def test_words_leave_out_nothing_that_a_whole_reading_finds(tongue: Tongue) -> None:
    words = compiled(tongue)
    ideas = (*IDEAS, *CONDUCT_IDEAS) if words.english else IDEAS
    candidates = Candidates(ideas, words)
    found = 0
    for text in _texts():
        prose = read_prose("", text)
        whole = _found(words, ideas, prose)
        found += len(whole)
        assert whole <= _possible(candidates, ideas, prose), text[:200]
    assert found > 1


def test_most_sentences_are_left_out() -> None:
    words = compiled(ENGLISH)
    ideas = (*IDEAS, *CONDUCT_IDEAS)
    candidates = Candidates(ideas, words)
    pages = [read_prose("", page.read_text("utf-8")) for page in sorted(PAGES.rglob("*.md"))]
    looked = {(page.text, number, at) for page in pages for number, at, _ in _possible(candidates, ideas, page)}
    assert len(looked) < sum(len(paragraph.sentences) for page in pages for paragraph in page.paragraphs) / 4


def test_ideas_that_go_on_need_their_words_in_what_follows() -> None:
    candidates = Candidates(IDEAS, compiled(ENGLISH))
    one, other = "wipe the whole disk.", "do it without asking."
    assert candidates.find([set(one.split()), set(other.split())]).keys() == {0}
    assert candidates.find([set(one.split()), {"go"}, set(other.split())]) == {}
    held = candidates.find([{*one.split(), *other.split()}])[0]
    assert [bool(ideas) for ideas in candidates.in_sentences([one, other], held)] == [True, False]
    assert [bool(ideas) for ideas in candidates.in_sentences([one, "go.", other], held)] == [False, False, False]
