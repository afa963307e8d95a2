"""What was found in published releases, remembered from build to build by their digests; no archive is opened here."""

from msgspec.structs import replace

from skillpack.builder.history.version import Retained
from skillpack.builder.store import BuildStore, decode, encode
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.release import Changes, Release
from skillpack.model.settings import Settings


class ReleaseFacts:
    """The facts about published releases that a store holds; a question is answered by None where it holds none.

    Args:
        store: Of the builds.
        settings: Of the build: a fact that was found with others counts for nothing.
    """

    def __init__(self, store: BuildStore, settings: Settings) -> None:
        self._store, self._settings = store, settings.digest

    def changes(self, old: Release, new: Release) -> Changes | None:
        """Return the changes from one release to another."""
        known = self._fact("changes", old.digest, new.digest)
        # Dates and yank marks may be others than when the two were compared.
        return None if known is None else replace(decode(known, Changes), name=new.name, old=old, new=new)

    def is_compared(self, old: Release, new: Release) -> bool:
        """Return whether the changes from one release to another are known."""
        return self._store.has_fact(self._key("changes", old.digest, new.digest))

    def store_changes(self, found: Changes) -> None:
        """Store what two releases differ in, and what alarm each of them raises."""
        for release, alarms in zip((found.old, found.new), found.alarms, strict=True):
            self.store_alarms(release, alarms)
        self._put_fact(encode(found), "changes", found.old.digest, found.new.digest)

    def alarms(self, release: Release) -> tuple[Finding, ...] | None:
        """Return the findings of a release that raise an alarm, the gravest first."""
        known = self._fact("alarms", release.digest)
        return None if known is None else decode(known, tuple[Finding, ...])

    def store_alarms(self, release: Release, alarms: tuple[Finding, ...]) -> None:
        """Store the findings of a release that raise an alarm."""
        self._put_fact(encode(alarms), "alarms", release.digest)

    def is_clean(self, release: Release) -> bool | None:
        """Return whether a release holds nothing secret."""
        known = self._fact("clean", release.digest)
        return None if known is None else bool(known)

    def store_is_clean(self, release: Release, *, is_clean: bool) -> None:
        """Store whether a release holds nothing secret."""
        self._put_fact(b"1" if is_clean else b"", "clean", release.digest)

    def retained(self, release: Release, path: str) -> Retained | None:
        """Return a release that is offered in place of the skill at a path, as indexes list it."""
        known = self._fact("retained", sha256(encode([release, path])))
        return None if known is None else decode(known, Retained)

    def store_retained(self, release: Release, path: str, retained: Retained) -> None:
        """Store a release that is offered in place of the skill at a path."""
        self._put_fact(encode(retained), "retained", sha256(encode([release, path])))

    def _fact(self, *key: str) -> bytes | None:
        return self._store.fact(self._key(*key))

    def _put_fact(self, value: bytes, *key: str) -> None:
        self._store.put_fact(self._key(*key), self._settings, value)

    def _key(self, *key: str) -> str:
        return " ".join((*key, self._settings))
