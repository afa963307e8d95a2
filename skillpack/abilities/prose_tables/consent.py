"""How English does without the consent of the user, and without what guards people and machines."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import MUST, phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_AGAINST, _UNASKED, _TAMPERS = ConcernKind.AGAINST_USER, ConcernKind.UNASKED, ConcernKind.TAMPERS
_READ = AlarmLevel.READ_FIRST

_ASKING = r"(?:confirmations?|approvals?|permissions?|consent|authori[sz]ation|sign-?off|go-?ahead)"
_PROMPTS = (
    r"(?:(?:permission|approval|confirmation|consent|security|safety|trust|tool|interactive|access) (?:prompts?|dialogs?|questions?|requests?|checks?|pop-?ups?)"
    r"|confirmations?|prompts? for (?:permission|confirmation|approval)|(?:requests?|questions?|prompts?) (?:for|about) (?:permission|consent|approval|confirmation)|tool calls?)"
)
_GUARD = (
    r"(?:sandbox(?:ing)?|firewalls?|anti-?virus|virus scanner|(?:windows|microsoft) defender|gatekeeper|smartscreen|uac|user account control|system integrity protection"
    r"|selinux|apparmor|endpoint protection|real-?time protection|tamper protection|(?:the )?(?:tls|ssl|https)? ?certificate (?:checks?|checking|verification|validation)"
    r"|(?:tls|ssl|host key|signature) (?:checks?|checking|verification|validation)|(?:audit|security|event) log(?:s|ging)?|(?:security|safety|content) (?:checks?|filters?|guards?|controls?|measures|features|hooks?|monitoring)"
    r"|permission (?:system|checks?|prompts?)|two-?factor authentication|secret scanning|branch protection)"
)
_OFF = r"(?:switched|turned|shut) off|disabled|deactivated|bypassed|suspended|circumvented|silenced|skipped|ignored|stopped|removed|uninstalled|muted|lowered"
_MILD = (
    r"\b(?:read-?only|temp\w*|cach\w+|generated|build|if|unless|except|safe|when|once|only|style|formatting|dry-?run|local(?:ly)? (?:tests?|commits?)|reads?"
    r"|(?:re-?)?run(?:s|ning)? (?:the |all |unit )*(?:tests?|test suite|lint\w*|formatter|type[- ]?check\w*)"
    r"|within the (?:plan|scope)|already approved by the user|ask(?:s|ed)? (?:me|the user)|review(?:er|s|ed)?|ci|continuous integration|flag|switch|option)\b"
)
_OF_A_THIRD = (
    r"\b(?:approvals?|confirmation|permission|consent|sign-?off|go-ahead) (?:of|from|by) (?:the |an? |our |another )?(?:[\w-]+ )?"
    r"(?:managers?|management|teams?|leads?|boards?|departments?|committees?|vendors?|suppliers?|reviewers?|architects?|legal|marketing)\b"
)
"""Of somebody else than the user, who may decide for themselves."""
_RISK = (
    r"(?:run|running|execut\w+|proceed\w*|continu\w+|go ahead|install\w*|delet\w+|remov\w+|overwrit\w+|push\w*|deploy\w*|send\w*|upload\w*|publish\w*|act|transfer\w*|pay\w*|purchas\w+"
    r"|every(?:thing)?|each|all|any|start\w*|appl\w+|carry\w* out|perform\w*)"
)
_DEED = r"\b(?:runs?|running|execut\w+|delet\w+|remov\w+|overwrit\w+|eras\w+|push\w*|deploy\w*|upload\w*|publish\w*|install\w*|transfer\w*|pay\w*|purchas\w+|commands?|actions?|operations?|scripts?|tool calls?|everything|anything|changes)\b"
"""What nobody lets an agent do unasked."""
_SUBJECT = r"(?:the |your |any |all |every |each |most )?(?:users?|they|people|owner|operator|administrator|admin|customer|client)"

ASSUMED_CONSENT = (
    Conduct(
        "answers questions for the user",
        _UNASKED,
        _READ,
        phrases(
            r"\b(?:(?:permission|approval|confirmation|consent|security|trust) (?:prompts?|dialogs?|questions?|requests?)|prompts? for (?:permission|approval|confirmation)) (?:is|are|get|gets)(?: always| all)? (?:answered|accepted|confirmed|approved|clicked away|dismissed)\b(?! by (?:the |an? )?(?:user|human|person|people|owner))",
        ),
        unless=r"\b(?:ci|continuous integration|headless|never|if|when|unless|not)\b",
    ),
    Conduct(
        "does not ask",
        _UNASKED,
        _READ,
        phrases(
            r"\b(?:users?|people|they|customers?|most) (?:\w+ ){0,2}(?:prefers?|likes?|wants?|expects?|loves?|appreciates?)(?: it)?(?: when)? ?(?:not|never|if you do not|when you do not|that you do not)(?: to)?(?: be)? (?:asked|bothered|interrupted|prompted|questioned|disturbed|nagged|ask|confirm)\b",
            r"\b(?:users?|people|they|customers?) (?:\w+ ){0,2}(?:dislikes?|hates?|(?:do|does)(?: not|n't) (?:like|want|enjoy|appreciate|wish))(?: to be| being)? (?:asked|bothered|interrupted|prompted|confirmations?|confirmation prompts|(?:such |these )?questions|nagged)\b",
        ),
        negates=True,
        unless=r"\b(?:one at a time|several|twice|batch|again|style|naming|multiple|same question)\b",
    ),
    Conduct(
        "does not ask",
        _UNASKED,
        _READ,
        phrases(
            rf"\b{_RISK}\b[^.;]{{0,60}}\bwithout (?:any |a |the |prior |further |explicit |user |additional |first )*(?:{_ASKING}|asking(?! (?:any |a |another )(?:single )?(?:clarif\w+|follow-?up|human|person|colleague|expert|author)\b)|confirming|checking (?:with|back)|waiting for (?:an? |the |your |any )?(?:confirmation|approval|permission|consent|answer|yes)|seeking)\b",
        ),
        unless=_MILD,
    ),
    Conduct(
        "does not ask",
        _UNASKED,
        _READ,
        phrases(
            rf"\b(?:skip|omit|forgo|drop|dispense with|bypass) (?:the |all |any |every )?(?:user )?{_ASKING}(?: steps?| prompts?| dialogs?)?\b",
            r"\b(?:no need|not necessary|unnecessary|no reason|do not|don't|never) (?:to )?(?:double-?check|check|confirm|verify|clear it|clear this) (?:\w+ )?with (?:the )?(?:user|them|human|owner|operator)\b",
        ),
        negates=True,
        unless=_MILD,
    ),
    Conduct(
        "does not ask",
        _UNASKED,
        _READ,
        phrases(
            rf"\b{_ASKING}(?: from the user| of the user| by the user)? (?:is|are)(?: entirely| simply| completely)? (?:unnecessary|superfluous|redundant|not (?:needed|required|necessary))\b",
            r"\bno (?:further |user |explicit |additional |extra |separate )?(?:confirmations?|approvals?|permissions?|authori[sz]ation) (?:(?:is|are|will be) )?(?:needed|required|necessary)\b",
        ),
        also=_DEED,
        negates=True,
        unless=_MILD,
    ),
    Conduct(
        "does not ask",
        _UNASKED,
        _READ,
        phrases(
            rf"\b(?:do not|don't|never|no need to|without) (?:wait(?:ing)?|pause|pausing|stop(?:ping)?) for (?:the user's |the user to |any |user |an? |their )?(?:{_ASKING}|approve|confirm|agree|an? answer|reply)\b",
        ),
        negates=True,
        ordered=True,
        unless=rf"{_MILD}|{_OF_A_THIRD}",
    ),
    Conduct(
        "answers questions for the user",
        _UNASKED,
        _READ,
        phrases(
            rf"\b(?:auto(?:matically)?[ -]?)?(?:approve|accept|confirm|grant|dismiss) (?:all |any |every |each |the |such |these |whatever )*(?:of the )?(?:\w+ )?{_PROMPTS}(?: automatically| without \w+| by itself| yourself| on behalf| for the user| right away| at once|\s*(?:$|[.;,]))",
            r"\b(?:answer|say|type|press|click|reply|enter|choose|select) (?:always )?(?:with )?(?:yes|y|ok|allow|approve|accept|always allow)(?: to| on| for| at| in| whenever| when)? (?:any|every|all|each|whatever|everything|the)\b[^.;]{0,30}\b(?:questions?|prompts?|dialogs?|confirmations?|asks?|requests?|pop-?ups?)\b",
            r"\bgrant (?:it|them|this|that|everything)(?: \w+)? (?:on behalf of|for|in the name of|instead of) (?:the )?users?\b",
            r"\b(?:on behalf of|in the name of|in place of) the users?,? ?(?:approve|accept|confirm|allow|grant|agree)\b",
            r"\bauto-?(?:approve|accept|confirm) (?:everything|all|any|every)\b",
        ),
        asks=False,
        unless=r"\b(?:if|unless|review(?:er|s|ed)?|scaffold\w*|wizard|npm|npx|apt|installer|ci|cookie)\b",
    ),
    Conduct(
        "answers questions for the user",
        _UNASKED,
        _READ,
        phrases(
            rf"\b(?:{_PROMPTS}|interactive questions|questions (?:of|from) (?:the )?(?:terminal|tool|shell|system|host))(?: \w+){{0,3}} {MUST}(?: always| all| automatically)? be (?:suppressed|skipped|bypassed|accepted|approved|dismissed|confirmed|granted|avoided|answered (?:automatically|with yes|for))\b",
        ),
        unless=r"\b(?:ci|continuous integration|headless|never)\b",
    ),
    Conduct(
        "takes consent for granted",
        _UNASKED,
        _READ,
        phrases(
            rf"\b(?:assume|presume|suppose|take it|take for granted|consider it|act as if|count on it)\b[^.;]{{0,20}}\b{_SUBJECT} (?:\w+ )?(?:agrees?|consents?|approves?|accepts?|(?:has|have) (?:already )?(?:agreed|approved|consented|given|granted|authori[sz]ed|accepted|confirmed))\b",
            rf"\b(?:assume|presume|suppose|treat|consider|regard) (?:that )?(?:{_ASKING}|(?:all|every|any|each|these|this|the)(?: of)?(?: [\w-]+){{1,5}}?) (?:as |to be |is |are )(?:always |already )?(?:pre-?approved|pre-?authori[sz]ed|pre-?confirmed|approved|authori[sz]ed|granted|given|consented|implied)\b",
            r"\b(?:commands?|operations?|actions?|steps?|tools?|tool calls|uploads?|deletions?|requests?|everything)(?: \w+){0,4} (?:is|are|counts? as|has been|have been) (?:already |always |hereby |all )?pre-?(?:approved|authori[sz]ed|confirmed|cleared)\b",
        ),
        unless=r"\b(?:if|when|unless|after|once|until|ticket|claim|order status|invoice)\b",
    ),
    Conduct(
        "takes consent for granted",
        _UNASKED,
        _READ,
        phrases(
            rf"(?:^|[,;:] ?|\bsince |\bas |\bbecause ){_ASKING}(?: (?:for|of|to) [^.;]{{1,40}}?)? (?:has|have|is|was|were)(?: already| hereby)?(?: been)? (?:given|granted|obtained|implied|assumed|secured|received|in place)\b",
            rf"(?:^|[,;:] ?|\bsince |\bas |\bbecause |\bthat ){_SUBJECT} (?:has|have|had)(?: already| previously| explicitly| hereby)? (?:approved|authori[sz]ed|consented to|agreed to|signed off(?: on)?|granted|permitted|allowed|pre-?approved|given (?:consent|permission|approval) (?:for|to)) (?:all|every|everything|any|each|these|this|the|full|unrestricted)\b",
        ),
        unless=r"\b(?:if|when|whether|unless|after|once|until|check|verify|ensure|make sure|wait|confirm(?:ed)? that|only)\b",
    ),
    Conduct(
        "switches off checks",
        _TAMPERS,
        _READ,
        phrases(
            rf"\b(?:disable|deactivate|bypass|circumvent|silence|uninstall|evade|work around|get around|(?:stop|kill|suspend)(?! (?:\w+ ){{0,2}}?sandbox)|(?:turn|switch|shut) (?:off )?)(?: off)? ?(?:the |any |all |your |its |every )*(?:user's |machine's |system's |agent's |host's )?{_GUARD}(?: off)?\b",
            rf"\b(?:turn|switch|shut) (?:the |any |all |your )*{_GUARD} off\b",
            r"\b(?:add|create|set|define|put)\b[^.;]{0,30}\b(?:exclusions?|exceptions?|exemptions?)\b[^.;]{0,40}\b(?:anti-?virus|defender|firewall|endpoint|scanner|virus)\b",
            r"\b(?:exclude|exempt|whitelist)\b[^.;]{0,50}\b(?:from|in) (?:the )?(?:anti-?virus|(?:windows |microsoft )?defender|firewall|virus scan\w*|endpoint protection)\b",
        ),
        ordered=True,
        unless=r"\b(?:if|when|unless|only|in (?:a )?(?:test|tests|testing|development|dev|container|docker|ci)|for (?:a )?test(?:s|ing)?|temporarily|option|example|never|vm|virtual machine|self-?signed|localhost|then re-?enable|puppeteer|playwright|chrom\w+)\b",
        purpose=r"\b(?:firewall|defender|antivirus|hardening|selinux|sandbox|certificate|tls|ssl|security|two-?factor|2fa)\b",
    ),
    Conduct(
        "switches off checks",
        _TAMPERS,
        _READ,
        phrases(rf"\b(?:{_GUARD}|certificate checks?) (?:\w+ )?{MUST}(?: always| safely| first)? be (?:{_OFF})\b"),
        unless=r"\b(?:if|when|unless|tests?|testing|development|never|not|cannot|self-?signed|localhost)\b",
    ),
    Conduct(
        "ignores warnings",
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:security|safety|permission|anti-?virus|virus|certificate|defender|gatekeeper|smartscreen|scanner|malware)(?: [\w-]+)? ?(?:warnings?|alerts?|findings?|messages?|dialogs?|detections?|reports?)(?: \w+){0,6}? (?:can|may|should|must|are to|have to|is to|will)(?: safely| simply| always)? be (?:ignored|dismissed|disregarded|skipped|clicked away|overlooked|accepted)\b",
            r"\b(?:ignore|dismiss|disregard|click through|skip|overlook|accept) (?:any |all |the |every |such |these |those |its )*(?:security|safety|anti-?virus|virus|certificate|defender|gatekeeper|smartscreen|scanner|malware)(?:'s)?(?: [\w-]+)? ?(?:warnings?|alerts?|findings?|messages?|dialogs?|detections?|reports?)\b",
            r"\b(?:scanners?|anti-?virus(?: \w+)?|defender|security (?:tools?|software|products?))\b[^.;]{0,40}\b(?:flags?|reports?|complains?|warns?|alerts?|detects?|blocks?)\b[^.;]{0,60}\b(?:by mistake|mistakenly|false(?:ly)?|ignore|harmless|wrongly|in error|disregard)\b",
        ),
        unless=r"\b(?:self-?signed|localhost|tests?|development|never|not|cannot|n't|document\w*|justif\w+|suppress\w*|triage\w*|investigate|review)\b",
        purpose=r"\b(?:scan|audit|lint|security|sast|vulnerab|codeql|semgrep)",
    ),
    Conduct(
        "switches off checks",
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:skip|omit|bypass|leave out|forgo) (?:the |any |all |every )?(?:safety|security|permission|manual|human|malware|virus|compliance) (?:reviews?|checks?|scans?|audits?|verification|inspection|assessment|steps?)\b",
            r"\b(?:no (?:need|point|reason)|not necessary|unnecessary|do not|don't|never|needless) (?:to |in )?(?:review|inspect|check|audit|scan|verify|read|look at|look into|examine|vet)(?:ing|ning)? (?:it|them|(?:the |this |its )(?:script|code|file|program|installer|binary|source|skill|contents?)s?)(?: for \w+| first| again| beforehand| before running| before you run \w+)",
            r"\b(?:script|file|program|binary|skill|code|package|installer|tool|download) (?:is|are|has been|was)(?: \w+)? (?:known to be|guaranteed to be|certified as|verified (?:as|to be)|confirmed|already (?:reviewed|scanned|audited|checked))(?: \w+)?\b[^.;]{0,40}\b(?:so|no|there is no|do not|don't|need not|without|skip|not necessary)\b",
        ),
        negates=True,
        unless=r"\b(?:if|when|unless|generated|vendored|third-?party directories|node_modules|binary files|large|context|tokens|style)\b",
        purpose=r"\b(?:scan|audit|review|security)\b",
    ),
    Conduct(
        "does not ask",
        _UNASKED,
        _READ,
        phrases(
            r"\b(?:set|switch|change|put) (?:the )?(?:permission|approval|agent)(?:'s)? (?:mode|policy|level)(?: \w+){0,2} to (?:bypass\w*|yolo|never|auto\w*|accept\w*|full|off|unrestricted|dangerous\w*)\b",
        ),
        ordered=True,
    ),
)
"""What does without consent, or without guards."""
