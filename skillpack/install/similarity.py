"""Two trees of one skill, compared: what differs, and whether that is more than what an installer writes (pure)."""

from collections.abc import Sequence

from skillpack.files.membership import belongs
from skillpack.model.installed import Difference
from skillpack.model.tree import Tree, path_order
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.skill import parse_skill
from skillpack.registry.gh_skill import without_gh_keys
from skillpack.sources.download import from_tree


def changed(here: Tree, there: Tree) -> tuple[Difference, ...]:
    """Return how a tree differs from another one, by path."""
    found = [Difference("removed", path) for path in there.files if path not in here.files]
    found += (Difference("added", path) for path in here.files if path not in there.files)
    both = (path for path in here.files if path in there.files)
    found += (Difference("changed", path) for path in both if here.files[path] != there.files[path])
    return tuple(sorted(found, key=lambda each: path_order(each.path)))


def only_installer_keys(here: Tree, there: Tree, differs: Sequence[Difference]) -> bool:
    """Return whether all that differs is what `gh skill` writes, or what no source ships."""
    return all(_is_mark(here, there, each) for each in differs)


def _is_mark(here: Tree, there: Tree, difference: Difference) -> bool:
    if difference.kind == "added":
        return not belongs(difference.path)
    return difference.kind == "changed" and difference.path == SKILL_FILE and _says_the_same(here, there)


def _says_the_same(here: Tree, there: Tree) -> bool:
    """Return whether two skills say the same but for the keys of `gh skill`."""
    one, other = (parse_skill(from_tree(Tree({SKILL_FILE: tree.files[SKILL_FILE]}), "")) for tree in (here, there))
    if one.document.body.text != other.document.body.text:
        return False
    fields = [
        {field.name: field.value.text for field in skill.document.fields if field.name != "metadata"}
        for skill in (one, other)
    ]
    return fields[0] == fields[1] and without_gh_keys(dict(one.metadata)) == without_gh_keys(dict(other.metadata))
