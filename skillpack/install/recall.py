"""Installed versions that their publisher took back: yanked, or purged."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from skillpack.errors import MissingError, OfflineError, SkillpackError
from skillpack.model.installed import Receipt, SourceKind
from skillpack.sources.sources import Sources


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
