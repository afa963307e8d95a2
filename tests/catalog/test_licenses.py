import pytest

from skillpack.catalog.licenses import OWN_TERMS, merged_license


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("MIT", "MIT"),
        ("The MIT License", "MIT"),
        ("mit licence", "MIT"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("apache-2.0", "Apache-2.0"),
        ("BSD 3-Clause License", "BSD-3-Clause"),
        ("MIT OR Apache-2.0", "MIT OR Apache-2.0"),
        ("Complete terms in LICENSE.txt", OWN_TERMS),
        ("Proprietary. LICENSE.txt has complete terms", OWN_TERMS),
        ("For use within the company by those who were told so", OWN_TERMS),
    ],
)
def test_spellings_of_one_licence_are_one_value(text: str, name: str) -> None:
    assert merged_license(text) == name
