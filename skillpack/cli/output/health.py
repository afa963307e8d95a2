"""What was found of the skills on a machine, as its report and as JSON."""

from collections.abc import Sequence

from msgspec import to_builtins

from skillpack.cli.written_path import written_path
from skillpack.install.scan import FolderScan
from skillpack.install.targets.agent_folders import AgentFolder
from skillpack.model.finding import Severity
from skillpack.report.terminal.health import FolderRow, HealthProblem, some

VERSION = 2
"""Of the JSON: a field may be added to it, none changes its meaning or goes away."""


def readers(folder: AgentFolder) -> str:
    """Return in words who reads a folder, the first of them by name."""
    return some([agent.display for agent in folder.agents], 2)


def folder_row(looked: FolderScan) -> FolderRow:
    """Return a folder as the report tells it."""
    return FolderRow(
        agents=readers(looked.folder),
        place=written_path(looked.folder.target.root.folder),
        skills=len(looked.skills),
        ours=sum(one.installed.receipt is not None for one in looked.skills),
        links=len(looked.links),
    )


def record_of(looked: Sequence[FolderScan], problems: Sequence[HealthProblem]) -> dict[str, object]:
    """Return all that was found, for programs."""
    return {
        "version": VERSION,
        "healthy": all(each.severity is Severity.INFO for each in problems),
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
        "complaints": [{**to_builtins(each), "severity": each.severity.value} for each in problems],
    }
