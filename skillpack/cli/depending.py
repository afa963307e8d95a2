"""Skills that come along because others depend on them, for the commands that install; what would lose them is told."""

from collections.abc import Callable, Sequence
from functools import partial

from skillpack.cli.console import say
from skillpack.cli.fetching import Fetched
from skillpack.cli.painting import paint_for
from skillpack.cli.placing import Failure
from skillpack.errors import ConflictError
from skillpack.fetch.offers import Sources
from skillpack.install.companions import Takes, companions, installed_choices
from skillpack.install.depends import dependents
from skillpack.install.run import Arrival
from skillpack.install.targets import Target
from skillpack.model.limits import Limits

Lot = tuple[Target, Sequence[Arrival]]


def with_companions(
    lots: Sequence[Lot], fetched: Fetched, sources: Sources, limits: Limits, *, force: bool, takes: Takes
) -> Sequence[Lot]:
    """Return what goes into each root, with all that it depends on; a skill that cannot have that does not go.

    Args:
        lots: What was asked for.
        fetched: Where failures are noted.
        sources: That are asked for what is missing.
        limits: What we are willing to read.
        force: What somebody changed may be replaced too.
        takes: Says which versions may be taken.

    Raises:
        ConflictError: Skills that were asked for cannot be had together.
    """

    def beside(arrivals: Sequence[Arrival], target: Target) -> Sequence[Arrival]:
        return companions(arrivals, target.root, sources, limits, force=force, takes=takes)

    return [(target, _complete(asked, fetched, partial(beside, target=target))) for target, asked in lots]


def _complete(
    asked: Sequence[Arrival], fetched: Fetched, beside: Callable[[Sequence[Arrival]], Sequence[Arrival]]
) -> Sequence[Arrival]:
    try:
        return (*asked, *beside(asked))
    except ConflictError:
        if len(asked) == 1:
            raise
    able: list[Arrival] = []
    for each in asked:
        try:
            beside([each])
        except ConflictError as error:
            fetched.failures.append(Failure(each.skill.name, error))
        else:
            able.append(each)
    return (*able, *beside(able))


def tell_dependents(names: Sequence[str], target: Target, limits: Limits) -> None:
    """Say which skills stay in a root and depend on some that leave it."""
    paint = paint_for(stderr=True)
    for name, needed in dependents(names, installed_choices(target.root, limits)):
        say(f"{paint.show(name)} depends on {paint.show(needed)}, and stays in {paint.show(target.root.folder)}")
