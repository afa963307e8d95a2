"""What killed commands left in roots, finished before a command reads what is there."""

from collections.abc import Sequence

from skillpack.cli.install.failures import Failure
from skillpack.cli.output.install import report_saved
from skillpack.errors import SkillpackError
from skillpack.install.root.transaction import recover
from skillpack.install.targets import Target
from skillpack.model.limits import Limits


def recover_targets(
    targets: Sequence[Target], limits: Limits, *, dry_run: bool
) -> tuple[tuple[Target, ...], tuple[Failure, ...]]:
    """Finish what was left in roots, and return those that can be worked in, and why others cannot.

    Raises:
        SkillpackError: None of them can; nothing is recovered by a dry run.
    """
    able: list[Target] = []
    failures: list[Failure] = []
    for target in targets:
        try:
            report_saved(() if dry_run else recover(target.root, limits))
        except SkillpackError as error:
            failures.append(Failure(target.root.folder, error))
        else:
            able.append(target)
    if failures and not able:
        raise failures[0].error
    return tuple(able), tuple(failures)
