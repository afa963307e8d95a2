"""A file of reviews, as people write it and as somebody hostile would."""

import tomllib

import pytest

from skillpack.evidence.reviews import LARGEST_REVIEWS, parse_reviews
from skillpack.model.review import Review, Reviewer, ReviewFile, ReviewProblem, ReviewVerdict

ONE, TWO = "1" * 64, "2" * 64
WHOLE = f'[[review]]\ndigest = "{ONE}"\nby = "Ada Okoye"\ndate = 2026-05-04\nverdict = "safe"\n'


def parsed(text: str) -> ReviewFile:
    return parse_reviews(text.encode())


def clauses(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.clause) for each in parsed(text).problems]


def test_every_field_is_read() -> None:
    text = (
        f'# by hand\n[[review]]\ndigest = "sha256:{ONE.upper()}"\nversion = "1.3.0"\nsince = "{TWO}"\n'
        'by = "Ada Okoye"\nkind = "person"\ndate = "2026-05-04"\nverdict = "works"\nnote = """Ran it\ntwice."""\n'
    )
    review = Review(ONE, "Ada Okoye", "2026-05-04", ReviewVerdict.WORKS, TWO, "1.3.0", "Ran it twice.", line=2)
    assert parsed(text) == ReviewFile((review,))


def test_a_model_is_no_person() -> None:
    (review,) = parsed(f'{WHOLE}kind = "model"\n').reviews
    assert review.kind is Reviewer.MODEL


def test_entries_keep_their_order_and_know_their_lines() -> None:
    (one, two) = parsed(f"{WHOLE}\n{WHOLE.replace(ONE, TWO)}").reviews
    assert [(one.digest, one.line), (two.digest, two.line)] == [(ONE, 1), (TWO, 7)]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "review = []\n"])
def test_a_file_may_be_without_any(text) -> None:
    assert parsed(text) == ReviewFile()


def test_lines_of_a_list_in_one_line_are_not_known() -> None:
    (review,) = parsed(f'review = [{{ digest = "{ONE}", by = "Ada", date = 2026-05-04, verdict = "safe" }}]').reviews
    assert review.line == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (f'digest = "{ONE}"\n', "", "`digest` is missing, but 64 hex digits are wanted"),
        (ONE, "abc", "`digest` is `abc`, but 64 hex digits are wanted"),
        (f'"{ONE}"', "12", "`digest` is no text, but 64 hex digits are wanted"),
        ('by = "Ada Okoye"\n', "", "`by` is missing, but a text in quotes is wanted"),
        ("Ada Okoye", "  ", "`by` is empty, but a text in quotes is wanted"),
        ("2026-05-04", '"May"', "`date` is `May`, but a date such as 2026-11-20 is wanted"),
        ("2026-05-04", "2026-05-04T10:00:00", "`date` is something else, but a date such as 2026-11-20 is wanted"),
        ("2026-05-04", '"20260504"', "`date` is `20260504`, but a date such as 2026-11-20 is wanted"),
        ('"safe"', '"fine"', "`verdict` is `fine`, but `safe`, `works` or `objects` is wanted"),
        ('"safe"', '["safe"]', "`verdict` is no text, but `safe`, `works` or `objects` is wanted"),
        ("by =", 'kind = "bot"\nby =', "`kind` is `bot`, but `person` or `model` is wanted"),
        ("by =", f'since = "{ONE}"\nby =', "`since` is `digest` itself, which is no step"),
        ("by =", 'sinse = "x"\nby =', "`sinse` is not known here"),
        ("by =", 'name = "pdf"\nby =', "`name` is not known here"),
        ("by =", "note = 3\nby =", "`note` is no text, but a text in quotes is wanted"),
    ],
)
def test_what_is_not_as_meant_counts_for_nothing(old, new, said) -> None:
    text = WHOLE.replace(old, new)
    assert parsed(text).reviews == ()
    assert clauses(text) == [(1, said)]


def test_an_objection_stands_while_it_is_clear_who_makes_it_and_about_what() -> None:
    objection = WHOLE.replace('"safe"', '"objects"').replace("2026-05-04", '"soon"') + "criteria = 1\n"
    (review,) = parsed(objection).reviews
    assert (review.verdict, review.day, review.digest) == (ReviewVerdict.OBJECTS, "", ONE)
    assert len(parsed(objection).problems) == 2
    assert parsed(objection.replace(ONE, "")).reviews == ()


def test_texts_are_one_line_that_can_be_seen() -> None:
    text = f'{WHOLE}note = "a\\u0000b\\u202ec <b>d</b>"\n'
    (review,) = parsed(text).reviews
    assert review.note == "abc <b>d</b>"
    assert clauses(text) == [(1, "`note` has characters that cannot be seen")]


def test_texts_are_cut() -> None:
    text = f'{WHOLE}note = "{"a" * 3000}"\n'
    (review,) = parsed(text).reviews
    assert len(review.note) == 2000
    assert clauses(text) == [(1, "`note` is longer than 2,000 characters")]


def test_a_note_may_have_many_sentences() -> None:
    assert parsed(f'{WHOLE}note = "{"It reads a.b.c and 10.0.0.1. " * 40}"\n').problems == ()


def test_the_same_review_counts_once() -> None:
    found = parsed(WHOLE + WHOLE)
    assert len(found.reviews) == 1
    assert found.problems == (ReviewProblem(6, "the same review is there twice", "delete one of them"),)


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        (b"[[review]\n", 1, "this is not TOML: line 1, column 9: found `]`, expected `]]`"),
        (b"a = 1\n\xff", 2, "the file is not UTF-8"),
        (b"#" * (LARGEST_REVIEWS + 1), 0, "the file is larger than 262,144 bytes"),
        (b"\n" + b"a." * 5000 + b"b = 1", 2, "a line is longer than 8,192 bytes"),
        (b"\n[" + b"a." * 4000 + b"b]", 2, "a key has too many parts between points"),
        (b'"\\"".' * 30 + b"b = 1", 1, "a key has too many parts between points"),
        (b"c = {" + b"' . '\t . " * 20 + b"b = 1}", 1, "a key has too many parts between points"),
        (b"a = " + b"[" * 5000, 0, "this is not TOML: it is too large or nested too deeply"),
        (b"a = " + b"9" * 5000, 0, "this is not TOML: it is too large or nested too deeply"),
        (b"reviews = 1\n", 0, "`reviews` is not known here"),
        (b"review = 1\n", 0, "`review` is no list of tables"),
        (b"review = [1]\n", 0, "`review[0]` is no table"),
    ],
)
def test_a_file_that_is_none_is_a_problem_and_no_error(content, line, said) -> None:
    found = parse_reviews(content)
    assert found.reviews == ()
    assert [(each.line, each.clause) for each in found.problems] == [(line, said)]


def test_of_many_problems_the_first_are_told() -> None:
    found = parse_reviews(b"[[review]]\n" * 100)
    assert len(found.problems) == 21
    assert found.problems[-1].clause == "there are 380 more problems like these"


def test_of_too_many_entries_none_is_read() -> None:
    (problem,) = parse_reviews(b"[[review]]\n" * 20_000).problems
    assert problem.clause == "there are more than 2,500 reviews"


def test_a_header_in_a_note_moves_no_line_to_another_entry() -> None:
    text = f'{WHOLE}note = """\n[[review]]\n"""\n{WHOLE.replace(ONE, TWO)}'
    assert len(tomllib.loads(text)["review"]) == 2
    assert [each.line for each in parsed(text).reviews] == [0, 0]
