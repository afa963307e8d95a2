"""Colours and line drawing, by the environment and by what the stream is."""

import io

import pytest

from skillpack.report.terminal.stream import forced_colour, wants_colour, wants_unicode


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("env", "forced"),
    [
        ({}, None),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, None),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, None),
        ({"CLICOLOR_FORCE": "1"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"CLICOLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
    ],
)
def test_the_environment_may_force_colours(env, forced) -> None:
    assert forced_colour(env) is forced
    assert wants_colour(env, Terminal()) is (forced is not False)
    assert wants_colour(env, io.StringIO()) is (forced is True)


@pytest.mark.parametrize(
    ("encoding", "unicode"), [("utf-8", True), ("UTF8", True), ("utf-16", True), ("ascii", False), ("cp1252", False)]
)
def test_line_drawing_needs_unicode(encoding, unicode) -> None:
    assert wants_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is unicode
