"""Arguments and mentions, row by row as the hosts were seen to treat them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.runtime.arguments import expand, mentions


@pytest.mark.demand("I8", "I9", "I18")
@pytest.mark.parametrize(
    ("body", "arguments", "result"),
    [
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
        # Here the framework reads again what it has put in; a value is never read here.
        ("first $ARGUMENTS[0]", "$1 two", "first $1"),
        ("first $0", "$ARGUMENTS tail", "first $ARGUMENTS"),
        ("Do the review", "src/main.php", "Do the review\n\nARGUMENTS: src/main.php"),
        ("Do the review", "", "Do the review"),
        ("Do the review", " \t", "Do the review"),
        ("Do the review", None, "Do the review"),
        ("é$0", "v", "év"),
        (f"$ARGUMENTS[{'9' * 5000}]", "v", ""),
    ],
)
def test_table_of_arguments(body: str, arguments: str | None, result: str) -> None:
    assert expand(body, arguments) == result


@pytest.mark.demand("I8")
@given(st.text("$ARGUMENTS[]0123 \nab", max_size=60))
def test_what_was_put_in_is_never_read_again(arguments: str) -> None:
    assert expand("<$ARGUMENTS>", arguments) == f"<{arguments}>"
    first = (arguments.split() or [""])[0]
    assert expand("<$0>", arguments) == f"<{first}>"


@pytest.mark.demand("K14")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x$deploy", ()),
        ("$deploy-now", ()),
        ("$deploy,", ("deploy",)),
        ("$$deploy", ("deploy",)),
        ("_$deploy", ("deploy",)),
        ("é$deploy", ()),
        ("$deployé", ()),
        ("$test-", ()),
        ("$test then $deploy then $test", ("test", "deploy")),
        ("$unknown", ()),
    ],
)
def test_table_of_mentions(text: str, found: tuple[str, ...]) -> None:
    assert mentions(text, {"deploy", "test"}) == found
