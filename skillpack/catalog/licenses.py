"""Licences as lists filter by them: spellings of one licence are one value, and terms of one's own are one as well."""

import re

OWN_TERMS = "own-terms"
"""Stands for every text that names no licence but a file or terms of its own."""

_SPELLINGS = {
    "Apache-2.0": "apache 2|apache 2.0|apache license 2.0|apache license version 2.0|apache2|apache-2",
    "BSD-2-Clause": "bsd 2-clause|bsd-2|bsd 2 clause|simplified bsd",
    "BSD-3-Clause": "bsd 3-clause|bsd-3|bsd 3 clause|new bsd",
    "CC-BY-4.0": "cc by 4.0|cc-by 4.0|creative commons attribution 4.0",
    "CC0-1.0": "cc0|cc0 1.0",
    "GPL-3.0-only": "gpl-3.0|gplv3|gpl v3|gpl 3|gnu gplv3",
    "ISC": "isc",
    "MIT": "mit|expat",
    "MPL-2.0": "mpl 2.0|mozilla public license 2.0",
    "Unlicense": "unlicense",
}
_KNOWN = {text: name for name, texts in _SPELLINGS.items() for text in (name.lower(), *texts.split("|"))}
_TERMS = re.compile(r"licen[cs]e\.|\bterms\b|proprietary|all rights reserved|confidential|\bsee\b", re.IGNORECASE)
_LONGEST = 40  # characters of what may be a licence's name


def merged_license(text: str) -> str:
    """Return the SPDX name of a licence that is spelled otherwise, `OWN_TERMS` for terms, and others as written."""
    plain = " ".join(re.sub(r"[,()]", " ", text.lower().replace("licence", "license")).split())
    short = plain.removeprefix("the ").removesuffix(" license")
    found = _KNOWN.get(plain) or _KNOWN.get(short)
    if found:
        return found
    return OWN_TERMS if _TERMS.search(text) or len(text) > _LONGEST else text
