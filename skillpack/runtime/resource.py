"""The files beside a skill file, read inside of the skill's folder alone (B2, level 3)."""

from collections.abc import Mapping

from skillpack.check.private_files import private_reason
from skillpack.errors import UsageError
from skillpack.files.location import Location
from skillpack.files.read import read, read_beneath
from skillpack.files.walk import scan_folder
from skillpack.model.digest import RECEIPT
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.tree import Form, Origin, path_order
from skillpack.parse.document import SKILL_FILE
from skillpack.runtime.skill import SkillMetadata

LIMITS = Limits()
_SHOWN = 10  # paths in a hint


def list_resources(skill: SkillMetadata) -> tuple[str, ...]:
    """Return the paths of a skill's files but its skill file, sorted by their bytes; none for a skill of one file."""
    if skill.contents is not None:
        return tuple(path for path in skill.contents().files if path != SKILL_FILE)
    if skill.form is not Form.FOLDER:
        return ()
    seen = scan_folder(str(skill.skill_dir), depth=LIMITS.depth)
    own = skill.file.name if skill.file is not None else ""
    return tuple(sorted((path for path, *_ in seen.files if path != own), key=path_order))


def read_resource(skill: SkillMetadata, path: str) -> bytes:
    """Return a file of a skill.

    Args:
        path: Relative to the skill's folder, posix.

    Raises:
        UsageError: There is no such file, or it leads out of the folder.
        LoadRefusedError: The skill is of a catalog and changed since it was loaded.
        FetchError: It cannot be read, is not a regular file, or is larger than a file of a skill may be.
    """
    what = f"the file `{printable(path)}` of `{printable(skill.name)}`"
    others = ", ".join(f"`{printable(each)}`" for each in list_resources(skill)[:_SHOWN])
    hint = f"the skill has {others or 'no other files'}"
    if skill.contents is not None and path in (files := skill.contents().files):
        return files[path]
    if skill.contents is not None or skill.form is not Form.FOLDER:
        raise UsageError(f"{what} does not exist", hint=hint)
    return read_beneath(skill.skill_dir, path, LIMITS.file, what=what, hint=hint)


def read_files(skill: SkillMetadata) -> Mapping[str, bytes]:
    """Return every file of a skill by its path, SKILL.md among them, as they are now; none for a skill of one file.

    Left out are private files such as `.env`, what belongs to no skill, such as `.git` and the receipt of an install,
    and what cannot be read or is larger than a file of a skill may be.

    Raises:
        LoadRefusedError: The skill is of a catalog and changed since it was loaded.
        FetchError: The catalog cannot be read.
    """
    if skill.contents is not None:
        return skill.contents().files
    if skill.form is not Form.FOLDER:
        return {}
    origin = Origin(".", 0, ".", skill.skill_dir.name, skill.form, skill.trust)
    files = read(Location(origin, str(skill.skill_dir), b"", racy=False), LIMITS).tree.files
    return {path: content for path, content in files.items() if path != RECEIPT and not private_reason(path, content)}
