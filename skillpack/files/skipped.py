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

    def lines(self) -> Iterator[str]:
        """Yield one line for each reason, with the first folders that it is true of."""
        for why, folders in self._reasons.items():
            named = ", ".join(f"`{printable(masked_text(folder))}`" for folder in folders[:_SHOWN])
            more = f" and {len(folders) - _SHOWN:,} more" if len(folders) > _SHOWN else ""
            yield f"not looked into: {named}{more} ({why})"

    def _note(self, why: str, folder: str) -> None:
        folders = self._reasons.setdefault(why, [])
        if folder not in folders[-1:]:
            folders.append(folder)
