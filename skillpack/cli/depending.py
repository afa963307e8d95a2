"""Skills that come along because others depend on them, for the commands that install; what would lose them is told."""

from collections.abc import Callable, Sequence
from functools import partial

from skillpack.cli.console import say
from skillpack.cli.fetching import Fetched
from skillpack.cli.painting import paint_for
from skillpack.cli.placing import Failure
from skillpack.cli.policy import Policy
from skillpack.errors import ConflictError
from skillpack.fetch.offers import Sources
from skillpack.install.companions import companions, installed_choices
from skillpack.install.depends import dependents
from skillpack.install.run import Arrival, present
from skillpack.install.targets import Target
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits

Lot = tuple[Target, Sequence[Arrival]]


def with_companions(
    lots: Sequence[Lot], fetched: Fetched, sources: Sources, limits: Limits, *, force: bool, policy: Policy
) -> Sequence[Lot]:
    """Return what goes into each root, with all that it depends on; a skill that cannot have that does not go.

    Args:
        lots: What was asked for.
        fetched: Where failures are noted.
        sources: That are asked for what is missing.
        limits: What we are willing to read.
        force: What somebody changed may be replaced too.
        policy: Says which versions may be taken; what it refuses brings nothing along.

    Raises:
        ConflictError: Skills that were asked for cannot be had together.
    """

    def beside(arrivals: Sequence[Arrival], target: Target) -> Sequence[Arrival]:
        going = [each for each in arrivals if policy.refusal(_was(target, each, limits), each) is None]
        allowed = policy.allow_downgrade
        return companions(going, target.root, sources, limits, force=force, takes=policy.takes, allow_downgrade=allowed)

    return [(target, _complete(asked, fetched, partial(beside, target=target))) for target, asked in lots]


def _was(target: Target, arrival: Arrival, limits: Limits) -> Receipt | None:
    there = present(target.root, arrival.skill.name, limits)
    return there.receipt if there is not None else None


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
