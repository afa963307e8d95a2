"""What other installers of skills leave: their lock files, and their keys in a skill."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from skillpack.errors import FetchError, IndexRefusedError
from skillpack.files.membership import belongs
from skillpack.files.read import read_file
from skillpack.model.installed import Difference, ForeignSource
from skillpack.model.tree import Tree
from skillpack.parse.document import SKILL_FILE
from skillpack.registry.gh_skill import without_gh_keys
from skillpack.registry.skills_lock import MOST, PERSONAL, PROJECT, read_skills_lock
from skillpack.sources.download import from_tree


def foreign_sources_of(
    workspace: Path | None, home: Path, env: Mapping[str, str]
) -> tuple[Mapping[str, ForeignSource], tuple[str, ...]]:
    """Return the entries of lock files for the skills of a project, or of the user, and why one cannot be taken.

    Args:
        workspace: The project's folder; None for the user's own.
        home: The user's.
        env: Where the user's lock file may be set.
    """
    if workspace is not None:
        return _read(workspace / PROJECT, PROJECT)
    state = env.get("XDG_STATE_HOME", "")
    return _read(Path(state, "skills", PERSONAL) if state else home / ".agents" / PERSONAL, PERSONAL)


def _read(path: Path, name: str) -> tuple[Mapping[str, ForeignSource], tuple[str, ...]]:
    if not path.is_file():
        return {}, ()
    try:
        return read_skills_lock(read_file(path, MOST), name), ()
    except (FetchError, IndexRefusedError) as error:
        return {}, (str(error),)


def only_installer_keys(here: Tree, there: Tree, differs: Sequence[Difference]) -> bool:
    """Return whether all that differs is what `gh skill` writes, or what no source ships."""
    return all(_is_mark(here, there, each) for each in differs)


def _is_mark(here: Tree, there: Tree, difference: Difference) -> bool:
    if difference.kind == "added":
        return not belongs(difference.path)
    return difference.kind == "changed" and difference.path == SKILL_FILE and _says_the_same(here, there)


def _says_the_same(here: Tree, there: Tree) -> bool:
    """Return whether two skills say the same but for the keys of `gh skill`."""
    one, other = (from_tree(Tree({SKILL_FILE: tree.files[SKILL_FILE]}), "").skill for tree in (here, there))
    if one.document.body.text != other.document.body.text:
        return False
    fields = [
        {field.name: field.value.text for field in skill.document.fields if field.name != "metadata"}
        for skill in (one, other)
    ]
    return fields[0] == fields[1] and without_gh_keys(dict(one.metadata)) == without_gh_keys(dict(other.metadata))
