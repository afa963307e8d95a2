"""Running the rules: one run serves every profile."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from msgspec.structs import replace

from skillpack.abilities.texts import TextFile
from skillpack.check.host_reading import find_after, host_readings, mark_forgiven
from skillpack.check.masking import masked_text
from skillpack.check.rule import Rule
from skillpack.check.rules import (
    body,
    catalog,
    description,
    evaluation,
    front_matter,
    guidance,
    invocation,
    keys,
    layout,
    metadata,
    name,
    optional,
    program,
    publication,
    release,
    requires,
    resources,
    result,
    review,
    safety,
    safety_abilities,
    safety_commands,
    safety_downloads,
    safety_hidden,
    safety_secrets,
    safety_takeover,
    safety_words,
    scan,
    selection,
    signature,
    tools,
)
from skillpack.check.secrecy import SECRET_RULES, masked
from skillpack.check.subject import (
    CatalogSubject,
    EvaluationSubject,
    ResultSubject,
    ReviewSubject,
    SignedSubject,
    Subject,
    VisibilitySubject,
)
from skillpack.model.ability import Abilities
from skillpack.model.finding import Finding, RulePage, finding_order, merge_findings
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.release import Changes
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree

S = TypeVar("S")


def _rules_of(*modules: ModuleType) -> tuple[Rule[Any], ...]:
    """Return the rules of some modules, in the order of their lines."""
    return tuple(each for module in modules for each in vars(module).values() if isinstance(each, Rule))


SKILL_RULES: tuple[Rule[Subject], ...] = (
    *_rules_of(layout, front_matter, keys, name, description, optional, metadata, tools, body, resources, program),
    *_rules_of(invocation, requires, publication, guidance),
    *_rules_of(safety, safety_commands, safety_downloads, safety_hidden, safety_secrets, safety_takeover, safety_words),
    *_rules_of(safety_abilities),
    selection.host_field,
)
_THRESHOLDS = {rule.page.code: rule.threshold for rule in SKILL_RULES if rule.threshold}
_OURS = frozenset({"FM006", "NM012"})  # of what is published, not of what a host reads
_READING_RULES: tuple[Rule[Subject], ...] = (
    front_matter.several_documents,
    front_matter.complex_key,
    front_matter.front_matter_not_mapping,
    *(
        each
        for each in _rules_of(keys, name, description, optional, metadata, tools, invocation)
        if each.page.code not in _OURS
    ),
)
"""What is asked again of a front matter that some host reads otherwise."""
_SECRETS = tuple(rule for rule in SKILL_RULES if rule.page.code in SECRET_RULES)
_OTHERS = tuple(rule for rule in SKILL_RULES if rule.page.code not in SECRET_RULES)
CATALOG_RULES: tuple[Rule[CatalogSubject], ...] = (
    *_rules_of(catalog),
    review.review_for_unknown_skill,
    review.not_reviewed,
    *_rules_of(scan),
)
VISIBILITY_RULES: tuple[Rule[VisibilitySubject], ...] = (selection.hidden_by_budget, selection.index_over_budget)
RELEASE_RULES: tuple[Rule[Changes], ...] = _rules_of(release)
EVALUATION_RULES: tuple[Rule[EvaluationSubject], ...] = _rules_of(evaluation)
DATED_RULES: tuple[Rule[SignedSubject], ...] = (signature.certificate_not_valid,)
"""What depends on the day: no build asks them."""
SIGNATURE_RULES: tuple[Rule[SignedSubject], ...] = tuple(
    each for each in _rules_of(signature) if each not in DATED_RULES
)
DATED_REVIEW_RULES: tuple[Rule[ReviewSubject], ...] = (review.review_of_a_future_day,)
REVIEW_RULES: tuple[Rule[ReviewSubject], ...] = tuple(
    each for each in _rules_of(review) if each not in (*DATED_REVIEW_RULES, *CATALOG_RULES)
)

DATED_RESULT_RULES: tuple[Rule[ResultSubject], ...] = (result.result_in_future,)
"""What depends on the day: no build asks them."""
RESULT_RULES: tuple[Rule[ResultSubject], ...] = tuple(
    each for each in _rules_of(result) if each not in DATED_RESULT_RULES
)


def rule_pages() -> tuple[RulePage, ...]:
    """Return every rule's page, sorted by code."""
    of_skills = (SKILL_RULES, SIGNATURE_RULES, DATED_RULES, EVALUATION_RULES)
    of_evidence = (REVIEW_RULES, DATED_REVIEW_RULES, RESULT_RULES, DATED_RESULT_RULES)
    tables = (*of_skills, *of_evidence, CATALOG_RULES, VISIBILITY_RULES, RELEASE_RULES)
    pages = [rule.page for rules in tables for rule in rules]
    return tuple(sorted(pages, key=lambda page: page.code))


def lower_thresholds(profiles: Iterable[Profile]) -> Mapping[str, int]:
    """Return the lowest limit of profiles for each code of which the rule itself would speak later only."""
    lowest: dict[str, int] = {}
    for profile in profiles:
        for code, limit in profile.limits.items():
            if limit < _THRESHOLDS.get(code, 0):
                lowest[code] = min(limit, lowest.get(code, limit))
    return lowest


def fields_of_hosts(profiles: Iterable[Profile]) -> Mapping[str, tuple[str, ...]]:
    """Return the extension fields that hosts read, each with the titles of those that do.

    Specifications are named where no host that people install for reads the field.
    """
    found: dict[str, list[Profile]] = {}
    for profile in profiles:
        for field in profile.fields:
            found.setdefault(field, []).append(profile)
    agents = {field: [one for one in reading if one.agent is not None] for field, reading in found.items()}
    return {field: tuple(one.title for one in agents[field] or reading) for field, reading in sorted(found.items())}


def check_skill(
    skill: ParsedSkill,
    tree: Tree,
    limits: Limits,
    require: tuple[str, ...] = (),
    thresholds: Mapping[str, int] = MappingProxyType({}),
    host_fields: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    *,
    codes: frozenset[str] | None = None,
    abilities: Abilities | None = None,
    texts: tuple[TextFile, ...] | None = None,
) -> tuple[Finding, ...]:
    """Return all findings about a skill, sorted by place; no rule is asked twice.

    What one rule says in the same words of several places is one finding.

    No finding quotes a credential or a private file: of a skill that holds one, the other rules see it masked.

    Args:
        skill: As parsed.
        tree: As read; may hold less than the skill's resources.
        limits: What we are willing to read.
        require: Fields that the catalog demands (`[policy] require`).
        thresholds: Of profiles, lower than those of the rules (`lower_thresholds`).
        host_fields: Extension fields that known hosts read, with their titles (`fields_of_hosts`).
        codes: Of the rules to ask, for who loads by one profile and wants nothing else; None for every rule.
        abilities: What the skill can do, where it was read already (`read_abilities`).
        texts: The text files of the tree, where they were read already (`read_texts`).
    """
    subject = Subject(skill, tree, limits, require, thresholds, host_fields, abilities, texts)
    if codes is not None:
        chosen = tuple(_read_by_hosts(_run(_of_codes(codes), subject, skill.name, skill), subject, codes))
        return tuple(sorted(merge_findings(chosen), key=finding_order))
    secrets = tuple(_run(_SECRETS, subject, skill.name, skill))
    found = (*secrets, *_read_by_hosts(_run(_OTHERS, subject, skill.name, skill), subject))
    held = any(each.rule in SECRET_RULES for each in secrets)
    shown = _masked_findings(secrets, found, subject) if held else found
    return tuple(sorted(_merged(shown), key=finding_order))


def _merged(found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, repeated ones as one; credentials one by one, for masked ones look alike."""
    ordered = sorted(found, key=finding_order)
    yield from (each for each in ordered if each.rule in SECRET_RULES)
    yield from merge_findings(each for each in ordered if each.rule not in SECRET_RULES)


def find_secrets(skill: ParsedSkill, tree: Tree, limits: Limits) -> tuple[Finding, ...]:
    """Return the findings that withhold a skill whatever any profile says: credentials and private files."""
    found = _run(_SECRETS, Subject(skill, tree, limits), skill.name, skill)
    return tuple(each for each in found if each.rule in SECRET_RULES)


def _masked_findings(secrets: Iterable[Finding], found: Iterable[Finding], subject: Subject) -> Iterator[Finding]:
    """Yield the findings about a skill as its masked form gives them; a fix is kept where it is the same for both.

    Args:
        secrets: Of the rules about secrets, which saw the skill as it is.
        found: Of all rules, these included.
        subject: As it is.
    """
    fixes = {each.fix for each in found}
    skill, tree = masked(subject.skill, subject.tree)
    shown = Subject(skill, tree, subject.limits, subject.require, subject.thresholds, subject.host_fields)
    named = (replace(each, subject=skill.name) for each in secrets)
    for each in (*named, *_read_by_hosts(_run(_OTHERS, shown, skill.name, skill), shown)):
        yield replace(each, fix=each.fix if each.fix in fixes else None)


def _read_by_hosts(
    found: Iterable[Finding], subject: Subject, codes: frozenset[str] | None = None
) -> Iterator[Finding]:
    """Yield the findings, and those of hosts that read the file otherwise than we do."""
    found = tuple(found)
    skill = subject.skill
    readings = tuple(host_readings(skill, found, subject.limits))
    yield from mark_forgiven(found, [repairs for repairs, _ in readings])
    known = {(each.rule, each.message) for each in found}
    for repairs, seen in readings:
        again = Subject(seen, subject.tree, subject.limits, subject.require, subject.thresholds)
        rules = [rule for rule in _READING_RULES if codes is None or rule.page.code in codes]
        yield from find_after(_run(rules, again, skill.name, skill), repairs, known)


@lru_cache(maxsize=64)
def _of_codes(codes: frozenset[str]) -> tuple[Rule[Subject], ...]:
    return tuple(rule for rule in SKILL_RULES if rule.page.code in codes)


def check_signature(skill: ParsedSkill, subject: SignedSubject) -> tuple[Finding, ...]:
    """Return the findings about the signature of a skill, in the order of the rules; of a good one there are none.

    Where the subject names a day, its certificate is judged on that day, and nothing else is.
    """
    rules = DATED_RULES if subject.today else SIGNATURE_RULES
    return tuple(_run(rules, subject, skill.name, skill))


def check_reviews(subject: ReviewSubject, name: str) -> tuple[Finding, ...]:
    """Return the findings about the reviews of a skill, in the order of the rules.

    Where the subject names a day, the days of reviews are judged on it, and nothing else is.
    """
    rules = DATED_REVIEW_RULES if subject.today else REVIEW_RULES
    return tuple(_run(rules, subject, name, None))


def check_evaluations(subject: EvaluationSubject) -> tuple[Finding, ...]:
    """Return the findings about the tasks of a skill, in the order of the rules.

    Whether a skill that a task expects is there, only the set can say (`siblings.with_siblings`).
    """
    return tuple(_run(EVALUATION_RULES, subject, subject.skill.name, subject.skill))


def check_results(subject: ResultSubject) -> tuple[Finding, ...]:
    """Return the findings about the results of a skill, in the order of the rules.

    Where the subject names a day, the days of the results are judged by that, and nothing else is.
    """
    return tuple(_run(DATED_RESULT_RULES if subject.today else RESULT_RULES, subject, subject.name, None))


def check_catalog(subject: CatalogSubject) -> tuple[Finding, ...]:
    """Return all findings about the set, sorted by place; their subject is empty."""
    return tuple(sorted(_run(CATALOG_RULES, subject, "", None), key=finding_order))


def check_visibility(subject: VisibilitySubject) -> tuple[Finding, ...]:
    """Return all findings about what hosts show of a set, sorted by place."""
    return tuple(sorted(_run(VISIBILITY_RULES, subject, "", None), key=finding_order))


def check_release(changes: Changes) -> tuple[Finding, ...]:
    """Return the findings of the version gate about the step from one release of a name to the next."""
    return tuple(sorted(_run(RELEASE_RULES, changes, changes.name, None), key=finding_order))


def _run(rules: Iterable[Rule[S]], given: S, subject: str, skill: ParsedSkill | None) -> Iterable[Finding]:
    """Yield the findings of rules, with code, subject and the path as people write it.

    Here alone a finding is made, so whatever a rule quotes is masked here: pages, reports and the cache get it so.
    """
    for rule in rules:
        for draft in rule.run(given):
            yield Finding(
                rule=draft.rule or rule.page.code,
                subject=masked_text(draft.subject or subject),
                path=masked_text(draft.path if skill is None else _located(skill, draft.path)),
                span=draft.at,
                message=_printable(masked_text(draft.message)),
                hint=_printable(masked_text(draft.hint)),
                facts=tuple([(name, masked_text(value)) for name, value in draft.facts]),
                fix=draft.fix and replace(draft.fix, title=masked_text(draft.fix.title)),
                secret=draft.secret,
            )


def _printable(text: str) -> str:
    """Return text that is safe on a terminal and stays on one line: names and values in it may be hostile."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else " " if one.isspace() else "\N{REPLACEMENT CHARACTER}" for one in text)


def _located(skill: ParsedSkill, path: str) -> str:
    """Return where a file of the skill lies; the folder itself where there is no skill file."""
    return skill.origin.locate(path or skill.document.path).rstrip("/") or "."
