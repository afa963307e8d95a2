"""What a secret is known by: which edits end it, and which do not."""

import hashlib

import pytest

from skillpack.check.credentials import find_credentials
from skillpack.check.fingerprints import fingerprint, of_credential, of_file, of_name
from skillpack.model.finding import SecretIdentity


@pytest.fixture(scope="module")
def token(made_credentials) -> bytes:
    return made_credentials.credentials()["github"].text.encode()


def known(text: bytes, skill: str = "pdf", file: str = "SKILL.md", number: int = 0) -> str:
    return of_credential(skill, file, text, find_credentials(text)[number]).fingerprint


@pytest.mark.parametrize(
    "text",
    [
        b"Key: %s\n",
        b"New.\n\nMore.\nKey: %s\nLess.\n",
        b"  Key: %s \t\n",
        b"One.\r\nKey: %s\r\nTwo.\r\n",
    ],
)
def test_does_not_end_when_lines_move(token, text) -> None:
    assert known(text % token) == known(b"Key: %s" % token)


@pytest.mark.parametrize("text", [b"Our key: %s", b"Key: %s!", b"Key: %s other"])
def test_ends_with_the_words_of_its_line(token, text) -> None:
    assert known(text % token) != known(b"Key: %s" % token)


def test_ends_with_the_value_the_file_and_the_skill(token, made_credentials) -> None:
    other = made_credentials.credentials("other")["github"].text.encode()
    line = b"Key: %s" % token
    found = {known(line), known(b"Key: %s" % other), known(line, file="a.md"), known(line, skill="docx")}
    assert len(found) == 4


def test_tells_two_on_one_line_apart_and_ends_both(token, made_credentials) -> None:
    other = made_credentials.credentials("other")["github"].text.encode()
    both = b"%s %s" % (token, other)
    assert len({known(both), known(both, number=1), known(token), known(other)}) == 4


def test_covers_every_line_of_a_key(made_credentials) -> None:
    text = made_credentials.credentials()["key-rsa"].text.encode()
    lines = text.split(b"\n")
    changed = b"\n".join([*lines[:-3], lines[-3].swapcase(), *lines[-2:]])
    assert known(text) != known(changed)


def test_is_the_same_everywhere_and_short() -> None:
    assert fingerprint("SF003", "pdf", "SKILL.md", b"Key: x") == "b55e67f332a6df2c"


def test_is_no_hash_of_the_value_alone(token) -> None:
    hashes = (hashlib.new(name, token).hexdigest() for name in ("md5", "sha1", "sha256", "sha512"))
    assert not [each for each in hashes if known(token) in each]


def test_parts_cannot_be_shifted_into_each_other() -> None:
    assert fingerprint("SF003", "a", "bc", b"d") != fingerprint("SF003", "ab", "c", b"d")
    assert fingerprint("SF003", "a", "b", b"c\nd") != fingerprint("SF003", "a", "b", b"c\0d")


def test_a_name_is_known_wherever_it_lies(token) -> None:
    def named(path: str) -> SecretIdentity:
        return of_name("pdf", path, find_credentials(path.encode())[0])

    text = token.decode()
    assert named(f"a/{text}.txt") == named(f"b/c/{text}.txt") != named(f"a/{text}.md")
    assert text not in named(f"a/{text}.txt").file


def test_a_private_file_is_known_by_all_of_it() -> None:
    assert of_file("pdf", ".env", b"A=1\nB=2\n") != of_file("pdf", ".env", b"A=1\nB=3\n")
    assert of_file("pdf", ".env", b"A=1\nB=2\n") == of_file("pdf", ".env", b"A=1\r\nB=2\r\n")
