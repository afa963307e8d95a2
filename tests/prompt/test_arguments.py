import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.prompt.arguments import substitute

# requirements section 3: observed of the framework, but for the two rows in which it scans a value again.
CASES = [
    ("Review $ARGUMENTS carefully", "src/main.php", "Review src/main.php carefully"),
    ("Review $ARGUMENTS carefully", None, "Review $ARGUMENTS carefully"),
    ("Review $ARGUMENTS carefully", "", "Review  carefully"),
    ("File: $ARGUMENTS[0], Line: $ARGUMENTS[1]", "main.php 42", "File: main.php, Line: 42"),
    ("A=$0 B=$1 C=$2", "only-one", "A=only-one B= C="),
    ("[$0] [$1]", '"hello world" two', '["hello] [world"]'),
    ("[$0][$1]", "  a\t\tb\nc ", "[a][b]"),
    ("all=$ARGUMENTS", "  a\t\tb  ", "all=  a\t\tb  "),
    ("cost $10 and $1", "a b", "cost $10 and b"),
    ("x$0 $0x ${0} $$0 \\$0", "v", "x$0 vx ${0} $v \\v"),
    ("price: $5.00", "v", "price: .00"),
    ("$0$1", "a b", "a$1"),
    ("$ARGUMENTS[01] $ARGUMENTS[-1] $ARGUMENTS[a]", "p q", "q p q[-1] p q[a]"),
    ("$ARGUMENTSX $arguments", "v", "vX $arguments"),
    ("Do the review", "src/main.php", "Do the review\n\nARGUMENTS: src/main.php"),
    ("Do the review", "", "Do the review"),
    ("Do the review", " \t ", "Do the review"),
    ("Do the review", None, "Do the review"),
    ("é$0", "v", "év"),
]


@pytest.mark.parametrize(("body", "arguments", "expected"), CASES)
def test_puts_arguments_in_as_the_framework_does(body, arguments, expected) -> None:
    assert substitute(body, arguments) == expected


@pytest.mark.parametrize(
    ("body", "arguments", "expected"),
    [
        ("first $ARGUMENTS[0]", "$1 two", "first $1"),
        ("first $0", "$ARGUMENTS tail", "first $ARGUMENTS"),
    ],
)
def test_a_value_is_never_scanned_again(body, arguments, expected) -> None:
    assert substitute(body, arguments) == expected


def test_an_index_beyond_reason_is_a_missing_argument() -> None:
    assert substitute(f"[$ARGUMENTS[{'9' * 10_000}]]", "a") == "[]"


@given(st.text(alphabet="$ARGUMENTS[]0123 x"), st.text(alphabet="$ARGUMENTS0 ab"))
def test_without_places_the_body_stands_at_the_front(body, arguments) -> None:
    result = substitute(body, arguments)
    if "$" not in body:
        assert result.startswith(body)
    assert substitute(body, None) == body
