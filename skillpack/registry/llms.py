"""llms.txt: from here an agent finds any SKILL.md in at most two requests and 2,000 tokens.

While all names fit, they stand in `llms.txt` itself. Beyond, it leads to lists, each with the names of one stretch of
the alphabet: `llms.txt` and any one of them together stay below 2,000 tokens for more than 10,000 skills, and each file
alone for some 100,000.

Each file follows llmstxt.org: a title, a quote, text without headings, then sections that hold links and nothing else.
What is listed without a link therefore stands in the text.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import isqrt

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration
from skillpack.registry.xml import cut, one_line

MOST_CHARACTERS = 7_600
"""Of `llms.txt` and one list together, and of each alone: 1,900 tokens of four characters."""

_SKILLS, _LISTS = "## Skills\n\n", "## Skills by name\n\n"
_INDEXES = (
    "\n## Optional\n\n"
    f"- [All skills]({paths.CATALOG}): one JSON object per line\n"
    f"- [Prompt index, XML]({paths.prompt('available_skills.xml')}): ready for a system prompt\n"
    f"- [Prompt index, JSON]({paths.prompt('index.json')}): the same, for programs\n"
    f"- [Discovery index]({paths.DISCOVERY}): what `npx skills add` reads\n"
)
"""The section of what an agent may leave out: the same skills, for programs."""

# How a skill is listed, and how many characters of its description still say something there.
_LINKED = f"- [{{name}}]({paths.skill_markdown('{name}')})"
_STYLES = ((_LINKED, 60), ("- {name}", 24))
_MOST_TITLE, _MOST_ABOUT = 120, 600  # characters
_POINTER = 26  # characters of a line that leads to a list, about

Entries = Callable[[], Iterator[Entry]]
"""Gives the entries by name, anew each time."""


def llms_files(entries: Entries, configuration: Configuration) -> Iterator[OutputFile]:
    """Yield the file, and the lists that it leads to where there are any.

    Descriptions are shortened as the set grows, then only names are left, then the names are in lists.
    """
    names = [entry.name for entry in _summary(entries())]
    head = _head(configuration, len(names))
    budget = MOST_CHARACTERS - len(head) - len(_INDEXES)
    if len(_named(names)) < budget:
        skills = _list([_row(entry) for entry in _summary(entries())], budget) if names else ""
        yield _file(paths.LLMS, head + skills + _INDEXES)
        return
    stretches = _stretches(names)
    pointers = _pointers(names, stretches, budget)
    yield _file(paths.LLMS, head + pointers + _INDEXES)
    rows = map(_row, _summary(entries()))
    left = budget - len(pointers)
    for number, size in enumerate(stretches, 1):
        listed = list(islice(rows, size))
        about = f"# Skills from {listed[0][0]} to {listed[-1][0]}\n\nPart of `../{paths.LLMS}`.\n\n"
        yield _file(paths.names_list(number), about + _list(listed, left - len(about), up="../"))


def _summary(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries that agents may open."""
    return (entry for entry in entries if entry.is_available and entry.by_model)


def _row(entry: Entry) -> tuple[str, str]:
    return entry.name, one_line(entry.description)


def _file(path: str, text: str) -> OutputFile:
    return OutputFile(path, (text.encode("utf-8", "replace"),))


def _head(configuration: Configuration, count: int) -> str:
    about = one_line(configuration.description)
    quoted = f"> {cut(about, _MOST_ABOUT)}\n\n" if about else ""
    site = configuration.site_url.rstrip("/") or "ADDRESS-OF-THIS-SITE"
    title = cut(one_line(configuration.title), _MOST_TITLE) or "Skills"
    return (
        f"# {title}\n\n{quoted}"
        f"This site publishes {count} agent skills: instructions for an agent to read when a task calls for them.\n\n"
        "- To read one: `skills/NAME/SKILL.md`, relative to this file. Files, versions and install commands: "
        "`skills/NAME/index.md`. For programs: `skills/NAME/skill.json`.\n"
        f"- To install one: `npx skills add {site} --skill NAME`.\n\n"
    )


def _list(listed: Sequence[tuple[str, str]], budget: int, *, up: str = "") -> str:
    """Return the richest list that fits: a section of links, names with a few words, names alone."""
    longest = max((len(description) for _, description in listed), default=0)
    for line, shortest in _STYLES:
        style, above = line.replace("](", f"]({up}"), _SKILLS if line is _LINKED else ""
        frame = len(above) + sum(len(_line(style, name, "")) + 2 for name, _ in listed)
        for most in _lengths(longest, shortest):
            if frame + sum(min(len(description), most) for _, description in listed) <= budget:
                return above + "".join(_line(style, name, cut(description, most)) for name, description in listed)
    return _named([name for name, _ in listed])


def _line(style: str, name: str, about: str) -> str:
    return style.format(name=name) + (f": {about}\n" if about else "\n")


def _named(names: Sequence[str]) -> str:
    return ", ".join(names) + "\n"


def _lengths(longest: int, shortest: int) -> list[int]:
    """Return the lengths to try, each a tenth shorter than the one before."""
    lengths = [max(longest, shortest)]
    while lengths[-1] > shortest:
        lengths.append(max(shortest, lengths[-1] * 9 // 10))
    return lengths


def _stretches(names: Sequence[str]) -> list[int]:
    """Return how many names each list has, so that the lines that lead to lists and a list are about as long."""
    whole = sum(len(name) + 2 for name in names)
    lists = isqrt(whole // _POINTER) + 1
    sizes, filled = [0], 0
    for name in names:
        if filled >= whole * len(sizes) / lists:
            sizes.append(0)
        sizes[-1] += 1
        filled += len(name) + 2
    return sizes


def _pointers(names: Sequence[str], stretches: Sequence[int], budget: int) -> str:
    """Return the lines that lead to the lists; as many as fit."""
    text = f"Each list holds the names from its own to the next.\n\n{_LISTS}"
    more = f"- [and more]({paths.CATALOG})\n"
    at, before = 0, ""
    for number, size in enumerate(stretches, 1):
        line = f"- [{_border(before, names[at])}]({paths.names_list(number)})\n"
        if len(text) + len(line) + len(more) > budget:
            return text + more
        text += line
        before = names[at + size - 1]
        at += size
    return text


def _border(before: str, first: str) -> str:
    """Return as much of the first name of a list as tells it from the last of the list before."""
    return next((first[:length] for length in range(1, len(first)) if first[:length] > before), first)
