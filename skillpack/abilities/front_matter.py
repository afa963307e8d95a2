"""What the front matter asks for: tools that a host approves in advance."""

import re
from collections.abc import Iterator

from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin
from skillpack.model.skill import ParsedSkill

_FIELD = "allowed-tools"
_SHOWN = re.compile(r"[\w.*:/, ()@-]{1,60}")
_LONG_RUN = re.compile(r"[A-Za-z0-9]{25}")


def tool_abilities(skill: ParsedSkill) -> Iterator[Ability]:
    """Yield an ability for each tool of `allowed-tools`; what may hold a token is cut to the tool's name."""
    field = skill.document.field(_FIELD)
    line = field.value.span.line if field else 0
    for tool in dict.fromkeys(skill.allowed_tools):
        shown = tool if _SHOWN.fullmatch(tool) and not _LONG_RUN.search(tool) else _name(tool)
        if shown:
            yield Ability(AbilityKind.TOOLS, "", line, _FIELD, shown, AbilityOrigin.FRONT_MATTER)


def _name(tool: str) -> str:
    name = tool.partition("(")[0].strip()
    return f"{name}(…)" if _SHOWN.fullmatch(name) and not _LONG_RUN.search(name) else ""
