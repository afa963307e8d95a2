"""Where credentials are in a text, and the text without them."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.check.credentials import SHORT, SHOWN, find_credentials, mask


@pytest.fixture(scope="module")
def made(made_credentials) -> Mapping[str, Any]:
    return made_credentials.credentials()


@pytest.mark.parametrize("text", [b"PRIVATE KEY", b"Keep the PRIVATE KEY safe.", b"PuTTY"])
def test_words_about_keys_are_none(text: bytes) -> None:
    assert find_credentials(text) == ()


def test_forty_kinds_are_known(made) -> None:
    assert len({each.what for each in made.values()}) >= 40


@pytest.mark.parametrize(
    "around", ["{}", "KEY={}\n", '"{}"', "`{}`", "a: {}, b", "# {}\r\n", "\u00e4 {}\u00e4", "({})"]
)
def test_finds_each_kind_in_its_place(made, around) -> None:
    for name, each in made.items():
        text = around.format(each.text.replace("{", "{")).encode()
        (found,) = find_credentials(text)
        assert found.what == each.what, name
        assert text[found.start : found.end].decode() == each.value, name


def test_nothing_is_left_of_a_masked_value_but_what_may_be_shown(made) -> None:
    for name, each in made.items():
        text = f"before\n{each.text}\nbehind\n".encode()
        masked = mask(text, find_credentials(text))
        assert len(masked) == len(text), name
        assert masked.count(b"\n") == text.count(b"\n"), name
        shown = each.value[:SHOWN] if len(each.value) >= SHORT else ""
        rest = masked.decode().replace(each.text.partition(each.value)[0], "")
        for start in range(len(each.value) - SHOWN):
            piece = each.value[start : start + SHOWN + 1]
            assert piece == shown or piece not in rest or set(piece) <= {"x"}, (name, piece)
        assert find_credentials(masked) == (), name


def test_a_value_is_shown_by_four_characters_or_none(made) -> None:
    for each in made.values():
        (found,) = find_credentials(each.text.encode())
        assert found.shown == (each.value[:4] if len(each.value) >= SHORT else "")


@pytest.mark.parametrize(
    "text",
    [
        "postgres://user:password@localhost:5432/app",
        "postgres://postgres:postgres@db:5432/app",
        "mysql://root:${MYSQL_PASSWORD}@db/app",
        "https://user:$TOKEN12345678@example.com",
        "redis://:<your-password>@cache:6379",
        "mongodb://admin:P@ssw0rd!2024@host",
        "https://user:p4ssw0rd123@example.com/path",
        "amqp://guest:guest@localhost",
        "redis://:Bk-Skill8@localhost:18113/15",
        "postgresql+asyncpg://app:bk-s3mp-backend@localhost:18110/s3mp",
        "mysql://app:Zurich2019@db:3306/app",
        "http://localhost:8080/@scope/package@1.2.3",
        "https://unpkg.com:443/@babel/core@7.0.0-Abc12345",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "secret: 356a192b7913b04c54574d18c28d46e6395428ab",
        "the secret, 4f2b1c9d8e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c of it",
        (  # expired in 2016
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9."
            "eyJleHAiOjE0NzE5OTMxMjE3NzYsInVzZXIiOnsiX2lkIjoiNTc2ZGJhMzY4YzU1NGUyOTA3N2IyMDU4In19."
            "S1uNjX64z3aNIfEukw60bbCdQbHMOLO4Ei6tvvIc1X8"
        ),
        (  # of a user for tests
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoicG9zdGdyZXN0X3Rlc3RfYXV0aG9yIn0."
            "Xod-F15qsGL0WhdOCr2j3DdKuTw9QJERVgoFD3vGaWA"
        ),
        (  # that of jwt.io
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
            "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ."
            "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
        ),
        "DefaultEndpointsProtocol=https;AccountKey=<your-account-key>",
        "-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\n<paste your key here>\n-----END RSA PRIVATE KEY-----",
        "Bearer eyJ...",
        "sk-your-key-goes-right-in-here-please",
    ],
)
def test_placeholders_and_samples_of_documents_are_none(text) -> None:
    assert find_credentials(text.encode()) == ()


@given(st.binary(max_size=400))
def test_whatever_the_text_a_mask_keeps_its_shape(content) -> None:
    found = find_credentials(content)
    masked = mask(content, found)
    assert len(masked) == len(content)
    assert [at for at, code in enumerate(masked) if code == 10] == [at for at, code in enumerate(content) if code == 10]


@given(st.data())
def test_a_credential_is_found_among_others(made_credentials, data) -> None:
    made = list(made_credentials.credentials().values())
    several = data.draw(st.lists(st.sampled_from(made), min_size=1, max_size=4))
    text = data.draw(st.sampled_from(["\n", " ", "\n\n# next\n", " and "])).join(each.text for each in several)
    assert [found.what for found in find_credentials(text.encode())] == [each.what for each in several]
