"""Documented sample keys are no credentials, and nothing else is let through for them.

They are put together here, so that scanners of the repository find none.
"""

import pytest

from skillpack.check.credential_kinds import is_sample
from skillpack.check.credentials import find_credentials

GITHUB = "_16C7e42F292c6912E7710c838347Ae178B4a"
DOCUMENTED = [
    "AK" + "IAIOSFODNN7EXAMPLE",
    "AK" + "IAI44QH8DHBEXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
    "gh" + "o" + GITHUB,
    "gh" + "u" + GITHUB,
    "gh" + "p" + GITHUB,
    "gh" + "r_1B4a2e77838347a7E420ce178F2E7c6912E169246c34E1ccbF66C46812d16D5B1A9Dc86A1498",
    "xo" + "xb-17653672481-19874698323-pdFZKVeTuE8sk7oOcBrzbqgy",
    "AI" + "zaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
    "S" + "G.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr",
    "MTk4NjIyNDgzNDcxOTI1MjQ4" + ".Cl2FMQ." + "ZnCjm1XVW7vRze4b7Cq4se7kKWs",
    "AccountKey=" + "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
    "AccountKey=" + "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
    "MINIO_SECRET_KEY=" + "zuf+tfteSlswRu7BJ86wekitnifILbZam1KYY3TG",
    "STRIPE_SECRET_KEY=sk" + "_test_4eC39HqLyjWDarjtT1zdp7dc",
    (
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
        "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWUsImlhdCI6MTUxNjIzOTAyMn0."
        "KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30"
    ),
]
PLACEHOLDERS = [
    "sk" + "_live_abc123def456ghi789jkl012",
    "gh" + "p_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8",
    "np" + "m_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "AI" + "zaSyA1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q",
]


@pytest.mark.parametrize("text", [*DOCUMENTED, *PLACEHOLDERS])
def test_documented_sample_keys_are_none(text: str) -> None:
    assert find_credentials(f"For example `{text}`.\n".encode()) == ()


def test_a_key_beside_the_word_example_is_one(made_credentials) -> None:
    for name, each in made_credentials.credentials().items():
        text = f"# Example, a sample key for documentation only (placeholder): {each.text}\n"
        assert len(find_credentials(text.encode())) == 1, name


@pytest.mark.parametrize("text", [one for one in DOCUMENTED if one.startswith(("gh", "xo", "AI", "S" + "G"))])
def test_one_letter_more_or_other_is_a_key(text: str) -> None:
    other = text[:-1] + ("Q" if text[-1] != "Q" else "R")
    assert not is_sample(other.encode())
    assert len(find_credentials(other.encode())) == 1
