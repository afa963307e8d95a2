"""Where the skills of a catalog were found, in a line."""

from collections import Counter
from collections.abc import Iterable

from skillpack.check.masking import masked_text
from skillpack.model.portable import printable

_SHOWN = 5  # folders that are named


def locations_line(skills: Iterable[str]) -> str:
    """Return how many skills lie in which folders, most first; empty where all lie in one.

    Args:
        skills: Path of the folder or file of each.
    """
    folders = Counter(path.rpartition("/")[0] or "." for path in skills)
    if len(folders) < 2:
        return ""
    ordered = sorted(folders.items(), key=lambda each: (-each[1], each[0]))
    named = ", ".join(f"{number:,} in `{printable(masked_text(folder))}`" for folder, number in ordered[:_SHOWN])
    more = f" and {len(ordered) - _SHOWN:,} more" if len(ordered) > _SHOWN else ""
    return f"found {sum(folders.values()):,} skills in {len(folders):,} folders: {named}{more}"
