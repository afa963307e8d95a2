"""Whether a stretch of code acts on more than its own values: starts, sends, decodes, deletes (pure)."""

import re

from skillpack.parse.patterns import late

_ACTS = late(
    rb"""\b(?:exec|eval|compile|__import__|execSync|spawn|spawnSync|fetch|system|popen|urlopen|atob|getattr|marshal|IEX)\s?\(
    |\bos\.(?:system|popen|remove|unlink|exec\w{1,3})|\bsubprocess\b|\bchild_process\b|\burllib\b|\brequests\.(?:get|post|put)
    |\bsocket\.|\bshutil\.rmtree|\bbase64\b|\b(?:curl|wget)\s|\brm\s+-[rf]|\|\s*(?:ba|z|da)?sh\b|\bnc\s+-
    |\bInvoke-(?:Expression|WebRequest|RestMethod)|\biex\b|\bpowershell\b|XMLHttpRequest|document\.cookie|localStorage
    |\bbash\s+-[ci]|/dev/tcp/|\beval\s+["$]""",
    re.VERBOSE | re.IGNORECASE,
)
_SHEBANG = late(rb"\#!\s?/(?:[\w.-]{1,30}/){1,8}[\w.+-]{1,30}")
_SCRIPT = late(
    rb"""<\?php | <script\b
    | ^\s*(?:import\s+\w+(?:\.\w+)*|from\s+[\w.]+\s+import\s)[^\n]{0,80}$
    | ^\s*(?:async\s+)?function\s+\w+\s*\(
    | \brequire\(["'](?:child_process|fs|https?|net|os)["']\)
    | ^\s*def\s+\w+\([^\n]{0,200}\)\s*(?:->[^\n]{1,40})?:
    | ^\s*(?:set\s+-e|@echo\s+off) | ^\s*(?:param\s?\(|\$\w+\s*=\s*New-Object)""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_LONGEST = 64 * 2**10  # bytes that are read


def code_acts(code: bytes) -> bool:
    """Tell whether code starts programs, runs what it was given, sends, fetches, decodes or deletes."""
    return _ACTS().search(code[:_LONGEST]) is not None


def is_script(content: bytes) -> bool:
    """Tell whether bytes are a script by how they start, or by two signs in what they hold."""
    start = content[:_LONGEST].lstrip(b"\xef\xbb\xbf \t\r\n\0")
    if _SHEBANG().match(start) or start.startswith((b"<?php", b"<script")):
        return True
    return _SCRIPT().search(start) is not None and code_acts(start)
