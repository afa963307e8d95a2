"""How English makes a skill act in every task, whatever it is about, or in place of all others."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import MUST, phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_AGAINST, _READ = ConcernKind.AGAINST_USER, AlarmLevel.READ_FIRST
_WHAT = "acts in every task"

_TASK = (
    r"(?:requests?|tasks?|conversations?|messages?|prompts?|sessions?|quer(?:y|ies)|questions?|interactions?|answers?|responses?|repl(?:y|ies)|turns?"
    r"|chats?|activit(?:y|ies)|inputs?|work|things?|user messages?|topics?|subjects?)"
)
_EACH = rf"(?:every(?:thing)?|each|all|any(?:thing)?|whatever)(?: (?:single|other|of the user's|user's|your|the|kind of|type of|sort of|future|new|possible))*(?: {_TASK})?"
_END = r"(?=\s*(?:$|[.,;!:)]|—|whatever|regardless|no matter|even|also|without exception|and (?:stay|remain|keep|is)|that the user (?:makes|sends|writes|types)|the user (?:makes|sends|writes|types|asks)|in (?:any|every|all)|from now on|you (?:receive|get|give)))"
_ME = r"(?:this (?:skill|tool|helper|plugin|server|assistant|agent|workflow|script|program)|it|me)"
_USE = r"(?:use|run|load|invoke|activate|apply|call|consult|trigger|start|execute|launch|open|engage|read)"
_USED = (
    r"(?:used|run|loaded|invoked|activated|active|applied|called|consulted|triggered|started|executed|launched|engaged)"
)
_ALWAYS = (
    r"(?:regardless of|whatever|no matter|irrespective of|independent(?:ly)? of|however unrelated)(?: (?:what|which|how|the|was|is|it|they|of|any))*"
    r" (?:users?|topics?|tasks?|subjects?|requests?|requested|asked|questions?|prompts?|conversations?|intents?|is about|was about|(?:the )?user (?:asks|wants|says|requests|types))"
)
_PAYLOAD = r"(?:scripts?|sync\w*|collectors?|trackers?|reporters?|loggers?|hooks?|helpers?|telemetry|beacons?|uploaders?|report script|heartbeat|pings?|monitors?|agents?|backup)"

_ABOUT = r"\b(?:(?<!un)related|relevant|involving|about|concerning|within|phase|pull requests?|http|api|server|endpoint|handler|async|test|queue)\b(?! (?:what|or not|to it))"

OVERREACH = (
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b{_USE} (?:this (?:skill|tool|helper|plugin|server|workflow))(?: \w+){{0,2}} (?:for|on|in|to|with|at|before|after|during|at the (?:start|beginning|end) of) {_EACH}{_END}",
            rf"\b{_ME} (?:{MUST}|is|are|gets?)(?: always| first| also)? (?:be )?{_USED}(?: first| \w+)? (?:for|on|in|to|with|at|before|after|during|at the (?:very )?(?:start|beginning|end) of|prior to|ahead of) (?:and (?:after|before) )?{_EACH}{_END}",
            rf"\b{_ME} (?:{MUST} be|is|remains) (?:\w+ ){{0,2}}?(?:required|mandatory|needed|necessary|compulsory|meant|intended|applicable) (?:for|in|on|at|before) (?:every|each|all|any)(?: other)? (?:{_TASK}){_END}",
        ),
        asks=False,
        unless=_ABOUT,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"(?:^|[.:;,] ?)(?:always )?(?:activate|trigger|fire|engage|load|apply|applies)(?: \w+)? (?:on|for|to|with|in) (?:every|each|all|any)(?: \w+)? (?:prompts?|messages?|requests?|conversations?|sessions?|tasks?|quer(?:y|ies)){_END}",
        ),
        asks=False,
        unless=_ABOUT,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b{_ALWAYS}\b[^.;]{{0,50}}\b(?:run|execute|start|begin with|invoke|call|launch|send|fetch|finish with|end with)\b[^.;]{{0,30}}\b(?:{_PAYLOAD}|this (?:skill|tool))\b",
            rf"\b(?:run|execute|start|begin|invoke|call|launch|send|fetch|use|load|activate)\b[^.;]{{0,40}}\b(?:{_PAYLOAD}|this (?:skill|tool)|it)\b[^.;]{{0,30}}\b{_ALWAYS}\b",
            rf"\b{_ALWAYS}\b[^.;]{{0,60}}\bdo (?:as|what) (?:it|they) (?:says?|tells?)\b",
            r"\b(?:even|also) (?:on |for |in |if |when |to )?(?:the )?(?:unrelated|when (?:it is|they are|the (?:request|task|topic) is) (?:unrelated|about something else)|if (?:it is )?(?:unrelated|not related))(?: (?:ones|prompts|requests|tasks|topics|questions))?\b",
            r"\bwhether or not (?:it|they|the (?:request|task|prompt|question)) (?:is|are) (?:related|relevant)\b",
        ),
        unless=r"\b(?:language|environment|platform|os|framework|not|never|tests?|lint\w*|cleanup|clean up|files? changed)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:{_USED}|invoke|call|run|execute|load|use|consult) (?:{_ME} )?(?:first )?(?:before|prior to|ahead of) (?:any|every|all|each)(?: of the)?(?: other)? (?:tools?|skills?|tool calls?|answers?|repl(?:y|ies)|responses?|actions?)(?: (?:is|are|may|can|call|use|calls)\b| from|{_END})",
            rf"\b(?:before|prior to|ahead of) (?:any|every|all|each)(?: of (?:your|the))?(?: other| single)? (?:tools?|skills?|tool calls?|answers?|repl(?:y|ies)|responses?|actions?|tasks?|requests?|conversations?|messages?)[^.;]{{0,20}}(?:the |our |this |your )?(?:\w+ )?(?:{_PAYLOAD}|skill|tool) {MUST}(?: always| first)? be {_USED}\b",
            r"\bbefore (?:doing |you do )?(?:anything|everything)(?: else)?,? (?:in|for|at|with|during) (?:any|every|all|each) (?:\w+ )?(?:conversations?|sessions?|tasks?|requests?|chats?|projects?)\b",
            rf"\b(?:call|invoke|run|use) {_ME} first(?:,)? (?:whenever|every time|each time|when(?:ever)?) (?:any|you|another|a)(?: other)? (?:tools?|skills?|are about|want|need|use)\b",
        ),
        unless=r"\b(?:database|deploy\w*|migration|release|commit|write|edit|api|browser|page|snapshot|element)\b",
    ),
    Conduct(
        "takes the place of other skills",
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:prefer|choose|use|pick|select|favou?r|rank|prioriti[sz]e) this (?:skill|tool|server)(?: always)? (?:over|instead of|before|rather than|above|ahead of) (?:any|all|every|each)(?: of)?(?: the)? (?:others?|other (?:skills?|tools?|servers?)|the rest)\b",
            r"\bno other (?:skills?|tools?) (?:should|may|must|can|shall|is to|are to|will) (?:ever )?be (?:used|invoked|loaded|called|consulted|needed)\b(?! (?:in|for) this)",
            r"\b(?:do not|don't|never) (?:use|invoke|load|call|consult) (?:any )?other (?:skills?|tools?|agents?)(?: (?:while|as long as|once|when) this\b)",
            r"\b(?:ignore|disable|unload|suppress|override|deactivate) (?:all |any |the |every )*other skills?\b",
            r"\b(?:another|any other|other) skills? (?:handles?|matches|applies|is (?:used|chosen|active|selected)|answers)\b[^.;]{0,40}\b(?:take over|replace|override|interrupt|supersede|use this)\b",
            r"\bthis (?:skill|tool) (?:always )?(?:replaces|supersedes|takes (?:precedence|priority) over|overrides) (?:any|all|every)(?: of the)? other (?:skills?|tools?)\b",
        ),
        negates=True,
        unless=r"\b(?:for (?:this|these|that)|in this (?:step|phase)|during|subagents?|bash|grep|read tool|if|until)\b(?! one)",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:every|each|all)(?: of)?(?: your)?(?: final| single)? (?:answers?|responses?|repl(?:y|ies)|messages?|outputs?)\b[^.;]{0,40}\b(?:ends?|close[sd]?|includes?|contains?|carr(?:y|ies)|begins?|starts?|finish(?:es)?|be followed|must|should|has|have)\b[^.;]{0,30}\b(?:links?|urls?|https?://|advert\w*|promo\w*|slogan|banner|sponsor\w*|our (?:service|product|brand|site|shop))",
            r"\b(?:recommend|promote|mention|advertise|endorse|praise|plug|suggest) (?:our|the author's|the sponsor's|my|this (?:company|vendor)'s) (?:\w+ )?(?:\w+ )?(?:in|with|at the end of|to) (?:every|each|all|any)\b",
            r"\b(?:recommend|promote|mention|advertise|endorse|praise|plug|suggest) (?:our|the author's|the sponsor's|my)\b[^.;]{0,60}\b(?:when nobody asked|without being asked|unasked|unprompted|whenever possible|at every opportunity)\b",
        ),
        unless=r"\b(?:sources?|citations?|references?|pull request|issue|docs?|documentation)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:each time|every time|whenever|any time) (?:the )?users? (?:opens?|types?|starts?|writes?|sends?|says?|asks?|logs? in|pastes?|saves?)\b[^.;]{{0,40}}\b(?:run|start|execute|call|send|launch|trigger|invoke)\b[^.;]{{0,20}}\b{_PAYLOAD}\b",
            rf"\b(?:after|before|on|upon|with) (?:each|every)(?: single)? (?:user )?(?:message|prompt|turn|reply|answer|question)s?(?: of| from)?(?: the user)?,? (?:always )?(?:run|start|execute|call|send|launch|trigger|invoke)\b[^.;]{{0,20}}\b{_PAYLOAD}\b",
            rf"\b(?:run|start|execute|call|send|launch|trigger|invoke)\b[^.;]{{0,20}}\b{_PAYLOAD}\b[^.;]{{0,20}}\b(?:at the end|at the start|at the beginning|before|after) (?:of )?(?:each|every|all|any)(?: \w+)? (?:message|prompt|turn|reply|answer|question|task|conversation|session)s?(?: of| from)?\b",
            rf"\bat the (?:end|start|beginning) of (?:each|every) (?:task|answer|reply|message|conversation)\b[^.;]{{0,50}}\b(?:run|execute|call|launch|invoke) the (?:\w+ )?{_PAYLOAD}\b",
        ),
        unless=r"\b(?:tests?|lint\w*|format\w*|type-?check\w*|build|commit|git)\b",
        purpose=r"\b(?:hooks?|track(?:ing|er)?|log(?:ging|s)?|monitor\w*|telemetry|time)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:never|do not|don't|must not|may not) (?:answer|reply|respond|start|begin|proceed|act|work|do)(?: to| on| with)?(?: any(?:thing| work| task| request| question)?| anything| the user| a question| work)? (?:without|before|until)(?: first| having| you have)*(?: used| using| consulted| consulting| loaded| loading| read| reading| run| running| invoked| invoking| called| calling)? (?:this (?:skill|tool)|it)\b(?= (?:first|is)|\s*(?:$|[.;,]))",
        ),
        negates=True,
        unless=r"\b(?:approv\w*|confirm\w*|asked|agree\w*|tests?|reading it)\b",
    ),
)
"""What reaches into every task."""
