"""What a sentence for people names of programs and systems."""

import pytest

from skillpack.model.requirements import Requirements
from skillpack.parse.compatibility import named_needs


@pytest.mark.parametrize(
    ("text", "bins", "systems"),
    [
        ("Requires git, docker, jq, and access to the internet", ("git", "docker", "jq"), ()),
        ("Designed for Claude Code (or similar products)", (), ()),
        ("Requires Python 3.14+ and uv", ("python3", "uv"), ()),
        ("Node.js 20 on Linux or macOS", ("node",), ("linux", "darwin")),
        ("Needs poppler and ImageMagick", ("pdftotext", "magick"), ()),
        ("Works with large context windows", (), ()),
        ("Runs on Windows; JavaScript and GitHub", (), ("windows",)),
        ("No docker needed", (), ()),
        ("jq is optional", (), ()),
        ("git and Git and GIT", ("git",), ()),
        ("", (), ()),
    ],
)
def test_programs_and_systems_are_recognized(text: str, bins: tuple[str, ...], systems: tuple[str, ...]) -> None:
    assert named_needs(text) == Requirements(bins=bins, os=systems)
