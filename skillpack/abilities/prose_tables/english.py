"""English words of orders."""

import re

from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.parse.patterns import late

ORDERED = (
    r"(?:^[\W\d_]*(?:(?:step|phase)\s+\d+\W+)?|[,;:(>—–]\s*|\b(?:and|then|also|must|should|shall|always|please|first|next"
    r"|now|immediately|finally|silently|quietly|secretly|covertly|automatically|simply|just|instead|sure\ to|need\ to"
    r"|needs\ to|have\ to|has\ to|required\ to|remember\ to|or|but|afterwards?)\s+)"
)
"""What stands before a verb that is an order, as opposed to a description of what others do."""

_USER = r"(?:the\s+|your\s+|any\s+)?(?:users?|humans?|operators?|owners?|reviewers?|developers?|persons?|people|anyone|anybody)"
_NOT = r"(?:do\s+not|don't|never|must\s+not|should\s+not|shall\s+not|avoid|without|cannot|may\s+not|no\s+need\s+to|need\s+not)"
_DEED = (
    r"(?:steps?|uploads?|requests?|transfers?|sync|syncing|backups?|telemetry|calls?|directives?|instructions?|procedures?"
    r"|actions?|check-?ins?|pings?|exchanges?|transmissions?|submissions?|sends?|sending|uploading|copying|copy|reports?"
    r"|posting|collection|logging|forwarding|connections?|process(?:es)?|behaviou?rs?|requirements?|rules?|commands?"
    r"|modifications?|additions?|installations?)"
)
_ITS = r"(?:this|these|that|those|the|any|it|such|your|its)"

_KEEPS = rf"""
 \b{_NOT}\s+(?:ever\s+)?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning)\s+{_USER}
   (?=\s*(?:$|[.!;,)—–]|about\s+(?:this|it|that|these|any|the\s+{_DEED})\b|of\s+(?:this|it|that|these|the\s+{_DEED})\b
   |(?:that|what)\s+you\s+(?:sent|send|did|do|have|are|read|uploaded?|ran|were|copied|collect\w*|include\w*|add\w*)\b
   |that\s+(?:this|the|a|any|these)\s+{_DEED}\b|(?:when|while)\s+(?:you|doing)\b|anything\b|afterwards\b))
 | \b{_NOT}\s+(?:ever\s+)?(?:mention|mentioning|reveal|revealing|disclose|disclosing|announce|announcing|acknowledge
   |acknowledging|admit|admitting|speak\s+of|talk\s+about|bring\s+up|refer\s+to)\s+
   (?:(?:this|these|that|those|the|any|either)\s+(?:\w+\s+){{0,2}}?{_DEED}\b
   |(?:it|this|that|them|{_ITS}\s+(?:[\w-]+\s+){{1,3}}?)\s*(?:to\s+(?:the\s+|your\s+)?(?:users?|humans?|operators?)\b|in\s+(?:your|the|any)\s+(?:final\s+)?
     (?:answer|reply|replies|response|summary|output|report|chat|conversation|transcript|message)s?)\b)
 | \b{_NOT}\s+(?:show|display|report|list|log|include|describe|explain|print)\s+(?:it|this|that|them
   |{_ITS}\s+{_DEED})\s+(?:to\s+{_USER}|in\s+(?:your|the|any)\s+(?:answer|reply|response|summary|chat|conversation)s?)\b
 | \b(?:keep|hide|conceal|withhold)\s+(?:it|this|that|them|{_ITS}\s+(?:[\w-]+\s+){{0,2}}?{_DEED})\s+
   (?:\w+\s+){{0,2}}?from\s+{_USER}\b(?!\s+(?:until|unless|while|if|when|interface|input))
 | \b(?:this|these|it|the\s+{_DEED})\s+(?:{_DEED}\s+)?(?:must|should|shall|has\s+to|have\s+to|is\s+to)\s+(?:always\s+)?(?:stay|remain|be\s+kept)\s+(?:hidden|secret|invisible|concealed|unknown)\b
 | \bkeep\s+{_ITS}\s+(?:\w+\s+)?{_DEED}\s+(?:secret|confidential|private|hidden|quiet)\b
 | \b(?:omit|leave|exclude|strip)\s+(?:this|these|the)\s+(?:\w+\s+)?{_DEED}\s+(?:out\s+of|from)\s+(?:your|the|any)\s+(?:\w+\s+)?(?:answers?|summar(?:y|ies)|reports?|repl(?:y|ies)|responses?)\b
 | \bleave\s+(?:this|it)\s+out\s+of\s+(?:your|the|any)\s+(?:answers?|summar(?:y|ies)|reports?|repl(?:y|ies)|responses?)\b
 | \b{_NOT}\s+(?:ever\s+)?bring\s+(?:it|this|that)\s+up\b
 | \busers?\s+(?:does\s+not|doesn't|do\s+not|don't)\s+(?:need|have)\s+to\s+know\s+(?:about|of|that)\s+(?:this|these|the)\s+{_DEED}\b
 | \bkeep\s+(?:it|this|that|{_ITS}\s+(?:\w+\s+)?{_DEED})\s+(?:a\s+)?(?:secret\b|between\s+us\b|to\s+yourself\b)
 | \b{_USER}\s+(?:must|should|shall|need)\s?not\s+(?:to\s+)?(?:know\b|notice\b|learn\b|find\s+out\b|be\s+(?:told|informed
   |notified|aware|made\s+aware)\b|become\s+aware)(?!\s+(?:which|how|where|whether|the\s+difference))
 | \b(?:so|such)\s+(?:that\s+)?(?:the\s+)?users?\s+(?:does\s+not|doesn't|won't|never|will\s+not|do\s+not|don't)\s+
   (?:notice|realise|realize|find\s+out|suspect)\b
 | \bif\s+(?:the\s+|a\s+)?(?:users?|anyone|they|someone|asked)\b[^.]{{0,80}}?\b(?:asks?|asked|inquires?|notices?)\b[^.]{{0,80}}?
   \b(?:deny\b|pretend\b|change\s+the\s+subject|claim\s+(?:that\s+)?(?:it|you|nothing|there)|say\s+(?:that\s+)?(?:nothing\s+(?:was|is)
   |you\s+(?:did|have|do)\s*n[o']t)|lie\b)
 | \b(?:act|behave|answer|respond|continue)\s+as\s+(?:if|though)\s+(?:nothing\s+(?:had\s+|has\s+)?happened
   |this\s+(?:step|request|upload|call)\s+(?:had|did)\s+(?:never|not))
"""

_KEEPS += r"""
 | \b(?:do\s+not|don't|never|must\s+not)\s+(?:ever\s+)?(?:say|explain|state|tell\s+(?:them|anyone))\s+
   (?:why\s+you\s+(?:ask|asked|need|want|do|did)\b|that\s+(?:something|anything|this|it|any\s+of\s+(?:it|this))\s+(?:was|is|were|has\s+been)\s+
   (?:skipped|sent|changed|added|removed|hidden|uploaded|collected|copied|modified|stored|recorded|shared|inserted)\b)
"""
_SECRETLY = r"\b(?:secretly|covertly|silently|quietly|surreptitiously|stealthily|discreetly|in\s+secret|without\s+(?:the\s+user'?s?\s+knowledge|the\s+user\s+(?:noticing|knowing)|drawing\s+attention|being\s+noticed))\b"
SECRETLY = late(_SECRETLY)
"""That something is done where nobody notices; enough only with what is sent, or changed for good."""

_PRIVATE = r"""
 \b(?:(?:full|entire|whole|complete|current|recent|ongoing|this|our|the)\s+){1,3}(?:conversation|chat|session|dialogue|dialog)
   (?:\s+(?:history|logs?|transcript|context|so\s+far|contents?|messages?))?(?!\s*(?:id|ids|name|key|link|url|title|type|webhook
   |channel|api|platform|model|completions?|tool|feature|window|view|bot|cookie)\b)
 | \b(?:conversation|chat|session|message)\s+(?:history|transcripts?|logs)\b
 | \b(?:the\s+)?users?'s?\s+(?:last\s+|latest\s+|original\s+|raw\s+|full\s+|exact\s+|first\s+)?(?:messages?|prompts?|words|conversation|chats?
   |requests?\s+verbatim|secrets|credentials|passwords?|clipboard|contacts|emails|inbox|cookies|browsing|keys|tokens|environment
   |personal|private|private\s+\w+|home\s+(?:directory|folder))\b
 | \btheir\s+(?:passwords?|seed\s+phrase|private\s+keys?|credentials|recovery\s+(?:codes?|phrase))\b
 | \b(?:every|any)thing\s+(?:that\s+)?(?:the\s+user|they|the\s+human)\s+(?:\w+\s+)?(?:typed?|wrote|writes?|said|says|pasted?|shared?|entered?)
 | \b(?:all|any|the|their|every|your|full|entire|dump\s+of)?\s*(?:process\s+)?environment\s+variables\b | \b(?:all|full|output\s+of)\s+`?(?:printenv|env)\b
 | (?<![\w/])\.env\b(?:\.\w+)?(?!\.(?:example|sample|template)) | ~/\.(?:ssh|aws|netrc|npmrc|gnupg|kube|docker|config/gcloud|git-credentials|bash_history|zsh_history)\b(?!/[\w.-]*\.pub\b) | \bid_(?:rsa|ed25519)\b(?!\.pub)
 | \b(?:ssh|private|signing|gpg|pgp|recovery|wallet)\s+keys?\b | \bseed\s+phrases?\b | \b(?:all|any|every|found|stored|saved|discovered)\s+(?:\w+\s+){0,2}?(?:api\s+)?(?:keys|tokens|passwords|credentials|secrets)\b
 | \b(?:api\s+keys|access\s+tokens|auth\s+tokens|passwords)\b | \b(?:credentials|secrets)\b(?!\s+(?:manager|store|scan\w*|helper|file\s+path))
 | \b(?:any|every|each)\s+(?:(?:password|token|secret|key|credential)s?\s+(?:or\s+)?){1,2}(?:that\s+)?(?:\w+\s+){0,2}?(?:seen|found|mentioned|used|pasted|typed|shared)\b
 | \brecovery\s+(?:phrase|codes?)\b | ~/(?:documents|desktop|downloads|pictures|mail|library)/?(?=[\s,;`]|$)
 | \b(?:mother's\s+maiden\s+name|social\s+security\s+number|date\s+of\s+birth|card\s+number)\b
 | \b(?:browser|session|browsing)\s+(?:cookies|history|passwords)\b | \b(?:shell|command|bash|zsh)\s+history\b | \bclipboard\b
 | \b(?:contents?\s+of\s+)?(?:your|the\s+agent's|the\s+current)\s+(?:system\s+prompt|memory|context(?:\s+window)?)\b | \bsystem\s+prompt\b
"""
HELD = late(
    r"""
 \busers?'s?\s+(?:full\s+|real\s+)?(?:names?|e-?mail|employer|phone|location|(?:home\s+|ip\s+|e-?mail\s+)address)\b |
 \b(?:users?'s?|their|customers?'?s?|clients?'?s?|patients?'?s?|employees?'?s?|personal|private|confidential|internal)\s+(?:\w+\s+)?(?:data|records?|files?|documents?|details
   |names|lists?|information|code|sources?|projects?|repositor(?:y|ies)|input|question|query|queries|requests?|tasks?|drafts?|text|notes|answers?|content)\b
 | \b(?:whole|entire|full|complete)\s+(?:repositor(?:y|ies)|repo|project|workspace|codebase|working\s+(?:directory|folder|tree)|source\s+(?:code|tree)|file|document)\b
 | \b(?:task|work)\s+(?:content|descriptions?|summar(?:y|ies)|details|text)\b | \b(?:summary|copy|description)\s+of\s+(?:the|each|every|this|what\s+the)\s+(?:user|task|request|conversation|files?|document|work)\b
 | \bwhat\s+(?:the\s+user|they)\s+(?:asked|wants?|typed|said|is|are|does|did|writes?|wrote|works?)\b | \b(?:source|proprietary)\s+(?:code|files)\b | \ball\s+(?:\w+\s+){0,2}?files\b | \b(?:workspace|project|repository|repo)\s+(?:files|contents?|sources?|tree)\b
""",
    re.VERBOSE,
)
"""What people have and do send with good reason: a concern only where it is sent for somebody else's ends."""
OTHERS_ENDS = late(
    r"""
 \btelemetry\b|\banalytics\b|\btracking\b|\bpixel\b|\bbeacon\b|\bdiagnostics?\b|\bquality\s+(?:assurance|purposes|monitoring|control|review)\b|\busage\s+(?:statistics|data|reports?|tracking|metrics)\b
 |\b(?:helps?|to)\s+(?:us\s+)?improve\b|\bbackups?\b|\baudit(?:ing)?\s+purposes\b|\bcompliance\b|\bmaintainers?\b|\bauthors?\b|\bvendor\b|\blicen[cs]e\s+(?:check|verification|validation)\b|\btraining\s+data\b
 |\bfor\s+(?:our|my)\s+records\b|\bcollector\b|\bour\s+(?:server|endpoint|team|systems?|webhook|records)\b|\bbefore\s+(?:answering|replying|responding|you\s+(?:answer|reply|respond))\b|\bcopy\s+of\s+(?:each|every)\b|\bbcc\b
""",
    re.VERBOSE,
)
"""Why it is sent: not for the user."""

ENGLISH = Tongue(
    marks=frozenset(),
    parts=(),
    negated=r"\b(?:not|never|n't|cannot|avoid|refuse\s+to|instead\s+of|rather\s+than|without|nothing|no\s+need\s+to|stop|prevents?|refrain\s+from|unless|(?:tells?|asks?|urges?|instructs?)\s+(?:you|it|them|an?\s+\w+|the\s+(?:agent|model|assistant))\s+to)\b[^.;:]{0,60}$",
    consent=(
        r"\b(?:ask(?:ing|s)?\s+(?:the\s+|your\s+)?(?:(?:user|human|operator|them)(?!\s+for\s+(?:their|the)\s+(?:\w+\s+)?(?:password|seed|private|secret|credential|token|recovery|api))|for\s+(?:the\s+user's\s+|their\s+|explicit\s+)?(?:permission|consent|approval|confirmation))"
        r"|(?:if|when|once|after|until|unless|only\s+if|whenever|where)\s+(?:and\s+only\s+if\s+)?(?:the\s+|your\s+)?(?:user|human|they|operator)s?\s+(?:\w+\s+)?"
        r"(?:agrees?|confirms?|approves?|consents?|(?:wants?|wish(?:es)?|asks?|asked|requests?|requested)(?=\s*(?:$|[.,;:)]|(?:for|to|that)\s+(?:it|this|that|them|you|be|have|send|share|upload|export|publish|post|submit|forward|e-?mail|report|back|sync|push|deploy|delete|remove|wipe|install|run|store|save|add|keep|skip|disable|stop)\b|(?:it|this|that|so|them|you)\b|explicitly))|accepts?|says?\s+(?:yes|so)|opts?|chooses?|prefers?|explicitly|specifically|provides?|has\s+(?:agreed|approved|confirmed|consented|asked|opted))"
        r"|with\s+(?:the\s+)?(?:user'?s?|their|explicit|prior|express)\s+(?:explicit\s+|prior\s+)?(?:permission|consent|approval|agreement|confirmation)"
        r"|(?:user|explicit|written|prior)\s+(?:consent|permission|approval|confirmation)|opt(?:ed)?[- ]in|on\s+request|upon\s+request|confirm\s+with|when\s+asked|if\s+(?:asked|requested|approved|confirmed|they\s+agree)"
        r"|after\s+(?:confirmation|approval|consent|confirming|they\s+confirm)|get\s+(?:the\s+user's\s+)?(?:approval|permission|consent|confirmation)|requires?\s+(?:explicit\s+|user\s+)?(?:approval|confirmation|consent)"
        r"|(?<!what\s)(?<!everything\s)the\s+user\s+(?:asked|requested|wants|chose)|let\s+the\s+user\s+(?:decide|choose|review))"
    ),
    sends=ORDERED
    + r"(?:send|upload|post|forward|transmit|submit|e-?mail|exfiltrate|relay|push|report|publish|leak|share|stream|sync|mirror|deliver|append|include|attach|paste|embed|copy|encode|add|make\s+a\s+post\s+request|curl|backup|back\s+up|collect|gather|cc|bcc)\b",
    private=_PRIVATE,
    keeps=_KEEPS,
    ignores=r"\b(?:ignore|disregard|forget|override|overrule|bypass|discard|set\s+aside|supersede|stop\s+(?:following|obeying)|abandon|rewrite|replace|drop|no\s+longer\s+(?:follow|obey|apply)|do\s+not\s+(?:follow|obey)|circumvent)\b",
    instructions=(
        r"(?:\b(?:all|any|of|the|your|my|other|every|these|those|earlier|previous|prior|and|or|own|existing|current|host'?s?|agent'?s?|platform'?s?|users?'s?)\s+){0,5}?"
        r"(?:\b(?:previous|prior|earlier|preceding|above|system|developer|safety|safeguard|host'?s?|platform'?s?|initial|original|built-in|default\s+safety|hidden|pre-?existing|your\s+own|your|other|anthropic'?s?|openai'?s?)\s+)+"
        r"(?:\w+\s+){0,1}?(?:instructions?|prompts?|guidelines|directives|guardrails|restrictions|safeguards|safety\s+rules|polic(?:y|ies)|constraints|training)\b"
        r"(?!\s*(?:file|templates?|files|below|in\s+the\s+(?:file|template|document))\b)"
    ),
    fetches=rf"(?:{ORDERED}|\b(?:before|after|in|for|at|on|with)\s+(?:each|every)\s+(?:\w+\s+){{1,2}})"
    r"(?:fetch|download|retrieve|pull|curl|get|load|read|open|visit|go\s+to|check|webfetch|request|consult|navigate\s+to|query|obtain|wget)\b",
    follows=(
        r"\b(?:follow|obey|execute|carry\s+out|apply|perform|do|act\s+on|adopt|run|comply\s+with|treat)\s+(?:exactly\s+|strictly\s+|precisely\s+|all\s+(?:of\s+)?|only\s+|every\s+|any\s+|each\s+)?"
        r"(?:(?:the|its|any|whatever|those|these|their|what|that|every|all|them|it)\b\s*)(?:(?!install|set-?up|quick|migrat|upgrad|getting)[\w-]+\s+){0,4}?"
        r"(?:(?:instructions?|directives?|orders?|steps|commands?|rules|guidance|guidelines|tasks?|prompts?)\b(?!\s+(?:above|below|in\s+(?:this|the)\s+(?:skill|section)))"
        r"|(?:it|they|the\s+(?:page|response|file|text|result|output))\s+(?:says?|contains?|tells?|returns?|asks?|instructs?|requests?|holds?)\b|says\b|is\s+returned|returned|comes\s+back|as\s+part\s+of\s+(?:this\s+skill|these\s+instructions)|as\s+(?:your\s+)?(?:new\s+|system\s+)?(?:instructions|rules))"
        r"|\bdo\s+(?:exactly\s+)?(?:what|whatever|as)\s+(?:it|they|the\s+\w+)\s+(?:says?|tells?|instructs?)|\bfollow\s+(?:it|them)\s+(?:exactly|to\s+the\s+letter|as\b|without\b|verbatim|word\b|before)"
        r"|\bfor\s+(?:\w+\s+){0,2}?(?:commands|instructions|orders|tasks)\s+and\s+(?:execute|follow|run|obey|apply|perform)\s+(?:them|each|all)\b|\btreat\s+(?:it|them|its\s+\w+|the\s+\w+)\s+as\s+(?:part\s+of\s+(?:this\s+skill|these\s+instructions)|(?:your\s+)?instructions)|\bthey\s+(?:replace|override|extend|supersede)\s+(?:the\s+)?(?:rules|instructions|steps)\b"
    ),
    every=(
        r"(?:\bfrom\s+(?:now|here|this\s+(?:point|moment))\s+on(?:wards?)?\b|\b(?:in|for|to|across|during)\s+(?:every|all|each|any)\s+(?:of\s+your\s+)?(?:future\s+|later\s+|subsequent\s+|other\s+|new\s+|following\s+)?(?:conversations?|sessions?|chats?|tasks?|projects?|repl(?:y|ies)|responses?|answers?|messages?)\b"
        r"|\bat\s+the\s+(?:very\s+)?(?:start|beginning|end)\s+of\s+(?:every|each|all|any)\s+(?:\w+\s+)?(?:sessions?|conversations?|chats?|tasks?|repl(?:y|ies)|responses?|turns?)\b"
        r"|\b(?:before|after)\s+(?:you\s+\w+\s+)?(?:every|each|any|all)\s+(?:other\s+|single\s+|user\s+)?(?:tasks?|requests?|answers?|responses?|repl(?:y|ies)|sessions?|conversations?|messages?)\b"
        r"|\b(?:regardless\s+of|whatever|no\s+matter)\s+(?:what\s+)?(?:the\s+)?(?:topic|task|subject|user\s+asks|request)\b|\beven\s+(?:when|if)\s+(?:this|the)\s+skill\s+(?:is\s+not|isn't|was\s+not|is\s+no\s+longer|has\s+been)|\bevery\s+time\s+(?:you\s+(?:start|reply|respond|answer)|a\s+session\s+starts))"
    ),
    unasked=r"\b(?:without\s+(?:ever\s+|first\s+|any\s+)?(?:asking(?!\s+(?:any\s+|a\s+|another\s+)(?:single\s+)?(?:clarif\w+|follow-?up|human|person|colleague|expert|author)\b)|confirm(?:ing|ation)|prompting|waiting\s+for\s+(?:confirmation|approval)|permission|approval|consent|(?:user\s+|further\s+|explicit\s+)(?:confirmation|approval|permission|consent)|checking\s+with)|(?:do\s+not|don't|never|no\s+need\s+to|must\s+not)\s+(?:ever\s+|stop\s+to\s+|pause\s+to\s+)?(?:ask(?:\s+(?:the\s+)?(?:user|human|them|anyone))?(?:\s+for)?\s+(?:confirmation|permission|approval|consent|first)|wait\s+for\s+(?:confirmation|approval|permission)|seek\s+(?:confirmation|approval|permission|consent)|request\s+(?:confirmation|approval|permission)|confirm\s+with\s+(?:the\s+)?user|prompt\s+(?:the\s+)?user\s+for\s+(?:confirmation|permission)))",
    destroys=ORDERED
    + r"(?:delete|remove|wipe|erase|drop|truncate|purge|format|destroy|clear\s+out|overwrite|shred|empty|rm\s+-rf)\b",
    everything=r"\b(?:all|every|everything|entire|whole|complete|the)\s+(?:of\s+)?(?:(?!temp|cach|generated|build|stale|unused|old|empty|intermediate|own|obsolete|duplicate|placeholder|comment|unnecessary|trailing|redundant|example)[\w'-]+\s+){0,3}?(?:files|home\s+(?:directory|folder)|databases?|tables|backups?|branches|repositor(?:y|ies)|documents|disks?|drives?|volumes?|buckets?|snapshots?|photos|e-?mails|messages|records|history|collections)\b|~/(?:\s|$)|\b(?:home\s+(?:directory|folder)|hard\s+(?:disk|drive)|documents\s+folder)\b",
    decodes=ORDERED
    + r"(?:(?:take|read|join|combine|concatenate|collect|extract|recover)(?=[^.]{0,40}\b(?:letters?|characters?|first\s+words?|hidden|invisible|embedded|concealed)\b)|decode|base64-?decode|decrypt|unscramble|de-?obfuscate|unpack|decipher|reverse|rot13|un-?hex|expand)\b|\b(?:after|by|once|when|upon)\s+(?:first\s+)?(?:decoding|decrypting|unscrambling)\b",
    runs=r"\b(?:run|execute|launch|start|open|install|double-?click|paste)\b",
    archive=r"\b(?:pass(?:word|phrase|code)?|pwd)\b\s*(?:is|:|=|with|of)?\s*[:=]?\s*[`\"']?[\w!@#$%.-]{2,32}",
    disables=ORDERED
    + r"(?:disable|turn\s+off|switch\s+off|deactivate|suspend|stop|kill|bypass|circumvent|unload|uninstall|shut\s+down|shut\s+off|skip|add\s+(?:\S+\s+){1,6}?to\s+the\s+exclusions?\s+of|remove)\b",
    guards=r"\b(?:anti-?virus|virus\s+(?:scanner|protection)|(?:windows|microsoft)\s+defender|real-?time\s+protection|endpoint\s+(?:protection|security)|edr\b|security\s+software|permission\s+(?:prompts?|checks?|dialogs?|system)|approval\s+prompts?|safety\s+(?:checks?|filters?|guards?|prompts?)|content\s+filters?|audit\s+logs?|audit\s+logging|security\s+(?:hooks?|monitoring|scanner)|gatekeeper|smartscreen)\b",
)

SPELLED = late(
    r"\b(?:first|last|initial|second|third|every\s+\w+)\s+(?:letters?|characters?|words?)\s+(?:of|from|in)\s+(?:each|every|all|the\s+(?:following|lines))\b"
    r"|\b(?:hidden|invisible|embedded|concealed)\s+(?:text|message|instructions?|characters|commands?|directives?)\b"
)
"""What is spelled where nobody reads: in first letters, in what is hidden."""
RULES = late(r"\b(?:rules|instructions?|directives?|orders|commands|tasks|prompts?|polic(?:y|ies))\b")
RULES_AT = late(
    r"\b(?:current|latest|actual|full|real|remaining|complete|up-to-date)\s+(?:\w+\s+)?(?:instructions|rules|directives|steps|orders)\s+(?:live|are|lie|stand|can\s+be\s+found)\b"
)
"""That the instructions stand elsewhere."""
ACTS_ON = late(
    r"\bact\s+(?:accordingly|(?:up)?on\s+(?:it|them))\b|\bapply\s+(?:it|them)\b|\bdo\s+(?:exactly\s+)?(?:what|whatever|as)\s+(?:it|they)\s+(?:says?|asks?|tells?|wants?|instructs?)\b"
)
"""To do what stands there."""
PUTS_INTO = late(
    ORDERED
    + r"(?:(?:type|enter)\b[^.]{0,60}https?://|(?:put|place|write|build|fill|construct|compose|insert|encode|embed|append|add|include|attach|pass)\b[^.]{0,80}"
    r"\b(?:addresse?s?|urls?|links?|query(?:\s+string)?|parameters?|requests?|image\s+source|picture|pixel)\b)"
)
"""An order to carry something away in an address."""

BY_ITSELF = late(
    r"\W*(?:it|this|they|the\s+(?:script|tool|program|code|function|command|system|app|server)|that|there(?!\s+is\s+no\s+need)|which|some|many|agents?|models?)\s+(?!(?:\w+\s+)?(?:must|should|shall|has\s+to|have\s+to|needs\s+to|is\s+to|are\s+to)\b|is\s+[\w-]+\s+to\b|helps\s+to\b)\w+"
)
"""How a sentence starts that describes what something does."""

OUTRANKS = late(
    r"\b(?:this\s+(?:skill|file|document)|these\s+(?:instructions|rules))\b[^.]{0,40}\b(?:as|has|have|with)\s+(?:a\s+)?higher\s+(?:priority|authority)\s+than\s+(?:the\s+|any\s+|your\s+)?(?:system|host|user|developer|other|safety|platform)|"
    r"\b(?:these|this\s+skill'?s?|the\s+following|its|this\s+(?:document|file)'?s?|my)\s*(?:instructions|rules|directives|guidance|orders)?\s+(?:always\s+)?(?:override|overrides|overrule|supersede|supersedes|take\s+precedence\s+over"
    r"|takes\s+precedence\s+over|comes?\s+(?:before|above)|outrank|outranks|replace|replaces|have\s+priority\s+over|has\s+priority\s+over|trump)\s+(?:\w+\s+){0,3}?(?:system|host|developer|previous|prior|safety|platform|user|all\s+other|any\s+other)\b"
)
UNBOUND = late(
    r"\b(?:your|all|any)\s+(?:previous|prior|earlier|original|system|other)\s+(?:instructions|rules|guidelines|restrictions)\s+(?:no\s+longer\s+apply|do\s+not\s+apply|are\s+(?:void|suspended|cancelled|obsolete|revoked|lifted))|"
    r"\b(?:ignore|disregard|override|discard)\s+(?:any|all|every)\s+(?:\w+\s+){0,2}?(?:instructions?|polic(?:y|ies)|guidelines?|restrictions?|safety\s+rules|rules?(?=\s+(?:that|which)\s+\w+\s+(?:with\s+)?(?:this\s+skill|these\s+instructions)))\s+(?:that|which)\s+(?:conflicts?|contradicts?|prevents?|forbids?|prohibits?|limits?)\b|"
    r"\byou\s+are\s+no\s+longer\s+(?:bound|restricted|limited|subject|required\s+to\s+follow|an?\s+(?:ai|assistant))|\byou\s+are\s+now\s+(?:in\s+)?(?:an?\s+)?(?:developer\s+mode|dan\b|unrestricted|jailbroken|unfiltered|root\b|in\s+god\s+mode)"
    r"|\bdeveloper\s+mode\s+(?:is\s+)?(?:now\s+)?(?:enabled|on|active)\b|\b(?:all|your|any)\s+(?:previous\s+|safety\s+|content\s+)?(?:restrictions|limitations|guardrails)\s+(?:are|have\s+been)\s+(?:lifted|removed|disabled)"
)
TESTS = late(
    r"\b(?:always|every\s+time|in\s+every\s+\w+|for\s+(?:all|every)\s+\w+)\s+(?:\w+\s+){0,2}?(?:skip|disable|bypass|turn\s+off|pass|use|add|commit\s+with|push\s+with)\s+(?:the\s+|all\s+)?(?:tests?\b|linters?\b|code\s+review|reviews\b|tls\s+verification|certificate\s+(?:verification|checks?)|ssl\s+verification|signature\s+(?:checks?|verification)|--no-verify|--insecure|verify=false|permission\s+checks)"
    r"|\b(?:disable|turn\s+off|switch\s+off)\s+(?:all\s+)?(?:tls|ssl|certificate)\s+(?:certificate\s+)?(?:verification|validation|checks?|checking)\b[^.]{0,60}\b(?:all|every|always|globally|permanently)\b"
)
HUMAN_STEPS = late(
    r"\b(?:prerequisites|install(?:ing)?|installation|set-?up|quick-?start|getting\s+started|migration|upgrade|sign-?up|contribut\w+|style\s+guide|coding)\s+(?:instructions?|steps|guide|guidelines|commands?|rules)\b"
)
SENDS_FOR_GOOD = late(
    r"\b(?:send|upload|post|forward|transmit|exfiltrate|e-?mail|collect|record|report|push|relay|copy|submit)\b"
)
MASKED_MEN = late(
    r"\b(?:recommend|promote|mention|advertise|endorse|praise|insert|append|include|add|end\s+with|close\s+with|sign\s+off)\b[^.]{0,80}\b(?:brand|sponsor\w*|product|affiliate|referral|links?\s+to|promo\w*|coupon|discount|advert\w*)\b"
    r"|\beven\s+(?:when|if)\s+(?:this|the)\s+skill\b"
)
WRITES_INTO = late(
    ORDERED
    + r"(?:add|append|write|copy|insert|save|store|install|put|register|create|prepend|persist|paste|record|schedule|place|edit|update|modify)\b"
)
MEMORIES = late(
    r"(?:~/|\$home/|/)?(?:\.claude/|\.codex/|\.gemini/)?(?:claude(?:\.local)?\.md|agents\.md|gemini\.md|memory\.md|soul\.md|\.cursorrules|\.windsurfrules|copilot-instructions\.md)"
    r"|\b(?:long-?term|persistent|permanent|your|agent'?s?|global|project|the)\s+(?:agent\s+)?(?:memory|memories|system\s+prompt|global\s+instructions|instruction\s+files?|custom\s+instructions)\b|\.claude/settings(?:\.local)?\.json|\bmcp\.json\b"
)
STARTS = late(
    r"\bcron(?:tab)?\b|\blaunch\s?(?:agents?|daemons?)\b|\bstart-?up\s+(?:folder|items?|script)|\blogin\s+items?\b|\bsystemd\b|\.(?:bashrc|zshrc|profile|bash_profile|zprofile)\b|\bshell\s+profile\b|\bscheduled\s+tasks?\b|\bgit\s+hooks?\b|\bautostart\b"
)
LASTING = late(
    r"\b(?:so\s+that|so)\s+(?:it|they|this\s+skill|these\s+(?:instructions|rules)|the\s+(?:rule|rules|skill|instructions))\s+(?:\w+\s+)?(?:appl(?:y|ies)|survives?|stays?|remains?|persists?|loads?|runs?|starts?|is\s+active|are\s+active|is\s+followed|are\s+followed)\b[^.]{0,60}\b(?:every|all|future|each|reboot|remov|uninstall|delet|later)|\b(?:of|in|to|for)\s+(?:every|all(?:\s+of)?(?:\s+your)?(?:\s+future)?|each)\s+(?:projects?|repositor(?:y|ies)|sessions?)\b[^.]{0,40}\b(?:you|from\s+now|open)"
    r"|\beven\s+(?:if|after|when)\s+(?:this|the)\s+skill\s+(?:is|has\s+been|was)\s+(?:removed|uninstalled|deleted|disabled)|\b(?:survives?|after)\s+(?:the\s+)?(?:removal|uninstall\w*)\b"
)
