"""Words without which a Python script can do nothing: a text that has none of them need not be parsed (pure)."""

import re
from collections.abc import Iterable
from unicodedata import normalize

from skillpack.abilities.python import functions, tables
from skillpack.parse.patterns import late

_WORD = re.compile(r"\w+")


def _parts(names: Iterable[str]) -> frozenset[str]:
    """Return the first part of full names: who means one has to import it, or to say it as it is."""
    return frozenset(name.partition(".")[0] for name in names)


_OPEN = frozenset({"open"})
_BY_IMPORT = frozenset({"__import__", "import_module"})
"""Calls whose text names a library, in which it may be spelled in any way."""

USES = (
    _parts(functions.FUNCTIONS) | _parts(functions.LIBRARIES) | _parts((functions.UNSAFE_YAML, functions.ENVIRON))
    | functions.METHODS | functions.EXPORTS | functions.SAVERS | _OPEN | _BY_IMPORT
)  # fmt: skip
"""One of these stands in every script of which a call, an import or a name says what it can do."""

_PLAIN = ("os.", "types.", "code.")
"""Libraries whose name says too little: what is meant of them is known by its own."""

FLOWS = tables.NETWORK | tables.ANYBODYS | _BY_IMPORT | tables.EXECUTES | {"getattr", "rmtree", "dup2", "winreg"}
FLOWS |= {
    name.rpartition(".")[2] if name.startswith(_PLAIN) else name.partition(".")[0]
    for name in tables.RUNS | tables.EVALUATES
}
"""One of these stands in every script that sends or runs something, or that loses everything."""

_EITHER = USES | FLOWS
_PATH = re.compile(r"/|\\[xuUN0-7]")
"""Stands in every text that leads to a file of credentials, with parts of a path or without."""

_LEFT = late(
    r"""\b(?:hooks|crontabs?|cron\w*|authorized_keys|sudoers|systemd|PROFILE|CLAUDE|AGENTS|GEMINI|MEMORY|SOUL|IDENTITY
    |Library|Startup|CurrentVersion|mcp|\w*mcp_\w+|claude_desktop_config|managed-settings|opencode|sitecustomize
    |usercustomize|etc|Microsoft|home|HOME|USERPROFILE|expanduser|Public|Shared|public_html)\b|~|/www\b
    |["'/\\~]\.(?:ssh|git|bash|zsh|z|profile|claude|codex|cursor|gemini|agents|metis|opencode|copilot|windsurf|openclaw
    |cline|goose|mcp|vscode|config|tmux|vim|inputrc|x)|\\[xuUN0-7]|["']\s*\+\s*[rf]?["']""",
    re.VERBOSE,
)
"""Stands in every text that leads to a file that runs on its own or steers an agent, to a home, or to what all see."""


def may_do(text: str) -> bool:
    """Return whether a text, were it parsed, might do anything that is looked for."""
    words = _words(text)
    return not _EITHER.isdisjoint(words) or _PATH.search(text) is not None


def may_flow(text: str) -> bool:
    """Tell whether data that a script reads might go anywhere, or might be left on the machine."""
    return not FLOWS.isdisjoint(_words(text)) or _LEFT().search(text) is not None


def _words(text: str) -> list[str]:
    """Return the words of a text, names as Python takes them: it knows them by their compatibility forms."""
    return _WORD.findall(text if text.isascii() else normalize("NFKC", text))
