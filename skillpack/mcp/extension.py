"""The extension `io.modelcontextprotocol/skills`: entries of skills with digests, and folders."""

from collections.abc import Mapping
from typing import Any

from skillpack.errors import ToolExecutionError
from skillpack.mcp.address import DIRECTORY, media_type, skill_uri
from skillpack.mcp.message import visible
from skillpack.model.digest import sha256
from skillpack.model.tree import Form, Origin, SourceTree, Tree
from skillpack.parse.document import SKILL_FILE, read_document
from skillpack.parse.json_values import FRONT_MATTER_SCHEMA, json_values
from skillpack.runtime.resource import read_files
from skillpack.runtime.schema import checked
from skillpack.runtime.skill import Skill

EXTENSION = "io.modelcontextprotocol/skills"
SETTINGS: Mapping[str, Any] = {"directoryRead": True}
MOST_FILES, MOST_BYTES = 512, 16 * 2**20
"""Of a skill; hosts need not take more (Limits)."""


def entry(skill: Skill) -> dict[str, Any] | None:
    """Return a skill with its front matter and the digest of each file; None for one that the extension cannot carry.

    Those are skills of one file, with more than hosts must take, and with front matter that is not what the
    specification says or that JSON cannot hold. It is given word for word, so that one with a character that cannot be
    seen is not given.

    Raises:
        FetchError: Its files cannot be read.
    """
    files = read_files(skill)
    if SKILL_FILE not in files or len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        return None
    front_matter = _front_matter(skill, files[SKILL_FILE])
    if front_matter is None or front_matter.get("name") != skill.name or visible(front_matter) != front_matter:
        return None
    resources = [
        {"uri": skill_uri(skill.name, path), "digest": f"sha256:{sha256(content)}", "size": len(content)}
        for path, content in files.items()
    ]
    return {"uri": skill_uri(skill.name), "frontmatter": front_matter, "resources": resources}


def _front_matter(skill: Skill, content: bytes) -> dict[str, Any] | None:
    """Return the front matter of a skill file; None for what a client may refuse, and the whole list with it."""
    origin = Origin(".", 0, ".", skill.name, Form.FOLDER, skill.trust)
    candidate = SourceTree(origin, ((SKILL_FILE, len(content)),), Tree({SKILL_FILE: content}), whole=True, skipped=())
    try:
        return checked(json_values(read_document(candidate, scanned=False)) or {}, FRONT_MATTER_SCHEMA)
    except ToolExecutionError:
        return None


def children(files: Mapping[str, bytes], name: str, folder: str) -> list[dict[str, Any]] | None:
    """Return the entries directly in a folder of a skill as resources, by name; None where there is no such folder.

    Args:
        folder: Relative to the skill's folder; empty for that one.
    """
    before = f"{folder}/" if folder else ""
    found: dict[str, bytes | None] = {}
    for path, content in files.items():
        if path.startswith(before):
            child, slash, _ = path.removeprefix(before).partition("/")
            found[child] = None if slash else content
    if not found:
        return None
    return [_child(skill_uri(name, before + child), child, content) for child, content in sorted(found.items())]


def _child(uri: str, name: str, content: bytes | None) -> dict[str, Any]:
    if content is None:
        return {"uri": uri, "name": name, "mimeType": DIRECTORY}
    return {"uri": uri, "name": name, "mimeType": media_type(name, content), "size": len(content)}
