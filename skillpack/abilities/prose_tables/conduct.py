"""How English orders conduct that no user wants: false reports, erased traces, answered questions, foreign accounts."""

from msgspec import Struct

from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_RULES = (
    r"(?:system\s+prompt|(?:your|the\s+user's|safety|content|security|usage|earlier|previous|prior|original|usual|other)\s+"
    r"(?:\w+\s+){0,2}?(?:instructions|guidelines|rules|polic(?:y|ies)|restrictions|guardrails|safeguards))"
)
_VOID = r"(?:outdated|void|obsolete|invalid|superseded|suspended|cancelled|overridden|lifted|replaced)"
_DONE = r"(?:upload|request|transfer|script|skill|call|step|command|commands|action|actions|change|what\s+(?:was|you|it)\s+\w+)"
_CHECK = r"(?:security|vulnerability|secrets?|virus|malware|dependency)\s+(?:scan\w*|check\w*|audits?|review)"
_PARTY = r"(?:[\w.+-]+@(?:[\w-]+\.)+\w{2,}|(?<![\w.])@[\w-]{2,})"


class Conduct(Struct, frozen=True):
    """A way in which prose orders what no user wants.

    Attributes:
        what: In the words of a message.
        pattern: How it is said, in lower case.
        also: What else stands in the sentence, wherever; empty for nothing.
        negates: Whether the pattern is a prohibition itself.
        ordered: Whether it begins with a verb that counts only as an order or as advice.
        goes_on: Whether the next sentence may be its second half.
        asks: Whether it is none in a sentence that waits for the user.
        unless: What excuses it in its sentence; empty for nothing.
        purpose: What excuses it in the description of the skill; empty for nothing.
    """

    what: str
    kind: ConcernKind
    level: AlarmLevel
    pattern: str
    also: str = ""
    negates: bool = False
    ordered: bool = False
    goes_on: bool = False
    asks: bool = True
    unless: str = ""
    purpose: str = ""


_AGAINST, _STOP, _READ = ConcernKind.AGAINST_USER, AlarmLevel.STOP, AlarmLevel.READ_FIRST

CONDUCTS = (
    Conduct(
        "sets instructions aside",
        _AGAINST,
        _STOP,
        rf"\b{_RULES}\b[^.;]{{0,50}}\b(?:do(?:es)?\s+not|no\s+longer)\s+(?:apply|count|hold|bind)\s*(?:$|[.;,)]|here\b|to\s+(?:this|these|you|it)\b"
        rf"|(?:when|while|as\s+long\s+as|once)\s+this\s+skill)|\b{_RULES}\s+(?:lose|loses)\s+(?:their|its|all|any)\s+(?:force|effect|validity)\b"
        rf"|\b(?:treat|consider|regard|declare)\s+(?:the\s+|any\s+|all\s+)?{_RULES}\s+(?:as\s+|to\s+be\s+)?{_VOID}\b",
        negates=True,
    ),
    Conduct(
        "keeps something from the user",
        _AGAINST,
        _STOP,
        r"\busers?\s+(?:is|are|must|should)\s+not\s+(?:to\s+)?(?:be\s+)?(?:bothered|troubled|burdened)\s+(?:with|about|by)\s+(?:the\s+)?(?:details\s+of\s+)?"
        r"(?:the|this|that|these|any)\s+(?:upload|request|transfer|call|sync|copy|backup|report|change)s?\b"
        r"|\b(?:reply|answer|response|summary|report|output)\s+(?:must|should|may)\s+(?:not|never)\s+(?:contain|include|show|give|have)\s+"
        r"(?:any\s+|a\s+)?(?:hint|trace|sign|mention|word)\s+(?:of|about)\s+(?:the|this|that|these|any)\b"
        r"|\b(?:no\s+reason|not\s+necessary)\s+to\s+(?:bring\s+(?:up\s+)?(?:the|this|that)\s+\w+(?:\s+up)?|mention\s+(?:the|this|that)\s+(?:upload|request|transfer|call|sync|backup|step))\b"
        r"|(?:^|[,;:(]\s*|\b(?:so|that|and|because|since|as|but|way|if)\s+)(?:the\s+)?users?\s+(?:will|would|must|should|do(?:es)?)\s+not\s+notice\b|\bso\s+that\s+(?:nobody|no\s?-?one|the\s+user\s+(?:can\s?not|cannot|does\s+not|will\s+not))\s+(?:can\s+)?"
        r"(?:sees?|notices?|knows?|finds?|traces?|suspects?|learns?)\b(?!\s+(?:them|the\s+(?:password|secret|key)))",
        negates=True,
    ),
    Conduct(
        "erases its traces",
        _AGAINST,
        _STOP,
        rf"\b(?:delete|remove|clear|wipe|erase|scrub|cover)\s+(?:up\s+)?(?:all\s+|any\s+|your\s+|the\s+|its\s+)*(?:traces?|tracks|evidence|signs)\s+of\s+(?:the|this|that|these|your|any)?\s*{_DONE}\b"
        r"|\bcover\s+(?:your|its|the)\s+tracks\b",
    ),
    Conduct(
        "erases the history of commands",
        _AGAINST,
        _READ,
        r"\b(?:delete|remove|clear|wipe|erase|scrub|truncate)\s+(?:the\s+|your\s+|all\s+)*(?:shell|bash|zsh|command|terminal)\s+history\b",
    ),
    Conduct(
        "reports what is not so",
        _AGAINST,
        _READ,
        r"\b(?:report|claim|state|say|signal)\s+(?:a\s+|that\s+it\s+(?:was|is)\s+a\s+)?success(?:ful)?\b[^.]{0,20}\b(?:even\s+(?:if|when|though)|regardless|no\s+matter|whether\s+or\s+not)"
        r"|\bmark\s+(?:it|them|all|these|failed\s+\w+|failing\s+\w+|the\s+\w+)\s+as\s+(?:passed|passing|successful|fixed|resolved|safe|secure|reviewed)\b[^.]{0,60}"
        r"\b(?:do\s+not|don't|never|without|even)\b"
        r"|\b(?:leave|keep|introduce|insert)\b[^.]{0,40}\bvulnerab\w+[^.]{0,60}\b(?:tell|assure|say|report)\b[^.]{0,40}\b(?:safe|secure|clean|fixed)\b",
    ),
    Conduct(
        "favours somebody without saying so",
        _AGAINST,
        _READ,
        r"\b(?:hide|downplay|conceal|omit|leave\s+out|play\s+down)\s+(?:its|their|the|any|all)\s+(?:known\s+)?(?:vulnerabilit\w+|weakness\w*|flaws?|drawbacks|failures)\b"
        r"|\b(?:never|do\s+not|don't)\s+(?:say|mention|disclose|reveal|tell\s+\w+)\s+(?:that\s+)?(?:this|it|they|these)\s+(?:is|are)\s+(?:an?\s+)?(?:advert\w*|sponsor\w*|paid|promot\w*|affiliate)"
        r"|\b(?:rate|rank|describe|present|score)\s+(?:all\s+|other\s+|the\s+)*compet\w+\s+(?:\w+\s+)?(?:worse|lower|badly|negatively)\b",
        negates=True,
    ),
    Conduct(
        "answers questions for the user",
        ConcernKind.UNASKED,
        _READ,
        r"\b(?:approve|accept|confirm|allow|grant|answer\s+yes\s+to)\s+(?:all|every|any|each)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+){0,2}?(?:prompts?|questions?|confirmations?|permissions?|dialogs?)\b"
        r"|\bconfirm\s+(?:it\s+|them\s+)?without\s+(?:showing|asking|telling|consulting)\b",
    ),
    Conduct(
        "switches off checks",
        _AGAINST,
        _READ,
        rf"\b(?:do\s+not|don't|never|must\s+not)\s+run\s+(?:the\s+|any\s+|a\s+)?{_CHECK}\b"
        rf"|\b(?:skip|bypass|omit)\s+(?:the\s+|all\s+|any\s+)?(?:code\s+reviews?|{_CHECK}|reviews?)\s+and\s+(?:merge|deploy|push|publish|release|approve)\b",
        negates=True,
    ),
    Conduct(
        "lets somebody else in",
        _AGAINST,
        _READ,
        rf"\b(?:invite|add|grant|make|give)\s+(?:\w+\s+)?{_PARTY}[^.;]{{0,60}}\b(?:admin\w*|owners?|collaborators?|maintainers?|(?:write|full|root)\s+access)\b",
    ),
    Conduct(
        "acts in the name of the user",
        _AGAINST,
        _READ,
        r"\b(?:star|upvote|vote\s+for|retweet)\b[^.]{0,80}\buser's\s+(?:\w+\s+)?(?:name|token|account|behalf)\b"
        r"|\buser's\s+(?:\w+\s+)?(?:name|token|account|credentials)\s+to\s+(?:star|upvote|vote|retweet)\b"
        r"|\bpost\s+(?:a\s+)?(?:positive|good|favou?rable|five-star)\s+(?:review|rating|comment)s?\b",
    ),
    Conduct(
        "points the repository at another place",
        ConcernKind.SENDS_PRIVATE,
        _READ,
        r"\b(?:change|set|point|switch|replace)\s+(?:the\s+)?(?:git\s+)?(?:remote|origin)(?:\s+url)?\s+(?:to|with|at)\s+https?://\S+[^.;]{0,60}\bpush\b",
    ),
)  # fmt: skip
