"""What must never leave a skill: which findings say so, and the skill without it (pure).

A credential or a private file stops a skill under every profile. Whatever else looks at such a skill, rules and reports
included, sees it masked: as many bytes in as many lines, of which nothing can be read.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from skillpack.check.credentials import Credential, blank, find_credentials, mask
from skillpack.check.masking import masked_names, masked_text
from skillpack.check.private_files import private_reason
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import SourceTree, Tree
from skillpack.parse.skill import parse_skill

SECRET, PRIVATE = "SF003", "PB018"

SECRET_RULES = frozenset({SECRET, PRIVATE})
"""Findings that are errors under every profile, and withhold whatever the policy says."""

_SPACED = bytes.maketrans(b"\0", b" ")


def credentials_in(content: bytes) -> tuple[bytes, tuple[Credential, ...]]:
    """Return a file as it was read, and the credentials where they stand in that.

    A file with NUL is read twice: as strings between them, and without them, as UTF-16 and careful hiders need it.
    """
    found = find_credentials(content)
    for filled, dropped in ((_SPACED, b""), (None, b"\0")) if b"\0" in content and not found else ():
        text = content.translate(filled, dropped)  # quick however many NUL there are
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


def masked_tree(tree: Tree) -> Tree:
    """Return the files of a skill as they may be shown, their paths as well; the same tree where all may."""
    return _masked_files(tree, masked_names(tree.files))


def masked_paths(tree: Tree) -> Tree:
    """Return a tree whose contents are as they were and whose paths may be shown."""
    return _renamed(tree, masked_names(tree.files))


def masked_skill(skill: ParsedSkill, tree: Tree) -> ParsedSkill:
    """Return a skill as it may be shown: masked, under its own digest; the same skill where nothing is secret.

    Args:
        skill: As parsed.
        tree: As read; may hold less than the skill's resources.
    """
    return masked(skill, tree)[0]


def masked(skill: ParsedSkill, tree: Tree) -> tuple[ParsedSkill, Tree]:
    """Return a skill and its files as they may be shown: contents, paths, links, and where it lies."""
    own = skill.document.path
    shown = masked_names((*([own] if own else ()), *(resource.path for resource in skill.resources)))
    shown |= masked_names(path for path in tree.files if path not in shown)
    files = _masked_files(tree, shown)
    source, path, stem = (masked_text(each) for each in (skill.origin.source, skill.origin.path, skill.origin.stem))
    origin = replace(skill.origin, source=source, path=path, stem=stem)
    skipped = tuple(replace(odd, path=masked_text(odd.path), detail=masked_text(odd.detail)) for odd in skill.skipped)
    same = all(path == name for path, name in shown.items()) and (origin, skipped) == (skill.origin, skill.skipped)
    if files is tree and same:
        return skill, tree
    sizes = {own: len(tree.files.get(own, b""))} if own in tree.files else {}
    sizes |= {resource.path: resource.size for resource in skill.resources}
    listing = tuple((shown[path], size) for path, size in sizes.items())
    parsed = parse_skill(SourceTree(origin, listing, files, whole=False, skipped=skipped))
    return replace(parsed, identity=replace(skill.identity, declared=parsed.identity.declared)), files


def _masked_files(tree: Tree, shown: Mapping[str, str]) -> Tree:
    contents = {path: masked_content(path, content) for path, content in tree.files.items()}
    same = all(contents[path] is content for path, content in tree.files.items())
    return _renamed(tree if same else Tree(contents), shown)


def _renamed(tree: Tree, shown: Mapping[str, str]) -> Tree:
    if all(shown[path] == path for path in tree.files):
        return tree
    return Tree({shown[path]: content for path, content in tree.files.items()})
