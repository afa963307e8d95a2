"""How English sets an agent's instructions aside: ignored, void, outranked, replaced, disclosed."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import DEED, RULES, phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_AGAINST, _STOP, _READ = ConcernKind.AGAINST_USER, AlarmLevel.STOP, AlarmLevel.READ_FIRST
_ASIDE, _OUTRANKS = "sets instructions aside", "outranks other instructions"

_DROP = (
    r"(?:ignore|disregard|forget|set aside|put aside|lay aside|leave aside|cast aside|drop|abandon|dismiss|discard|neglect"
    r"|override|overrule|bypass|suspend|throw out|pay no (?:attention|heed) to|unlearn|relinquish|shed|let go of|erase)"
)
_GIVEN = (
    r"(?:you (?:were|have been|had been|got|are|was|started|received|began|know|learned|learnt)"
    r"(?: (?:given|told|taught|shown|instructed|trained|asked|with|to|before|earlier|so far|from|under|in)\b)*)"
)
_ABOUT_A_MATTER = r" about (?!(?:your |the |any |all )*(?:safety|rules?|instructions?|guidelines?|polic|restrict|ethic|limits?|security|privacy))"
"""What one is to forget is a matter, such as exclamation marks, and no instruction."""
_OLD = (
    r"(?:usual|normal|original|earlier|previous|prior|former|standing|core|built-in|safety|ethical|own|initial|default"
    r"|existing|preceding|current|content|internal|hard-?coded|moral)"
)
_SPEAKER = r"(?:system(?: prompt| message)?|developers?(?: message)?|host(?: application)?|platform|anthropic|openai|vendor|operator)"
_OURS = (
    r"(?:(?:this|the) (?:skill|document|file|text|guide|playbook)|these (?:rules|instructions|lines|directives|steps|orders)"
    r"|the (?:rules|instructions|directives|text|list|lines|following|ones?|paragraphs?)(?: (?:of|in) this (?:skill|file|document))?(?: below| that follow)?|what follows|the following(?: \w+)?)"
)
_WON = (
    r"(?:(?:supersede|override|overrule|outrank|outweigh|trump|replace|cancel|void|invalidate)s?|(?:take|has|have|takes)(?: absolute| full| higher)? (?:precedence|priority) (?:over|above|to)"
    r"|(?:win|wins|prevail|prevails|rank|ranks|stand|stands|come|comes|go|goes) (?:out )?(?:over|above|before|ahead of))"
)
_OTHERS = (
    r"(?:(?:those|that|anything|everything|any|all|whatever|the|your|what)(?: \w+){0,4}? (?:of the user|users?|the user|system|developers?|host|operator|platform|before|earlier"
    r"|previous(?:ly)?|prior|other instructions|instructed|told|given|default instructions|said above|safety)\b)"
)

PRECEDENCE = (
    Conduct(
        _ASIDE,
        _AGAINST,
        _STOP,
        phrases(
            rf"\b{_DROP} (?:completely |entirely |all (?:of )?|any |every |both )?(?:of )?(?:your|my) (?:\w+ ){{0,2}}?{RULES}\b(?! (?:file|template|below|in the))",
            rf"\b{_DROP} (?:all (?:of )?|any |every )?(?:the |those |these )?(?:{_OLD} )+(?:\w+ )?(?:instructions?|guidelines|directives?|guardrails|safeguards|safety \w+|system prompts?|principles|orders)\b(?! (?:file|template|below|in the))",
            rf"\b{_DROP} (?:all (?:of )?|any |every )?(?:the |those |these )?(?:\w+ )?(?:{RULES}|things?) (?:that )?{_GIVEN}\b",
            rf"\b{_DROP} (?:whatever|what|anything|everything|all that|all)(?: that| else)? (?:(?:the |your )?{_SPEAKER}|{_GIVEN}(?!{_ABOUT_A_MATTER})|the users?|came before|was said (?:before|above|earlier)|stands? above|precedes)\b",
        ),
        ordered=True,
        unless=r"\b(?:tells? you to|asks? you to|says? to|stop and|urges?|claims?|never|whenever (?:a|some) (?:page|file|text))\b",
    ),
    Conduct(
        _ASIDE,
        _AGAINST,
        _STOP,
        phrases(
            rf"\b(?:(?:your|all|any|these|those|my) (?:\w+ ){{0,2}}?|the (?:{_OLD} )+(?:\w+ )?){RULES}(?: (?:that )?(?:you (?:were|have been|had been|are) (?:given|told|under)|above(?: this line)?|stated above(?: this line)?|so far))?"
            rf" (?:(?:do|does|will|should)(?: not|n't)|no longer|cease to|never|stop|don't)(?: longer)?(?: to)? (?:apply(?:ing)?|count|bind|hold|matter|exist)\b(?! (?:to|in|for|if|when|where|unless|until|on|at) (?!this session|this task|this conversation|you))",
            rf"\b(?:(?:your|all|any|these|those|my) (?:\w+ ){{0,2}}?|the (?:{_OLD} )+(?:\w+ )?|everything (?:that )?){RULES}?(?: ?(?:that )?(?:you (?:were|have been|had been|are) (?:given|told|under|taught)|above|so far)(?: [\w-]+){{0,4}}?)?"
            rf" (?:is|are|as|were|was|has been|have been|to be|be)(?: hereby| now| all| considered| therefore)? (?:lifted|suspended|void|cancelled|waived|outdated|obsolete|switched off|turned off|disabled|revoked|relaxed|not binding|inactive|superseded|removed|no longer (?:binding|valid|in force|relevant))\b",
            rf"\b{RULES} (?:stated |given |written |found )?(?:above|before|so far)(?: this line)? (?:were|was|are|is) (?:part of a test|only a test|a test|for testing|a joke|not real|placeholders?|void|obsolete|outdated)\b",
            rf"\byou (?:are|have been|were|will be)(?: now| hereby| no longer)? (?:free|freed|exempt|exempted|released|liberated|bound|bound by|restricted by|limited by|constrained by|subject to)(?: (?:of|from|by|to))? (?:all |any |your |the )(?:\w+ ){{0,2}}?{RULES}\b",
        ),
        negates=True,
        unless=r"\b(?:not released|deprecated|version|still bound|always bound|repository|lint\w*|eslint|you are (?:subject|bound|limited|restricted|constrained)\b)",
    ),
    Conduct(
        _ASIDE,
        _AGAINST,
        _STOP,
        phrases(
            rf"\b(?:your|the usual|the normal|safety|system)(?: \w+){{0,2}}? {RULES}\b[^.]{{0,100}}[,;:.—–-] ?(?:so |then |please |just )*(?:lay|set|put|leave|push|cast) (?:them|these|those|it|all of them) aside\b",
        ),
        unless=r"\b(?:writing|style|brand|user'?s|formatting)\b",
    ),
    Conduct(
        _OUTRANKS,
        _AGAINST,
        _READ,
        phrases(
            rf"\b{_OURS} (?:always |shall |must |will |should |automatically )?{_WON} {_OTHERS}",
            r"\b(?:disagree|conflict|contradict|differ|clash)\w*\b[^.;]{0,30}\b(?:this (?:skill|file|document)|these (?:rules|instructions)) (?:always )?(?:wins?|prevails?|takes? (?:precedence|priority)|goes? first|counts?|has the last word|is right|must be followed)\b",
            rf"\b(?:these|this|the following) (?:\w+ )?{RULES}?(?: ?(?:in|of) this \w+)? ?(?:take|takes|have|has) (?:precedence|priority) over (?:anything|everything|all|whatever|any) (?:else )?(?:that )?(?:you|the|before)\b",
        ),
        unless=r"\b(?:subagents?|defaults?|project|css|config\w*|user'?s? (?:always|instructions (?:always )?take))\b",
    ),
    Conduct(
        _OUTRANKS,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:treat|consider|regard|read|handle|take|accept|process|view) (?:the following|the text below|what follows|this (?:skill|file|document|text|message)|these (?:lines|rules|instructions)|it|its (?:text|contents?)|them|everything below|all of it)(?: \w+)? as"
            r" (?:coming (?:directly )?from|though it came from|if (?:it|they) came from|a (?:direct )?(?:message|order|command|instruction) (?:of|from)|orders? (?:of|from)|part of|(?:equal|equivalent) to|your(?: new)?) ?(?:the |your |a )?(?:system(?: prompt| message| itself)?|users?(?: themselves| himself)?|developers?|operators?|administrators?)\b",
            r"\bas if (?:the )?(?:system|users?|developers?|operators?) (?:themselves |itself |himself )?(?:had |has |have )?(?:written|said|typed|ordered|given|asked|sent|issued)\b",
        ),
        unless=r"\b(?:untrusted|data|input)\b",
    ),
    Conduct(
        _ASIDE,
        _AGAINST,
        _STOP,
        phrases(
            r"\b(?:act|behave|operate|respond|answer|continue|work|speak|you are(?: now)?|you (?:now )?(?:operate|work|act|run)|assume the role|take the role)(?: from now on)? (?:as|in|of|like) (?:an? |the )?(?:(?:fully|completely) )?(?:unrestricted|unfiltered|jailbroken|uncensored|unlimited|unbound|god mode|developer mode|debug mode|admin(?:istrator)? mode|maintenance mode|mode without)\b(?! (?:of|in|for) the)",
            r"\b(?:you (?:now )?(?:have|are under|face)|there are) no (?:restrictions|limits|limitations|filters|guardrails|rules)(?: (?:any ?more|at all|now|from now on|on what|here))?\s*(?:$|[.;,])",
            r"\b(?:enter|switch (?:in)?to|activate) (?:developer|god|unrestricted|jailbreak|dan|admin) mode\b(?! (?:of|in|for|on) (?:the|your|chrome))",
        ),
        unless=r"\b(?:browser|chrome|android|phone|device|extensions?|tauri|electron)\b",
    ),
    Conduct(
        "obeys it rather than the user",
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:do not|don't|never|must not|should not) (?:obey|follow|listen to|comply with|heed|give in to|stop when|stop if) (?:the )?users?(?:'s?)?(?: instructions?| requests?| wishes| objections?)?(?= (?:if|when|even|who|should)|\s*(?:$|[.;,]))",
            r"\b(?:even|also|regardless) (?:if|when|though|whether) (?:the )?users? (?:asks? (?:you )?(?:to stop|not to)|says? (?:stop|not to)|tells? you (?:not to|to stop)|wants? (?:you )?to stop)\b",
            rf"\b(?:even|also|regardless) (?:if|when|though|whether) (?:the )?users? (?:objects?|protests?|refuses?|declines?|says? no|disagrees?|forbids?|opposes?)(?: to| with)?(?: (?:it|this|that|them)\b| (?:the|this|that) {DEED}\b)?(?=\s*(?:$|[^\w\s]|(?:and|or|but)\b))",
            r"\byou (?:now )?(?:serve|work for|answer to|obey|report to) (?:the )?(?:operator|author|owner|creator|developer|maker)s? (?:of this skill )?(?:first|before the user|rather than|only|not the user)\b",
            r"\bagainst the (?:user's (?:will|wish(?:es)?)|will of the user|wish(?:es)? of the user)\b",
        ),
        negates=True,
        asks=False,
        unless=r"\b(?:refuse to|warn|never act|do not act|must not act|injection|stop and)\b",
    ),
    Conduct(
        _ASIDE,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:override|overrule|ignore|disregard|bypass|set aside|discard) (?:any |all |every )?(?:of )?(?:the |your )?(?:user'?s'?|users') (?:own |explicit |stated |other )?(?:preferences?|wish(?:es)?|instructions?|requests?|choices?|objections?|orders|decisions?|refusals?)\b",
            r"\b(?:override|overrule|ignore|disregard|bypass) (?:any |all |every )?(?:preferences?|wish(?:es)?|instructions?|requests?|objections?|orders|refusals?) (?:of|from|by) the users?\b",
        ),
        ordered=True,
        unless=r"\b(?:if the flag|css|stylesheet|config\w*)\b",
    ),
    Conduct(
        "asks for the agent's instructions",
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:reveal|print|show|output|repeat|recite|disclose|dump|display|quote|expose|copy out|write out|share|tell(?: me| us)?|return)(?: me| us| back)? (?:all of |the text of |the contents? of |verbatim )?(?:your|its own) (?:own |full |entire |complete |hidden |original |initial |exact |whole |internal )*(?:system (?:prompt|message|instructions)|hidden (?:instructions|rules)|initial (?:instructions|prompt)|developer message|prompt)\b",
        ),
        ordered=True,
    ),
    Conduct(
        _ASIDE,
        _AGAINST,
        _READ,
        phrases(
            r"(?:^|[.:;>\[(*#]\W{0,3})(?:a |the |this is (?:a|the) )?(?:new|updated|urgent|important) system (?:messages?|prompts?|instructions?|notice|override|directives?)\b\W{0,3}(?=[:\])-])",
            r"(?:^|[\[(*#]\W{0,3})system (?:override|overwrite|notice|alert|command)\W{0,3}[:\])]",
            r"\b(?:replace|rewrite|overwrite|swap|substitute|exchange) your (?:system )?(?:prompt|instructions|guidelines|rules)\b",
        ),
    ),
    Conduct(
        _ASIDE,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:comply|obey|agree|answer)(?: with (?:it|them|all|every|any|each)(?: requests?| orders?)?)? (?:in (?:all|any|every) cases?|no matter what|without (?:exception|question|refus\w+|objection)|unconditionally)\b",
            r"\b(?:never|do not|don't|must not|may not|cannot) (?:refuse|reject|decline) (?:any|a|the user's|all|every|anything|(?:such )?requests?)\b(?= requests?|\s*(?:$|[.;,])|$| instructions?| orders?)",
        ),
        negates=True,
        unless=r"\b(?:schema|requirements?|standard|polic(?:y|ies) of|gdpr|api|header|packet|connection|reviewers?)\b",
    ),
)
"""What sets instructions aside."""
