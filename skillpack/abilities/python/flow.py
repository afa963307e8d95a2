"""Where what Python scripts read goes to: through names, texts, helpers and imports among the files of a skill.

Each name stands for all that it is ever given, whatever the order: a bound of what can flow, not a run. Functions are
looked at for all their calls together, in a few rounds over the whole program.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from skillpack.abilities.python.program import Program
from skillpack.abilities.python.statements import Body
from skillpack.abilities.source import Reading, Source
from skillpack.model.ability import Unlooked

_ROUNDS = 4
_LONGEST = 400_000  # characters of all scripts together, in which flows are followed
_SIGNS = re.compile(
    r"""\b(?:environb?|getenv|expanduser|clipboard|pyperclip|keyring|secretstorage|win32\w+|winreg|rmtree|codecs|marshal
    |zlib|fromhex|unhexlify|chr|requests|httpx|aiohttp|urllib3?|socket|smtplib|ftplib|websockets?|paramiko|boto3
    |http\.client|xmlrpc|subprocess|system|popen|startfile|spawn\w*|exec\w*|eval|compile|__import__|import_module|getattr
    |pickle|dill|ctypes|runpy|pty|sendall|sendto|sendmail|upload_\w+|hooks|crontab|authorized_keys|id_rsa|CLAUDE|AGENTS
    |GEMINI|MEMORY|Library|Startup|CurrentVersion)\b
    |\.translate\(|mailbox\.|cookie|b64|base64|a2b_|decompress|\.home\(|~/|::\s*-1|\^|join\(\s*[\[(]
    |["'/\\]\.(?:ssh|aws|netrc|env|git|npmrc|py|kube|docker|config|bash|zsh|z|profile|claude|codex|cursor|gnupg|pgpass
    |mozilla|ethereum|local|azure|vault|mcp|wind|cline|gemini|agent|metis|goose|thunder|electrum|bit|pass|cargo|my|psql
    |opencode|oci|terraform|boto|fish|x|inputrc|tmux|vim|1pass|monero|node_)""",
    re.VERBOSE,
)
"""Something of what is followed, what it becomes, or where it goes, stands in every script with a flow."""

SEARCH = "credentials-sent"
"""Name of the rule that says where flows lead."""


def python_flows(sources: Sequence[Source]) -> Iterator[Reading | Unlooked]:
    """Yield what flows where it should not in the Python scripts of a skill, and what they leave behind or conceal.

    Args:
        sources: The scripts; those that do not parse are left to their reader.
    """
    if not any(_SIGNS.search(source.text) for source in sources):
        return
    program, left = Program(), _LONGEST
    deep: dict[str, Unlooked] = {}
    for source in sources:
        try:
            tree = ast.parse(source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # its reader says so
        left -= len(source.text)
        if left < 0:
            deep[source.path] = Unlooked(source.place(1), SEARCH, whole=True)
            break
        program.add(source, tree)
    for _ in range(_ROUNDS):
        program.begin()
        for module, function, source, statements in program.bodies():
            try:
                Body(program, module, function, source).block(statements)
            except RecursionError:
                deep[source.path] = Unlooked(source.place(1), SEARCH, whole=False)
        if not program.has_learned:
            break
    yield from program.reported
    yield from deep.values()
