"""Folders that a search for skills did not look into, and why."""

from collections.abc import Iterator

from msgspec import Struct, field

from skillpack.check.masking import masked_text
from skillpack.model.portable import printable

MOST_FOLDERS = 100_000
"""Folders that are entered in one search; those beyond stay unseen."""

_SHOWN = 3  # folders that are named of each kind


class Skipped(Struct):
    """What a search left out, while it searches; nothing of it is what skills never lie in by convention.

    Attributes:
        left: Folders that may still be entered.
    """

    left: int = MOST_FOLDERS
    _nested: list[str] = field(default_factory=list)
    _reasons: dict[str, list[str]] = field(default_factory=dict)

    def may_enter(self, folder: str) -> bool:
        """Return whether one more folder may be entered; where not, it is noted."""
        if self.left > 0:
            self.left -= 1
            return True
        self._note(f"more than {MOST_FOLDERS:,} folders lie here", folder)
        return False

    def too_deep(self, folder: str, depth: int) -> None:
        """Note a folder that has folders below the depth that is looked at."""
        levels = "1 level" if depth == 1 else f"{depth} levels"
        self._note(f"skills are looked for {levels} deep; `depth` of a `[[source]]` says how far", folder)

    def generated(self, folder: str) -> None:
        """Note a folder that holds skills and is called as what is built or vendored is."""
        self._note("called as build output or vendored files are; name it in a `[[source]]` of its own", folder)

    def linked(self, folder: str) -> None:
        """Note a link to a folder of skills."""
        self._note("only links to a skill are followed", folder)

    def unreadable(self, folder: str, why: str) -> None:
        """Note a folder that cannot be listed."""
        self._note(why, folder)

    def nested(self, file: str) -> None:
        """Note a skill file inside of a skill."""
        self._nested.append(file)

    def lines(self) -> Iterator[str]:
        """Yield one line for each reason, with the first folders that it is true of, and one for nested skill files."""
        for why, folders in self._reasons.items():
            yield f"not looked into: {_named(folders)} ({why})"
        if self._nested:
            self._nested.sort()
            one = len(self._nested) == 1
            is_part = (
                "is part of the skill around it, not a skill"
                if one
                else "are parts of the skills around them, not skills"
            )
            move = (
                f"move {'its folder' if one else 'their folders'} out to make {'it a skill' if one else 'them skills'}"
            )
            yield f"{_named(self._nested)} {is_part}: {move}"

    def _note(self, why: str, folder: str) -> None:
        folders = self._reasons.setdefault(why, [])
        if folder not in folders[-1:]:
            folders.append(folder)


def _named(paths: list[str]) -> str:
    named = ", ".join(f"`{printable(masked_text(path))}`" for path in paths[:_SHOWN])
    return f"{named} and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else named
