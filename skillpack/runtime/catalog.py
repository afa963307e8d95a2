"""A published catalog -> a store of its skills, without installing them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from skillpack import machine
from skillpack.errors import LoadRefusedError
from skillpack.model.digest import tree_digest
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.tree import Tree
from skillpack.runtime.dialect import METIS
from skillpack.runtime.loader import Invalid, host_profile, refusal, skill_of_tree
from skillpack.runtime.store import SkillStore
from skillpack.sources.access import Access
from skillpack.sources.available import AvailableSkill, FetchedSkill
from skillpack.sources.prefetch import prefetch
from skillpack.sources.published_site import THREADS
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import parse_spec
from skillpack.sources.trusted_list import TrustedList

_SOURCE = "catalog"
_LIMITS = Limits()
_KEPT = 4  # skills whose files stay in memory


Lists = Callable[[], tuple[TrustedList, ...]]
"""Returns the signed lists by which files of registries are judged, each to be read anew."""


def load_catalog(
    location: Path | str,
    *,
    host: Profile | str = METIS.profile,
    env: Mapping[str, str] | None = None,
    lists: Lists = tuple,
) -> SkillStore:
    """Return the skills of a built site, a folder of skills, a repository or an archive.

    Each is verified against its published digest, and again when one of its files is read; nothing is written but the
    cache of downloads. They are external: no command or program of theirs runs without a grant for everybody's skills.
    A skill of a catalog lies in no folder: its `skill_dir` is relative, and a session reads its files.

    Args:
        location: A folder, or an address as `install` takes it.
        host: By which skills are judged; what it would not load is `invalid` in the store.
        env: Where proxies and the cache are looked for; this process's by default.
        lists: Asked whenever the location is read; none are wanted by default.

    Raises:
        ListRefusedError: The signed list of a registry is refused, or a file that differs from it.
        UsageError: The location means nothing.
        FetchError: It cannot be read.
        IndexRefusedError: Its index is refused; the message names the entry.
        ArchiveError: An archive is refused.
        IntegrityError: Bytes are not those that were published.
    """
    profile = host_profile(host) if isinstance(host, str) else host
    request = _Request(str(location), machine.environment() if env is None else env, lists)
    skills, invalid = [], []
    files = lru_cache(_KEPT)(request.contents)  # a client reads a skill file by file
    for _, found in request.fetched():
        parsed = found.skill
        folder = Path(parsed.name)
        errors = refusal(parsed, found.tree, profile, _LIMITS)
        if errors:
            invalid.append(Invalid(folder / (parsed.document.path or "SKILL.md"), errors))
        else:
            contents = partial(files, parsed.name, parsed.identity.digest)
            skills.append(skill_of_tree(parsed, _SOURCE, contents))
    return SkillStore(
        skills, invalid=invalid, reload=partial(load_catalog, location, host=profile, env=request.env, lists=lists)
    )


def fetch_skills(
    location: str, env: Mapping[str, str], lists: Lists = tuple
) -> Iterator[tuple[AvailableSkill, FetchedSkill]]:
    """Yield the skills of a location as `load_catalog` reads them, each verified, with what its source says of it.

    Raises:
        SkillpackError: As `load_catalog`.
    """
    return _Request(location, env, lists).fetched()


@dataclass(frozen=True, slots=True)
class _Request:
    """A location as it was typed, and the environment that it is asked in."""

    location: str
    env: Mapping[str, str]
    lists: Lists

    def fetched(self, only: Collection[str] = ()) -> Iterator[tuple[AvailableSkill, FetchedSkill]]:
        """Yield the skills that are there, each verified."""
        here, home = Path.cwd(), Path.home()
        access = Access(self.env, machine.cache_folder(self.env) / "downloads", lists=self.lists())
        fetching = Fetching(_LIMITS, (), access, here, home)
        spec = parse_spec(self.location, is_there=lambda path: (here / Path(path).expanduser()).exists())
        with Sources(fetching) as sources:
            releases = tuple(sources.available(spec, only))
            several = len(releases) > 1 and all(release.is_download for release in releases)
            threads = THREADS if several else 1
            yield from prefetch(lambda release: release.get(), releases, threads=threads, stop=sources.stop)

    def contents(self, name: str, digest: str) -> Tree:
        """Return the files of a skill as they were when it was loaded."""
        for _, found in self.fetched((name,)):
            if tree_digest(found.tree.tree) == digest:
                return found.tree.tree
        raise LoadRefusedError(
            f"the skill {name!r} of `{self.location}` changed since it was loaded",
            hint="refresh the store to take it as it is now",
        )
