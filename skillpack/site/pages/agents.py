"""For agents: how programs use this very site."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.model.agent import Agent
from skillpack.model.mcp_client import McpClient
from skillpack.model.output import OutputFile
from skillpack.model.selection import UNKNOWN_VISIBILITY, SetVisibility
from skillpack.model.settings import Configuration
from skillpack.parse.tool_source import requirement
from skillpack.site.collisions import CollisionMap
from skillpack.site.frame import Frame
from skillpack.site.install_lines import install_all, repository_lines, site_base
from skillpack.site.trusted import trusted
from skillpack.site.visibility import visibility_lines


class PromptFile(Struct, frozen=True):
    """A prompt file of the site.

    Attributes:
        format: Its name: `metis`.
        file: Name below `prompt/`.
    """

    format: str
    title: str
    file: str
    characters: int
    tokens: int


class HostBudget(Struct, frozen=True):
    """How much of the room that a host gives to its list of skills this catalog takes.

    Attributes:
        share: Per cent; may pass 100.
    """

    title: str
    used: int
    budget: int
    share: int
    at_default_window: bool = False


class Door(Struct, frozen=True):
    """A way in, and the lines that pass it.

    Attributes:
        kind: `open`, `basic`, `page`, `git`, `share`: the theme has the words.
        lines: Each for another program; none where the other lines of the page pass it.
    """

    kind: str
    lines: tuple[str, ...] = ()


class ServerLine(Struct, frozen=True):
    """How a client of servers is told to start ours.

    Attributes:
        code: A line for a shell, or what its file must hold.
        file: That file; empty where the code is for a shell.
    """

    title: str
    code: str
    file: str


class AgentLine(Struct, frozen=True):
    """Where an agent looks for skills; `variable` moves the global folder, empty for none."""

    display: str
    project: str
    home: str
    variable: str


def agents_page(
    frame: Frame,
    prompts: Sequence[PromptFile],
    agents: Sequence[Agent],
    clients: Sequence[McpClient] = (),
    *,
    marketplace: bool,
    visibility: SetVisibility = UNKNOWN_VISIBILITY,
    collisions: CollisionMap | None = None,
) -> OutputFile:
    """Return the page.

    Args:
        frame: Of the site.
        prompts: Its prompt files.
        agents: Known agents and their folders.
        clients: What starts servers of the Model Context Protocol.
        marketplace: Whether the site has a marketplace for Claude Code.
        visibility: What hosts show of the catalog.
        collisions: Skills that are hard to tell apart; None where all are told apart easily.
    """
    base, source = site_base(frame.configuration), frame.configuration.tool_source
    values: dict[str, object] = {
        "install": install_all(frame.configuration),
        "one": f"npx skills add {base}skills/NAME",
        "doors": tuple(_doors(frame.configuration)),
        "tool": f"pipx install '{requirement(source, 'mcp')}'" if source else "",  # with all that our server needs
        "servers": tuple(_servers(frame.configuration, clients)),
        "marketplace": f"/plugin marketplace add {base}{paths.MARKETPLACE}" if marketplace else "",
        "older": f"{base}{paths.DISCOVERY_LEGACY.removesuffix('index.json')}",
        "prompts": prompts,
        "budgets": tuple(
            HostBudget(
                view.title, view.needed, view.budget, round(view.needed * 100 / view.budget), view.at_default_window
            )
            for view in visibility.hosts
            if view.budget and view.needed
        ),
        "collisions": collisions,
        "drawn": trusted(collisions.drawing) if collisions is not None else "",  # by us
        "seen": tuple(visibility_lines(visibility.hosts)),
        "agents": tuple(_line(agent) for agent in sorted(agents, key=lambda agent: agent.display.casefold())),
    }
    return frame.page(paths.AGENTS, "agents.html", values)


def _doors(configuration: Configuration) -> Iterator[Door]:
    """Yield the doors that were tried behind each kind of login: npm skills 1.7.4 and skillpack itself."""
    base = site_base(configuration)
    yield Door("open")
    yield Door("basic", (f"skillpack install {base}skills/NAME --global",))
    yield Door("page", ("skillpack install NAME-VERSION.zip --global",))
    if lines := repository_lines(configuration.repository):
        yield Door("git", lines)
    yield Door("share", ("skillpack install NAME --registry FOLDER --global",))


def _servers(configuration: Configuration, clients: Sequence[McpClient]) -> Iterator[ServerLine]:
    argv = ("skillpack", "mcp", site_base(configuration))
    for client in clients:
        line = client.shell_line(configuration.name, argv)
        yield ServerLine(client.title, line or client.settings(configuration.name, argv), "" if line else client.file)


def _line(agent: Agent) -> AgentLine:
    home = agent.global_dir or ""
    variable, _, default = home.partition("|") if home.startswith("$") else ("", "", home)
    return AgentLine(agent.display, agent.project_dir, default, variable)
