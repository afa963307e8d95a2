"""Every exception that is raised on purpose: a failure to do the job, never a fault in somebody's skill."""

from collections.abc import Iterator
from contextlib import contextmanager


class SkillpackError(Exception):
    """A failure to do the job (exit 3).

    Attributes:
        hint: What the user can do about it; empty when there is nothing to say.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(SkillpackError):
    """The command or the configuration asks for something impossible (exit 2)."""


@contextmanager
def within_file(file: object) -> Iterator[None]:
    """Begin the message about a setting that is refused with the path of the file that it stands in."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"`{file}`: {error}", hint=error.hint) from error


class AmbiguousError(UsageError):
    """A name stands for several things, and nothing says which is meant.

    Attributes:
        places: Where each of them is: addresses or folders of registries.
    """

    def __init__(self, message: str, *, places: tuple[str, ...], hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.places = places


class ArchiveError(SkillpackError):
    """An archive is refused; nothing of it was written."""


class SecretRefusedError(SkillpackError):
    """What is published beside the skills holds a secret; nothing was written."""


class IndexRefusedError(SkillpackError):
    """A foreign index is refused; the message names the entry."""


class IntegrityError(SkillpackError):
    """Bytes differ from their digest."""


class ListRefusedError(SkillpackError):
    """The signed list of a catalog is refused, or a file that differs from it; nothing of the catalog is used."""


class FetchError(SkillpackError):
    """A source could not be read."""


class MissingError(FetchError):
    """A source can be read and does not have what was asked of it."""


class GoneError(MissingError):
    """A source had a skill once and says that it is no longer offered.

    Attributes:
        successor: The name that it has now; empty where it was withdrawn.
        reason: As the publisher gave it, or empty.
    """

    def __init__(self, message: str, *, successor: str, reason: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.successor = successor
        self.reason = reason


class UnreachableError(FetchError):
    """A host does not answer in time, or cannot prove who it is."""


class OfflineError(FetchError):
    """Something is in no cache and no mirror, and nobody may be asked."""


class ConflictError(SkillpackError):
    """Skills cannot be had together with what they depend on."""


class LockedError(SkillpackError):
    """Another process holds the lock."""


class OutputError(SkillpackError):
    """The output could not be written; what was there before is unharmed."""


class WithdrawalError(SkillpackError):
    """A build would take most of what is published off the site, and nobody said so; nothing was written.

    Attributes:
        names: What would go, sorted.
    """

    def __init__(self, message: str, *, names: tuple[str, ...], hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.names = names


class UnknownSkillError(SkillpackError):
    """A session has no skill of that name, or does not show it to whoever asks."""


class LoadRefusedError(SkillpackError):
    """A session does not load a skill: a budget is spent, or the skill changed since it was listed."""


class ToolExecutionError(SkillpackError):
    """A tool could not do what it was called for; the message is for the model."""


class MetaskillError(SkillpackError):
    """A run of a metaskill ended without a result; the message is for the model."""


class InputMissingError(MetaskillError):
    """A metaskill was called without an input; the message holds its instructions."""
