"""EV: what results of a skill say, and what a catalog requires of them."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import ResultSubject
from skillpack.evidence.results.help import falls_below, help_of
from skillpack.model.evaluation import HelpState, Result, ResultBinding
from skillpack.model.portable import printable

_MOST = 10  # problems of one skill of which one rule speaks
_RUN = "run `skillpack eval {name}`, and keep what it writes under `results/`"


@rule("EV010", "result-unreadable", source="Agent Skills evaluation guide; skill-creator")
def result_unreadable(subject: ResultSubject) -> Iterator[Hit]:
    """A file of results cannot be read, or something in it.

    Why: pages show what a `benchmark.json` or `BENCHMARK.md` says about a skill. What cannot be read, is no number
    or is about another skill is left out.

    Fix: do what the finding says, or run the evaluation again.
    """
    problems = [(each.file, problem) for each in subject.read for problem in each.problems]
    for file, problem in problems[:_MOST]:
        yield Hit(f"`{printable(file)}` cannot be shown as it is: {problem}", path=subject.locate(file), hint=_CORRECT)
    if len(problems) > _MOST:
        yield Hit(f"{len(problems) - _MOST:,} more problems of results", path=subject.path, hint=_CORRECT)


_CORRECT = "correct the file, or run the evaluation again"


@rule("EV011", "result-missing", source="skillpack, configuration")
def result_missing(subject: ResultSubject) -> Iterator[Hit]:
    """The catalog requires results, and there is none about the skill as it is.

    Why: `[eval] require = true` asks of every skill that somebody measured it as it is. A result of older files says
    nothing of these. What a publisher reports counts where it is signed together with the files; nothing else in a
    skill's folder can name them.

    Fix: run `skillpack eval NAME`, and keep what it writes under `results/` of the catalog.
    """
    if subject.require and not subject.named:
        older = any(each.binding is ResultBinding.OLDER for each in subject.results)
        what = "older files of it" if older else "files that are not named" if subject.results else ""
        message = f"no result is about these files{f': there are some of {what}' if what else ''}"
        yield Hit(message, path=subject.path, hint=_RUN.format(name=subject.name))


@rule("EV012", "result-worse", source="skillpack, configuration")
def result_worse(subject: ResultSubject) -> Iterator[Hit]:
    """The catalog requires results, and the skill does worse than the version that was published, or than no skill.

    Why: with `[eval] require = true` a version that helps less than the one before does not replace it. The agent
    that did worst counts, in whole percent, and a dimension is compared only with itself.

    Fix: look at the tasks that failed. To publish it all the same, suppress this rule for the skill, with a reason.
    """
    if not subject.require or not subject.named:
        return
    found, before = help_of(subject.named), help_of(subject.published)
    if found.state in {HelpState.WORSE, HelpState.MIXED}:
        yield Hit(
            f"with the skill an agent does worse than without it: {found.percent[0]} %, {found.points[0]} points",
            path=subject.path,
            hint=_LOOK,
        )
    if falls_below(found, before):
        yield Hit(
            f"the skill does worse than the published version: {found.percent[0]} % after {before.percent[0]} %",
            path=subject.path,
            hint=_LOOK,
        )


_LOOK = "look at the tasks that failed, or suppress this rule for the skill with a reason"


@rule("EV013", "result-in-future", source="skillpack, results")
def result_in_future(subject: ResultSubject) -> Iterator[Hit]:
    """A result names a day that is still to come.

    Why: people read by the day whether a result is stale; this day is wrong. Pages tell it as it is; this rule asks
    for today, or for the day of `check --today`.

    Fix: correct the day in the file, or the clock of the machine that wrote it, and run the evaluation again.
    """
    if not subject.today:
        return
    for each in subject.results[:_MOST]:
        if each.day > subject.today:
            message = f"`{printable(each.file)}` is dated {each.day}, which is still to come"
            yield Hit(message, path=_path(subject, each), hint="correct the day, or run the evaluation again")


def _path(subject: ResultSubject, result: Result) -> str:
    return result.file if result.by_catalog else subject.locate(result.file)
