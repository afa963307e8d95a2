"""Installed skills compared with their sources: what is newer, what is gone, and what was yanked or purged."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import GoneError, ListRefusedError, MissingError, OfflineError, SkillpackError
from skillpack.install.version_policy import Direction, direction, keeps_promises, too_young
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.version import in_range, is_range, semver_key
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Sources
from skillpack.sources.spec import spec_of


class SourceComparison(StrEnum):
    """How an installed version stands to its source."""

    CURRENT = "current"
    NEWER = "newer"
    OLDER = "older"
    CHANGED = "changed"  # other files under the same label, where work goes on
    REPUBLISHED = "republished"  # other files under the same label, where labels are promises
    SIGNED = "signed"  # the same files with another signature, or with one that came later
    HELD = "held"
    ROLLED_BACK = "rolled-back"  # there is another version, and a rollback holds the installed one
    YANKED = "yanked"
    WITHDRAWN = "withdrawn"
    RENAMED = "renamed"
    REMOVED = "removed"
    UNREACHABLE = "unreachable"
    SOURCELESS = "sourceless"  # adopted, and nobody knows where from
    DAMAGED = "damaged"  # its receipt does not say what it is


OTHER = frozenset(
    {
        SourceComparison.NEWER,
        SourceComparison.OLDER,
        SourceComparison.CHANGED,
        SourceComparison.REPUBLISHED,
        SourceComparison.SIGNED,
    }
)
"""Where the source has another version than the installed one, or another signature of it."""


class Outlook(Struct, frozen=True):
    """What the source of an installed skill says now.

    Attributes:
        available: The version that the source has instead of the installed one; None where it has none.
        reason: In words: why it was yanked, withdrawn or cannot be asked; empty where there is nothing to say.
        successor: Of a renamed skill.
        yanked: Why the installed version itself is no longer offered; empty where it is.
    """

    receipt: Receipt
    standing: SourceComparison
    available: AvailableSkill | None = None
    reason: str = ""
    successor: str = ""
    yanked: str = ""


def outlooks(
    receipts: Sequence[Receipt], sources: Sources, *, min_age: int, today: str, on_hold: Collection[str] = ()
) -> Iterator[Outlook]:
    """Yield the outlook of installed skills, in the order given; a digest that is the same is not fetched.

    Args:
        receipts: Of what is installed.
        sources: That are asked; each index is read once.
        min_age: Days since a version was published before it is taken; one without a date is too young.
        today: ISO date.
        on_hold: Names that were rolled back, and stay.

    Raises:
        ListRefusedError: The signed list of a registry is refused, or a file that differs from it.
    """
    lost: dict[tuple[SourceKind, str, str], str] = {}
    for receipt in receipts:
        source = receipt.provenance
        key = (source.kind, source.location, "" if source.kind is SourceKind.REGISTRY else source.wanted)
        if key not in lost and (why := _why_lost(source, sources)):
            lost[key] = why
        if key in lost:
            # Each of them would wait as long as the first one did.
            yield Outlook(receipt, SourceComparison.UNREACHABLE, reason=lost[key])
            continue
        found = _outlook(receipt, sources)
        if found.standing is SourceComparison.UNREACHABLE and source.kind in {SourceKind.SITE, SourceKind.GIT}:
            lost[key] = found.reason
        found = _aged(found, sources, min_age, today)
        if receipt.name in on_hold and found.available is not None:
            found = replace(found, standing=SourceComparison.ROLLED_BACK, reason="")
        yield found


def _why_lost(source: Provenance, sources: Sources) -> str:
    """Return why a registry as a whole cannot be asked; empty where it can, and for other sources."""
    if source.kind is not SourceKind.REGISTRY:
        return ""
    try:
        sources.latest(source.location)
    except ListRefusedError:
        raise  # that is no failure of the network, which passes
    except SkillpackError as error:
        return str(error)
    return ""


def _outlook(receipt: Receipt, sources: Sources) -> Outlook:
    if receipt.provenance.kind is SourceKind.ADOPTED:
        return Outlook(receipt, SourceComparison.SOURCELESS)
    try:
        if _is_latest(receipt, sources):
            return Outlook(receipt, SourceComparison.CURRENT)
        found = [each for each in sources.available(spec_of(receipt)) if each.name == receipt.name]
    except GoneError as error:
        standing = SourceComparison.RENAMED if error.successor else SourceComparison.WITHDRAWN
        return Outlook(receipt, standing, reason=error.reason, successor=error.successor)
    except MissingError as error:
        return Outlook(receipt, SourceComparison.REMOVED, reason=str(error))
    except ListRefusedError:
        raise
    except SkillpackError as error:
        return Outlook(receipt, SourceComparison.UNREACHABLE, reason=str(error))
    if not found:
        return Outlook(receipt, SourceComparison.REMOVED, reason="its source no longer has it")
    available = found[0]
    if is_same(receipt, available):
        if not available.yanked and _is_signed_anew(receipt, available.signature_sha256):
            return Outlook(receipt, SourceComparison.SIGNED, available)
        standing = SourceComparison.YANKED if available.yanked else SourceComparison.CURRENT
        return Outlook(receipt, standing, reason=available.yanked, yanked=available.yanked)
    advice = f"deprecated, {available.deprecated}" if available.deprecated else ""
    yanked = available.instead_of(receipt.digest)
    return Outlook(receipt, _moved(receipt, available), available, reason=advice, yanked=yanked)


def _is_latest(receipt: Receipt, sources: Sources) -> bool:
    """Return whether a registry's `versions.json`, or the commit of a repository, says that nothing is new."""
    source = receipt.provenance
    if source.kind is SourceKind.GIT and source.revision:
        return sources.repositories.commit(spec_of(receipt)) == source.revision
    if source.kind is not SourceKind.REGISTRY:
        return False
    latest = sources.latest(source.location).get(receipt.name)
    if latest is None or latest.digest != receipt.digest or latest.yanked:
        return False
    return not _is_signed_anew(receipt, latest.signature)


def _is_signed_anew(receipt: Receipt, signature: str) -> bool:
    """Return whether a source tells of a signature, by its SHA-256, that is not the one that is there."""
    return signature not in {"", receipt.placed_signature}


def _moved(receipt: Receipt, available: AvailableSkill) -> SourceComparison:
    """Return how a version stands to the installed one; where nothing tells their order, it counts as newer."""
    match direction(receipt, available.label, available.digest, available.history):
        case Direction.OLDER:
            return SourceComparison.OLDER
        case Direction.REPUBLISHED:
            return SourceComparison.REPUBLISHED if keeps_promises(available.provenance) else SourceComparison.CHANGED
    return SourceComparison.NEWER


def is_same(receipt: Receipt, available: AvailableSkill) -> bool:
    """Return whether an available skill is what is installed, as far as it can be told without fetching it."""
    if available.digest:
        return available.digest == receipt.digest
    return bool(available.archive_sha256) and available.archive_sha256 == receipt.archive_sha256


def old_enough(available: AvailableSkill, sources: Sources, min_age: int, today: str) -> AvailableSkill | None:
    """Return the highest version of a registry that fits what is wanted and is old enough; None where there is none.

    Raises:
        FetchError: The registry cannot be read.
        IndexRefusedError: Its index is refused.
    """
    source = available.provenance
    if source.kind is not SourceKind.REGISTRY:
        return None
    wanted = source.wanted
    for each in sources.versions(available.name, source.location):
        fits = not wanted or (is_range(wanted) and semver_key(each.label) is not None and in_range(each.label, wanted))
        if fits and not too_young(source, each.date, min_age, today):
            return replace(each, provenance=source)
    return None


def _aged(outlook: Outlook, sources: Sources, min_age: int, today: str) -> Outlook:
    """Hold back what is too young, unless what is installed must not stay; a version between the two is taken."""
    if outlook.standing is not SourceComparison.NEWER or outlook.available is None or outlook.yanked:
        return outlook
    newest, was = outlook.available, outlook.receipt
    why = too_young(newest.provenance, newest.date, min_age, today)
    if not why:
        return outlook
    try:
        older = old_enough(newest, sources, min_age, today)
    except ListRefusedError:
        raise
    except SkillpackError:
        older = None
    if older is None or direction(was, older.label, older.digest, older.history) is not Direction.NEWER:
        return replace(outlook, standing=SourceComparison.HELD, reason=why)
    return replace(outlook, available=older, reason=f"{newest.label} is too new: {why}")


class Recalls(Struct, frozen=True):
    """What the registries say of versions.

    Attributes:
        reasons: Why a version is no longer offered, by the digest of its tree; versions that are offered are not in it.
        unreachable: Why a registry could not be asked, once for each.
    """

    reasons: Mapping[str, str]
    unreachable: tuple[str, ...] = ()


def find_recalls(receipts: Iterable[Receipt], sources: Sources) -> Recalls:
    """Return which versions the registries that they came from took back.

    Nobody else is asked: other sources take no version back. A registry that does not answer is asked once. Offline,
    what was fetched before tells.
    """
    reasons: dict[str, str] = {}
    unreachable: dict[str, str] = {}
    for receipt in receipts:
        registry = receipt.provenance.location
        if receipt.provenance.kind is not SourceKind.REGISTRY or registry in unreachable:
            continue
        try:
            latest = sources.latest(registry).get(receipt.name)
            if latest is not None and latest.digest == receipt.digest:
                reason = latest.yanked
            else:
                reason = sources.recalled(receipt.name, registry).get(receipt.digest, "")
        except (MissingError, OfflineError):
            continue  # its registry knows no such skill, or nobody is to be asked
        except SkillpackError as error:
            unreachable[registry] = str(error)
            continue
        if reason:
            reasons[receipt.digest] = reason
    return Recalls(reasons, tuple(unreachable.values()))
