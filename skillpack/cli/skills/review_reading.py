"""What there is to read for a review of a skill: it as it is, and the version that people covered last."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from skillpack import machine
from skillpack.builder.history.history import NO_HISTORY, NameHistory
from skillpack.builder.history.previous import (
    PublishedArchives,
    opened_previous,
    previous_location,
    read_name,
)
from skillpack.builder.inputs.catalog import Located
from skillpack.builder.inputs.foreign_reviews import with_foreign
from skillpack.builder.inputs.inputs import with_signers
from skillpack.builder.inspection.lookup import read_named
from skillpack.check.alarm import new_alarms
from skillpack.check.secrecy import masked_content, masked_paths, masked_skill
from skillpack.cli.asking import catalog_asking, web_asking
from skillpack.cli.skills.review_file import signed_reviews
from skillpack.errors import FetchError, SkillpackError, UsageError
from skillpack.evidence.coverage import cover
from skillpack.install.comparison import ReadVersion, compare_read, read_version
from skillpack.model.digest import tree_digest
from skillpack.model.limits import Limits
from skillpack.model.portable import printable, usable_name
from skillpack.model.release import Release
from skillpack.model.review import CatalogReviews, Coverage, CoverageState, Review
from skillpack.parse.compose import published_tree
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.skill import parse_skill
from skillpack.report.terminal.review_reading import ReviewReading
from skillpack.sources.asking import NO_SETTINGS
from skillpack.sources.http.address import is_url
from skillpack.versions.changes import scripts_of
from skillpack.versions.whole_texts import whole_texts

_SHORTEST = 8  # digits of a digest that are enough to mean it
_NAMED = 6  # labels that an error names


class ReviewRequest(Struct, frozen=True):
    """What was asked for.

    Attributes:
        since: Label or digest of the version that was read before; empty for the one that people covered last.
        whole: Read all of it, whatever was reviewed.
        previous: Folder or address of the published site; empty for the configured one.
    """

    name: str
    since: str = ""
    whole: bool = False
    previous: str = ""


class _Known(Struct, frozen=True):
    """A published version, with its content digest."""

    release: Release
    content: str


class _Covered(Struct, frozen=True):
    """What people covered.

    Attributes:
        known: Published versions whose bytes are at hand, the newest first.
        said: Of the skill.
        people: Who may object; empty for everybody.
    """

    known: tuple[_Known, ...]
    said: Sequence[Review]
    people: Collection[str]

    def of(self, digest: str) -> Coverage:
        """Return what reviews come to for a content."""
        versions = [(each.content, each.release.label) for each in self.known]
        return cover(digest, self.said, versions=versions, people=self.people)

    def chain(self, digest: str) -> tuple[Review, ...]:
        """Return the reviews by which people covered a content; none where they did not."""
        found = self.of(digest)
        return found.chain if found.by_people else ()

    def last_before(self, digest: str) -> _Known | None:
        """Return the newest published version that people covered; None where there is none, or they covered this."""
        if self.chain(digest):
            return None
        return next((each for each in self.known if self.chain(each.content)), None)

    def unknown_before(self, digest: str) -> tuple[Review, ...]:
        """Return the reviews by which people covered an older content whose bytes nobody has here; or nothing."""
        found = self.of(digest)
        return found.chain if found.state is CoverageState.OLDER else ()


def read_for_review(asked: ReviewRequest, located: Located, limits: Limits) -> ReviewReading:
    """Return what there is to read for a review of a skill of a catalog.

    Raises:
        UsageError: There is no such skill, or no such version of it.
        SkillpackError: It, or the file of its reviews, cannot be read whole; or the published site cannot be read.
    """
    new = _as_it_is(located, asked.name, limits)
    name, digest = new.skill.name, new.skill.identity.digest
    signers = with_signers(located.configuration, located.root).signers.known
    said = (*signed_reviews(located.root, name, signers), *(() if asked.whole else _foreign(name, located)))
    with _opened(asked, name, located, limits) as (history, archives):
        known = tuple(_known(history))
        covered = _Covered(known, said, located.configuration.review.people)
        basis = None
        if asked.since:
            basis = _wanted(asked, known, digest)
        elif not asked.whole:
            basis = covered.last_before(digest)
        if basis is None:
            unknown = () if asked.whole else covered.unknown_before(digest)
            return _reading(new, None, said, unknown=unknown)
        skill, tree = archives.version(basis.release)
        old = read_version(skill, masked_paths(tree), limits)
        basis = replace(basis, content=tree_digest(tree))
        return _reading(new, (basis, old), said, basis=covered.chain(basis.content))


def _as_it_is(located: Located, name: str, limits: Limits) -> ReadVersion:
    """Return a skill as it lies in the catalog.

    Raises:
        SkillpackError: It cannot be read whole.
    """
    candidate = read_named(located, name, limits)
    skill = masked_skill(parse_skill(candidate), candidate.tree)
    if not candidate.whole or not usable_name(skill.name):
        hint = f"`skillpack check {printable(candidate.origin.locate(''))}` shows why"
        raise SkillpackError(f"`{name}` cannot be reviewed: it cannot be read whole", hint=hint)
    return read_version(skill, masked_paths(published_tree(candidate)), limits)


def _foreign(name: str, located: Located) -> tuple[Review, ...]:
    """Return what other catalogs say of a skill whose reviews count here."""
    sources, cache = located.configuration.review.sources, machine.cache_folder(machine.environment())
    if not sources:
        return ()
    return with_foreign(CatalogReviews(), sources, located.root, catalog_asking(sources, cache)).of(name).foreign


@contextmanager
def _opened(
    asked: ReviewRequest, name: str, located: Located, limits: Limits
) -> Iterator[tuple[NameHistory, PublishedArchives]]:
    """Open what was published under a name; nothing where nobody says where, or all of the skill is read anyway."""
    env, location = machine.environment(), previous_location(asked.previous, located.configuration)
    if not location or asked.whole or located.configuration.published is False:
        yield NO_HISTORY, PublishedArchives(None, limits)
        return
    try:
        with opened_previous(
            asked.previous,
            located.configuration,
            located.root,
            env,
            cache=machine.cache_folder(env),
            limits=limits,
            asking=web_asking(env) if is_url(location) else NO_SETTINGS,
        ) as site:
            history = NO_HISTORY if site is None else read_name(site, name, limits)
            yield history, PublishedArchives(site, limits)
    except FetchError as error:
        hint = "`--whole` reads all of the skill, and asks no published site"
        raise FetchError(f"older versions cannot be read: {error}", hint=hint) from error


def _known(history: NameHistory) -> Iterator[_Known]:
    contents = dict(history.contents)
    for release in history.releases(history.name):
        yield _Known(release, contents.get(release.digest, release.digest))


def _wanted(asked: ReviewRequest, known: Sequence[_Known], digest: str) -> _Known:
    """Return the published version that a label or a digest means.

    Raises:
        UsageError: None or several, or the skill as it is.
    """
    since = asked.since.removeprefix("sha256:").lower()
    found = [each for each in known if each.release.label == asked.since]
    if not found and len(since) >= _SHORTEST:
        found = [each for each in known if each.content.startswith(since) or each.release.digest.startswith(since)]
    if len(found) > 1:
        raise UsageError(f"`--since {asked.since}` means several versions", hint="give the digest, or more of it")
    if not found and len(since) >= _SHORTEST and digest.startswith(since):
        raise _nothing_new(asked)
    if not found:
        labels = ", ".join(f"`{each.release.label}`" for each in known[:_NAMED])
        hint = f"published are {labels}" if labels else "`--previous DIR|URL` names the site that has its versions"
        raise UsageError(f"no published version of `{asked.name}` is `{asked.since}`", hint=hint)
    if found[0].content == digest:
        raise _nothing_new(asked)
    return found[0]


def _nothing_new(asked: ReviewRequest) -> UsageError:
    message = f"`--since {asked.since}` is the skill as it is: there is nothing new"
    return UsageError(message, hint="`--whole` shows all of it")


def _reading(
    new: ReadVersion,
    old: tuple[_Known, ReadVersion] | None,
    said: Sequence[Review],
    *,
    basis: tuple[Review, ...] = (),
    unknown: tuple[Review, ...] = (),
) -> ReviewReading:
    identity, changes, scripts = new.skill.identity, None, scripts_of(new.skill, new.tree)
    if old is not None:
        release = Release(new.skill.name, identity.label, identity.digest, identity.version, "", "", 0)
        changes = compare_read(old[1], new, (old[0].release, release))
        scripts |= scripts_of(old[1].skill, old[1].tree)
    located = {new.skill.origin.locate(path): path for path in new.tree.files}
    fresh = new.alarms if changes is None else new_alarms(*changes.alarms)
    return ReviewReading(
        name=new.skill.name,
        label=identity.label,
        digest=identity.digest,
        since=old[0].content if old is not None else "",
        since_label=old[0].release.label if old is not None else "",
        basis=basis,
        unknown=unknown,
        already=tuple(sorted((each for each in said if each.digest == identity.digest), key=_day, reverse=True)),
        abilities=new.abilities,
        alarms=fresh,
        changes=changes,
        files=whole_texts(
            new.tree,
            old[1].tree if old is not None else None,
            masked_content,
            alarms=[located.get(each.path, SKILL_FILE) for each in fresh],
            scripts=scripts,
        ),
    )


def _day(review: Review) -> str:
    return review.day
