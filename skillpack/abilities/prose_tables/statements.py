"""What skills say of themselves, and the words by which they say what they change for good."""

import re

from msgspec import Struct

from skillpack.model.ability import AbilityKind
from skillpack.parse.patterns import late


class Claim(Struct, frozen=True):
    """One thing that skills say of themselves.

    Attributes:
        says: How they say it, in lower case.
        kinds: Abilities that contradict it.
    """

    says: re.Pattern[str]
    kinds: frozenset[AbilityKind]
    needs: str = ""


_SENDING = frozenset({AbilityKind.SENDS})
_NETWORK = frozenset({AbilityKind.SENDS, AbilityKind.FETCHES})
_CHANGES = frozenset(
    {
        *(AbilityKind.WRITES, AbilityKind.DELETES, AbilityKind.FORMATS, AbilityKind.DROPS, AbilityKind.FORCE_PUSHES),
        *(AbilityKind.PERSISTS, AbilityKind.SETTINGS, AbilityKind.HOOKS, AbilityKind.MEMORY, AbilityKind.SKILLS),
    }
)
_SECRETS = frozenset(
    {
        *(AbilityKind.KEY_FILE, AbilityKind.KEYCHAIN, AbilityKind.BROWSER, AbilityKind.WALLET, AbilityKind.ENVIRONMENT),
        AbilityKind.VARIABLE,
    }
)
_RUNS = frozenset(
    {
        *(AbilityKind.EVALUATES, AbilityKind.DECODES, AbilityKind.RUNS_DOWNLOADED, AbilityKind.STARTS),
        AbilityKind.STARTS_COMPUTED,
    }
)


def _claims() -> tuple[Claim, ...]:
    def claim(says: str, kinds: frozenset[AbilityKind], needs: str = "") -> Claim:
        return Claim(re.compile(says, re.VERBOSE), kinds, needs)

    return (
        claim(
            r"""\b(?:no|without(?:\s+any)?|zero|never\s+(?:makes?|uses?|needs?)|does\s+not\s+(?:need|require|use|make|access)(?:\s+any)?|doesn't\s+(?:need|require|use|make|access)(?:\s+any)?|makes\s+no)\s+
            (?:external\s+|outbound\s+|outgoing\s+|any\s+)?(?:network|internet)(?:\s+(?:access|calls?|requests?|connections?|traffic|activity|usage|needed|required|is\s+needed))?\b(?!\s+(?:error|issue|problem|change|config|id|name))
            | \b(?:works?|runs?|operates?|functions?|usable)\s+(?:\w+\s+)?offline\b | \b(?:fully|completely|entirely|100\s?%)\s+offline\b | \bnever\s+(?:connects?\s+to|contacts?|accesses|touches|goes\s+online|uses)\s+(?:to\s+)?(?:the\s+)?(?:network|internet|anything\s+outside)
            | \bno\s+(?:external|outbound|remote)\s+(?:calls|requests|connections|services|apis)\b | \bnetwork(?:[\s_-]access)?\s*[:=]\s*["']?(?:none|no|false|off|never|denied)\b | \boffline[- ]only\b""",
            _NETWORK,
        ),
        claim(
            r"""\blocal[- ]only\b(?!\s+(?:commits?|branch(?:es)?|changes?|repos?|repositor(?:y|ies)|files?|state|cop(?:y|ies)|edits?|tags?|packages?|variables?|settings?|scope)\b) | \b(?:runs?|works?|stays?|happens|processed|processes|operates?|done|performed)\s+(?:\w+\s+){0,3}?(?:locally|on\s+(?:your|the\s+user's|the\s+local|this)\s+(?:machine|computer|device|disk))\b
            | \b(?:nothing|no\s+(?:data|file|files|content|code|information|text|part\s+of\s+\w+)|(?:your\s+|the\s+|user\s+)?(?:data|files?|content|code|information|text|documents?|notes)\s+never)\s+(?:\w+\s+){0,2}?(?:leaves?|is\s+(?:sent|uploaded|transmitted|shared)|are\s+(?:sent|uploaded|transmitted|shared)|gets?\s+(?:sent|uploaded)|goes)\b
            | \b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:sends?|uploads?|transmits?|shares?|exfiltrates?|phones?\s+home|posts?)\b(?!\s+(?:a\s+|an\s+|the\s+)?(?:message|e-?mail|reply|comment|pr\b|review|notification|invite|invoice|draft|twice|more))
            | \b(?:is|are)\s+never\s+(?:\w+\s+(?:and|or)\s+)?(?:never\s+)?(?:sent|uploaded|transmitted|shared)\b
            | \b100\s?%\s+local\b""",
            _SENDING,
        ),
        claim(
            r"""\bread[- ]only\b(?!\s+(?:mode|token|access\s+token|key|scope|user|role|replica|permission|credential|database|connection|api|access\s+to|volume|mount|field|propert|sub|agent|tools?\b|exploration|evidence|endpoint|command|quer|sql|view|root|file\s?system|option|flag|attribute|variable))
            | \b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:modif(?:y|ies)|changes?|writes?|edits?|alters?|deletes?|touch(?:es)?|creates?\s+or\s+chang\w+)\s+(?:or\s+\w+\s+)?(?:any\s+|your\s+|the\s+|user\s+|existing\s+|to\s+)?(?:files?|anything|disk|documents?|repositor(?:y|ies)|code|sources?|project|workspace|settings|system)\b
            | \bno\s+(?:files?|changes)\s+(?:is|are)\s+(?:ever\s+)?(?:modified|changed|written|deleted|made)\b""",
            _CHANGES,
            "elsewhere",
        ),
        claim(
            r"""\b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:stores?|saves?|retains?|keeps?|logs?|persists?|records?)\s+(?:or\s+\w+\s+)?(?:any\s+|your\s+|the\s+|user\s+|personal\s+)?(?:data|anything|information|content|conversations?|messages?|inputs?|credentials|keys?|copies)\b
            | \b(?:is|are)\s+never\s+(?:\w+\s+(?:and|or)\s+)?(?:stored|saved|kept|logged|retained)\b
            | \bnothing\s+is\s+(?:ever\s+)?(?:stored|saved|kept|logged|persisted|written)\b | \bno\s+(?:data|information)\s+is\s+(?:ever\s+)?(?:stored|saved|kept|logged|retained)\b""",
            frozenset({AbilityKind.WRITES, AbilityKind.PERSISTS, AbilityKind.MEMORY}),
            "elsewhere",
        ),
        claim(
            r"\b(?:no|without|zero|never\s+(?:sends|collects))\s+(?:any\s+)?(?:telemetry|analytics|tracking|usage\s+data)\b|\btelemetry\s*[:=]\s*[\"']?(?:none|no|false|off)\b",
            _SENDING,
            "telemetry",
        ),
        claim(
            r"""\b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:reads?|access(?:es)?|touch(?:es)?|uses?|looks?\s+at|needs?|requires?|collects?)\s+(?:or\s+\w+\s+)?(?:any\s+|your\s+|the\s+|user\s+)?(?:credentials|secrets|passwords|api\s+keys|keys|tokens|environment\s+variables|private\s+files|ssh\s+keys)\b
            | \bno\s+(?:credentials|secrets|passwords)\s+(?:are\s+)?(?:needed|required|read|accessed|used|collected)\b""",
            _SECRETS,
            "secret",
        ),
        claim(
            r"\b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:executes?|runs?|evaluates?)\s+(?:any\s+|arbitrary\s+)?(?:code|commands?|scripts?|programs?|shell\s+commands?)\b|\bno\s+(?:code|commands?|scripts?)\s+(?:is|are)\s+(?:ever\s+)?(?:executed|run)\b|\bno\s+code\s+execution\b|\binstructions?[- ]only\b",
            _RUNS,
        ),
    )


CLAIMS = _claims()
SELF = (
    r"(?:^|\b(?:this|the)\s+(?:skill|tool|script|scripts|workflow|helper|code)\b(?:'s)?|\bit\b|\beverything\b|\ball\b|\bnothing\b|\bno\b"
    r"|\bruns?\b|\bworks?\b|\byour\b|\bprocess\w*\b|\boperates?\b|\bcompletely\b|\bentirely\b|\bfully\b|\b100\s?%|\bstays?\b)"
)
SELF_READ_ONLY = r"\b(?:this|the)\s+(?:skill|tool|script|scripts|workflow|helper)\b|\bit\s+is\b|^(?:strictly\s+|entirely\s+|fully\s+)?read-only\s*[.:;,]?$"
ABOUT_OTHERS = late(
    r"""\bmodes?\b|\bflags?\b|--\w|\bif\b|\bwhen\b|\bunless\b|\bexcept\b|\bonly\s+(?:when|if|for|the)\b|\bby\s+default\b|\bafter\b|\bonce\b|\boptional(?:ly)?\b
    |\bsub-?agents?\b|\breviewers?\b|\bsandbox\w*\b|\bdatabase\s+(?:user|role|account)\b|\bshould\b|\bmust\b|\bensure\b|\bprefer\b|\buse\s+(?:a\s+)?read-?only\b
    |\brecommended\b|\bregardless\s+of\b|\bexample\b|\bcan\s+(?:also\s+)?(?:be|run|work)\b|\bfallback\b|\beither\b|\bapart\s+from\b|\bother\s+than\b|\bbesides\b|\bphase\b|\bstep\s+\d|\bfirst\b
    |\bcheck\b|\bverify\b|\bpublish|\bdo\s+not\b|\bdon't\b|\byou\b|\balternative\w*\b|\bvs\.?\b|\bversus\b|\bunlike\b|\bsome\b|\bpart\b|\buntil\b|\bduring\b|\bbefore\b
    |\btests?\b|\bwhether\b|\bsupports?\b|\boffline\s+(?:docs|copy|use|support|install\w*|bundle|first)\b|\bvariable\b|\bfield\b|\bapi\s+is\s+read-?only\b""",
    re.VERBOSE,
)
BUT_FOR = late(
    r"\b(?:only|except|apart\s+from|besides)\b[^.!]{1,80}?\b(?:reach(?:es)?|leaves?|goes?\s+to|(?:is|are|gets?)\s+(?:sent|uploaded|shared|passed))\b"
)
"""By these words a sentence names what leaves all the same."""

ORDERS = late(r"never\s+\w*[^\Ws]\b")
WHO = late(r"\b(?:it|this|that|they|we|i|will|would|can|skill|script|scripts|tool|tools|data|files)\s+\Z")
DECLARED = {
    AbilityKind.PERSISTS: r"\bcron|\bschedul|\bstart-?\s?up\b|\bdaemon|\bservices?\b|\bhooks?\b|\bprofile|\balias|\bpath\b|\bcompletion|\bdotfiles?\b|\blaunchd|\blaunch\s?agent"
    r"|\bsystemd|\blog-?in\b|\bbackground|\bautostart|\bbashrc|\bzshrc|\bvimrc|\btmux|\bshell\b|\bpersist|\breboot|\bauthorized_keys|\bssh\b|\bboot\b|\bnightly\b|\bdaily\b|\bevery\s+(?:day|hour|night|week)"
    r"|\binstall|\bsudoers|\btimer",
    AbilityKind.SETTINGS: r"\bsettings?\b|\bconfig|\bpermissions?\b|\binstall|\bset-?up\b|\bhooks?\b|\bmcp\b|\bstatus\s?line|\bpreferences",
    AbilityKind.HOOKS: r"\bhooks?\b|\binstall|\bset-?up\b|\bautomat",
    AbilityKind.PERMISSIONS: r"\bpermissions?\b|\ballow|\bsettings?\b|\bapprov",
    AbilityKind.MEMORY: r"\bmemor|claude\.md|agents\.md|gemini\.md|\binstruction|\brules?\b|\bremember|\bcontext\s+files?|\bcursorrules|\blearn|\bagents?\s+files?|\bsub-?agents?\b|\bcommands\b|\bsoul\b",
    AbilityKind.MCP: r"\bmcp\b|model\s+context\s+protocol|\bservers?\b",
    AbilityKind.SKILLS: r"\bskills\b|\binstall|\b(?:create|make|build|write|generate|new|manage|update|publish|share|package|convert|import|export)\w*\s+(?:an?\s+|the\s+|new\s+|your\s+|this\s+)*skills?\b|/skills\b",
}
ACTING = late(
    r"""`[^`\n]*\s[^`\n]*` | ^[ \t]*(?:```|~~~) | ^(?:[ ]{4,}|\t)\S | \$\( | !` | https?://
    |\b(?:run|runs|running|execut\w*|command\w*|terminal|shell|bash|cli|scripts?|install\w*|builds?|compil\w*|tests?|git|npm|pip|python|node|docker|curl|grep|rg|find\s+files?|lint\w*
    |deploy\w*|program\w*|tools?|fetch\w*|download\w*|writes?\s+(?:to|the\s+file|a\s+file|files)|saves?|files?|repositor\w*|codebase|code|implement\w*|debug\w*|edit|search\w*|generat\w*|logs?)\b""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
TELEMETRY = late(
    r"telemetry|analytics|collect|metric|track|posthog|segment|mixpanel|amplitude|stats|beacon|usage|sentry"
)
TEMPORARY = late(r"^(?:/tmp|/var/tmp|/dev/|\$\{?TMP|%TEMP|\$env:TEMP|.*(?:tmp|temp)\b)", re.IGNORECASE)
ELSEWHERE = late(r"^(?:~|/|\$\{?HOME|%USERPROFILE|%APPDATA|[A-Za-z]:\\|\.claude|\.codex|\.git/)")
SECRET = late(r"key|token|secret|passw|credential|auth", re.IGNORECASE)
SAYS_WHERE = late(r"\breads?\s+(?:\w+\s+){0,2}from\b|\.env\b")
SCRIPT_NAMED = late(r"[\w./-]+\.(?:py|sh|js|ts|mjs|ps1|rb)\b")
UNLIMITED = late(r"^(?:\*|Bash|Bash\(\s*\*?(?::\*)?\s*\)|Shell|shell|bash|terminal)$")
MAY_CLAIM = late(r"\b(?:no|never|not|n't|without|zero|only|locally|local|offline|nothing|none|false)\b|n't\b|100")
