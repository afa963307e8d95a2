"""Skills that come along because others depend on them."""

from collections.abc import Callable, Sequence
from functools import partial

from skillpack.cli.install.download import Fetched
from skillpack.cli.install.failures import Failure
from skillpack.cli.install.policy import InstallPolicy
from skillpack.errors import ConflictError
from skillpack.install.dependencies import download_dependencies
from skillpack.install.download import Download
from skillpack.install.installed import present
from skillpack.install.targets import Target
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits
from skillpack.sources.sources import Sources

Batch = tuple[Target, Sequence[Download]]


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
