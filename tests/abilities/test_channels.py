"""Places through which the parts of a skill pass something on."""

import pytest

from skillpack.abilities.channels import around, file_channel, name_in, printed_by, scope_of

TMP = "/tmp"  # noqa: S108 - its name, in which nothing is made


@pytest.mark.parametrize(("path", "place"), [
    (f"{TMP}/x", f"{TMP}/x"),
    ("./out/x.json", "out/x.json"),
    ("'out/x.json'", "out/x.json"),
    ("$HOME/.cache/x", "~/.cache/x"),
    ("${HOME}/.cache/x", "~/.cache/x"),
    ("$env:USERPROFILE\\x", "~/x"),
    ("$TMPDIR/x", f"{TMP}/x"),
    ("$env:TEMP\\x", f"{TMP}/x"),
    ("%TEMP%\\x", f"{TMP}/x"),
    ("out/", "out/"),
])  # fmt: skip
def test_one_place_has_one_spelling(path: str, place: str) -> None:
    assert file_channel(path) == place


@pytest.mark.parametrize("path", [
    "", ".", "./", "~", "~/", "/", TMP, f"{TMP}/", "-", "-o", "$OUT/x", "{}/x", "*.json", "/dev/null", "../x",
    "https://a.example/x", "two words", "x" * 201, "a|b",
])  # fmt: skip
def test_what_nobody_knows_or_where_everything_lies_is_none(path: str) -> None:
    assert file_channel(path) == ""


def test_a_place_lies_in_folders() -> None:
    assert around("a/b/c") == ["a/", "a/b/"]
    assert around("/opt/x/") == ["/", "/opt/"]
    assert around("a") == []


def test_names_and_output_belong_to_a_file() -> None:
    assert scope_of("") == "SKILL.md"
    assert scope_of("$DIR/lib/a.sh") == "a.sh"
    assert name_in("a.sh", "KEY") != name_in("b.sh", "KEY")
    assert printed_by("scripts/a.sh") == printed_by("./a.sh")
    assert printed_by("a.sh", "f") != printed_by("a.sh")
