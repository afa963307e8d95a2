"""Skills by their roles, and a skill in its role's colours, for a terminal (boxxy's formal guide, part 11).

Every colour has its words beside it: without colours nothing is lost.
"""

from collections.abc import Iterable, Iterator

from skillpack.catalog.roles import ROLES, balance, balance_line, role_of
from skillpack.parse.markdown.body import scan_body
from skillpack.report.terminal.paint import Paint

_ASCII = str.maketrans({"✓": "+", "✗": "x", "∑": "sum of", "≡": "=", "—": "-"})


def triad_lines(names: Iterable[str], paint: Paint) -> Iterator[str]:
    """Yield one line for each role with its skills, by name, and whether the set is in balance (B16)."""
    every = sorted(set(names))
    wide = max(len(role.label) for role in ROLES)
    for role in ROLES:
        held = [paint.show(name) for name in every if role_of(name) is role]
        label = paint.tinted(role.colour, role.label.ljust(wide))
        yield f"{label}  {len(held)}  {', '.join(held)}".rstrip()
    line = balance_line(balance(every))
    yield line if paint.unicode else line.translate(_ASCII)


def skill_lines(name: str, description: str, body: str, paint: Paint) -> Iterator[str]:
    """Yield a skill as boxxy draws it: name and role, headings and code each in a colour of the role (B16)."""
    role = role_of(name)
    yield paint.tinted(role.colour, f"{paint.show(name)}  {role.label}")
    yield paint.tinted(role.accent, paint.show(description))
    yield ""
    text = body.strip("\n")
    scanned = scan_body(text, 1)
    colours = {line: role.code for fence in scanned.fences for line in range(fence.span.line, fence.span.end_line + 1)}
    colours |= {heading.span.line: role.accent for heading in scanned.headings}
    for number, line in enumerate(text.split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        shown = line[:indent].expandtabs(4) + paint.show(line[indent:])
        yield paint.tinted(colours[number], shown) if number in colours else shown
