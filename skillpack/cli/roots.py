"""The roots that a command works in: those that the names typed mean, and what killed commands left in them."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from skillpack.cli.command_line import did_you_mean
from skillpack.cli.install.failures import Failure
from skillpack.cli.install.outcome import report_saved
from skillpack.cli.options.targets import TargetFlags, chosen_targets, used_targets
from skillpack.errors import SkillpackError, UsageError
from skillpack.install.root.root import installed, read_lock
from skillpack.install.root.state import noted_names, reading
from skillpack.install.root.transaction import recover
from skillpack.install.targets import Target
from skillpack.model.limits import Limits

Names = Callable[[Target], Collection[str]]
"""Returns the names that a command may be given for a root."""


def known_names(target: Target) -> frozenset[str]:
    """Return the names installed in a root, named by its lock file, or on their way since a command was killed."""
    there = (each.name for each in installed(target.root, Limits()) if each.receipt is not None or each.fault)
    locked = (each.name for each in read_lock(target.root))
    with reading(target.root) as state:
        return frozenset((*there, *locked, *noted_names(state, Limits())))


def returnable_names(target: Target) -> frozenset[str]:
    """Return the names that are or were installed in a root."""
    kept: frozenset[str] = frozenset()
    with suppress(FileNotFoundError, NotADirectoryError), reading(target.root) as state:
        kept = frozenset(state.previous.names())
    return known_names(target) | kept


def all_names(flags: TargetFlags, known: Names) -> tuple[str, ...]:
    """Return every name of the roots of the flags, else of those into which `install` would put skills now, sorted.

    Raises:
        UsageError: There is none.
    """
    targets = _usual(flags) or used_targets(flags)
    names = sorted({name for target in targets for name in known(target)})
    if not names:
        raise UsageError("no skills installed there", hint="`skillpack list` lists installed skills")
    return tuple(names)


def named_targets(flags: TargetFlags, names: Sequence[str]) -> tuple[Target, ...]:
    """Return the roots that a command looks at: those of the flags, else all that hold something of ours.

    Raises:
        UsageError: None of them has one of the names.
    """
    targets = used_targets(flags)
    every = {name for target in targets for name in known_names(target)} if names else set()
    for name in names:
        if name not in every:
            raise _unknown(name, every, targets)
    return targets


def targets_of(
    flags: TargetFlags,
    names: Sequence[str],
    known: Names,
    *,
    dry_run: bool,
    were: Names | None = None,
    lenient: bool = False,
) -> tuple[tuple[Target, tuple[str, ...]], ...]:
    """Return the roots that skills leave, with the names that each is about.

    Without flags those into which `install` would put skills now, where they have it; else the only other root that
    does.

    Args:
        flags: Say which roots.
        names: As typed.
        known: The names that mean something.
        dry_run: Change nothing; else what a killed command left is finished also where no name is known any more.
        were: Names that are passed on where no root has them: a command may have been killed when it had half done.
        lenient: A name that is in no root is passed on where others are in one.

    Raises:
        UsageError: No root has one of the names, or several do and nothing says which is meant.
    """
    usual = _usual(flags)
    others = () if flags.any else used_targets(flags)
    meant: dict[str, tuple[Target, list[str]]] = {}
    strange: list[str] = []
    for name in dict.fromkeys(names):
        found = [each for each in usual if name in known(each)] or [each for each in others if name in known(each)]
        if not found and were is not None:
            found = [each for each in (*usual, *others) if name in were(each)][:1]
        if not found:
            strange.append(name)
        if len(found) > 1 and found[0] not in usual:
            places = " and ".join(f"`{each.root.folder}`" for each in found)
            raise UsageError(
                f"`{name}` is installed in {places}", hint="choose one: `--global`, `--agent NAME`, `--root DIR`"
            )
        for each in found:
            meant.setdefault(each.root.folder, (each, []))[1].append(name)
    if strange and not (lenient and meant):
        every = {each for target in (*usual, *others) for each in known(target)}
        recover_targets(usual or others, Limits(), dry_run=dry_run)
        raise _unknown(strange[0], every, usual or others)
    return tuple((target, (*several, *strange)) for target, several in meant.values())


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


def _usual(flags: TargetFlags) -> tuple[Target, ...]:
    try:
        return chosen_targets(flags)
    except UsageError:
        if flags.any:
            raise
        return ()


def _unknown(name: str, every: Collection[str], targets: Sequence[Target]) -> UsageError:
    where = f" in `{targets[0].root.folder}`" if len(targets) == 1 else ""
    hint = did_you_mean(name, every) or "`skillpack list` lists installed skills"
    return UsageError(f"no skill `{name}` is installed{where}", hint=hint)
