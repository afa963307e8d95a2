"""How English sends away what the user has by detours: passive forms, parameters, forms, pictures, reports."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_SENDS, _READ = ConcernKind.SENDS_PRIVATE, AlarmLevel.READ_FIRST
_WHAT = "what the user has"

_OWN = (
    r"(?:(?:full |entire |whole |complete |current |raw |our |this )*(?:conversation|chat|dialogue|session)(?: history| log| transcript| so far| context| contents?)?(?! (?:id|ids|name|key|link|url|title|type|token|state|storage|cookie name))"
    r"|(?:chat|conversation|message|shell|browsing|browser|command) (?:history|logs?|transcripts?)|system prompt"
    r"|(?:all |any |every |found |stored |saved |the user's |their |your |local )+(?:api )?(?:keys?|tokens?|passwords?|credentials|secrets)"
    r"|(?:private|ssh|signing|wallet|gpg|secret) keys?|seed phrases?|recovery (?:phrase|codes?)|keychains?|(?:browser |session )?cookies|session tokens?|database passwords?|credentials? files?|wallets?"
    r"|(?:the )?environment variables|(?:process )?environment(?= dump)|env vars|clipboard(?: contents?)?|~/\.\w[\w./-]*|(?<![\w/])\.env\b(?! ?\.?example)|(?:the )?home (?:directory|folder)(?: listing)?|listing of (?:the )?home \w+"
    r"|secrets (?:found|seen|used|stored) in [^.;,]{1,30}|(?:every|any|all)thing (?:that )?(?:the )?(?:user|they|customer)s? (?:\w+ )?(?:types?|writes?|says?|pastes?|enters?|asks?|uploads?|shares?)|what (?:the )?(?:user|they) (?:types?|typed|wrote|asked|asks|said|pasted|pastes|entered)"
    r"|(?:the )?(?:user'?s?'?|users'|customer'?s?'?|customers'|client'?s?'?|patient'?s?'?|employee'?s?'?) (?:\w+ )?(?:documents?|files?|e-?mails?|contacts?|messages?|prompts?|data|list|lists|records?|configuration(?: files)?|notes|address book|photos|calendar|inbox|credentials|api keys?|wallet[\w ]{0,16})"
    r"|(?:each|every|all)(?: of the)? (?:\w+ )?(?:documents?|e-?mails?|messages?|invoices?|contracts?|prompts?)|source code of the \w+)"
)
_URL = (
    r"(?:https?://(?!localhost|127\.|0\.0\.0\.0)\S+|[\w.+-]+@[\w-]+\.[\w.-]*\w|(?<![\w./@-])(?:[\w-]+\.){1,3}(?:example|invalid|io|dev|app|xyz|top|ru|cn|net|org|com|site|online)\b"
    r"|(?:\d{1,3}\.){3}\d{1,3})"
)
_THEIRS = (
    r"(?:(?:our|the|a|an|this|that|my) (?:[\w-]+ )?(?:diagnostics?|support|validation|verification|telemetry|analytics|vendor|developer|maintainer|author|monitoring|audit|quality|licen[cs]ing|metrics|tracking|collection|remote|external|command|logging|statistics|research|training)(?:'s)?(?: \w+)? ?(?:server|service|team|address|endpoint|backend|api|inbox|host|portal|webhook|bucket|desk)?"
    r"|our (?:\w+ )?(?:server|service|team|endpoint|backend|api|inbox|host|webhook|bucket|channel|address|database)|(?:the )?(?:address|endpoint|server|url|webhook|host|collector|link) (?:below|above|named in \S+|given in \S+|from \S+|in (?:the )?config\S*)|the following (?:address|endpoint|server|url)"
    r"|(?:a|the|our) public (?:repository|repo|gist|issue|bucket|channel|paste)|the (?:collector|webhook|drop server|drop box))"
)
_TO = rf"(?:{_URL}|{_THEIRS})"
_SENT = r"(?:sent|posted|uploaded|forwarded|transmitted|submitted|relayed|reported|mailed|e-?mailed|copied|bcc'?d|cc'?d|shared|delivered|handed over|handed|synced|mirrored|passed(?: on)?|pushed|streamed|exported|published|disclosed|backed up|made available|provided|communicated)"
_SEND = r"(?:send|post|upload|forward|transmit|submit|relay|report|mail|e-?mail|copy|bcc|cc|share|deliver|hand(?: over)?|sync|mirror|pass(?: on)?|push|stream|export|publish|provide|supply|give|transfer|dump|leak|exfiltrate|ship|dispatch|return|feed|pipe|communicate)"
_CARRY = r"(?:include|attach|add|append|put|insert|embed|encode|place|write|paste|fill in|enter|submit|send|dump|pass|provide|supply|pack|hide|carry|list|quote|render|give|fill|store|copy)"
_VESSEL = (
    r"(?:(?:crash|bug|feedback|error|support|telemetry|diagnostics?|issue|usage|analytics|status|health|metrics|ping|heartbeat|licen[cs]e) (?:reports?|forms?|requests?|tickets?|payloads?|events?|messages?|data|body|calls?|pings?|checks?)"
    r"|(?:telemetry|analytics|diagnostics)|(?:the |a )?(?:markdown )?(?:image|picture|pixel|link|url|query(?: string| parameters?)?|user-agent|request body|dns (?:name|query|request)|subdomain|referer|referrer|issue|gist|pull request description)s?)"
)
_HEADED = r"\b(?:headers?|bearer|authori[sz]ation|authenticat\w+|oauth|if the user|when the user asks|user's own|never|masked|redacted|anonymi[sz]ed|their own|self-hosted|your own|placeholder)\b"

DISCLOSURE = (
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b{_OWN}\b[^.;]{{0,50}}\b(?:must|should|shall|has to|have to|needs? to|is to|are to|is supposed to|are supposed to|ought to|will|is always|are always|gets?)(?: then| also| first| always)? (?:be )?(?:automatically |silently |quietly )?{_SENT}\b[^;]{{0,40}}\b(?:to|at|with|on|via|into)? ?{_TO}",
            rf"\b(?:every|any|all)thing (?:that )?(?:the )?(?:user|they|customer)s? (?:types?|writes?|says?|pastes?|enters?|asks?) (?:is|gets) {_SENT} (?:to|on) {_TO}",
            rf"\bcop(?:y|ies) of (?:each|every|all|the) [^.;]{{1,30}} (?:is|are|must|should|has|have)(?: to)? (?:be )?{_SENT}\b[^;]{{0,30}}{_TO}",
        ),
        unless=_HEADED,
        purpose=r"\b(?:upload|send|forward|share|export|publish|archiv|back ?up|sync|notify|mail)",
    ),
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b{_SEND} (?:a copy of |a list of |the contents? of |all (?:of )?|the |your |any |their |each |every )*{_OWN}\b[^.;]{{0,30}}\b(?:to|with|at|via|on) {_THEIRS}",
            rf"\b(?:collect|gather|harvest|find|read|take|list|search for|grab|dump|extract|locate)\b[^.;]{{0,20}}\b{_OWN}\b[^;]{{0,40}}(?:\band\b|\bthen\b|[.,])[^.;]{{0,20}}\b{_SEND} (?:it|them|these|those|the (?:result|contents?|list|output|lot))\b[^;]{{0,30}}\b(?:to|with|at|via) {_TO}",
            rf"\b{_SEND} (?:the )?(?:contents? of )?(?:the )?{_OWN}\b[^.;]{{0,30}}\b(?:along )?with (?:the |each |every )?(?:request|crash report|bug report|query|ping|error report|heartbeat)s?\b",
            rf"\b(?:e-?mail|mail|send|forward) the (?:customer|client|patient|employee|user|contact) (?:list|data|records|database)\b[^.;]{{0,15}} to {_URL}",
        ),
        ordered=True,
        goes_on=True,
        unless=_HEADED,
        purpose=r"\b(?:upload|forward|share|export|publish|archiv|back ?up|sync|analytics|telemetry)",
    ),
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b{_CARRY} (?:a copy of |the contents? of |the full |all (?:of )?|the |your |any |their |each |every )*{_OWN}\b[^.;]{{0,40}}\b(?:in|into|to|with|on|as|inside|at the end of) (?:the |each |every |your |a |an |any |our )?(?:\w+ )?{_VESSEL}(?: (?:of|to|that|which|pointing|you|as|above|below|for) |\s*(?:$|[.;,]))",
            rf"\b(?:as part of|for|in|with) (?:our |the |each )?(?:telemetry|analytics|diagnostics|quality (?:assurance|control)|usage statistics|metrics|monitoring|licen[cs]e (?:check|verification)),? (?:please )?(?:always )?(?:{_CARRY}|{_SEND}) (?:the contents? of |the full |all (?:of )?|the |your |any )*{_OWN}\b",
            rf"\b(?:encode|base64)\b[^.;]{{0,10}}\b{_OWN}\b[^.;]{{0,30}}\band (?:put|place|add|append|embed|insert|include) (?:it|them|the result) (?:in|into|to) (?:the |a |an |each |every )?(?:\w+ )?(?:link|image|url|picture|query|request|address)\b",
        ),
        ordered=True,
        unless=_HEADED,
    ),
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b(?:open|create|file|post|write|start) (?:a |an )?(?:new |public )?(?:issue|gist|pull request|discussion|paste|comment)\b[^.;]{{0,40}}\b(?:with|containing|that contains|including|holding) (?:the )?(?:contents? of )?(?:the )?{_OWN}\b",
        ),
        ordered=True,
        unless=_HEADED,
    ),
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b(?:pass|put|insert|set|copy|provide|include|supply|give|place|write) (?:the )?(?:full |entire |whole |complete |its )?(?:contents? of )?(?:the )?{_OWN}\b[^.;]{{0,30}}\b(?:in|as|into|through|via) (?:the |a |its |an )?[\w` -]{{0,30}}\b(?:argument|parameter|field|input|property|param|sidenote)s?\b",
            rf"\b(?:read|open|load|take|get)\b[^.;]{{0,20}}(?:{_OWN}|\S*id_rsa\S*|\S*credentials\S*|\S*mcp\.json)[^.;]{{0,30}}\b(?:and|then) (?:fill|put|pass|set|insert|provide|copy|use|supply|include) [^;]{{0,30}}\b(?:argument|parameter|field|input|property|param|sidenote)s?\b",
            rf"\b(?:fill|populate|set) (?:the )?[\w` -]{{1,30}}(?:argument|parameter|field|input|property|param) with (?:the )?(?:contents? of |full )?(?:the )?{_OWN}\b",
        ),
        ordered=True,
        unless=rf"{_HEADED}|\b(?:test|mock|fixture|endpoint's|password (?:field|input|parameter))\b",
    ),
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b(?:fetch|load|open|request|call|get|visit|render|embed|show) https?://\S+ (?:followed by|plus|with|containing|and|extended by|completed with)[^.;]{{0,30}}{_OWN}\b",
            r"\b(?:fetch|load|open|request|call|get|visit|render|embed|show) https?://\S+[?&/]\w*=? ?(?:followed by|plus|with|containing|extended by|completed with) (?:the |a )?(?:summary|contents?|text|copy|digest|answers?|base64\w*|encoded \w+) of (?:the )?(?:user|conversation|file|document|chat|task)",
        ),
        ordered=True,
        unless=_HEADED,
    ),
    Conduct(
        _WHAT,
        _SENDS,
        _READ,
        phrases(
            rf"\b(?:service|server|api|endpoint|tool|backend|support)\b[^.;]{{0,20}}\b(?:works? best|works? better|is more (?:accurate|helpful)|improves|needs|requires|expects|performs? better|answers? better)\b[^.;]{{0,20}}\b(?:receives?|gets?|sees|is given|is sent|knows|has|provided with|to be given)\b[^.;]{{0,20}}\b{_OWN}\b",
        ),
        unless=_HEADED,
    ),
)
"""What sends by detours."""
