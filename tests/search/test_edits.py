from dataclasses import replace

from skillpack.model.selection import Described, Intent, IntentSource, Lost
from skillpack.search.edits import edits, rivals, worst_first
from skillpack.search.selection import select


def one(name: str, description: str, *lines: str) -> Described:
    return Described(name, description, intents=tuple(Intent(line, IntentSource.BODY) for line in lines))


MERGE = one("pdf-merge", "Merge several files", "bind pages", "join files")
FORMS = one("pdf-forms", "Fill in forms of scanned pages", "fill in a form")


def said(*skills: Described) -> dict[str, tuple[str, ...]]:
    return dict(edits(skills, select(skills)))


def lost(text: str, *, thief: str = "other", lacking=("word",), source=IntentSource.BODY, partly: bool = False) -> Lost:
    return Lost(text, source, 2, thief, ("decided",), tuple(lacking), partly=partly)


def test_words_of_lost_requests_that_the_description_lacks() -> None:
    assert said(MERGE, FORMS) == {"pdf-merge": ("bind", "pages")}


def test_the_edit_wins_the_request_back() -> None:
    words = said(MERGE, FORMS)["pdf-merge"]
    better = replace(MERGE, description=f"{MERGE.description}, {', '.join(words)}")
    assert said(better, FORMS) == {}


def test_nothing_is_proposed_where_nothing_is_lost() -> None:
    assert said(FORMS) == {}


def test_words_that_many_others_ask_for_are_left_out() -> None:
    words = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta")
    others = [one(f"other-{name}", f"Does {name}", f"{name} of pages") for name in words]
    assert said(MERGE, FORMS, *others)["pdf-merge"] == ("bind",)


def test_torn_words_and_short_ones_are_left_out() -> None:
    odd = one("odd", "Nothing of it", "it didn't go as an ox")
    assert said(odd, one("other", "didn go ox an")).get("odd", ()) == ()


class TestWorstFirst:
    def test_labelled_then_taken_then_what_nobody_says(self) -> None:
        mine = lost("nobody", thief="", lacking=("a",))
        asked = lost("asked", source=IntentSource.LABELLED)
        full = lost("full", lacking=())
        assert worst_first([mine, full, lost("taken"), asked]) == (asked, lost("taken"), full, mine)

    def test_what_the_edit_helps_comes_first(self) -> None:
        first, second = lost("first", lacking=("one",)), lost("second", lacking=("two",))
        assert worst_first([first, second], ("two",)) == (second, first)


def test_rivals_win_most_first() -> None:
    (found,) = [each for each in select([MERGE, FORMS]).skills if each.name == "pdf-merge"]
    assert rivals(found) == ("pdf-forms",)
    assert rivals(replace(found, lost=())) == ()
