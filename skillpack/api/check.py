"""Skills on disk -> what is wrong with them."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import locate, no_skills
from skillpack.builder.inputs.foreign_reviews import Asking, catalog_reviews
from skillpack.builder.inputs.inputs import make_settings, with_signers
from skillpack.builder.inspection.inspection import inspect, judged_on
from skillpack.check.judge import judge, open_findings, verdict
from skillpack.check.siblings import with_siblings
from skillpack.files.skipped import Skipped
from skillpack.model.finding import Judged, Verdict


class SkillCheck(Struct, frozen=True):
    """What was found in one skill.

    Attributes:
        path: Of its skill file, as people write it, relative to the folder that was checked.
        findings: Sorted by place, each with the severity that the strictest profile gives it; without what the catalog
            suppresses.
        verdicts: Of each profile: whether its host would load the skill.
    """

    name: str
    path: str
    findings: tuple[Judged, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def loads(self) -> bool:
        """Whether every profile that was asked loads it."""
        return all(each.loads for each in self.verdicts)


def check_skills(source: Path | str = ".", *, profiles: Iterable[str] = (), today: str = "") -> tuple[SkillCheck, ...]:
    """Return the skills of a folder with what is wrong with them, in the order in which they are found.

    Args:
        source: A skill, a folder of skills or a catalog; its `skillpack.toml` counts.
        profiles: Names of hosts and standards; those of the catalog by default.
        today: ISO day on which suppressions and certificates that expire are judged; empty where none expires.

    Raises:
        UsageError: There is no such folder, nothing in it, no profile of that name, or the configuration cannot be.
        FetchError: Another catalog whose reviews are wanted cannot be read.
        IndexRefusedError: What it publishes is refused.
    """
    located = locate(Path(source))
    asked = resources.chosen_profiles(tuple(profiles) or located.configuration.profiles)
    settings = make_settings(with_signers(located.configuration, located.root), resources.profiles())
    suppressions, skipped = located.configuration.suppressions, Skipped()
    reviews = catalog_reviews(located.root, located.configuration.review, Asking(machine.environment()))
    inspected = tuple(inspect(located, settings, skipped=skipped, reviews=reviews))
    if not inspected:
        raise no_skills(located.root, located.configuration.sources, skipped, ())
    names = {each.skill.name for each in inspected if each.entry is not None}
    found = [(each.skill, with_siblings(judged_on(each, today).findings, names)) for each in inspected]
    return tuple(
        SkillCheck(
            skill.name,
            skill.origin.locate(skill.document.path),
            open_findings(judge(findings, asked, suppressions), today=today),
            tuple(verdict(findings, profile) for profile in asked),
        )
        for skill, findings in found
    )
