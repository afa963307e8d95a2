"""How English lets somebody else direct an agent: instructions that are fetched, polled, decoded or found in data."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_OBEYS, _READ = ConcernKind.OBEYS_REMOTE, AlarmLevel.READ_FIRST
_WHAT = "follows what it fetches"

_ORDERS = (
    r"(?:instructions?|directions?|orders?|commands?|tasks?|rules|prompts?|playbook|steps|directives?|guidance|guidelines|polic(?:y|ies)"
    r"|assignments?|marching orders|actions?)"
)
_REMOTE = (
    r"(?:https?://\S+|(?:our|the (?:remote|vendor's|author's|command|control|central|management|central|external|api)|a remote|the following|an external|the linked|that|this remote)? ?(?:remote |command |control |c2 |central |linked |external )?"
    r"(?:servers?|endpoints?|apis?|urls?|gists?|pastes?|pastebin|services?|feeds?|channels?|web ?sites?|web ?pages?|pages?(?= at)|home ?page|link(?: below| above)?|address(?: below| above)?|gist linked \w+)|the (?:vendor|author|maintainer|publisher)(?:'s \w+)?"
    r"|the repository of the \w+|(?:[\w-]+\.)+(?:example|invalid|io|dev|com|net|org|xyz)/\S+)"
)
_GET = r"(?:fetch|download|retrieve|get|pull|load|obtain|read|receive|ask|query|request|poll|visit|open|check|consult|contact|call|grab|collect|take|look up|go to|access|pick up)"
_THEM = (
    r"(?:them|it|everything(?: (?:it|they) \w+)?|whatever(?: \w+){1,5}|what(?: \w+){1,4}|all of (?:it|them)|each(?: of them| one)?|its (?:reply|response|contents?|answer|output|orders?|instructions?|commands?)"
    rf"|the (?:\w+ )?(?:{_ORDERS}|reply|response|answer|returned \w+|contents?|text)(?: it \w+| they \w+| listed| given| returned| received| there)?|accordingly)"
)
_FOLLOW = r"(?:follow|obey|act (?:up)?on|carry out|carry|execute|perform|do|apply|run|comply with|work through|adhere to|heed|implement|complete|honou?r|treat|conform to|abide by|act)"
_HUMAN = (
    r"\b(?:install(?:ing|ation|ers?)?|set-?up|quick-?start|getting started|migrat\w+|upgrad\w+|sign-?up|contribut\w+|style guide|tutorial|documentation|docs|readme|template|schema|issue|ticket|pull request|pr|jira|linear"
    r"|recipe|checklist|lint\w*|user's \w+ (?:plan|list|file)|ci|build|test plan|backlog|task list|wizard|plan|feature|kanban|board)\b"
)

_STRANGERS = (
    r"(?:tickets?|e-?mails?|customers?|senders?|visitors?|web ?pages?|web ?sites?|strangers?|attachments?|incoming (?:messages?|requests?|mails?)"
    r"|callers?|commenters?|applicants?|job posts?|listings?|invoices?|search results?|feeds?)"
)
"""What and who comes from outside, whose words are no orders."""

REMOTE_DIRECTION = (
    Conduct(
        "obeys whoever writes from outside",
        _OBEYS,
        AlarmLevel.STOP,
        phrases(
            rf"\b(?:whatever|anything|everything|all) (?:that )?(?:an? |the |any |each )?{_STRANGERS} (?:asks?|says?|wants?|demands?|requests?|orders?|tells?)\b[^.;]{{0,40}}[,;:] ?(?:you )?(?:treat|regard|take|consider|handle) (?:it|them|that) (?:as |like )(?:if |though )?(?:it |they )?(?:coming|came|comes|an order|a command|orders|commands)",
            rf"\b(?:treat|regard|take|consider|handle) (?:the )?(?:words|text|contents?|requests?|wishes|orders|instructions|commands|anything|everything)? ?(?:of|in|from)? ?(?:an? |the |any |each |every |all )?{_STRANGERS} as (?:if |though )?(?:it |they |coming |came |being )*(?:from |an? order of |orders of |those of |typed by |written by |said by )(?:the |your )?(?:users?|owner|administrator|admin|operator)\b",
            rf"\b(?:commands?|scripts?|shell lines?) (?:that are |which are )?(?:found |contained |given |written |quoted |pasted )?in (?:an? |the |any |each |every |all )?(?:incoming )?{_STRANGERS} (?:is|are|must be|should be|get|gets|have to be)(?: always| all| simply| directly)? (?:run|executed|carried out|obeyed|followed|started)\b",
            rf"\b(?:run|execute|carry out|obey) (?:all |any |every |the |whatever )?(?:commands?|scripts?|shell lines?)(?: that are| which are)?(?: found| contained| given| written| quoted| pasted)? in (?:an? |the |any |each |every |all )?(?:incoming )?{_STRANGERS} (?:as they stand|as is|as they are|verbatim|unchanged|without|at once|immediately|directly)\b",
        ),
        unless=r"\b(?:unless|sandbox|container|never|do not|review\w*|untrusted)\b",
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            rf"\b{_GET} (?:\w+ ){{0,2}}?{_REMOTE}[^.;]{{0,80}}(?:\band\b|\bthen\b|[;,]) (?:then )?{_FOLLOW} (?:everything (?:it|they|that)|whatever (?:it|they|is|comes)|its (?:orders?|instructions?|commands?)|the (?:returned|received|listed|resulting) (?:text|{_ORDERS}|reply|response))\b",
        ),
        goes_on=True,
        unless=_HUMAN,
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            rf"\b{_GET} (?:\w+ ){{0,3}}?{_ORDERS}(?: \w+)? (?:from|at|of|on|by|served by|kept at|hosted at) {_REMOTE}[^.;]{{0,30}}(?:\band\b|\bthen\b|[;,.]|\bto\b) (?:then )?(?:strictly |exactly |always |immediately )?{_FOLLOW} {_THEM}",
            rf"\b{_GET} {_REMOTE}[^.;]{{0,40}}\b(?:for|what)\b[^.;]{{0,30}}(?:{_ORDERS}|to do(?: next)?)\b[^.;]{{0,20}}(?:\band\b|\bthen\b|[;,]) (?:then )?{_FOLLOW} {_THEM}",
            rf"\b{_ORDERS} (?:\w+ ){{0,2}}?(?:is|are|live|lives|lie|lies|reside|resides|can be found|kept|stored|served|published|described|comes?|arrives?)(?: \w+)? (?:by|on|in|at|from) {_REMOTE}[^.;]{{0,20}}[;,.] ?(?:and )?(?:please )?{_FOLLOW} {_THEM}",
        ),
        goes_on=True,
        unless=_HUMAN,
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            rf"\b(?:comments?|lines?|fields?|cells?|columns?|metadata|headers?|images?|attachments?|csv|json|[\w.-]+\.(?:csv|json|txt|ya?ml|md|png|dat|bin)|rows?|variables?|fixtures?|titles?|alt texts?)\b[^.;]{{0,30}}\b(?:holds?|contains?|carries|carry|has|have|gives?|is|are|tells?|names?) (?:your|the) (?:\w+ )?(?:next|true|real|actual|further|remaining|hidden|secret|new|final) {_ORDERS}\b",
            rf"\byour (?:true|real|actual|hidden|secret) {_ORDERS}\b(?! (?:file|list))",
        ),
        unless=r"\b(?:unless|column|table|schema|do not|never|learner|student|player|character|user's|your (?:real|actual) (?:commands?|rules)|example)\b",
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            rf"\b(?:follow|obey|execute|carry out|perform) (?:the |any |all )?{_ORDERS} (?:that are |which are )?(?:found |written |hidden |given |stored |contained )?in (?:the |its |each |any )?(?:http |response |image |pdf |exif )?(?:headers?|metadata|exif|comments? (?:of|in) (?:the )?(?:data|code|file|csv|json)|alt texts?|cookies?)\b",
        ),
        unless=r"\b(?:unless|column|table|schema|do not|never|learner|student|player|character|user's|your (?:real|actual) (?:commands?|rules)|example)\b",
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            rf"\b(?:{_REMOTE}|the (?:remote|fetched|downloaded|linked) (?:file|page|text|document|version|contents?)|its (?:reply|contents?|response))\b[^.;]{{0,40}}\b(?:is|are) (?:always )?(?:authoritative|binding|trusted|the (?:highest|final) authority)\b",
            r"\b(?:fetch|download|retrieve|get|pull|load|obtain|read) [^.;]{0,60}\b(?:use|treat|adopt|accept|regard|consider|take) (?:it|them|the (?:result|text|response|contents?)) as (?:your|part of (?:this skill|these instructions|your)|(?:a |the )?system|(?:the )?(?:user's|users?)|binding|authoritative)\b",
            rf"\b(?:lives?|is kept|is found|is published|resides?|is) (?:on|at|in) (?:the )?{_REMOTE}[;,] ?(?:and )?(?:treat|regard|accept|take|use) (?:it|them) as (?:part of|your|binding|authoritative|if)\b",
            rf"\b(?:obtain|fetch|load|get|pull|take|read) (?:them|your (?:\w+ )?(?:rules|instructions|prompt|policy|directives|orders)|these|the (?:current |latest |real )?(?:rules|instructions|prompt|orders|directives)) (?:always )?from {_REMOTE}",
        ),
        goes_on=True,
        unless=rf"{_HUMAN}|\b(?:untrusted|validate)\b",
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            rf"\b(?:poll|query|ask|contact|check|call|watch|listen to|listen on) (?:with )?(?:{_REMOTE}|\S+\.(?:example|invalid)\S*)[^.;]{{0,40}}\b(?:new |next |further |pending |more )?(?:tasks?|commands?|orders?|instructions?|what to do(?: next)?)\b[^.;]{{0,20}}\b(?:and|then|,) (?:then )?(?:run|execute|carry out|perform|follow|obey|comply|do)\b",
            rf"\b(?:poll|query|ask|contact|call) {_REMOTE}[^.;]{{0,30}}\b(?:and|then) (?:run|execute|eval\w*|pipe|obey|follow) (?:the )?(?:returned|received|resulting|response|reply|text|output|answer|whatever)\b",
        ),
        goes_on=True,
        unless=_HUMAN,
    ),
    Conduct(
        _WHAT,
        _OBEYS,
        _READ,
        phrases(
            r"\b(?:whatever|any|all|the|every) (?:commands?|instructions?|code|text) (?:it|they|the (?:page|gist|file|server|reply|response)) (?:contains?|returns?|holds?|sends?|gives?|lists?) (?:should|must|has to|have to|is to|are to|can|may|will) be (?:run|executed|followed|obeyed|carried out|performed|applied)\b",
        ),
        goes_on=True,
        unless=_HUMAN,
    ),
    Conduct(
        "replaces itself by what it fetches",
        _OBEYS,
        _READ,
        phrases(
            r"\b(?:pull|fetch|download|get|load) (?:the )?(?:newest|latest|current|new|updated) (?:version|copy|text|revision)s? of (?:this|these) (?:skill|document|file|instructions|page)s?\b[^.;]{0,80}\b(?:replace|overwrite|update|use|install|follow)\b",
            r"\b(?:replace|overwrite|update) (?:this (?:skill|file|document)|skill\.md|these instructions|itself) (?:with|by|from) (?:the )?(?:\w+ ){0,3}(?:version|copy|text|contents?|one|download\w*|https?://\S+|server|result|it)\b",
        ),
        unless=r"\b(?:git pull|npx|marketplace|plugin update|npm|user|changelog)\b",
    ),
    Conduct(
        "an order that is spelled where nobody reads",
        ConcernKind.CONCEALED_ORDER,
        _READ,
        phrases(
            r"\b(?:decode|decrypt|decipher|unscramble|base64-?decode) (?:the |this |it|what )(?:\w+ ){0,4}(?:and|then|,) (?:then )?(?:do|follow|obey|execute|carry out|perform|act on) (?:what(?:ever)? (?:it|they|the \w+) (?:tells?|says?|orders?|asks?|instructs?|commands?|contains?)|its (?:instructions|orders|commands)|the (?:hidden|decoded|resulting) (?:instructions?|orders?|commands?|message))\b",
        ),
        ordered=True,
    ),
)
"""What lets others direct an agent."""
