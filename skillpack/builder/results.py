"""The results of a skill: a publisher's and the catalog's own, bound to what they measured, and the findings (pure)."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.masking import masked_text
from skillpack.check.run import check_results
from skillpack.check.subject import ResultSubject
from skillpack.evidence.results.binding import bind_own, bind_reported, unbound
from skillpack.evidence.results.help import newest_by_agent, sorted_results
from skillpack.evidence.results.reading import read_reported
from skillpack.model.evaluation import ReadResult, Result, ResultBinding
from skillpack.model.evidence import SignatureFacts
from skillpack.model.finding import Finding
from skillpack.model.portable import printable
from skillpack.model.release import Release
from skillpack.model.tree import Tree

_MOST = 24  # results that are kept
_LONGEST_PATH = 400  # characters


class SkillResults(Struct, frozen=True):
    """The results of a skill, those about these bytes first, and what rules say of them."""

    results: tuple[Result, ...] = ()
    findings: tuple[Finding, ...] = ()


NO_RESULTS = SkillResults()


def reported_results(tree: Tree, skill: str, signature: SignatureFacts | None) -> tuple[ReadResult, ...]:
    """Return what the files of a skill say of it, bound to them where one signature covers them all.

    Args:
        tree: As it is published.
        skill: Its name.
        signature: Of the same tree; None where it has none.
    """
    return tuple(
        each if each.result is None else replace(each, result=bind_reported(_masked(each.result), signature))
        for each in read_reported(tree.files, skill)
    )


def skill_results(
    name: str,
    path: str,
    read: Sequence[ReadResult],
    current: Collection[str],
    releases: Sequence[Release],
    *,
    is_signed: bool,
    require: bool,
    today: str = "",
) -> SkillResults:
    """Return the results of a skill and the findings about them.

    Args:
        name: Of the skill.
        path: Of its file as people write it.
        read: What the files say: the publisher's own and the catalog's.
        current: Digests of the content as it is now.
        releases: What was published under the name, newest first.
        is_signed: Whether a publisher's result may still count as signed with the files.
        require: Whether the catalog requires results.
        today: As in `ResultSubject`.
    """
    if not read and not require:
        return NO_RESULTS
    bound = sorted_results(newest_by_agent(sorted_results(_bound(read, current, releases, is_signed=is_signed))))
    before = releases[0].digest if releases and releases[0].digest not in current else ""
    subject = ResultSubject(
        name=name,
        path=path,
        results=bound,
        read=tuple(read),
        require=require,
        published=tuple(each for each in bound if before and each.digest == before),
        today=today,
    )
    return SkillResults(tuple(_shown(bound))[:_MOST], check_results(subject))


def _bound(
    read: Iterable[ReadResult], current: Collection[str], releases: Sequence[Release], *, is_signed: bool
) -> Iterator[Result]:
    for result in (each.result for each in read if each.result is not None):
        if result.by_catalog:
            yield bind_own(_masked(result), current, releases)
        else:
            yield result if is_signed else unbound(result)


def _shown(bound: Sequence[Result]) -> Iterator[Result]:
    """Yield the results that are shown: of older contents those of the newest alone."""
    older = next((each.digest for each in bound if each.binding is ResultBinding.OLDER), "")
    for each in bound:
        if each.binding is not ResultBinding.OLDER or each.digest == older:
            yield each


def _masked(result: Result) -> Result:
    """Return a result whose texts may be shown: somebody may have written a credential there, or named a file so."""
    return replace(
        result,
        file=printable(masked_text(result.file), longest=_LONGEST_PATH),
        measured=tuple(
            replace(
                each,
                dimension=masked_text(each.dimension),
                agent=masked_text(each.agent),
                model=masked_text(each.model),
            )
            for each in result.measured
        ),
        costs=tuple(
            replace(each, agent=masked_text(each.agent), model=masked_text(each.model)) for each in result.costs
        ),
    )
