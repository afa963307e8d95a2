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
        ("Apache 2", "Apache-2.0"),
        ("Apache 2.0", "Apache-2.0"),
        ("Apache2", "Apache-2.0"),
        ("Apache-2", "Apache-2.0"),
        ("Apache License 2.0", "Apache-2.0"),
        ("BSD 2-Clause", "BSD-2-Clause"),
        ("BSD-2", "BSD-2-Clause"),
        ("BSD 2 Clause", "BSD-2-Clause"),
        ("Simplified BSD License", "BSD-2-Clause"),
        ("BSD-3", "BSD-3-Clause"),
        ("BSD 3 Clause", "BSD-3-Clause"),
        ("New BSD License", "BSD-3-Clause"),
        ("CC BY 4.0", "CC-BY-4.0"),
        ("CC-BY 4.0", "CC-BY-4.0"),
        ("Creative Commons Attribution 4.0", "CC-BY-4.0"),
        ("CC0", "CC0-1.0"),
        ("CC0 1.0", "CC0-1.0"),
        ("GPL-3.0", "GPL-3.0-only"),
        ("GPLv3", "GPL-3.0-only"),
        ("GPL v3", "GPL-3.0-only"),
        ("GPL 3", "GPL-3.0-only"),
        ("GNU GPLv3", "GPL-3.0-only"),
        ("isc", "ISC"),
        ("Expat", "MIT"),
        ("MPL 2.0", "MPL-2.0"),
        ("Mozilla Public License (2.0)", "MPL-2.0"),
        ("The Unlicense", "Unlicense"),
        ("All rights reserved", OWN_TERMS),
        ("Confidential", OWN_TERMS),
        ("see LICENCE", OWN_TERMS),
        ("our terms", OWN_TERMS),
        ("licence.md", OWN_TERMS),
        ("Seesaw determined", "Seesaw determined"),
        ("x" * 40, "x" * 40),
        ("x" * 41, OWN_TERMS),
        ("MIT OR Apache-2.0", "MIT OR Apache-2.0"),
        ("Complete terms in LICENSE.txt", OWN_TERMS),
        ("Proprietary. LICENSE.txt has complete terms", OWN_TERMS),
        ("For use within the company by those who were told so", OWN_TERMS),
    ],
)
def test_spellings_of_one_licence_are_one_value(text: str, name: str) -> None:
    assert merged_license(text) == name


def test_terms_of_ones_own_have_an_address_that_never_changes() -> None:
    assert OWN_TERMS == "own-terms"
