"""What must never leave a skill: which findings say so, and the skill without it (pure).

A credential or a private file stops a skill under every profile. Whatever else looks at such a skill, rules and reports
included, sees it masked: as many bytes in as many lines, of which nothing can be read.
"""

from msgspec.structs import replace

from skillpack.check.credentials import Credential, blank, find_credentials, mask
from skillpack.check.private_files import private_reason
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import SourceTree, Tree
from skillpack.parse.skill import parse_skill

SECRET, PRIVATE = "SF003", "PB018"

SECRET_RULES = frozenset({SECRET, PRIVATE})
"""Findings that are errors under every profile, and withhold whatever the policy says."""


def credentials_in(content: bytes) -> tuple[bytes, tuple[Credential, ...]]:
    """Return a file as it was read, and the credentials where they stand in that.

    A file with NUL is read twice: as strings between them, and without them, as UTF-16 and careful hiders need it.
    """
    found = find_credentials(content)
    for filling in (b" ", b"") if b"\0" in content and not found else ():
        text = content.replace(b"\0", filling)
        found = find_credentials(text)
        if found:
            return text, found
    return content, found


def masked_content(path: str, content: bytes) -> bytes:
    """Return a file of a skill as it may be shown; nearly always as it is."""
    if private_reason(path, content):
        return blank(content)
    _, found = credentials_in(content)
    if not found:
        return content
    return blank(content) if b"\0" in content else mask(content, found)


def masked_text(text: str) -> str:
    """Return a text as it may be shown."""
    return masked_content("", text.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def masked_tree(tree: Tree) -> Tree:
    """Return the files of a skill as they may be shown; the same tree where all may."""
    masked = {path: masked_content(path, content) for path, content in tree.files.items()}
    return tree if all(masked[path] is content for path, content in tree.files.items()) else Tree(masked)


def masked_skill(skill: ParsedSkill, tree: Tree) -> ParsedSkill:
    """Return a skill as it may be shown: masked, under its own digest; the same skill where nothing is secret.

    Args:
        skill: As parsed.
        tree: As read; may hold less than the skill's resources.
    """
    masked = masked_tree(tree)
    return skill if masked is tree else _reparsed(skill, masked)


def _reparsed(skill: ParsedSkill, masked: Tree) -> ParsedSkill:
    own = ((path, len(masked.files[path])) for path in (skill.document.path,) if path in masked.files)
    listing = (*own, *((resource.path, resource.size) for resource in skill.resources))
    shown = parse_skill(SourceTree(skill.origin, listing, masked, whole=False, oddities=skill.oddities))
    return replace(shown, identity=replace(skill.identity, declared=shown.identity.declared))
