"""What must be installed beside skills because they depend on it: asked for, fetched, verified."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import AmbiguousError, ConflictError, FetchError, GoneError, MissingError, UsageError
from skillpack.install.dependencies.resolution import MOST_NAMES, MOST_VERSIONS, Conflict, Unknown, resolve
from skillpack.install.download import Download, download
from skillpack.install.installed import edits_of, read_installed
from skillpack.install.plan import NOT_OURS
from skillpack.install.root.root import Root, installed
from skillpack.install.version_policy import step_back
from skillpack.model.dependency import AvailableVersions, SkillVersion
from skillpack.model.installed import Installed, Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import installable_name
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Sources
from skillpack.sources.spec import Spec, SpecKind


class _Known(Struct, frozen=True):
    """A version as an offer or as it lies there; `arrival` where it was fetched already."""

    choice: SkillVersion
    provenance: Provenance | None
    offer: AvailableSkill | None = None
    arrival: Download | None = None


Takes = Callable[[AvailableSkill], bool]
"""Says whether a version may be taken at all: one may be too young."""


def takes_any(_: AvailableSkill) -> bool:
    """Return True."""
    return True


def download_dependencies(
    arrivals: Sequence[Download],
    root: Root,
    sources: Sources,
    limits: Limits,
    *,
    force: bool = False,
    takes: Takes = takes_any,
    allow_downgrade: Collection[str] = (),
) -> tuple[Download, ...]:
    """Return the skills that come with others so that all their dependencies are there, fetched and verified, by name.

    What is installed and fits stays. What is missing is looked for where the skill that wants it came from, then in the
    registries; nothing is asked as long as what is there suffices.

    Args:
        arrivals: What will be installed.
        root: Where.
        sources: That are asked.
        limits: What we are willing to read.
        force: What somebody changed may be replaced too.
        takes: Says which versions may be taken.
        allow_downgrade: Names of the skills whose version may step back.

    Raises:
        ConflictError: Something is not offered, or not in versions that fit each other.
        FetchError: A source cannot be read.
        IntegrityError: What was fetched is not what was promised.
    """
    if not any(each.skill.about.depends for each in arrivals) and not _replaces(arrivals, root):
        return ()
    resolver = _Resolver(arrivals, root, sources, limits, force=force, takes=takes, allow_downgrade=allow_downgrade)
    return resolver.run()


def installed_choices(root: Root, limits: Limits) -> tuple[SkillVersion, ...]:
    """Return the skills of a root with what they depend on, by name.

    Raises:
        FetchError: The root cannot be read.
    """
    return tuple(known.choice for known in _installed(root, limits))


def _installed(root: Root, limits: Limits) -> Iterator[_Known]:
    for each in installed(root, limits):
        found = read_installed(root, each.name, limits)
        if found is not None:
            label = each.receipt.label if each.receipt else found[0].identity.label
            choice = SkillVersion(each.name, label, found[0].about.depends)
            yield _Known(choice, each.receipt.provenance if each.receipt else None)


def _replaces(arrivals: Sequence[Download], root: Root) -> bool:
    return any(os.path.lexists(root.skill(each.skill.name)) for each in arrivals)


class _Resolver:
    """Asks sources for what is missing, one name at a time, until everything fits or nothing is left to ask."""

    def __init__(
        self,
        arrivals: Sequence[Download],
        root: Root,
        sources: Sources,
        limits: Limits,
        *,
        force: bool,
        takes: Takes,
        allow_downgrade: Collection[str],
    ) -> None:
        placed = tuple(installed(root, limits))
        self._takes = takes
        self._sources = sources
        self._limits = limits
        self._wanted = {each.skill.name: _arrived(each) for each in arrivals}
        self._there = {each.choice.name: each for each in _installed(root, limits)}
        self._fixed = {each.name: why for each in placed if (why := _fixed(root, each, force=force))}
        self._before = {each.name: each.receipt for each in placed if each.name not in allow_downgrade}
        self._offered: dict[str, tuple[_Known, ...]] = {}
        self._notes: dict[str, str] = {}

    def run(self) -> tuple[Download, ...]:
        """Return the downloads; see `download_dependencies`."""
        wanted = tuple(each.choice for each in self._wanted.values())
        while True:
            found = resolve(wanted, self._versions(), self._is_open)
            if isinstance(found, Unknown):
                self._ask(found.name)
                continue
            if isinstance(found, Conflict):
                raise ConflictError("\n  ".join((found.message, *found.reasons)), hint=found.hint)
            known = [self._known(choice) for choice in found.come]
            unread = [(each, each.offer) for each in known if each.arrival is None and each.offer is not None]
            if not unread:
                return tuple(each.arrival for each in known if each.arrival is not None)
            for each, offer in unread:
                self._fetch(each, offer)

    def _versions(self) -> Mapping[str, AvailableVersions]:
        names = sorted({*self._there, *self._offered})
        return {
            name: AvailableVersions(
                self._there[name].choice if name in self._there else None,
                tuple(each.choice for each in self._offered.get(name, ())),
                self._notes.get(name, ""),
            )
            for name in names
        }

    def _is_open(self, name: str) -> bool:
        """Return whether sources may still be asked for a name."""
        return name not in self._wanted and name not in self._offered and len(self._offered) < MOST_NAMES

    def _reached(self) -> Iterator[_Known]:
        """Yield every version that may play a part: what is wanted, and what that may lead to."""
        waiting, seen = list(self._wanted.values()), set(self._wanted)
        while waiting:
            known = waiting.pop(0)
            yield known
            for name, _ in known.choice.depends:
                if name not in seen:
                    seen.add(name)
                    waiting += [self._there[name]] if name in self._there else []
                    waiting += self._offered.get(name, ())

    def _ask(self, name: str) -> None:
        """Put what is offered under a name on its shelf; nothing where what is there must stay."""
        self._offered[name] = ()
        if name in self._fixed:
            self._notes[name] = self._fixed[name]
            return
        if not installable_name(name):
            self._notes[name] = "which is not a name of a skill"
            return
        near = [known.provenance for known in self._reached() if _wants(known.choice, name)]
        try:
            offers = self._available(name, [each for each in near if each is not None])
        except GoneError as error:
            self._notes[name] = f"and {error}"
            return
        except MissingError:
            return
        except AmbiguousError as error:
            self._notes[name] = f"and {error}"
            return
        except UsageError:
            self._notes[name] = "and no registry is configured to find it in"
            return
        able = [each for each in offers if self._takes(each)][:MOST_VERSIONS]
        if offers and not able:
            self._notes[name] = "of which every version is too new"
        known = tuple(self._available_skill(each) for each in able)
        self._offered[name] = tuple(each for each in known if not self._steps_back(each))
        if len(self._offered[name]) < len(known):
            self._notes[name] = f"`--allow-downgrade {name}` allows the older version"

    def _steps_back(self, known: _Known) -> bool:
        """Return whether a version may not replace the one that is there."""
        was, offer = self._before.get(known.choice.name), known.offer
        if was is None or offer is None:
            return False
        there = known.arrival.receipt if known.arrival is not None else _to_be(offer)
        return bool(step_back(was, there, offer.history))

    def _available(self, name: str, near: Sequence[Provenance]) -> Sequence[AvailableSkill]:
        """Return the versions of a name from where the first skill that wants it came from, else from registries."""
        for place in near[:1]:
            spec = _beside(place, name)
            if spec is not None and (found := self._at(spec, name)):
                return found
            if place.kind is SourceKind.REGISTRY:
                return self._sources.versions(name, place.location)
        return self._sources.versions(name)

    def _at(self, spec: Spec, name: str) -> Sequence[AvailableSkill]:
        try:
            return [each for each in self._sources.available(spec, [name]) if each.name == name]
        except FetchError:
            return ()

    def _available_skill(self, offer: AvailableSkill) -> _Known:
        known = _Known(
            SkillVersion(offer.name, offer.label, offer.depends or (), source_address(offer)), offer.provenance, offer
        )
        if offer.depends is not None and offer.label:
            return known
        return replace(_arrived(download(offer, self._limits)), offer=offer)

    def _known(self, choice: SkillVersion) -> _Known:
        return next(each for each in self._offered[choice.name] if each.choice == choice)

    def _fetch(self, known: _Known, offer: AvailableSkill) -> None:
        """Fetch a version, and believe from then on what it says itself."""
        fetched = replace(_arrived(download(offer, self._limits)), offer=offer)
        name = known.choice.name
        self._offered[name] = tuple(fetched if each is known else each for each in self._offered[name])


def _to_be(offer: AvailableSkill) -> Receipt:
    """Return the receipt that a skill would have, as far as it is known before it is fetched."""
    return Receipt(offer.name, offer.label, offer.digest, offer.provenance, ())


def _arrived(arrival: Download) -> _Known:
    choice = SkillVersion(
        arrival.skill.name, arrival.receipt.label, arrival.skill.about.depends, source_address(arrival.offer)
    )
    return _Known(choice, arrival.receipt.provenance, arrival.offer, arrival)


def source_address(offer: AvailableSkill) -> str:
    """Return in words where something is offered."""
    return offer.provenance.location.split("://", 1)[-1].rstrip("/") or str(offer.provenance.kind)


def _wants(choice: SkillVersion, name: str) -> bool:
    return any(name == needed for needed, _ in choice.depends)


def _fixed(root: Root, there: Installed, *, force: bool) -> str:
    """Return why what is there may not be replaced, a clause; empty where it may."""
    if there.receipt is None:
        return NOT_OURS
    return "you changed it" if not force and edits_of(root, there) else ""


def _beside(place: Provenance, name: str) -> Spec | None:
    """Return the SPEC of a skill beside another one of the same source; None where that source has no others."""
    if place.kind is SourceKind.FOLDER:
        folder = f"{os.path.dirname(place.location)}/{name}"
        return Spec(SpecKind.FOLDER, folder, location=folder)
    if place.kind is SourceKind.SITE:
        return Spec(SpecKind.SITE, place.location, location=place.location)
    if place.kind is SourceKind.GIT:
        return Spec(SpecKind.GIT, place.location, wanted=place.wanted, location=place.location)
    return None
