"""What `check` remembers of a catalog: its skills as members of the set, so that the rest of it is not read for one.

A member is believed while its folder has the signature that it had (`files.discover`), and while nothing else has
changed that decides about it: skillpack, configuration, profiles, suppressions, baseline. Losing the file costs time
only.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from skillpack.builder.inspection.inspection import SetMember
from skillpack.files.location import Location
from skillpack.model.digest import sha256
from skillpack.model.review import NO_CATALOG_REVIEWS, CatalogReviews
from skillpack.model.settings import Configuration, Settings
from skillpack.model.tree import Form
from skillpack.sources.file_cache import keep


class CachedMember(Struct, frozen=True, array_like=True):
    """A member, the signature of the folder that it was read from, and the digest of what reviews said of it."""

    signature: bytes
    member: SetMember
    said: str = ""


class _Stored(Struct, frozen=True, array_like=True):
    """All of a catalog, by place in it; the key names what decided about them."""

    key: str
    members: dict[str, CachedMember]


class MemberCache:
    """The members of one catalog, from the last check to this one.

    Args:
        folder: The user's folder of caches; None remembers nothing.
        root: The catalog's folder.
        settings: Of the catalog.
        configuration: As in `would_withhold`.
        reviews: Of the catalog.
    """

    def __init__(
        self,
        folder: Path | None,
        root: Path,
        settings: Settings,
        configuration: Configuration,
        reviews: CatalogReviews = NO_CATALOG_REVIEWS,
    ) -> None:
        self._file = folder and folder / "check" / sha256(str(root.resolve()).encode("utf-8", "surrogateescape"))
        self._key = sha256(settings.digest.encode() + msgspec.msgpack.encode(configuration))
        self._stored = _read(self._file, self._key)
        self._reviews = reviews

    def get(self, location: Location) -> SetMember | None:
        """Return the member at a location that has not changed since; None where that is not known."""
        found = self._stored.get(_address(location))
        if found is None or location.racy or found.signature != location.signature:
            return None
        return found.member if found.said == self._reviews.of(found.member.name).digest else None

    def put(self, locations: Iterable[Location], members: Mapping[str, SetMember]) -> None:
        """Remember members that were made anew, by the paths of their locations, and forget what is in no location.

        Args:
            locations: All of the catalog.
            members: Those that were made anew.
        """
        if self._file is None:
            return
        kept, changed = dict[str, CachedMember](), False
        for each in locations:
            place = _address(each)
            before, member = self._stored.get(place), members.get(each.path)
            now = before if member is None else self._cached(each, member) if _lasts(each) else None
            changed = changed or now != before
            if now is not None:
                kept[place] = now
        if changed:
            keep(self._file, [msgspec.msgpack.encode(_Stored(self._key, kept))])

    def _cached(self, location: Location, member: SetMember) -> CachedMember:
        return CachedMember(location.signature, member, self._reviews.of(member.name).digest)


def _address(location: Location) -> str:
    """Return where a location lies in its catalog, from wherever that was named."""
    return location.origin.locate("")


def _lasts(location: Location) -> bool:
    """Return whether a signature proves that a member is the same.

    What is found in a skill of one file depends on the folder beside it too. A path that holds a credential is written
    nowhere.
    """
    return location.origin.form is Form.FOLDER and not location.racy and location.key == location.path


def _read(file: Path | None, key: str) -> Mapping[str, CachedMember]:
    """Return the members that are stored under a key; none where the file is absent, damaged or of other settings."""
    try:
        stored = msgspec.msgpack.decode(file.read_bytes(), type=_Stored) if file else None
    except (OSError, msgspec.MsgspecError):
        return {}
    return stored.members if stored and stored.key == key else {}
