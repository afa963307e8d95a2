"""What can be wrong with a published site."""

from enum import StrEnum

from msgspec import Struct

from skillpack.model.portable import printable


class ProblemKind(StrEnum):
    """What is wrong with a file."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    DIFFERS = "differs"
    REFUSED = "archive-refused"
    DISAGREES = "disagrees"
    ADDRESS = "bad-address"
    LIST = "signed-list"


HINTS = {
    ProblemKind.MISSING: "publish the whole output folder; some hosts leave out folders that start with a dot",
    ProblemKind.UNREADABLE: "publish the file as it was built; see that the host neither cuts nor redirects it",
    ProblemKind.DIFFERS: "publish files as they were built; no host or tool may rewrite, minify or replace them",
    ProblemKind.REFUSED: "build the site again; do not repack archives with other tools",
    ProblemKind.DISAGREES: "build the site again, and publish all of it at once",
    ProblemKind.ADDRESS: "build the site again; no tool may rewrite addresses in its indexes",
    ProblemKind.LIST: "sign the site again after every build: `skillpack sign --site`",
}
"""Kind -> what to do."""


class Problem(Struct, frozen=True, order=True):
    """One thing that is wrong with a site.

    Attributes:
        path: Of the file on the site.
        message: What was found and what was wanted: one sentence without full stop, values in backticks.
    """

    path: str
    kind: ProblemKind
    message: str

    @property
    def hint(self) -> str:
        """What to do."""
        return HINTS[self.kind]


class Reference(Struct, frozen=True):
    """What a file says of another one: that it is there, and which bytes it has.

    Attributes:
        path: Of the other file.
        by: Path of the file that says so; empty where every site has it.
        sha256: 64 hex digits; empty where it does not say.
        size: Bytes; -1 where it does not say.
    """

    path: str
    by: str
    sha256: str = ""
    size: int = -1


def disagrees(path: str, name: str, text: str) -> Problem:
    """Return that an index and the record of a skill say different things.

    Args:
        path: Of the index.
        name: Of the skill.
        text: Follows the name.
    """
    return Problem(path, ProblemKind.DISAGREES, f"`{printable(name)}` {text}")


def unreadable(path: str, reason: object) -> Problem:
    """Return that a file cannot be read."""
    return Problem(path, ProblemKind.UNREADABLE, str(reason))
