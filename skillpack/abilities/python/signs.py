"""Words without which a Python script can do nothing: a text that has none of them is not looked through (pure)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from skillpack.abilities.python import functions, tables
from skillpack.abilities.source_text import SourceText


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
FLOWS |= {"base_url", "api_base", "endpoint_url"}
FLOWS |= {
    name.rpartition(".")[2] if name.startswith(_PLAIN) else name.partition(".")[0]
    for name in tables.RUNS | tables.EVALUATES
}
"""One of these stands in every script that sends or runs something, or that loses everything."""

_EITHER = USES | FLOWS
_PATH = re.compile(r"/|\\[xuUN0-7]")
"""Stands in every text that leads to a file of credentials, with parts of a path or without."""

_NAMED = (
    "hooks crontab crontabs authorized_keys sudoers systemd PROFILE CLAUDE AGENTS GEMINI MEMORY SOUL IDENTITY Library"
    " Startup CurrentVersion mcp claude_desktop_config opencode sitecustomize usercustomize etc Microsoft home HOME"
    " USERPROFILE expanduser Public Shared public_html"
)
_LEFT_WORDS = frozenset(_NAMED.split())
_LEFT = re.compile(
    r"""cron(?<!\wcron) | mcp_\w | managed-settings(?<!\wmanaged-settings)(?!\w) | ~ | /www\b
    | ["'/\\~]\.(?:ssh|git|bash|zsh|z|profile|claude|codex|cursor|gemini|agents|metis|opencode|copilot|windsurf|openclaw
    |cline|goose|mcp|vscode|config|tmux|vim|inputrc|x) | \\[xuUN0-7] | ["']\s*\+\s*[rf]?["']""",
    re.VERBOSE,
)
"""One of the words, or what the pattern matches, stands in every text that leads to a file that runs on its own or
steers an agent, to a home, or to what all see."""

_ALONE = functions.METHODS | functions.EXPORTS | _BY_IMPORT | {"getattr"}
"""Methods of anything, and calls whose texts are names that may be spelled in any way."""

_OPENING = frozenset({"open", "ZipFile"})
_MODE = re.compile(r"""["'][rbtU]{0,2}(?:\\|[wax+][bt+]{0,2}["':|\\])""")
"""Stands in every text that spells a mode to write: in one literal, or in pieces of it."""

_KEYS_PLACE = re.compile(
    r"""\.(?:aws|ssh|netrc|npmrc|pypirc|git-credentials|pgpass|gnupg|kube/config|docker/config|config/gcloud)|etc/shadow
    |\\[xuUN0-7\n]|(?>"(?<=[\w.-]")(?:"")?|'(?<=[\w.-]')(?:'')?)[\s\\]*+(?:[rRbBuUfF]{0,2}["']|\#)""",
    re.VERBOSE,
)
"""Stands in every text with a literal that names a file of credentials: its name, or what spells it in pieces,
as two literals of which one follows the other do, with a comment between them or without."""


def _by_end(names: Iterable[str]) -> Mapping[str, Sequence[frozenset[str]]]:
    """Return the parts of full names by the last of them."""
    found: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for name in names:
        parts = name.split(".")
        found[parts[-1]].append(frozenset(parts))
    return found


_ENDS = _by_end(
    (*functions.FUNCTIONS, *functions.LIBRARIES, *functions.VARIABLES, functions.UNSAFE_YAML, functions.ENVIRON)
)
"""Last part of a full name -> all parts of it: who means it has to say each of them."""


def may_do(source: SourceText) -> bool:
    """Return whether a source, were it parsed, might do anything that is looked for."""
    return not _EITHER.isdisjoint(source.words) or _PATH.search(source.text) is not None


def may_use(source: SourceText) -> bool:
    """Tell whether a source might give an ability: by all parts of a name, a mode to write, or a place of keys."""
    words = source.words
    if not _ALONE.isdisjoint(words):
        return True
    if any(parts <= words for last in _ENDS.keys() & words for parts in _ENDS[last]):
        return True
    if not _OPENING.isdisjoint(words) and _MODE.search(source.text):
        return True
    if "save" in words and not functions.SAVERS.isdisjoint(words):
        return True
    return _KEYS_PLACE.search(source.text) is not None


def may_flow(source: SourceText) -> bool:
    """Tell whether data that a script reads might go anywhere, or might be left on the machine."""
    words = source.words
    return not (FLOWS.isdisjoint(words) and _LEFT_WORDS.isdisjoint(words)) or _LEFT.search(source.text) is not None
