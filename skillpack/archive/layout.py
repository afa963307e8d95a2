"""Where the skill lies in an archive and whether it may be taken: one judge for reading and writing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from skillpack.archive.member import Member, check_size, refusal
from skillpack.errors import ArchiveError
from skillpack.model.document import NodeKind
from skillpack.model.limits import Limits
from skillpack.model.portable import PathProblem, collisions, path_problem, printable
from skillpack.model.tree import Tree, make_tree
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.fields import read_fields
from skillpack.parse.front_matter import decode, split
from skillpack.parse.values import text_of

_FINDER = "__MACOSX"
_AWAY = frozenset(
    {
        *(PathProblem.UNC, PathProblem.DRIVE, PathProblem.BACKSLASH, PathProblem.ABSOLUTE),
        *(PathProblem.PARENT, PathProblem.ALIAS, PathProblem.NUL),
    }
)
"""Why a name, made a folder, would not lie where it seems to; every other fault of a name is a finding."""


def tree_of(members: Sequence[Member], limits: Limits) -> Tree:
    """Return the skill of an archive, whether it lies flat or in one folder that has its name.

    Raises:
        ArchiveError: No skill is found, several are, a path cannot lie everywhere, or two collide.
    """
    twice = [name for name, count in Counter(member.name for member in members).items() if count > 1]
    if twice:
        raise refusal(twice[0], "it is in the archive twice")
    named = [(name, member) for name, member in _spelled(members) if name]
    names = [name for name, _ in named]
    wrapper = _wrapper(names)
    if wrapper is None:
        _check_all(named, limits)
        raise _no_root(names)
    prefix = f"{wrapper}/" if wrapper else ""
    inside = [(name.removeprefix(prefix), member) for name, member in named if name != prefix]
    _check_all(inside, limits, prefix=prefix)
    tree = make_tree({name: member.content for name, member in inside if not member.folder})
    check_contents(tree, wrapper, limits)
    return tree


def check_paths(files: Sequence[str], folders: Sequence[str], limits: Limits, *, prefix: str = "") -> None:
    """Raise ArchiveError for the first path that cannot lie everywhere, and for paths that collide.

    The paths are relative to the skill, folders end in `/`; `prefix` stands before them in the archive.
    """
    for path in (*files, *(folder.removesuffix("/") for folder in folders)):
        problem = path_problem(path, limits)
        if problem is not None:
            raise refusal(prefix + path, problem)
    for first, second in collisions((*files, *folders)):
        raise refusal(prefix + second, f"it conflicts with `{printable(prefix + first)}` on some file systems")


def check_contents(tree: Tree, wrapper: str, limits: Limits) -> None:
    """Raise ArchiveError when a tree is too large, is not a skill, or lies under a name that is not its own.

    The wrapper is the folder around the skill, empty in a flat archive.
    """
    if SKILL_FILE not in tree.files:
        raise _no_root(list(tree.files))
    if len(tree.files) > limits.files:
        raise ArchiveError(f"the skill has {len(tree.files)} files, at most {limits.files} are read")
    total = 0
    for path, content in tree.files.items():
        total += len(content)
        check_size(path, len(content), total, limits)
    skill_file = tree.files[SKILL_FILE]
    if len(skill_file) > limits.skill_file:
        raise refusal(SKILL_FILE, f"it has {len(skill_file)} bytes, at most {limits.skill_file} are read")
    _check_name(_declared_name(skill_file, limits), wrapper, tree, limits)


def _check_all(named: Sequence[tuple[str, Member]], limits: Limits, *, prefix: str = "") -> None:
    files = [name for name, member in named if not member.folder]
    folders = [name for name, member in named if member.folder]
    check_paths(files, folders, limits, prefix=prefix)


def _spelled(members: Sequence[Member]) -> Iterable[tuple[str, Member]]:
    """Yield the names without the `./` that tar writes for `.`: before every name, or it is a second spelling."""
    dotted = all(member.name.startswith("./") for member in members)
    for member in members:
        name = member.name[2:] if dotted else member.name
        if not name and not member.folder:
            raise refusal(member.name, "a file has no name")
        yield name, member


def _wrapper(names: Sequence[str]) -> str | None:
    """Return the folder around the skill, empty for a flat archive, or None where there is no skill."""
    if SKILL_FILE in names:
        return ""
    tops = {name.partition("/")[0] for name in names}
    top = tops.pop() if len(tops) == 1 else ""
    return top if top and f"{top}/{SKILL_FILE}" in names else None


def _no_root(names: Sequence[str]) -> ArchiveError:
    """Return the exception that says why no skill was found."""
    found = [path for path in names if path.rpartition("/")[2] == SKILL_FILE]
    if len(found) > 1:
        listed = ", ".join(f"`{printable(path)}`" for path in found[:3])
        return ArchiveError(f"there are {len(found)} skills: {listed}", hint="an archive holds one skill")
    if found:
        return _misplaced(found[0], names)
    spelled = [path for path in names if path.rpartition("/")[2].casefold() == SKILL_FILE.casefold()]
    if spelled:
        return refusal(spelled[0], f"the skill file must be called `{SKILL_FILE}`", hint="rename it and pack again")
    return ArchiveError(
        f"no `{SKILL_FILE}` at the root or in a single folder", hint="pack a skill's folder, or its contents"
    )


def _misplaced(skill_file: str, names: Sequence[str]) -> ArchiveError:
    folder = skill_file.removesuffix(SKILL_FILE)
    beside = next((path for path in names if not path.startswith(folder)), None)
    if beside is None or skill_file.count("/") > 1:
        return refusal(skill_file, "the skill is neither at the root nor in a single folder")
    hint = "pack only the skill's folder"
    if beside.startswith(f"{_FINDER}/"):
        hint = "macOS's Finder adds this folder; pack with `skillpack pack` or `zip -r`"
    return refusal(beside, f"it is next to the skill's folder `{printable(folder)}`", hint=hint)


def _check_name(declared: str, wrapper: str, tree: Tree, limits: Limits) -> None:
    if "/" in declared or path_problem(declared, limits) in _AWAY:
        raise ArchiveError(f"the skill's name `{printable(declared)}` is a path out of its folder")
    if wrapper:
        problem = path_problem(wrapper, limits)
        if problem is not None or "/" in wrapper:
            raise refusal(f"{wrapper}/", problem or "the skill is more than one folder deep")
        if declared and normalize("NFKC", wrapper) != declared:
            raise refusal(
                f"{wrapper}/",
                f"the folder is not named `{printable(declared)}` like its skill",
                hint="give the folder the skill's name and pack again",
            )
    name = declared or wrapper
    if f"{name}/{SKILL_FILE}" in tree.files:
        raise refusal(f"{name}/{SKILL_FILE}", "the skill contains a second skill of the same name")


def _declared_name(skill_file: bytes, limits: Limits) -> str:
    """Return the name in the front matter after NFKC, empty where there is none that can be read."""
    content, _ = decode(skill_file, limits.skill_file)
    parts = split(content)
    if len(parts.front_matter.encode()) > limits.front_matter:
        return ""
    fields, _ = read_fields(parts.front_matter, parts.front_matter_line, limits)
    name = next((field for field in reversed(fields) if field.name == "name"), None)
    text = text_of(name) if name is not None and name.value.kind is NodeKind.SCALAR else None
    return normalize("NFKC", (text or "").strip())
