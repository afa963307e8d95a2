"""llms.txt: from here an agent reaches a SKILL.md in two requests and 2,000 tokens."""

from collections.abc import Iterable, Sequence

from skillpack.catalog import paths
from skillpack.catalog.offered import is_offered
from skillpack.model.entry import Entry
from skillpack.model.settings import Configuration

MOST_CHARACTERS = 7_600
"""Of the whole file: 1,900 tokens of four characters."""

# How a skill is listed, and how many characters of its description still say something there.
_STYLES = ((f"- [{{name}}]({paths.skill_markdown('{name}')}): {{about}}\n", 60), ("- {name}: {about}\n", 24))
_MOST_TITLE, _MOST_ABOUT = 120, 600  # characters


def write(entries: Iterable[Entry], configuration: Configuration) -> bytes:
    """Return the file; descriptions are shortened as the set grows, then only names are left, then as many as fit."""
    offered = (entry for entry in entries if is_offered(entry) and entry.by_model)
    budget = MOST_CHARACTERS - len(_head(configuration, 10**6))
    listed, count = _taken(offered, budget)
    text = _head(configuration, count) + _list(listed, count, budget)
    return text.encode("utf-8", "replace")


def _taken(offered: Iterable[Entry], budget: int) -> tuple[list[tuple[str, str]], int]:
    """Return as many names and descriptions as could be listed, and how many there are."""
    listed: list[tuple[str, str]] = []
    names = count = 0
    for entry in offered:
        count += 1
        if names < budget:
            listed.append((entry.name, _line(entry.description)))
            names += len(entry.name) + 2
    return listed, count


def _head(configuration: Configuration, count: int) -> str:
    about = _line(configuration.description)
    quoted = f"> {_cut(about, _MOST_ABOUT)}\n\n" if about else ""
    site = configuration.site_url.rstrip("/") or "ADDRESS-OF-THIS-SITE"
    return (
        f"# {_cut(_line(configuration.title), _MOST_TITLE)}\n\n{quoted}"
        f"This site publishes {count} agent skills: instructions that an agent reads when a task calls for them.\n\n"
        "- One skill: `skills/NAME/SKILL.md`, relative to this file; its files, versions and digests: "
        "`skills/NAME/skill.json`.\n"
        f"- All skills, one JSON object a line: [{paths.CATALOG}]({paths.CATALOG})\n"
        f"- A ready prompt index: [XML]({paths.prompt('available_skills.xml')}), "
        f"[JSON]({paths.prompt('index.json')})\n"
        f"- To install one: `npx skills add {site} --skill NAME`, which reads "
        f"[{paths.DISCOVERY}]({paths.DISCOVERY})\n\n## Skills\n\n"
    )


def _list(listed: Sequence[tuple[str, str]], count: int, budget: int) -> str:
    """Return the richest list that fits: with links, without, names alone."""
    longest = max((len(description) for _, description in listed), default=0)
    for line, shortest in _STYLES if len(listed) == count else ():
        for most in _lengths(longest, shortest):
            lines = "".join(line.format(name=name, about=_cut(description, most)) for name, description in listed)
            if len(lines) <= budget:
                return lines
    return _names([name for name, _ in listed], count, budget)


def _lengths(longest: int, shortest: int) -> list[int]:
    """Return the lengths to try, each a tenth shorter than the one before."""
    lengths = [max(longest, shortest)]
    while lengths[-1] > shortest:
        lengths.append(max(shortest, lengths[-1] * 9 // 10))
    return lengths


def _names(names: Sequence[str], count: int, budget: int) -> str:
    more = f"\nand {count} in all: see [{paths.CATALOG}]({paths.CATALOG})\n"
    kept: list[str] = []
    left = budget - len(more)
    for name in names:
        left -= len(name) + 2
        if left < 0:
            break
        kept.append(name)
    return ", ".join(kept) + (more if len(kept) < count else "\n")


def _line(text: str) -> str:
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
