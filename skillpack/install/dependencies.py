"""What must be installed beside skills because they depend on it: asked for, fetched, verified."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from skillpack.errors import AmbiguousError, ConflictError, FetchError, GoneError, MissingError, UsageError
from skillpack.install.download import Download, fetch_available
from skillpack.install.installed import edits_of, read_installed
from skillpack.install.plan import NOT_OURS
from skillpack.install.resolution import (
    MOST_NAMES,
    MOST_VERSIONS,
    AvailableVersions,
    Conflict,
    SkillVersion,
    Unknown,
    resolve,
)
from skillpack.install.root.root import Root, installed
from skillpack.install.version_policy import step_back
from skillpack.model.installed import Installed, Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import installable_name
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Sources
from skillpack.sources.spec import Spec, SpecKind


class _Known(Struct, frozen=True):
    """A version that a source has, or that is installed; `download` where it was fetched already."""

    choice: SkillVersion
    provenance: Provenance | None
    available: AvailableSkill | None = None
    download: Download | None = None


Takes = Callable[[AvailableSkill], bool]
"""Says whether a version may be taken at all: one may be too young."""


def takes_any(_: AvailableSkill) -> bool:
    """Return True."""
    return True


def download_dependencies(
    downloads: Sequence[Download],
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
    registries; nothing is asked as long as what is installed suffices.

    Args:
        downloads: What will be installed.
        root: Where.
        sources: That are asked.
        limits: What we are willing to read.
        force: What somebody changed may be replaced too.
        takes: Says which versions may be taken.
        allow_downgrade: Names of the skills whose version may step back.

    Raises:
        ConflictError: No source has something, or not in versions that fit each other.
        FetchError: A source cannot be read.
        IntegrityError: What was fetched is not what was promised.
    """
    replaces = any(os.path.lexists(root.skill(each.skill.name)) for each in downloads)
    if not replaces and not any(each.skill.about.depends for each in downloads):
        return ()
    resolver = _Resolver(downloads, root, sources, limits, force=force, takes=takes, allow_downgrade=allow_downgrade)
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


class _Resolver:
    """Asks sources for what is missing, one name at a time, until everything fits or nothing is left to ask."""

    def __init__(
        self,
        downloads: Sequence[Download],
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
        self._wanted = {each.skill.name: _known(each) for each in downloads}
        self._installed = {each.choice.name: each for each in _installed(root, limits)}
        self._fixed = {each.name: why for each in placed if (why := _fixed(root, each, force=force))}
        self._before = {each.name: each.receipt for each in placed if each.name not in allow_downgrade}
        self._releases: dict[str, tuple[_Known, ...]] = {}
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
            known = [
                next(each for each in self._releases[choice.name] if each.choice == choice) for choice in found.come
            ]
            unread = [(each, each.available) for each in known if each.download is None and each.available is not None]
            if not unread:
                return tuple(each.download for each in known if each.download is not None)
            for each, available in unread:  # from then on, what it says itself is believed
                name, fetched = each.choice.name, _known(fetch_available(available, self._limits))
                self._releases[name] = tuple(fetched if one is each else one for one in self._releases[name])

    def _versions(self) -> Mapping[str, AvailableVersions]:
        names = sorted({*self._installed, *self._releases})
        return {
            name: AvailableVersions(
                self._installed[name].choice if name in self._installed else None,
                tuple(each.choice for each in self._releases.get(name, ())),
                self._notes.get(name, ""),
            )
            for name in names
        }

    def _is_open(self, name: str) -> bool:
        """Return whether sources may still be asked for a name."""
        return name not in self._wanted and name not in self._releases and len(self._releases) < MOST_NAMES

    def _reached(self) -> Iterator[_Known]:
        """Yield every version that may play a part: what is wanted, and what that may lead to."""
        waiting, seen = list(self._wanted.values()), set(self._wanted)
        while waiting:
            known = waiting.pop(0)
            yield known
            for name, _ in known.choice.depends:
                if name not in seen:
                    seen.add(name)
                    waiting += [self._installed[name]] if name in self._installed else []
                    waiting += self._releases.get(name, ())

    def _ask(self, name: str) -> None:
        """Note the releases of a name; none where the installed version must stay."""
        self._releases[name] = ()
        if name in self._fixed:
            self._notes[name] = self._fixed[name]
            return
        if not installable_name(name):
            self._notes[name] = "which is not a name of a skill"
            return
        near = [known.provenance for known in self._reached() if name in dict(known.choice.depends)]
        try:
            found = self._find_versions(name, [each for each in near if each is not None])
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
        able = [each for each in found if self._takes(each)][:MOST_VERSIONS]
        if found and not able:
            self._notes[name] = "of which every version is too new"
        known = tuple(self._release(each) for each in able)
        self._releases[name] = tuple(each for each in known if not self._steps_back(each))
        if len(self._releases[name]) < len(known):
            self._notes[name] = f"`--allow-downgrade {name}` allows the older version"

    def _steps_back(self, known: _Known) -> bool:
        """Return whether a version may not replace the installed one."""
        was, available = self._before.get(known.choice.name), known.available
        if was is None or available is None:
            return False
        if known.download is not None:
            receipt = known.download.receipt
        else:  # as far as it is known before it is fetched
            receipt = Receipt(available.name, available.label, available.digest, available.provenance, ())
        return bool(step_back(was, receipt, available.history))

    def _find_versions(self, name: str, near: Sequence[Provenance]) -> Sequence[AvailableSkill]:
        """Return the versions of a name from where the first skill that wants it came from, else from registries."""
        for source in near[:1]:
            spec = _spec_beside(source, name)
            if spec is not None:
                with suppress(FetchError):  # what is not beside it may be in a registry
                    if beside := [each for each in self._sources.available(spec, [name]) if each.name == name]:
                        return beside
            if source.kind is SourceKind.REGISTRY:
                return self._sources.versions(name, source.location)
        return self._sources.versions(name)

    def _release(self, available: AvailableSkill) -> _Known:
        """Return a version that a source has, fetched where only its bytes tell what it depends on."""
        if available.depends is None or not available.label:
            return _known(fetch_available(available, self._limits))
        choice = SkillVersion(available.name, available.label, available.depends, source_address(available))
        return _Known(choice, available.provenance, available)


def _known(download: Download) -> _Known:
    address = source_address(download.available)
    choice = SkillVersion(download.skill.name, download.receipt.label, download.skill.about.depends, address)
    return _Known(choice, download.receipt.provenance, download.available, download)


def source_address(available: AvailableSkill) -> str:
    """Return the address of a skill's source, for messages."""
    return available.provenance.location.split("://", 1)[-1].rstrip("/") or str(available.provenance.kind)


def _fixed(root: Root, skill: Installed, *, force: bool) -> str:
    """Return why an installed skill may not be replaced, a clause; empty where it may."""
    if skill.receipt is None:
        return NOT_OURS
    return "you changed it" if not force and edits_of(root, skill) else ""


def _spec_beside(source: Provenance, name: str) -> Spec | None:
    """Return the SPEC of a skill beside another one of its source; None where that source has no others."""
    if source.kind is SourceKind.FOLDER:
        folder = f"{os.path.dirname(source.location)}/{name}"
        return Spec(SpecKind.FOLDER, folder, location=folder)
    if source.kind is SourceKind.SITE:
        return Spec(SpecKind.SITE, source.location, location=source.location)
    if source.kind is SourceKind.GIT:
        return Spec(SpecKind.GIT, source.location, wanted=source.wanted, location=source.location)
    return None
