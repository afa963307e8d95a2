"""How to install a skill from this very site, client by client; every line has been seen to work."""

import re
from collections.abc import Sequence
from shlex import quote

from msgspec import Struct

from skillpack.model.agent import Agent
from skillpack.model.entry import Entry
from skillpack.model.release import Release
from skillpack.model.settings import Configuration
from skillpack.site.addresses import quoted
from skillpack.site.repository_links import repository_folder

PLACEHOLDER = "SITE_URL"
"""Stands for the address of a site that does not know it; a script puts the real one there."""

_DISCOVERABLE = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_LONGEST = 1024  # characters of a description that the discovery index takes


class Panel(Struct, frozen=True):
    """One way to install.

    Attributes:
        key: `claude-code`, `any`, `hand`: what a browser remembers of the reader's choice.
        title: A client's name; empty where the theme has a text for the key.
        code: Lines for a shell; `PLACEHOLDER` where the address of the site is not known.
        why: Why these are not the lines that the client usually has: `name`, `undescribed`, `long`; else empty.
        folder: Where the skill lands, with a final slash; empty where that is not one folder.
    """

    key: str
    title: str
    code: str
    why: str = ""
    folder: str = ""


def install_panels(entry: Entry, configuration: Configuration, agents: Sequence[Agent]) -> tuple[Panel, ...]:
    """Return the ways to install a skill, in the order of the catalog's clients; none for what is not offered.

    A client that refuses the skill, as far as its profile knows, has none.
    """
    release = entry.carried or (entry.release if entry.is_available else None)
    if release is None:
        return ()
    base = site_base(configuration)
    panels = []
    url = f"{base}skills/{quoted(entry.name)}"
    why = undiscoverable(entry)
    # What was published before was judged then, and loaded.
    refusing = {verdict.profile for verdict in entry.verdicts if not verdict.loads and entry.carried is None}
    for client in configuration.clients:
        agent = _agent(client, agents)
        if agent.profile in refusing:
            continue
        line = _placed(agent, url) if why and agent.discovers else _filled(agent, url)
        folder = f"{_landing(agent, line)}{entry.name}/" if _landing(agent, line) else ""
        panels.append(Panel(client, agent.display, line, why if agent.discovers else "", folder))
    if not why:
        panels.append(Panel("any", "", f"npx skills add {url}"))
    by_hand_folder = f"{_folder(configuration, agents)}/{entry.name}/"
    panels.append(Panel("hand", "", by_hand(release, configuration, agents), folder=by_hand_folder))
    return tuple(panels)


def site_base(configuration: Configuration) -> str:
    """Return the address of the site with its final slash, or what stands for it."""
    return configuration.site_url or f"{PLACEHOLDER}/"


def install_all(configuration: Configuration) -> str:
    """Return the line that installs skills of the whole catalog."""
    return f"npx skills add {_address(configuration)}"


def install_several(names: Sequence[str], configuration: Configuration) -> str:
    """Return the line that installs some skills of the catalog."""
    return _several(install_all(configuration), names)


def bundle_panels(entries: Sequence[Entry], configuration: Configuration, agents: Sequence[Agent]) -> tuple[Panel, ...]:
    """Return the ways to install several skills at once, in the order of the catalog's clients."""
    held = [entry.name for entry in entries if entry.carried or entry.is_available]
    names = [entry.name for entry in entries if entry.is_available and is_discoverable(entry)]
    others = {entry.name: undiscoverable(entry) for entry in entries if entry.name in held and entry.name not in names}
    address, panels = _address(configuration), []
    for client in configuration.clients if held else ():
        agent = _agent(client, agents)
        if not agent.discovers or not others:
            panels.append(Panel(client, agent.display, _filled(agent, _several(address, held))))
            continue
        lines = [_filled(agent, _several(address, names))] if names else []
        lines.append(_placed(agent, _several(address, tuple(others))))
        panels.append(Panel(client, agent.display, " &&\n".join(lines), next(iter(others.values()))))
    return (*panels, *([Panel("any", "", install_several(names, configuration))] if names else ()))


def is_discoverable(entry: Entry) -> bool:
    """Return whether the discovery index can hold a skill."""
    return not undiscoverable(entry)


def undiscoverable(entry: Entry) -> str:
    """Return why the discovery index cannot hold a skill, as `Panel.why`; empty where it can: its names are ASCII."""
    if "--" in entry.name or _DISCOVERABLE.fullmatch(entry.name) is None:
        return "name"
    if not entry.description:
        return "undescribed"
    return "long" if len(entry.description) > _LONGEST else ""


def repository_lines(repository: str) -> tuple[str, ...]:
    """Return the lines that install from a git repository, a line a program; none where it has no https address.

    Args:
        repository: As configured; one that ends in `/tree/BRANCH/FOLDER` installs from that folder.
    """
    if not repository.startswith("https://"):
        return ()
    place = repository_folder(repository)
    clone = f"{place.root}.git"
    shown = repository.rstrip("/") if place.branch else f"git+{clone}"
    return f"npx skills add {quote(place.page or clone)}", f"skillpack install {quote(shown)} --global"


def by_hand(release: Release, configuration: Configuration, agents: Sequence[Agent]) -> str:
    """Return the lines that fetch exactly one release, check it and unpack it."""
    folder = f"{_folder(configuration, agents)}/{release.name}"
    file = release.archive.rsplit("/", 1)[-1]
    # `curl -O` would name the file as its address is escaped, and `unzip -d` makes one folder, not those above it.
    return (
        f"curl -fL -o {file} {site_base(configuration)}{quoted(release.archive)} &&\n"
        f"echo '{release.archive_sha256}  {file}' | sha256sum -c &&\n"
        f"mkdir -p {folder} &&\n"
        f"unzip {file} -d {folder}"
    )


def verify_line(entry: Entry, configuration: Configuration, agents: Sequence[Agent]) -> str:
    """Return the line that compares what is installed with what is published; empty for what is not offered."""
    release = entry.carried or (entry.release if entry.is_available else None)
    if release is None:
        return ""
    sums = quoted(release.archive.removesuffix("zip") + "SHA256SUMS")
    folder = f"{_folder(configuration, agents)}/{release.name}"
    return f"cd {folder} &&\n  curl -fsS {site_base(configuration)}{sums} | sha256sum -c"


def _address(configuration: Configuration) -> str:
    return (configuration.site_url or PLACEHOLDER).removesuffix("/")


def _several(line: str, names: Sequence[str]) -> str:
    return " \\\n  ".join([line, *(f"--skill {name}" for name in names)])


def _filled(agent: Agent, source: str) -> str:
    """Return an agent's line for a source; after a source of several lines the rest stands on one of its own."""
    before, _, after = agent.line.replace("{agent}", agent.name).partition("{source}")
    rest = after.strip()
    return f"{before}{source} \\\n  {rest}" if "\n" in source and rest else f"{before}{source}{after}"


def _placed(agent: Agent, source: str) -> str:
    """Return the line by which skillpack installs for an agent, whatever the skill is called."""
    line = f"skillpack install {source}"
    return f"{line} \\\n  --agent {agent.name} --global" if "\n" in source else f"{line} --agent {agent.name} --global"


def _landing(agent: Agent, line: str) -> str:
    """Return the folder in which the line of an agent places skills, with a final slash; empty where it is unknown."""
    folder = (agent.global_dir or "").rpartition("|")[2] if " --global" in line else agent.project_dir
    return f"{folder}/" if folder else ""


def _folder(configuration: Configuration, agents: Sequence[Agent]) -> str:
    """Return the project folder of the first client whose folder is known."""
    for client in configuration.clients:
        found = _agent(client, agents).project_dir
        if found:
            return found
    return ".agents/skills"


def _agent(client: str, agents: Sequence[Agent]) -> Agent:
    """Return the agent that a client is, or one of that name of which nothing is known."""
    return next((agent for agent in agents if agent.name == client), Agent(client, client, "", None))
