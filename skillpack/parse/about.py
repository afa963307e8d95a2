"""What a catalog shows of a skill and no specification defines: read from `metadata`."""

import re

from skillpack.model.document import Document
from skillpack.model.skill import About
from skillpack.parse.values import joined_text, parts, words

# A language has two or three letters; some people write here in which one a program is: `python`, `rust`.
_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_ADDRESS = re.compile(r"\s*(?:<[^<>]*(?:@|://)[^<>]*>|\([^()]*(?:@|://)[^()]*\))")
_FORMS = frozenset({"inc", "inc.", "llc", "ltd", "ltd.", "gmbh", "co.", "corp.", "s.a.", "ag"})
_DEPENDENCY = re.compile(r"([^\s,]+)[ \t]*([^,]*)")


def read_about(document: Document, metadata: dict[str, str]) -> About:
    """Return the facts in `metadata`; a top-level field of the same name counts where `metadata` has none."""
    fields = {field.name: field for field in document.fields}

    def text(*names: str) -> str:
        for name in names:
            if name in metadata:
                return metadata[name].strip()
        for name in names:
            if name in fields:
                return joined_text(fields[name].value).strip()
        return ""

    deprecated, language = text("deprecated"), text("language")
    return About(
        authors=_authors(text("author", "authors", "skill-author")),
        updated=text("updated"),
        homepage=text("homepage"),
        source=text("source"),
        tags=parts(text("tags")),
        related=words(text("related")),
        deprecated="" if deprecated.casefold() == "false" else deprecated,
        depends=read_depends(text("depends")),
        role=text("role").lower(),
        profiles=words(text("profiles")),
        language=language if _TAG.fullmatch(language) else "",
    )


def _authors(text: str) -> tuple[str, ...]:
    """Return the names of people and companies, without addresses; the form of a company is no author of its own."""
    return tuple(name for name in parts(_ADDRESS.sub("", text)) if name.lower() not in _FORMS)


def read_depends(text: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of name and semver range from `a ^1.2, b >=1 <2, c`; a range is empty where none is given."""
    return tuple((match[1], " ".join(match[2].split())) for match in _DEPENDENCY.finditer(text))
