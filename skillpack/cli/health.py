"""What was found of the skills on a machine, as its report and as JSON."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from skillpack.install.complaint import Complaint, some
from skillpack.install.finding import Folder
from skillpack.install.looking import Looked, Present
from skillpack.model.finding import Severity
from skillpack.report.health import FolderRow, Health, Remark, SkillRow

VERSION = 1
"""Of the JSON: a field may be added to it, none changes its meaning or goes away."""


def readers(folder: Folder) -> str:
    """Return in words who reads a folder, the first of them by name."""
    return some([agent.display for agent in folder.agents], 2)


def health_of(
    looked: Sequence[Looked],
    complaints: Sequence[Complaint],
    show: Callable[[str], str],
    *,
    bare: tuple[str, ...],
    verbose: bool,
) -> Health:
    """Return what the report tells."""
    return Health(
        folders=tuple(
            FolderRow(
                agents=readers(each.folder),
                place=show(each.folder.target.root.folder),
                skills=len(each.skills),
                ours=sum(one.installed.receipt is not None for one in each.skills),
                links=len(each.links),
            )
            for each in looked
        ),
        remarks=tuple(Remark(each.severity, each.text, each.items, each.command) for each in complaints),
        skills=tuple(_skill(each, one, show) for each in looked for one in each.skills) if verbose else (),
        bare=bare,
    )


def record_of(looked: Sequence[Looked], complaints: Sequence[Complaint]) -> dict[str, object]:
    """Return all that was found, for programs."""
    return {
        "version": VERSION,
        "healthy": all(each.severity is Severity.INFO for each in complaints),
        "folders": [
            {
                "path": each.folder.target.root.folder,
                "target": each.folder.target.key,
                "agents": [agent.name for agent in each.folder.agents],
                "skills": len(each.skills),
                "links": [{"name": name, "to": to} for name, to in each.links],
            }
            for each in looked
        ],
        "skills": [_record(each, one) for each in looked for one in each.skills],
        "complaints": [{**asdict(each), "severity": each.severity.value} for each in complaints],
    }


def _skill(looked: Looked, one: Present, show: Callable[[str], str]) -> SkillRow:
    receipt = one.installed.receipt
    notes = [] if receipt else [one.installed.fault or "not by skillpack"]
    notes += [f"{len(one.edited)} changed"] if one.edited else []
    codes = sorted({each.rule for each in one.findings})
    notes += [some(codes, 4)] if codes else []
    label = receipt.label if receipt else one.skill.identity.label
    return SkillRow(one.installed.name, label, show(looked.folder.target.root.folder), tuple(notes))


def _record(looked: Looked, one: Present) -> dict[str, object]:
    receipt = one.installed.receipt
    return {
        "name": one.installed.name,
        "label": receipt.label if receipt else one.skill.identity.label,
        "digest": one.skill.identity.digest,
        "path": one.where,
        "target": looked.folder.target.key,
        "managed": receipt is not None,
        "fault": one.installed.fault,
        "edited": [each.path for each in one.edited],
        "findings": sorted({each.rule for each in one.findings}),
    }
