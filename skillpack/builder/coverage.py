"""What reviews come to for one skill: for the files as they are now, and for those that are offered (pure)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.history.history import NameHistory
from skillpack.builder.inputs.reviews import read_said
from skillpack.check.run import check_reviews
from skillpack.check.subject import ReviewSubject
from skillpack.errors import IndexRefusedError
from skillpack.evidence.coverage import cover
from skillpack.evidence.scans import bind_scans
from skillpack.evidence.signed_reviews import with_signers
from skillpack.model.entry import Entry, FileRecord
from skillpack.model.evidence import Signer
from skillpack.model.finding import Finding
from skillpack.model.portable import printable
from skillpack.model.release import Release
from skillpack.model.review import (
    NOT_COVERED,
    CatalogReviews,
    Coverage,
    CoverageState,
    ReviewVerdict,
    Scan,
)
from skillpack.model.settings import ReviewSettings
from skillpack.model.signature import SIGNATURE
from skillpack.registry.skill_json import file_digests

Files = Callable[[], Iterable[FileRecord]]
"""Gives the files of a skill as it is now, for whom they matter."""


class Unread(Struct, frozen=True):
    """What a review would have to look at.

    Attributes:
        files: How many, of those that are text or not.
        lines: Of the texts among them.
    """

    files: int = 0
    lines: int = 0


class NamedReviews:
    """The reviews of one name, beside all contents that were published under it.

    Args:
        entry: Of the skill as it is now.
        published: The same with the release under which this content was published.
        history: What was published under the name.
        reviews: Of the catalog.
        settings: What follows from them.
        files: Gives the files of the skill as it is now, where they matter.
        revision: Commit of the catalog; empty where it is not known.
        signers: Whose signatures of reviews count.

    Attributes:
        matter: The catalog has reviews, or requires them; where not, nothing is said of them.
        file: What the catalog's own file of reviews holds.
    """

    def __init__(
        self,
        entry: Entry,
        published: Entry,
        history: NameHistory,
        reviews: CatalogReviews,
        settings: ReviewSettings,
        files: Files,
        revision: str = "",
        signers: Sequence[Signer] = (),
    ) -> None:
        self._said, self._settings, self._files = reviews.of(entry.name), settings, files
        self._revision = revision
        self._name, self._path = entry.name, entry.path
        self.matter = bool(settings.require or reviews.by_name)
        held = read_said(self._said)
        held = replace(held, unread=held.unread or bool(reviews.unreadable))
        self.file = with_signers(entry.name, held, self._said.signatures, signers)
        if not self.matter:
            return
        # A content has another digest where it was published while its signature was a part of it.
        self._same = {**dict(history.contents), published.release.digest: entry.release.digest}
        self._now = entry.release.digest
        self._past = {self._content(each.release.digest): each for each in reversed(history.versions)}
        releases = (published.release, *history.releases(entry.name))
        self._versions = tuple((self._content(each.digest), each.label) for each in releases)

    @cached_property
    def subject(self) -> ReviewSubject:
        """What rules judge: the reviews of the skill as it is now, whatever the day."""
        said, now = self._said, self.now
        subject = ReviewSubject(
            self._path,
            said.file,
            self.file.reviews,
            self.file.problems,
            self.file.unread,
            now,
            self._settings.require,
        )
        if not subject.lacks_review and now.by_any:
            return subject
        unread = self._unread(now)
        return replace(subject, files=unread.files, lines=unread.lines)

    def findings(self) -> tuple[Finding, ...]:
        """Return what rules say of the reviews of the skill as it is now, whatever the day."""
        return check_reviews(self.subject, self._name) if self.matter else ()

    @property
    def withholds(self) -> bool:
        """Whether the catalog requires reviews that do not cover the skill as it is now."""
        return self.matter and self.subject.lacks_review

    def without_refused(self, releases: Iterable[Release]) -> tuple[Release, ...]:
        """Return releases, yanked where the catalog requires reviews and somebody objects, or may object unread.

        A mark and no more than that: it is gone with the objection, and nobody who locked the version loses it.
        """
        return tuple(
            replace(each, yanked=each.yanked or reason) if (reason := self._refusal(each.digest)) else each
            for each in releases
        )

    def _refusal(self, digest: str) -> str:
        """Return why a release is not offered, as a clause; empty where nothing speaks against it."""
        if not self._settings.require:
            return ""
        if self.file.unread:
            return "its reviews cannot be read"
        if self._content(digest) not in self._objected:
            return ""
        found = self.cover(digest)
        return f"{printable(found.chain[0].by)} objects to it" if found.state is CoverageState.OBJECTED else ""

    @cached_property
    def _objected(self) -> frozenset[str]:
        """Contents to which somebody objects, whether or not that counts."""
        said = (*self.file.reviews, *self._said.foreign)
        return frozenset(self._content(each.digest) for each in said if each.verdict is ReviewVerdict.OBJECTS)

    @cached_property
    def now(self) -> Coverage:
        """Who looked at the skill as it is now."""
        return self.cover(self._now) if self.matter else NOT_COVERED

    def cover(self, digest: str) -> Coverage:
        """Return what they come to for a content, with the number of files that changed where that is known.

        Args:
            digest: As it was published.
        """
        if not self.matter:
            return NOT_COVERED
        digest, same = self._content(digest), self._content
        reviews = (
            replace(each, digest=same(each.digest), since=each.since and same(each.since))
            for each in (*self.file.reviews, *self._said.foreign)
        )
        people, scans = self._settings.people, self._scans(digest)
        found = cover(digest, reviews, versions=self._versions, people=people, scans=scans)
        if found.state is not CoverageState.OLDER:
            return found
        before, now = self._digests(found.chain[0].digest), self._digests(digest)
        return replace(found, changed=len(dict(before.items() ^ now.items())) if before and now else 0)

    def _scans(self, digest: str) -> tuple[Scan, ...]:
        """Return the scans of a content; the commit of the catalog names the files as they are now."""
        if not self._said.scans:
            return ()
        revision = self._revision if digest == self._now else ""
        return bind_scans(self._said.scans, self._digests(digest), digest, revision=revision)

    def _unread(self, coverage: Coverage) -> Unread:
        """Return what of the files as they are now a review would have to look at: all, or what differs.

        Args:
            coverage: Of them.
        """
        before = self._digests(coverage.chain[0].digest) if coverage.state is CoverageState.OLDER else {}
        due = [each for each in self._records if each.path != SIGNATURE and before.get(each.path) != each.sha256]
        gone = before.keys() - {each.path for each in self._records}
        return Unread(len(due) + len(gone), sum(each.lines for each in due))

    @cached_property
    def _records(self) -> tuple[FileRecord, ...]:
        return tuple(self._files())

    def _content(self, digest: str) -> str:
        """Return the digest of a content that was published, or is looked at, under another one."""
        return self._same.get(digest, digest)

    def _digests(self, digest: str) -> Mapping[str, str]:
        """Return path and SHA-256 of each file of a content; none where nobody knows."""
        found: Iterable[tuple[str, str]] = ()
        if digest == self._now:
            found = ((each.path, each.sha256) for each in self._records)
        elif digest in self._past:
            try:
                found = file_digests(self._past[digest])
            except IndexRefusedError:
                return {}
        return {path: sha256 for path, sha256 in found if path != SIGNATURE}
