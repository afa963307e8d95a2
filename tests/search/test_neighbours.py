from skillpack.model.selection import Described, Neighbours
from skillpack.search.neighbours import OVERLAP, neighbours
from skillpack.search.vocabulary import vocabulary

TEXTS = {
    "pdf-merge": "Merge several PDF files into one document",
    "pdf-join": "Join several PDF files into one document",
    "release-notes": "Write release notes from commits",
    "mail": "Read mail of several people",
}


def found(taken=None, **mentions: tuple[str, ...]) -> tuple[Neighbours, ...]:
    skills = [Described(name, text, mentions=mentions.get(name.replace("-", "_"), ())) for name, text in TEXTS.items()]
    return neighbours(skills, vocabulary(TEXTS), taken or {})


def test_descriptions_that_overlap_are_neighbours() -> None:
    (pair,) = found()
    assert (pair.one, pair.other, pair.taken) == ("pdf-join", "pdf-merge", 0)
    assert pair.overlap >= OVERLAP


def test_skills_that_take_requests_are_neighbours_both_ways_counted() -> None:
    pairs = found({"mail": [("release-notes", 2)], "release-notes": [("mail", 1)]})
    assert [(pair.one, pair.other, pair.taken) for pair in pairs] == [
        ("mail", "release-notes", 3),
        ("pdf-join", "pdf-merge", 0),
    ]
    assert len(found({"mail": [("release-notes", 2)]})) == 1


def test_one_that_names_the_other_has_declared_it() -> None:
    assert found(pdf_merge=("pdf-join",)) == ()
    assert found(pdf_join=("pdf-merge",)) == ()
    assert len(found(pdf_join=("mail",))) == 1


def test_a_word_of_very_many_brings_nobody_together() -> None:
    texts = {f"s{n:03}": "all the same words" for n in range(70)}
    skills = [Described(name, text) for name, text in texts.items()]
    assert neighbours(skills, vocabulary(texts), {}) == ()
