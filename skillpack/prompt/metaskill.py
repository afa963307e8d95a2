"""The catalog of a host that runs metaskills (metaSKILLs, sections 4 and 13)."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Trust
from skillpack.prompt.escape import one_line
from skillpack.prompt.style import IndexStyle, framed, rest_line

_HEAD = "## Skills\n\n"
_TAIL = """
### How to use skills

- Load a skill's instructions with `use_skill` when the task matches its description or the user writes `$name`.
- Loading a skill never runs its program.

### Metaskills

- A skill marked `(metaskill: starlark)` holds a program: run it with `run_metaskill`.
- The skill's instructions name the input keys; when you do not know them, call `use_skill` first.
- Pass a small JSON object: the task, its constraints, any explicit limits.
- Leave the budgets alone unless the task clearly needs more.
- The `answer` of the result comes first; `trace` shows how it came about.
- A result that starts with `error:` is a failure: report it, or choose another way.
"""


def entry(skill: ParsedSkill, location: str) -> str:
    """Return one skill's line; only a local skill tells where its file lies."""
    line = f"- {one_line(skill.name)}: {one_line(without_comments(skill.description))}"
    if skill.program is not None and skill.program.runs:
        line += f" (metaskill: {one_line(skill.program.language)})"
    if location and skill.origin.trust is Trust.LOCAL:
        line += f" (file: {one_line(location)})"
    return line


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the catalog around the lines and what an agent does with it; nothing at all for no skills."""
    return framed(_HEAD, pieces, _TAIL)


def without_comments(text: str) -> str:
    """Return a text without its HTML comments, as metaskill hosts read it; one that is never closed stays.

    Comments inside fenced code go too.
    """
    kept: list[str] = []
    position = 0
    while (opening := text.find("<!--", position)) >= 0:
        closing = text.find("-->", opening + len("<!--"))
        if closing < 0:
            break
        kept.append(text[position:opening])
        position = closing + len("-->")
    return "".join(kept) + text[position:]


STYLE = IndexStyle(__name__, entry, index, one_line, "- ", (": ",), rest=rest_line)
