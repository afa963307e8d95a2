"""A skill that is shown, as JSON: all that its page says, and what the page has no room for."""

from collections.abc import Mapping

from skillpack import machine, resources
from skillpack.check.judge import judge
from skillpack.cli.requirements import lacks_here
from skillpack.cli.skills.lookup import FoundSkill
from skillpack.install.download import PROFILE
from skillpack.model.installed import Provenance
from skillpack.report.terminal.skill_summary import InstalledCopy, SkillSummary


def record_of(shown: FoundSkill, portrait: SkillSummary) -> Mapping[str, object]:
    """Return the same as JSON, whole."""
    skill, intro = shown.skill, portrait.skill
    program, source = skill.program, shown.provenance
    judged = {each.finding: str(each.severity) for each in judge(shown.findings, resources.chosen_profiles([PROFILE]))}
    return {
        "name": skill.name,
        "description": skill.description,
        "label": shown.label,
        "version": skill.identity.version,
        "digest": portrait.digest,
        "license": portrait.license,
        "authors": list(portrait.authors),
        "tags": list(portrait.tags),
        "role": portrait.role,
        "metadata": dict(skill.metadata),
        "source": _source(source),
        "date": intro.date,
        "age": intro.age,
        "yanked": portrait.yanked,
        "deprecated": portrait.deprecated,
        "versions": [{"label": each.label, "date": each.date} for each in portrait.versions],
        "model_invocable": skill.invocation.by_model,
        "user_invocable": skill.invocation.by_user,
        "argument_hint": skill.invocation.hint,
        "model": skill.invocation.model,
        "context": skill.invocation.context,
        "agent": skill.invocation.agent,
        "powers": list(intro.powers),
        "allowed_tools": list(skill.allowed_tools),
        "scripts": [each.path for each in skill.resources if each.kind == "script"],
        "shell_lines": [each.text for each in skill.document.body.shell_lines],
        "metaskill": program is not None,
        "program": None
        if program is None
        else {
            "path": program.path,
            "language": program.language,
            "calls": [{"name": each.name, "words": list(each.literal or each.start)} for each in program.calls],
        },
        "hidden": list(intro.hidden),
        "compatibility": intro.compatibility,
        "requires": {"bins": skill.requires.bins, "env": skill.requires.env, "os": skill.requires.os},
        "needs": [{"what": each.words, "met": each.met} for each in portrait.needs],
        "signs": [{"what": each.words, "met": each.met} for each in portrait.signs],
        "lacks": list(lacks_here(skill, machine.environment())),
        "depends": dict(skill.about.depends),
        "tokens": {
            "always": portrait.tokens.always,
            "opened": portrait.tokens.opened,
            "on_demand": portrait.tokens.on_demand,
        },
        "files": [{"path": path, "size": size} for path, size in portrait.files],
        "findings": [
            {
                "rule": each.rule,
                "severity": judged.get(each, "off"),
                "path": each.path,
                "line": each.span.line,
                "message": each.message,
            }
            for each in shown.findings
        ],
        "hosts": {each.profile: each.loads for each in portrait.verdicts},
        "archive": _archive(shown),
        "obstacle": shown.obstacle,
        "installed": bool(shown.seen),
        "places": [_location(each) for each in portrait.places],
        "command": portrait.command,
    }


def _source(source: Provenance | None) -> Mapping[str, str] | None:
    if source is None:
        return None
    return {
        "kind": str(source.kind),
        "location": source.location,
        "path": source.path,
        "wanted": source.wanted,
        "revision": source.revision,
        "assurance": str(source.assurance),
    }


def _archive(shown: FoundSkill) -> Mapping[str, str] | None:
    receipt = shown.seen[0].installed.receipt if shown.seen else shown.arrival.receipt if shown.arrival else None
    if receipt is None or not receipt.url:
        return None
    return {"url": receipt.url, "sha256": receipt.archive_sha256}


def _location(place: InstalledCopy) -> Mapping[str, object]:
    return {
        "title": place.title,
        "path": place.folder,
        "what": place.words,
        "good": place.good,
        "edited": [{"kind": each.kind, "path": each.path} for each in place.edited],
        "previous": place.previous,
    }
