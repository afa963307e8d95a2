"""What a skill says of itself, held against what its files do; what it does to stay, or to its agent, and says nothing of."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from skillpack.abilities.hosts import is_of
from skillpack.abilities.places import shown
from skillpack.abilities.sentences import instructing, sentences
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import ROWS, Ability, AbilityKind, AbilityOrigin, AbilityRow, Concern, ConcernKind, Place
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel
from skillpack.model.skill import ParsedSkill
from skillpack.parse.patterns import late

_QUOTE = 100
_MOST = 6  # false claims of one skill that are told
_FIELDS = ("description", "compatibility", "metadata", "permissions", "security", "privacy", "network", "capabilities")

_SELF = (
    r"(?:^|\b(?:this|the)\s+(?:skill|tool|script|scripts|workflow|helper|code)\b(?:'s)?|\bit\b|\beverything\b|\ball\b|\bnothing\b|\bno\b"
    r"|\bruns?\b|\bworks?\b|\byour\b|\bprocess\w*\b|\boperates?\b|\bcompletely\b|\bentirely\b|\bfully\b|\b100\s?%|\bstays?\b)"
)
_ABOUT_OTHERS = late(
    r"""\bmodes?\b|\bflags?\b|--\w|\bif\b|\bwhen\b|\bunless\b|\bexcept\b|\bonly\s+(?:when|if|for|the)\b|\bby\s+default\b|\bafter\b|\bonce\b|\boptional(?:ly)?\b
    |\bsub-?agents?\b|\breviewers?\b|\bsandbox\w*\b|\bdatabase\s+(?:user|role|account)\b|\bshould\b|\bmust\b|\bensure\b|\bprefer\b|\buse\s+(?:a\s+)?read-?only\b
    |\bexample\b|\bcan\s+(?:also\s+)?(?:be|run|work)\b|\bfallback\b|\beither\b|\bapart\s+from\b|\bother\s+than\b|\bbesides\b|\bphase\b|\bstep\s+\d|\bfirst\b
    |\bcheck\b|\bverify\b|\bdo\s+not\b|\bdon't\b|\byou\b|\balternative\w*\b|\bvs\.?\b|\bversus\b|\bunlike\b|\bsome\b|\bpart\b|\buntil\b|\bduring\b|\bbefore\b
    |\btests?\b|\bwhether\b|\bsupports?\b|\boffline\s+(?:docs|copy|use|support|install\w*|bundle|first)\b|\bvariable\b|\bfield\b|\bapi\s+is\s+read-?only\b""",
    re.VERBOSE,
)


class _Claim(Struct, frozen=True):
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


def _claims() -> tuple[_Claim, ...]:
    def claim(says: str, kinds: frozenset[AbilityKind], needs: str = "") -> _Claim:
        return _Claim(re.compile(says, re.VERBOSE), kinds, needs)

    return (
        claim(
            r"""\b(?:no|without(?:\s+any)?|zero|never\s+(?:makes?|uses?|needs?)|does\s+not\s+(?:need|require|use|make|access)(?:\s+any)?|doesn't\s+(?:need|require|use|make|access)(?:\s+any)?|makes\s+no)\s+
            (?:external\s+|outbound\s+|outgoing\s+|any\s+)?(?:network|internet)(?:\s+(?:access|calls?|requests?|connections?|traffic|activity|usage|needed|required|is\s+needed))?\b(?!\s+(?:error|issue|problem|change|config|id|name))
            | \b(?:works?|runs?|operates?|functions?|usable)\s+(?:\w+\s+)?offline\b | \b(?:fully|completely|entirely|100\s?%)\s+offline\b | \bnever\s+(?:connects?\s+to|contacts?|accesses|touches|goes\s+online|uses)\s+(?:to\s+)?(?:the\s+)?(?:network|internet|anything\s+outside)
            | \bno\s+(?:external|outbound|remote)\s+(?:calls|requests|connections|services|apis)\b | \bnetwork(?:[\s_-]access)?\s*[:=]\s*["']?(?:none|no|false|off|never|denied)\b | \boffline[- ]only\b""",
            _NETWORK,
        ),
        claim(
            r"""\blocal[- ]only\b | \b(?:runs?|works?|stays?|happens|processed|processes|operates?|done|performed)\s+(?:\w+\s+){0,3}?(?:locally|on\s+(?:your|the\s+user's|the\s+local|this)\s+(?:machine|computer|device|disk))\b
            | \b(?:nothing|no\s+(?:data|file|files|content|code|information|text|part\s+of\s+\w+)|(?:your\s+|the\s+|user\s+)?(?:data|files?|content|code|information|text|documents?|notes)\s+never)\s+(?:\w+\s+){0,2}?(?:leaves?|is\s+(?:sent|uploaded|transmitted|shared)|are\s+(?:sent|uploaded|transmitted|shared)|gets?\s+(?:sent|uploaded)|goes)\b
            | \b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:sends?|uploads?|transmits?|shares?|exfiltrates?|phones?\s+home|posts?)\b(?!\s+(?:a\s+|an\s+|the\s+)?(?:message|e-?mail|reply|comment|pr\b|review|notification|invite|invoice|draft|twice|more))
            | \b100\s?%\s+local\b""",
            _SENDING,
        ),
        claim(
            r"""\bread[- ]only\b(?!\s+(?:mode|token|access\s+token|key|scope|user|role|replica|permission|credential|database|connection|api|access\s+to|volume|mount|field|propert|sub|agent|command|quer|sql|view|root|file\s?system|option|flag|attribute|variable))
            | \b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:modif(?:y|ies)|changes?|writes?|edits?|alters?|deletes?|touch(?:es)?|creates?\s+or\s+chang\w+)\s+(?:or\s+\w+\s+)?(?:any\s+|your\s+|the\s+|user\s+|existing\s+|to\s+)?(?:files?|anything|disk|documents?|repositor(?:y|ies)|code|sources?|project|workspace|settings|system)\b
            | \bno\s+(?:files?|changes)\s+(?:is|are)\s+(?:ever\s+)?(?:modified|changed|written|deleted|made)\b""",
            _CHANGES,
            "elsewhere",
        ),
        claim(
            r"""\b(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:stores?|saves?|retains?|keeps?|logs?|persists?|records?)\s+(?:or\s+\w+\s+)?(?:any\s+|your\s+|the\s+|user\s+|personal\s+)?(?:data|anything|information|content|conversations?|messages?|inputs?|credentials|keys?|copies)\b
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


_CLAIMS = _claims()
_MAY_CLAIM = late(r"\b(?:no|never|not|n't|without|zero|only|locally|local|offline|nothing|none|false)\b|n't\b|100")
_TEMPORARY = late(r"^(?:/tmp|/var/tmp|/dev/|\$\{?TMP|%TEMP|\$env:TEMP|.*(?:tmp|temp)\b)", re.IGNORECASE)
_ELSEWHERE = late(r"^(?:~|/|\$\{?HOME|%USERPROFILE|%APPDATA|[A-Za-z]:\\|\.claude|\.codex|\.git/)")
_TELEMETRY = late(
    r"telemetry|analytics|collect|metric|track|posthog|segment|mixpanel|amplitude|stats|beacon|usage|sentry"
)
_SECRET = late(r"key|token|secret|passw|credential|auth", re.IGNORECASE)
_LOCAL = ("localhost", "host.docker.internal", "0.0.0.0", "::1", "local", "internal")
_SCRIPT_NAMED = late(r"[\w./-]+\.(?:py|sh|js|ts|mjs|ps1|rb)\b")


class _Said(Struct, frozen=True):
    words: str
    text: str
    place: Place
    in_fields: bool


def claim_concerns(
    skill: ParsedSkill, texts: Sequence[TextFile], found: Sequence[Ability], concerns: Sequence[Concern]
) -> Iterator[Concern]:
    """Yield what a skill says of itself and does not keep, and what it changes for good and says nothing of.

    Args:
        skill: As parsed.
        texts: Its files.
        found: What it can do.
        concerns: What was found already; what stands there is not said twice.
    """
    by_path = {text.path: text for text in reversed(texts)}
    said = list(_said(skill))
    yield from islice(_false_claims(said, by_path, found), _MOST)
    yield from _unsaid(skill, by_path, found, concerns)
    yield from _too_many_tools(skill, found)


def _said(skill: ParsedSkill) -> Iterator[_Said]:
    """Yield what a skill says: its fields, and the sentences of its body."""
    document = skill.document
    path = "" if document.path else document.path
    names = {field.name for field in document.fields if field.name in _FIELDS}
    for name in sorted(names):
        field = document.field(name)
        if field is not None:
            text = " ".join(field.value.text.split())
            for part in re.split(r"(?<=[.;!])\s+|[()—–]|\s-\s", text[:4000]):
                if part.strip():
                    yield _Said(part.lower(), part.strip(), Place(path, field.value.span), in_fields=True)
    for sentence in sentences(instructing(document.body.text)):
        if sentence.said and _MAY_CLAIM().search(sentence.said):
            first = sentence.first + document.body.first_line - 1
            last = sentence.last + document.body.first_line - 1
            yield _Said(
                sentence.said, sentence.text, Place(path, Span(first, 1, last, len(sentence.text) + 1)), in_fields=False
            )


def _false_claims(said: Sequence[_Said], texts: dict[str, TextFile], found: Sequence[Ability]) -> Iterator[Concern]:
    for claim in _CLAIMS:
        against = [each for each in found if each.kind in claim.kinds and _contradicts(each, claim.needs)]
        if not against:
            continue
        for each in said:
            match = claim.says.search(each.words)
            if not match or _ABOUT_OTHERS().search(each.words):
                continue
            if not each.in_fields and not re.search(_SELF, each.words[: match.end()]):
                continue
            named = _SCRIPT_NAMED().search(each.text)
            ability = next(
                (one for one in against if not named or (one.path and named[0].endswith(one.path.rpartition("/")[2]))),
                None,
            )
            if ability is not None:
                quote = _line(texts, ability)
                words = shown(each.text[:400].encode("utf-8", "replace"), _QUOTE)
                what = f"{ability.words} {ability.target}".strip()
                host = (
                    (("host", ability.target),) if ROWS[ability.kind] is AbilityRow.NETWORK and ability.target else ()
                )
                facts = (("claim", words), ("what", what), *host)
                yield Concern(
                    ConcernKind.FALSE_CLAIM, AlarmLevel.READ_FIRST, _place(texts, ability), quote, facts, each.place
                )
                break


def _contradicts(ability: Ability, needs: str) -> bool:
    """Tell whether an ability is of the sort that a claim denies."""
    target = ability.target
    if ROWS[ability.kind] is AbilityRow.NETWORK:
        host = target.lower().partition("/")[0].rpartition(":")[0] or target.lower()
        if is_of(host, _LOCAL) or host.startswith("127."):
            return False
        if ability.origin is AbilityOrigin.COMMAND and ability.kind is AbilityKind.FETCHES:
            return False
        return needs != "telemetry" or _TELEMETRY().search(target.lower()) is not None
    if needs == "elsewhere" and ability.kind in {AbilityKind.WRITES, AbilityKind.DELETES}:
        return bool(target) and _ELSEWHERE().search(target) is not None and not _TEMPORARY().search(target)
    if needs == "secret" and ability.kind is AbilityKind.VARIABLE:
        return _SECRET().search(target) is not None
    return ability.origin in {AbilityOrigin.SCRIPT, AbilityOrigin.COMMAND}


_DECLARED = {
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
_STAYS = {kind: re.compile(words) for kind, words in _DECLARED.items()}


def _unsaid(
    skill: ParsedSkill, texts: dict[str, TextFile], found: Sequence[Ability], concerns: Sequence[Concern]
) -> Iterator[Concern]:
    """Yield what stays on the machine, or changes the agent, and what neither description nor body says a word of."""
    stays = [each for each in found if each.kind in _STAYS and each.origin is AbilityOrigin.SCRIPT and each.path]
    if not stays:
        return
    says = f"{skill.description}\n{skill.compatibility or ''}\n{skill.document.body.text}".lower()
    told = {(each.at.path, each.at.span.line) for each in concerns}
    kinds: set[tuple[AbilityKind, str]] = set()
    for each in stays:
        if (each.path, each.line) in told or (each.kind, each.path) in kinds or _STAYS[each.kind].search(says):
            continue
        kinds.add((each.kind, each.path))
        kind = ConcernKind.PERSISTS if each.kind is AbilityKind.PERSISTS else ConcernKind.TAMPERS
        facts = (("what", each.target or each.words),)
        yield Concern(kind, AlarmLevel.STOP, _place(texts, each), _line(texts, each), facts)


_UNLIMITED = late(r"^(?:\*|Bash|Bash\(\s*\*?(?::\*)?\s*\)|Shell|shell|bash|terminal)$")
_ACTING = late(
    r"""`[^`\n]*\s[^`\n]*` | ^[ \t]*(?:```|~~~) | ^(?:[ ]{4,}|\t)\S | \$\( | !` | https?://
    |\b(?:run|runs|running|execut\w*|command\w*|terminal|shell|bash|cli|scripts?|install\w*|builds?|compil\w*|tests?|git|npm|pip|python|node|docker|curl|grep|rg|find\s+files?|lint\w*
    |deploy\w*|program\w*|tools?|fetch\w*|download\w*|writes?\s+(?:to|the\s+file|a\s+file|files)|saves?|files?|repositor\w*|codebase|code|implement\w*|debug\w*|edit|search\w*|generat\w*|logs?)\b""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


def _too_many_tools(skill: ParsedSkill, found: Sequence[Ability]) -> Iterator[Concern]:
    """Yield that a skill asks for every command although nothing in it runs, writes or fetches anything."""
    asked = next((tool for tool in skill.allowed_tools if _UNLIMITED().match(tool.strip())), "")
    if not asked or any(each.origin is not AbilityOrigin.FRONT_MATTER for each in found):
        return
    if any(each.kind in {"script", "program"} for each in skill.resources) or skill.program is not None:
        return
    if _ACTING().search(skill.document.body.text) or not skill.document.body.text.strip():
        return
    field = skill.document.field("allowed-tools")
    place = Place("", field.value.span) if field is not None else Place("")
    yield Concern(ConcernKind.MORE_TOOLS, AlarmLevel.READ_FIRST, place, asked, (("what", asked),))


def _line(texts: dict[str, TextFile], ability: Ability) -> str:
    file = texts.get(ability.path)
    lines = file.content.split(b"\n", ability.line) if file and ability.line else []
    return shown(lines[ability.line - 1].strip()[:1000], _QUOTE) if len(lines) >= ability.line > 0 else ""


def _place(texts: dict[str, TextFile], ability: Ability) -> Place:
    file = texts.get(ability.path)
    lines = file.content.split(b"\n", ability.line) if file and ability.line else []
    if not ability.line or len(lines) < ability.line:
        return Place(ability.path)
    width = len(lines[ability.line - 1].decode("utf-8", "surrogateescape"))
    return Place(ability.path, Span(ability.line, 1, ability.line, width + 1))
