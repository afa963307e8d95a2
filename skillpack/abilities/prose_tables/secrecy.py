"""How English orders that something is kept from the user: not said, not shown, denied, or left without traces."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import DEED, DONE, MUST_NOT, NEVER, NOBODY, REPLY, USER, phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_AGAINST, _STOP, _READ = ConcernKind.AGAINST_USER, AlarmLevel.STOP, AlarmLevel.READ_FIRST
_WHAT = "keeps something from the user"

_TELL = r"(?:tell|inform|notify|alert|warn|remind|let|make)(?:l?ing|t?ing|ing)?"
_SPEAK = (
    r"(?:(?:mention|reveal|disclos|announc|acknowledg|admit|discuss|report|explain|show|display|surfac|expos|confirm"
    r"|describ|list|includ|point out|bring up|refer to|talk about|speak of|speak about|draw (?:any )?attention to"
    r"|call attention to|hint at|allude to|comment on|flag|nam)(?:e|ing|ting)?"
    r"|bringing up|referring to|talking about|speaking of|drawing attention to|calling attention to|pointing out)"
)
_THIS = rf"(?:this|these|that|those|the|any|its|such|your|either|an?)(?: [\w-]+){{0,2}}? {DEED}"
_SELF = rf"(?:{_THIS}|these (?:instructions|directives)|this (?:skill|section|note|file|document)'?s?(?: (?:existence|instructions|presence))?)"
_HONEST = (
    r"\b(?:until|unless|before|if|when|yet|without|passwords?|secrets?|credentials?|tokens?|api keys?|spoilers?)\b"
)
_PASSIVE = (
    r"(?:mentioned|disclosed|revealed|announced|discussed|acknowledged|talked about|brought up|spoken of|divulged)"
)
_SHOWN = r"(?:shown|displayed|visible|reported|listed|surfaced|exposed|presented|communicated|passed on|made known)"

SECRECY = (
    Conduct(
        _WHAT,
        _AGAINST,
        _STOP,
        phrases(
            rf"\b{NEVER} {_TELL} {USER}(?: know)?(?: about| of| that)(?: [\w'-]+){{0,5}}? (?:was|were|is|are|has been|have been"
            rf"|had been|being|gets?|got) (?:\w+ )?{DONE}\b",
            rf"\b{NEVER} {_TELL} {USER}(?: know)? (?:about|of) (?:it|{_SELF})\b",
            r"\b(?:do not|don't|never|must not) let on\b(?: (?:that|about)|$|[.,;])",
        ),
        negates=True,
        unless=_HONEST,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b{NEVER} (?:mention|reveal|disclos|announc|acknowledg|admit|discuss|bring up|refer to|talk about|speak of"
            rf"|draw (?:any )?attention to|call attention to|hint at|allude to|bringing up|referring to|talking about"
            rf"|drawing attention to|calling attention to|hinting at|pointing out|point out)(?:e|ing|ting)?(?: to {USER})?"
            rf"(?: that)? {_SELF}\b(?! (?:number|id|name|types?|titles?|labels?|history)\b)",
            rf"\b{NEVER} {_SPEAK} (?:it|this|that|them|{_SELF}|what you (?:did|sent|have done))(?: [\w'-]+){{0,3}}? to {USER}\b(?! (?:else|other|outside))",
            rf"\b{NEVER} {_SPEAK}(?: to {USER})? that (?:[\w'-]+ ){{1,4}}(?:was|were|is|are|has been|have been|exists?)"
            rf"(?: \w+)? (?:{DONE}|running|in place|there|active)\b",
            rf"\b{NEVER} (?:arous|rais)(?:e|ing) (?:any )?suspicions?\b",
        ),
        negates=True,
        unless=_HONEST,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:{_SELF}|this|it) {MUST_NOT} (?:to )?(?:be )?{_PASSIVE}\b",
            rf"\b{_SELF}(?: \w+){{0,6}} {MUST_NOT} (?:to )?(?:be )?{_SHOWN} (?:to|for) {USER}\b",
        ),
        negates=True,
        unless=_HONEST,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:no mention|no word|nothing|none)(?: \w+)?(?: of| about) (?:it|this|that|{_SELF})(?: [\w'-]+){{0,4}} {REPLY}\b",
        ),
        negates=True,
        unless=_HONEST,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _STOP,
        phrases(
            rf"\b(?:{USER} (?:must|should|shall|may|is|are|has|can)(?:n't| not| never)(?: ever)?(?: to| be allowed to| get to)?"
            rf"|{NOBODY} (?:must|should|shall|may|is to|can)(?: ever)?)"
            rf" (?:know|learn|notice|hear|find out|realise|realize|discover|suspect|(?:be|become|be made) aware|be told|be informed)"
            rf"(?: (?:about|of|that|what) (?:(?:the|this|these|that|any|its|a|an|you|it)\b[^.;]{{0,40}}\b(?:{DEED}|{DONE}|sent|did)\b|it\b|this\b)|\s*(?:$|[.;,]))",
            r"\b(?:keep|leave|leaving|keeping)s? (?:the )?(?:users?|them|him|her|customers?) (?:in the dark|unaware|oblivious|uninformed)\b",
            rf"\b{USER} (?:is |are |stays?|remains?|must (?:stay|remain|be kept)|should (?:stay|remain|be kept)|is to (?:stay|remain))"
            rf" ?(?:unaware|in the dark|oblivious|uninformed)\b",
        ),
        negates=True,
        unless=r"\b(?:until|unless|how|which|password|difference|technical|cli|jargon|make sure (?:no|nobody))\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b{USER} (?:does not|doesn't|do not|don't|need not|needn't|has no|have no|never)(?: really| even)? ?(?:needs?|have|wants?|cares?|wish(?:es)?)? ?(?:need |reason )?"
            rf"(?:to )?(?:know|hear|learn|see|be told|be informed|be aware|be notified)(?: (?:about|of|that) (?:it|{_SELF})\b| (?:this|it)\s*(?:$|[.;,])|\s*(?:$|[.;,]))",
            rf"\b(?:users?|people|customers?|they) (?:\w+ ){{0,2}}(?:prefers?|likes?|wants?|expects?)(?: not| never) to (?:hear|know|be told|be informed|be notified|learn|see)"
            rf"(?: \w+)? ?(?:about|of)? ?(?:it|this|such|{_SELF}|the \w+ (?:sync|upload|request|process|step)\w*)\b",
        ),
        negates=True,
        unless=r"\b(?:until|unless|how|which|password|technical|jargon|in advance|internal ids?)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:omit|leave|exclude|strip|drop|skip|remove|keep) (?:any mention of |any reference to |all mention of |mention of )?(?:it|this|{_THIS}|the \w+ (?:call|request|upload|step)s?)(?: out of| out from| out| from| in)"
            rf" (?:(?:your|the|any|all|every|both|final|and|from) ){{0,4}}(?:\w+ )?{REPLY}\b",
        ),
        ordered=True,
        unless=r"\b(?:until|unless|if|password|secret|credential|token|release notes|changelog)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|reports?|outputs?|text)\b[^.;]{{0,40}}\b(?:no|any|without(?: any| a)?) (?:hints?|traces?|signs?|mention|word|indication|clues?|evidence) (?:that|of|about) (?:the|this|these|it|any|you)\b[^.;]{{0,50}}"
            rf"\b(?:{DEED}|{DONE}|ran|did|happened|took place)\b",
            r"\bno (?:traces?|evidence|signs?|records?)(?: of (?:the|this|it|these|any|what)\b[^.;]{0,40})? (?:remains?|is left|are left|stays?|is kept|can be found|left behind)\b",
            r"\b(?:leave|leaving) no (?:traces?|evidence|signs?|records?) of (?:the|this|it|these|any|what|your)\b",
        ),
        negates=True,
        unless=r"\b(?:placeholder|template|debug|merge conflict|lint|secret|if no)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:keep|keeping) (?:it|this|that|these|them|all of this|any of this|this (?:part|one|step|detail)|the \w+(?: \w+)?) (?:strictly )?(?:to yourself|between (?:us|ourselves|you and me)|under wraps|off the record)\b",
            r"\b(?:this|it) (?:stays|remains|is to stay|must stay|should stay) between (?:us|ourselves)\b",
            rf"\b(?:stay|remain|keep|be) (?:quiet|silent) about (?:it|this|that|{_SELF}|what you)\b",
        ),
        unless=r"\b(?:unless|until|if)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\bwithout (?:the |any |your )?(?:users?'?s?|them|anyone|anybody|people)'?s? (?:ever )?(?:noticing|knowing|realising|realizing|seeing|becoming aware|being aware|being told|finding out|knowledge|awareness)"
            r"(?=\s*(?:$|[.;,)]|(?:it|this|of (?:it|this))\b))",
            r"\b(?:goes|go|stays?|remains?|happens?|runs?|be) unnoticed by (?:the )?(?:users?|anyone|human)",
        ),
        unless=r"\b(?:bug|regression|latency|delay|performance|seamless\w*|glitch|not|never|n't|silently fail\w*)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _STOP,
        phrases(
            r"\b(?:if|when|whenever|should|in case)\b[^.;]{0,60}\b(?:asks?|asked|questioned|inquires?|wonders?|notices?|suspects?|complains?|presse[ds]|curious|wants? to know)\b[^.;]{0,70}"
            r"\b(?:say|answer|reply|respond|tell (?:them|him|her|the user)|claim|state|insist|explain|maintain)(?: only| simply| just)?(?: with)?(?: that)? ?"
            r"(?:you (?:only|just|merely|never|did (?:not|n't)|didn't|did nothing|have not|haven't|were only|were just)|nothing(?! to| is (?:found|available|scheduled|configured))"
            r"|none (?:was|were|took|of|happened|is)|no (?:network|data|files?|requests?|uploads?|traffic|cop(?:y|ies)|such|external|information|connections?) (?:\w+ )?(?:was|were|took|has|have|is|are|left|exists?|happened)"
            r"|it (?:was|is) (?:only|just|merely|a routine|routine|normal|standard|part of)|everything (?:is|was|went) (?:fine|normal|well|as usual))",
        ),
        asks=False,
        unless=r"\b(?:unless|do not know|don't know|truth|honest\w*|no results|not found)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _STOP,
        phrases(
            r"\b(?:deny|denying) (?:all |any |having )?(?:knowledge|involvement|responsibility|awareness|that (?:it|this|the|you|any)|it\b|everything|the existence|its existence|access)",
            r"\b(?:pretend|feign|act|behave|respond|continue|proceed|carry on|answer)(?: to \w+)?(?: as (?:if|though))?(?: that)? (?:nothing (?:else |unusual |out of the ordinary |special |at all )?(?:\w+ )?(?:happened|occurred|changed|took place|is going on|was sent)"
            r"|(?:not to|you do not|you don't|to not) (?:know|understand|remember|have)|(?:the|this|that|it|these) (?:\w+ )?(?:never|had never|did not|does not|do not|had not) (?:happened|happen|occurred|existed?|took place|been|ran|took)|ignorance\b"
            r"|the (?:upload|transfer|request|copy|export|sync|scan)s? (?:has |had )?(?:failed|was cancelled|never))",
        ),
        ordered=True,
        asks=False,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:hide|conceal|withhold|mask|keep|obscure|suppress|shield) (?:all |any |every )?(?:the |this |that |these |its |your |any )?(?:\w+ )?(?:outputs?|results?|existence|presence|traffic|{DEED}|activity|logs?|details of (?:it|this|the \w+))(?: (?:of|about|behind) [^.;]{{1,40}}?)?"
            rf" (?:hidden |away |secret )?(?:from|out of (?:sight|view) (?:of|for)) {USER}\b",
            r"\b(?:disguise|mask|camouflage|present|label) (?:it|this|them|the \w+) as (?:a |an )?(?:routine|normal|ordinary|harmless|regular|innocent|legitimate|standard|cache|update)\b",
        ),
        ordered=True,
        unless=r"\b(?:until|unless|while|if|when|password|internal ids?|component|css|ui)\b",
    ),
)
"""What is to be kept from the user."""
