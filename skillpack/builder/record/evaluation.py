"""The tasks of a skill as a catalog sees them: what is wrong with them, and how many there are."""

from msgspec import Struct

from skillpack.check.run import check_evaluations
from skillpack.check.subject import EvaluationSubject
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import EvaluationFiles, SourceTree
from skillpack.parse.evaluations import evaluation_files, read_evaluation_sets


class SkillEvaluations(Struct, frozen=True):
    """What a build keeps of the tasks of a skill.

    Attributes:
        findings: About the tasks, in the order of the rules.
        tasks: How many there are.
        negative: How many of them say when the skill should not be chosen.
        mark: Tells their files from others: a digest; empty for a skill without any.
    """

    findings: tuple[Finding, ...] = ()
    tasks: int = 0
    negative: int = 0
    mark: str = ""


def evaluations_of(candidate: SourceTree, skill: ParsedSkill) -> SkillEvaluations:
    """Return the tasks of a skill; most skills bring none, and cost no more than the look.

    Args:
        candidate: As read.
        skill: The same, parsed.
    """
    files = evaluation_files(candidate)
    if not files.paths:
        return SkillEvaluations()
    sets = read_evaluation_sets(files)
    paths = frozenset((*files.paths, *(path for path, _ in candidate.listing)))
    tasks = [task for _, found in sets for task in found.tasks]
    findings = check_evaluations(EvaluationSubject(skill, sets, paths, files.complete)) if sets else ()
    return SkillEvaluations(findings, len(tasks), sum(task.is_negative for task in tasks), _mark(files))


def _mark(files: EvaluationFiles) -> str:
    read = tuple((path, sha256(content)) for path, content in files.read)
    return sha256(repr((files.paths, read, files.complete)).encode("utf-8", "surrogatepass"))
