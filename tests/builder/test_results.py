"""The results of a skill, and what a catalog that requires them says."""

from collections.abc import Collection, Sequence

from skillpack.builder.results import NO_RESULTS, SkillResults, skill_results
from skillpack.evidence.results.reading import read_result
from skillpack.model.evaluation import ReadResult, ResultBinding
from skillpack.model.release import Release

NOW, OLD, OLDEST = "a" * 64, "b" * 64, "c" * 64


def own(rate: float, without: float | None = 0.5, digest: str = NOW, agent: str = "one") -> ReadResult:
    side = f', "without_skill": {{"pass_rate": {without}}}' if without is not None else ""
    text = (
        f'{{"metadata": {{"agent": "{agent}", "content_digest": "{digest}"}},'
        f'"run_summary": {{"with_skill": {{"pass_rate": {rate}}}{side}}}}}'
    )
    return read_result(text.encode(), f"results/csv/{agent}/benchmark.json", "csv", by_catalog=True)


def of(
    read: Sequence[ReadResult],
    releases: Sequence[str] = (),
    current: Collection[str] = (NOW,),
    *,
    require: bool = True,
) -> SkillResults:
    published = [
        Release("csv", f"{len(releases) - at}.0.0", digest, "", "", "", 0) for at, digest in enumerate(releases)
    ]
    return skill_results("csv", "skills/csv/SKILL.md", read, set(current), published, is_signed=False, require=require)


def said(found: SkillResults) -> list[tuple[str, str]]:
    return [(each.rule, each.message) for each in found.findings]


def test_without_anything_nothing_is_done() -> None:
    assert of((), require=False) is NO_RESULTS


def test_a_catalog_that_requires_results_names_what_has_none() -> None:
    (finding,) = of(()).findings
    assert (finding.rule, finding.path, finding.subject) == ("EV011", "skills/csv/SKILL.md", "csv")
    assert finding.message == "no result is about these files"
    assert finding.hint == "run `skillpack eval csv`, and keep what it writes under `results/`"
    older = "no result is about these files: there are some of older files of it"
    assert said(of([own(0.9, digest=OLD)], [NOW, OLD])) == [("EV011", older)]
    unnamed = "no result is about these files: there are some of files that are not named"
    assert said(of([own(0.9, digest="none")])) == [("EV011", unnamed)]


def test_one_that_is_better_is_not_spoken_of() -> None:
    assert of([own(0.9)]).findings == ()
    assert of([own(0.9), own(0.9, digest=OLD)], [OLD]).findings == ()


def test_worse_than_without_is_found_of_the_worst_agent() -> None:
    message = "with the skill an agent does worse than without it: 40 %, -10 points"
    assert said(of([own(0.9), own(0.4, agent="two")])) == [("EV012", message)]
    assert of([own(0.4)], require=False).findings == ()


def test_worse_than_the_published_version_is_found() -> None:
    message = "the skill does worse than the published version: 80 % after 90 %"
    assert said(of([own(0.8), own(0.9, digest=OLD)], [OLD, OLDEST])) == [("EV012", message)]


def test_only_the_version_that_was_published_last_is_compared() -> None:
    assert of([own(0.8), own(0.9, digest=OLDEST)], [OLD, OLDEST]).findings == ()
    assert of([own(0.8), own(0.9, digest=OLD)], [NOW, OLD]).findings == ()  # it is published already


def test_of_older_contents_the_newest_alone_is_shown() -> None:
    found = of([own(0.9, digest=OLD), own(0.8, digest=OLDEST), own(0.7)], [NOW, OLD, OLDEST]).results
    assert [(each.binding, each.version) for each in found] == [
        (ResultBinding.NAMED, ""),
        (ResultBinding.OLDER, "2.0.0"),
    ]


def test_every_digest_of_the_content_as_it_is_now_counts() -> None:
    assert of([own(0.9, digest=OLD)], [], [NOW, OLD, ""]).results[0].binding is ResultBinding.NAMED


def test_a_credential_in_a_name_is_masked(made_credentials) -> None:
    secret = next(iter(made_credentials.credentials().values())).text
    (found,) = of([own(0.9, agent=secret.split("\n")[0][:60])]).results
    assert secret not in found.measured[0].agent
