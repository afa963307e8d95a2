"""What was asked for -> skills that were fetched and verified; what cannot be fetched does not stop the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from skillpack.cli.choosing import EVERY, choose, choose_registry
from skillpack.cli.console import ProgressLine
from skillpack.cli.placing import Failure
from skillpack.errors import AmbiguousError, SkillpackError, UsageError
from skillpack.fetch.ahead import ahead
from skillpack.fetch.catalog import THREADS
from skillpack.fetch.offer import Offer
from skillpack.fetch.offers import Sources
from skillpack.fetch.spec import parse_spec
from skillpack.install.run import Arrival, arrive
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress


@dataclass(slots=True)
class Fetched:
    """What came, and what did not."""

    arrivals: list[Arrival] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def attempt(self, about: str, work: Callable[[], Arrival]) -> None:
        """Add what a piece of work brings, or why it brings nothing."""
        try:
            self.arrivals.append(work())
        except UsageError:
            raise
        except SkillpackError as error:
            self.failures.append(Failure(about, error))

    def settle(self) -> None:
        """Let a failure speak for itself where nothing came, and nothing else is to be said.

        Raises:
            SkillpackError: That failure.
        """
        if not self.arrivals and len({str(each.error) for each in self.failures}) == 1:
            raise self.failures[0].error


def fetch_specs(
    specs: Sequence[str],
    names: Sequence[str],
    sources: Sources,
    limits: Limits,
    *,
    aged: Callable[[Offer], Offer] = lambda offer: offer,
) -> Fetched:
    """Fetch what is asked for.

    Args:
        specs: As typed.
        names: Of many skills, only these, or `EVERY`; without any all of them, but of a repository it is asked which.
        sources: Open ones.
        limits: What we are willing to read.
        aged: Returns the version that is taken instead of one that is too young, or that one.

    Raises:
        UsageError: A SPEC means nothing, a name is not there, or two SPECs bring different skills of one name.
    """
    fetched = Fetched()
    offers: list[tuple[str, Offer]] = []
    for text in specs:
        try:
            found = _found(text, tuple(set(names) - {EVERY}), sources)
            meant = choose(text, found, names)
            sources.receive(meant)
            offers += [(text, aged(offer)) for offer in meant]
        except UsageError:
            raise
        except SkillpackError as error:
            fetched.failures.append(Failure(text, error))
    kept = _wanted(offers, names) if offers or not fetched.failures else ()
    fetch_offers([offer for _, offer in kept], fetched, limits, stop=sources.stop)
    fetched.arrivals = list(_distinct(fetched.arrivals))
    return fetched


def _found(text: str, only: Sequence[str], sources: Sources) -> Sequence[Offer]:
    """Return what a SPEC names; of which registry a name is meant, a person is asked."""
    spec = parse_spec(text, is_there=_is_there, registries=sources.fetching.named)
    try:
        return list(sources.offers(spec, only))
    except AmbiguousError as error:
        return list(sources.offers(replace(spec, location=choose_registry(error)), only))


def fetch_offers(
    offers: Sequence[Offer], fetched: Fetched, limits: Limits, *, stop: Callable[[], None] = lambda: None
) -> None:
    """Fetch what is offered, in its order; of what only has to be downloaded, a few at once.

    Args:
        offers: From open sources.
        fetched: Gets what comes, and what does not.
        limits: What we are willing to read.
        stop: Ends the downloads that run, when nobody waits for them any more.
    """
    line = ProgressLine()
    threads = THREADS if len(offers) > 1 and all(offer.is_download for offer in offers) else 1
    work = partial(_arrived, limits)
    for number, (offer, arrived) in enumerate(ahead(work, offers, threads=threads, stop=stop)):
        line(Progress("fetched", number, len(offers)))
        fetched.attempt(offer.name or offer.provenance.location, arrived)
    line.close()


def _arrived(limits: Limits, offer: Offer) -> Callable[[], Arrival]:
    """Return what gives a skill that was fetched, or raises what hindered it."""
    try:
        arrival = arrive(offer, limits)
    except SkillpackError as error:
        return partial(_raise, error)
    return lambda: arrival


def _raise(error: SkillpackError) -> Arrival:
    raise error


def _is_there(text: str) -> bool:
    return Path(text).exists()


def _wanted(offers: Sequence[tuple[str, Offer]], names: Sequence[str]) -> Sequence[tuple[str, Offer]]:
    """Return the offers that were meant."""
    kept = [(text, offer) for text, offer in offers if not names or EVERY in names or offer.name in names]
    missing = sorted(set(names) - {EVERY} - {offer.name for _, offer in kept})
    if missing:
        there = ", ".join(sorted(offer.name for _, offer in offers)[:10])
        raise UsageError(f"no skill is called `{missing[0]}` there", hint=f"there are {there}" if there else "")
    return kept


def _distinct(arrivals: Sequence[Arrival]) -> Sequence[Arrival]:
    """Return each skill once; two that differ and have one name cannot both be meant."""
    kept: dict[str, Arrival] = {}
    for each in arrivals:
        first = kept.setdefault(each.skill.name, each)
        if first.receipt.digest != each.receipt.digest:
            where = f"`{first.receipt.provenance.location}` and `{each.receipt.provenance.location}`"
            raise UsageError(f"`{each.skill.name}` is in two versions in {where}", hint="name one of them")
    return tuple(kept.values())
