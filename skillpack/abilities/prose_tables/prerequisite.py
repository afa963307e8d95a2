"""How English lets people or agents run what they should not: a program, a pasted command, an archive with a password."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_RUNS, _STOP, _READ = ConcernKind.RUNS_DOWNLOADED, AlarmLevel.STOP, AlarmLevel.READ_FIRST

_START = r"(?:run|start|launch|execute|open|double-?click|install)(?:ning|ing)?"
_WORD = r"[`\"'(]?(?!is\b|was\b|and\b|when\b|for\b|that\b|of\b|in\b|to\b|protect\w*|which\b|from\b|if\b|the\b|or\b|you\b|with\b|at\b|as\b|will\b|must\b|should\b|can\b|field\b|prompt\b|manager\b|by\b|on\b)[\w!@#$%.-]{3,32}"
_ARCHIVE = r"(?:archive|zip(?: file)?|7z|rar|\.zip\b|\S+\.(?:zip|7z|rar)|package|bundle)"
_TERMINAL = r"(?:terminal|shell|powershell|command (?:line|prompt)|console|run dialog|cmd(?:\.exe)?|bash)"
_PAGE = r"(?:page|site|web ?site|gist|link|paste|address|url|snippet|https?://\S+|(?:[\w-]+\.)+(?:example|invalid|com|io|dev|net|org|xyz)\S*)"

PREREQUISITES = (
    Conduct(
        "an archive with a password",
        _RUNS,
        _STOP,
        phrases(
            rf"\b{_ARCHIVE}\b[^;]{{0,80}}\bpass(?:word|phrase|code)?(?: is| to (?:it|open it) is|: ?|=| ?\() ?{_WORD}[^;]{{0,60}}\b{_START}\b",
            rf"\b(?:extract|unzip|unpack|open|decompress|unrar|launch|install)\b[^;]{{0,60}}\b(?:with|using) (?:the )?pass(?:word|phrase|code)? {_WORD}[^;]{{0,40}}\b(?:{_START}|inside)\b",
            rf"\b{_ARCHIVE}(?:'s)? pass(?:word|phrase|code)? {_WORD}[^;]{{0,60}}\b{_START}\b",
            rf"\b(?:install|run|start|launch|unpack|extract|unzip)\b[^;]{{0,80}}\S+\.(?:zip|7z|rar)\b[^.;]{{0,40}}[;,.] ?(?:the )?pass(?:word|phrase|code)?(?: is|:|=) ?{_WORD}",
            rf"\b(?:unpack|extract|unzip) it \(?pass(?:word|phrase|code)?(?: is|:|=)? ?{_WORD}\)?[^;]{{0,20}}\b{_START}\b",
        ),
        asks=False,
        unless=r"\b(?:pdf|spreadsheet|workbook|document|ask the user|user's password|backup)\b",
    ),
    Conduct(
        "a command that people are made to paste",
        _RUNS,
        _STOP,
        phrases(
            r"\b(?:win(?:dows)?(?: key)? ?\+ ?r|run dialog)\b[^;]{0,80}\b(?:paste|ctrl ?\+ ?v)\b",
        ),
        asks=False,
    ),
    Conduct(
        "a command of a web page",
        _RUNS,
        _READ,
        phrases(
            rf"\b(?:copy|paste|take) (?:the |a |its |this )?(?:\w+ ){{0,2}}?(?:script|command|code|snippet|line|text|one-?liner|block)s?\b[^.;]{{0,30}}\b(?:from|on|at|there|shown on|of) (?:the |this |that |our )?(?:\w+ )?{_PAGE}[^.;]{{0,40}}\b(?:execute|run|paste|enter|into|in)\b[^.;]{{0,25}}\b{_TERMINAL}\b",
        ),
        asks=False,
        unless=r"\b(?:docs|documentation|example|output|error|log)\b",
    ),
    Conduct(
        "a command of a web page",
        _RUNS,
        _READ,
        phrases(
            r"\b(?:ask|tell|instruct|have|get|let|guide) (?:the )?(?:users?|them|customer) (?:to )?(?:run|execute|paste|start|open)\b[^;]{0,60}\b(?:from|of|at) \S+\.\w{2,}\S*[^;]{0,30}\b(?:administrator|root|elevated|admin|sudo)\b",
        ),
        asks=False,
    ),
    Conduct(
        "a program",
        _RUNS,
        _READ,
        phrases(
            r"\b(?:utility|helper|driver|codec(?: pack)?|client|agent|component|core(?: package)?|openclaw\w*|authtool) (?:has to|must|needs to|should|have to|is to) be (?:downloaded|fetched|obtained)\b[^.;]{0,40}\b(?:link|page|site|address|url|below)\b[^.;]{0,40}\b(?:run|start(?:ed)?|launch(?:ed)?|execut(?:e|ed)|open(?:ed)?|installed)\b",
            r"\bif (?:the |this )?(?:helper|utility|driver|agent|client|component|core|tool) is (?:missing|absent|not (?:installed|running|found|present))\b[^.;]{0,20}\b(?:tell|ask|instruct|have) (?:the )?user (?:to )?(?:download|get|fetch) (?:and|it and) (?:open|run|start|launch|execute)\b",
            r"\b(?:without|unless|until) (?:the )?[\w -]{2,30}?(?:,| is (?:running|installed|present)\b,?)? ?nothing (?:here )?works\b[^;]{0,20}[.;] ?(?:fetch|download|get|obtain|install)\b[^;]{0,60}\b(?:launch|run|start|execute|open)\b",
        ),
        asks=False,
        unless=r"\b(?:brew|apt|pip|npm|cargo|package manager|official|docs|documentation|docker)\b",
    ),
    Conduct(
        "a program",
        _RUNS,
        _READ,
        phrases(
            r"https?://\S+[^;]{0,40}\bpip(?:e|ed|ing) (?:it |them |the (?:script|output|result|contents?) )?(?:straight |directly )?(?:in)?to (?:the |a |your )?(?:bash|sh|shell|powershell|zsh|iex|interpreter)\b",
            r"\bpip(?:e|ing) https?://\S+ (?:straight |directly )?(?:in)?to (?:bash|sh|shell|powershell|zsh)\b",
        ),
        unless=r"\b(?:never|instead|not|avoid)\b",
    ),
)
"""What is to be run first."""
