from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.abilities.javascript.reader import javascript_readings
from skillpack.abilities.javascript.text import JavascriptText
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability

WORDS = (
    "' \" ` \\ // /* */ / ( ) { } [ ] ${ $(( ; & > < = , . : a é 0 case in do import from as require eval exec => ?"
    " rm process.env fs. fetch( https://a.example ~/.ssh \u2028 \\' /[ /[a] `${ {'a': import{ x={ f() a.b f{"
)
PIECES = [*WORDS.split(" "), "\n", "\r", "\t", "import ", "import {", "'a' ", "x = {"]


@settings(deadline=None)
@given(text=st.lists(st.sampled_from(PIECES) | st.text(max_size=4)).map("".join))
def test_every_place_keeps_its_number_and_every_line_is_within_the_file(text: str) -> None:
    with suppress(SyntaxError):
        assert len(JavascriptText(text).code) == len(text)
    with suppress(SyntaxError, RecursionError):
        for each in javascript_readings(SourceText("s.js", text, "javascript")):
            assert not isinstance(each, Ability) or 1 <= each.line <= text.count("\n") + 1


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_is_read_or_refused(piece: str) -> None:
    # What took more than linear time would make these texts take hours.
    with suppress(SyntaxError, RecursionError):
        list(javascript_readings(SourceText("s.js", (piece * 60_000)[:60_000], "javascript")))


@pytest.mark.parametrize("text", ["(" * 90_000, "x = " + "[" * 5_000, "`${" * 60_000, "-" * 90_000 + "1"])
def test_what_is_nested_deeply_is_read_or_refused(text: str) -> None:
    with suppress(SyntaxError, RecursionError):
        list(javascript_readings(SourceText("s.js", text, "javascript")))
