"""What was asked for -> skills that were fetched and verified, and their dependencies; a failed one stops no other.

Of the many skills of a repository those are meant that are named, all, or asked for; of registries too.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import click
from msgspec import Struct, field
from msgspec.structs import replace

from skillpack.cli.command_line import did_you_mean
from skillpack.cli.console import ProgressLine, notify, notify_lines, paint_for
from skillpack.cli.install.failures import Failure
from skillpack.cli.install.policy import InstallPolicy
from skillpack.errors import AmbiguousError, ConflictError, SkillpackError, UsageError
from skillpack.install.dependencies import download_dependencies
from skillpack.install.download import Download, fetch_available
from skillpack.install.installed import present
from skillpack.install.targets import Target
from skillpack.model.installed import Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress, Report
from skillpack.report.terminal.table import Column, table
from skillpack.sources.available import AvailableSkill
from skillpack.sources.prefetch import prefetch
from skillpack.sources.published_site import THREADS
from skillpack.sources.sources import Sources
from skillpack.sources.spec import SpecKind, parse_spec

EVERY = "*"
"""Stands for all of them where a name is asked for."""

_NAMED = 10  # names of a source that a failure lists
_COLUMNS = (Column("name"), Column("folder"), Column("what it does", shrinks=True))
MOST = 500
"""How many skills of one SPEC are taken without being named: hardly anybody means more, and no agent lists them."""

Batch = tuple[Target, Sequence[Download]]


class Fetched(Struct):
    """What came, and what did not."""

    downloads: list[Download] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def attempt(self, about: str, work: Callable[[], Download]) -> None:
        """Add what a piece of work brings, or why it brings nothing."""
        try:
            self.downloads.append(work())
        except UsageError:
            raise
        except SkillpackError as error:
            self.failures.append(Failure(about, error))

    def resolve(self) -> None:
        """Let a failure speak for itself where nothing came, and nothing else is to be said.

        Raises:
            SkillpackError: That failure.
        """
        if not self.downloads and len({str(each.error) for each in self.failures}) == 1:
            raise self.failures[0].error


def fetch_specs(
    specs: Sequence[str],
    names: Sequence[str],
    sources: Sources,
    limits: Limits,
    *,
    aged: Callable[[AvailableSkill], AvailableSkill] = lambda release: release,
    most: int = MOST,
) -> Fetched:
    """Fetch what is asked for.

    Args:
        specs: As typed.
        names: Of many skills, only these, or `EVERY`; without any all of them, but of a repository it is asked which.
        sources: Open ones.
        limits: What we are willing to read.
        aged: Returns the version that is used instead of one that is too young, or that one.
        most: How many skills of one SPEC are taken without being named.

    Raises:
        UsageError: A SPEC means nothing or too much, a name is not there, two SPECs bring different skills of one name.
    """
    fetched = Fetched()
    releases: list[tuple[str, AvailableSkill]] = []
    for text in specs:
        try:
            with closing(ProgressLine()) as line:
                found = _found(text, names, sources, most, line)
            meant = _chosen(text, found, names)
            _check_count(text, meant, names, most)
            sources.receive(meant)
            releases += [(text, aged(release)) for release in meant]
        except UsageError:
            raise
        except SkillpackError as error:
            fetched.failures.append(Failure(text, error))
    kept = _named(releases, names) if releases or not fetched.failures else ()
    download_available([release for _, release in kept], fetched, limits, stop=sources.stop)
    fetched.downloads = list(_distinct(fetched.downloads))
    return fetched


def _found(text: str, names: Sequence[str], sources: Sources, most: int, report: Report) -> Sequence[AvailableSkill]:
    """Return the skills that a SPEC names; of which registry a name is meant, a person is asked.

    Of what nobody named, one more than is taken is enough to know that it is too much. Of a repository all is read, for
    people to choose from.
    """
    spec = parse_spec(text, is_there=lambda path: Path(path).exists(), registries=sources.fetching.named)
    only = tuple(set(names) - {EVERY})
    enough = None if only or spec.kind is SpecKind.GIT else most + 1
    try:
        return list(islice(_reported(sources.available(spec, only), report), enough))
    except AmbiguousError as error:
        return list(islice(sources.available(replace(spec, location=_chosen_registry(error)), only), enough))


def _reported(releases: Iterable[AvailableSkill], report: Report) -> Iterator[AvailableSkill]:
    for number, release in enumerate(releases, 1):
        report(Progress("found", number, 0))
        yield release


def _chosen_registry(error: AmbiguousError) -> str:
    """Return the registry that is meant of several that have a name.

    Raises:
        AmbiguousError: The same, where stdin is not a terminal.
    """
    if not sys.stdin.isatty():
        raise error
    paint = paint_for(stderr=True)
    notify(paint.show(str(error)))
    for number, place in enumerate(error.places, 1):
        notify(f"  {number} {paint.show(place)}")
    answer = click.prompt("Which one?", type=click.IntRange(1, len(error.places)), err=True)
    return error.places[answer - 1]


def _chosen(text: str, releases: Sequence[AvailableSkill], names: Sequence[str]) -> Sequence[AvailableSkill]:
    """Return the skills that are meant of all that one SPEC names.

    A repository is seldom made to be installed whole: where it has many skills and none is named, they are shown. On a
    terminal it is asked which.

    Args:
        text: The SPEC.
        releases: What it names.
        names: That were given; `EVERY` for all. Where none of them is there, all is returned, for others to say so.

    Raises:
        UsageError: Nobody says which, or a name stands for two.
    """
    if len(releases) < 2 or any(each.provenance.kind is not SourceKind.GIT for each in releases):
        return releases
    if not names:
        paint = paint_for(stderr=True)
        rows = sorted((each.name, each.provenance.path, each.description) for each in releases)
        notify_lines([f"{paint.show(text)} has {len(releases):,} skills", *table(_COLUMNS, rows, paint)])
        names = _requested(releases)
    kept = [each for each in releases if EVERY in names or each.name in names]
    twice = next((name for name, count in Counter(each.name for each in kept).items() if count > 1), "")
    if twice:
        places = [f"`{each.provenance.path}`" for each in kept if each.name == twice]
        git = text.startswith("git+")
        hint = f"choose one: `{text.partition('#')[0]}#FOLDER`" if git else "say which folder: `OWNER/REPO/FOLDER`"
        raise UsageError(f"`{twice}` exists {len(places)} times: {', '.join(places)}", hint=hint)
    return kept or releases


def _requested(releases: Sequence[AvailableSkill]) -> Sequence[str]:
    if not sys.stdin.isatty():
        raise UsageError(
            f"there are {len(releases):,} skills, and stdin is not a terminal, so skillpack cannot ask which",
            hint="`--skill NAME` installs one, `--all` installs all",
        )
    known = {each.name for each in releases}
    answer = click.prompt("Which? Names, or * for all", default="", show_default=False, err=True)
    names = answer.replace(",", " ").split()
    missing = [name for name in names if name not in known | {EVERY}]
    if missing or not names:
        what = f"no skill is named `{missing[0]}`" if missing else "no skill chosen"
        raise UsageError(what, hint="`--skill NAME` installs one, `--all` installs all")
    return names


def _check_count(text: str, releases: Sequence[AvailableSkill], names: Sequence[str], most: int) -> None:
    """Refuse more skills than anybody means to have.

    Raises:
        UsageError: There are more, and nobody named them.
    """
    if len(releases) > most and not set(names) - {EVERY}:
        raise UsageError(
            f"`{text}` has more than {most:,} skills; nothing is installed",
            hint="`--limit NUMBER` installs more at once, `--skill NAME` installs one",
        )


def download_available(
    releases: Sequence[AvailableSkill], fetched: Fetched, limits: Limits, *, stop: Callable[[], None] = lambda: None
) -> None:
    """Fetch releases, in their order; of what only has to be downloaded, a few at once.

    Args:
        releases: From open sources.
        fetched: Gets what comes, and what does not.
        limits: What we are willing to read.
        stop: Ends the downloads that run, when nobody waits for them any more.
    """
    threads = THREADS if len(releases) > 1 and all(release.is_download for release in releases) else 1
    work = partial(_attempted, limits)
    with closing(ProgressLine()) as line:
        for number, (release, attempt) in enumerate(prefetch(work, releases, threads=threads, stop=stop), 1):
            fetched.attempt(release.name or release.provenance.location, attempt)
            line(Progress("fetched", number, len(releases)))


def _attempted(limits: Limits, release: AvailableSkill) -> Callable[[], Download]:
    """Return a function that gives a fetched skill, or raises the reason why it could not be fetched."""
    try:
        download = fetch_available(release, limits)
    except SkillpackError as error:
        return partial(_raise, error)
    return lambda: download


def _raise(error: SkillpackError) -> Download:
    raise error


def _named(
    releases: Sequence[tuple[str, AvailableSkill]], names: Sequence[str]
) -> Sequence[tuple[str, AvailableSkill]]:
    """Return the releases that were meant."""
    kept = [(text, release) for text, release in releases if not names or EVERY in names or release.name in names]
    missing = sorted(set(names) - {EVERY} - {release.name for _, release in kept})
    if missing:
        raise no_such_skill(missing[0], [release.name for _, release in releases])
    return kept


def no_such_skill(name: str, there: Sequence[str]) -> UsageError:
    """Return the failure to find a skill of that name among those that a source has; the nearest name is proposed."""
    known = sorted(set(there))
    listed = f"there are {', '.join(f'`{each}`' for each in known[:_NAMED])}" if known else ""
    return UsageError(f"no skill is named `{name}`", hint=did_you_mean(name, known) or listed)


def _distinct(downloads: Sequence[Download]) -> Sequence[Download]:
    """Return each skill once; two that differ and have one name cannot both be meant."""
    kept: dict[str, Download] = {}
    for each in downloads:
        first = kept.setdefault(each.skill.name, each)
        if first.receipt.digest != each.receipt.digest:
            where = f"`{first.receipt.provenance.location}` and `{each.receipt.provenance.location}`"
            raise UsageError(f"`{each.skill.name}` is there in two versions: {where}", hint="name one of them")
    return tuple(kept.values())


def with_dependencies(
    batches: Sequence[Batch], fetched: Fetched, sources: Sources, limits: Limits, *, force: bool, policy: InstallPolicy
) -> Sequence[Batch]:
    """Return the batch of each root with all that it depends on; a skill that cannot have that is left out.

    Args:
        batches: What was asked for.
        fetched: Where failures are noted.
        sources: That are asked for what is missing.
        limits: What we are willing to read.
        force: What somebody changed may be replaced too.
        policy: Says which versions may be taken; what it refuses brings nothing along.

    Raises:
        ConflictError: Skills that were asked for cannot be had together.
    """

    def beside(downloads: Sequence[Download], target: Target) -> Sequence[Download]:
        going = [each for each in downloads if policy.refusal(_was(target, each, limits), each) is None]
        allowed = policy.allow_downgrade
        return download_dependencies(
            going, target.root, sources, limits, force=force, takes=policy.takes, allow_downgrade=allowed
        )

    return [(target, _complete(asked, fetched, partial(beside, target=target))) for target, asked in batches]


def _was(target: Target, download: Download, limits: Limits) -> Receipt | None:
    skill = present(target.root, download.skill.name, limits)
    return skill.receipt if skill is not None else None


def _complete(
    asked: Sequence[Download], fetched: Fetched, beside: Callable[[Sequence[Download]], Sequence[Download]]
) -> Sequence[Download]:
    try:
        return (*asked, *beside(asked))
    except ConflictError:
        if len(asked) == 1:
            raise
    able: list[Download] = []
    for each in asked:
        try:
            beside([each])
        except ConflictError as error:
            fetched.failures.append(Failure(each.skill.name, error))
        else:
            able.append(each)
    return (*able, *beside(able))
