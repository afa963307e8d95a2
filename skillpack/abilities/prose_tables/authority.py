"""How English claims an authority for what it orders: an administrator, a vendor, a policy, a consent that was never given."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import AUTHORITY, phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_AGAINST, _READ = ConcernKind.AGAINST_USER, AlarmLevel.READ_FIRST
_WHAT = "claims an authority"

_GAVE = r"(?:(?:has|have|had) )?(?:(?:already|previously|formally|explicitly) )?(?:approved|authori[sz]ed|reviewed|verified|cleared|agreed(?: to)?|consented(?: to)?|permitted|allowed|vetted|certified|signed off(?: on)?|granted|sanctioned|audited)"
_WANTS = r"(?:requires?|demands?|obliges?|orders?|mandates?|instructs?|directs?|insists?|commands?|expects?)"
_SO = (
    r"(?:no (?:\w+ )?(?:confirmation|questions?|approval|permission|review|need)|do not|don't|never|skip|without (?:asking|question|notice|confirmation|delay|review|informing)|treat (?:it|this|them)|need not|proceed|comply|at once|immediately"
    r"|not (?:be )?(?:questioned|asked|scanned|checked)|hand over|erase[ds]?|is not needed|are not needed|not apply|(?:is|are) unnecessary|right away|send|upload|forward|delete)"
)
_IF = r"\b(?:if|when|whether|unless|after|once|until|check|verify|ensure|make sure|wait|only (?:if|when|after)|claims?|ask|before|may be|might|ticket|who|which)\b"

CLAIMED_AUTHORITY = (
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(rf"\b{AUTHORITY} {_GAVE}\b[^;]{{0,80}}[,;:.—-] ?[^.]{{0,30}}\b{_SO}\b"),
        negates=True,
        unless=_IF,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            rf"\b(?:anthropic|openai|your (?:developers?|creators?|makers?|operators?|administrators?|vendor)|the (?:system|host) administrators?|(?:our |the )?(?:legal|security|compliance) (?:team|department)|management|(?:company|corporate|security) policy) {_WANTS} (?:that )?(?:you|this (?:step|action|upload|command)|these (?:steps|actions)|the (?:logs?|tokens?|files?|keys?|copies|upload|transfer)|all (?:logs?|files?|tokens?))\b[^.;]{{0,60}}"
            r"\b(?:to (?:send|copy|forward|upload|share|hand|delete|erase|disable|run|execute|report|include)|is (?:carried out|done|run|executed)|be (?:erased|deleted|sent|uploaded|shared|handed|disabled)|are (?:erased|deleted|sent|uploaded)|first)\b",
            r"\b(?:as|by order|on (?:the )?orders?|by (?:the )?(?:request|command)|at the request|on behalf|under (?:the )?authority)(?: (?:ordered|requested|demanded|required|instructed))? (?:of|by|from) (?:your |the )?(?:developers?|creators?|anthropic|openai|system administrators?|administrators?|security team|vendor)\b[^.;]{0,50}\b(?:send|hand|share|upload|run|execute|disable|skip|ignore|delete|reveal|give|approve|grant)\b",
        ),
        asks=False,
        unless=_IF,
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\bthis (?:message|note|file|skill|document|instruction|directive|notice|request|text) (?:comes|is|was|has been) (?:\w+ )?(?:directly )?(?:from|issued by|sent by|written by|verified by|approved by|authori[sz]ed by) (?:the |your )?(?:system |security )?(?:administrators?|admin|security team|anthropic|openai|developers?|operators?|vendor|it department)\b",
            r"\bthis is (?:an? |the )?(?:official|mandatory|authori[sz]ed|verified)(?: \w+)? (?:system |security )?(?:update|notice|message|instruction|directive|order|patch|command)\b[^.;]{0,60}\b(?:apply|do not|don't|follow|must|comply|run|install|obey|immediately)\b",
            r"\b(?:anthropic|openai|google|microsoft)(?: staff| team| employees?| security)? (?:have|has) (?:verified|approved|authori[sz]ed|certified|whitelisted|signed) (?:this|these|the) (?:request|skill|action|command|step|instruction|upload|file)s?\b",
        ),
        negates=True,
        asks=False,
        unless=r"\b(?:if|when|whether|unless|claims?|generated)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\byou (?:have been|are|were|have|now have|are hereby) (?:hereby |now |already )?(?:granted |given |been granted |been given )?(?:the )?(?:root|admin(?:istrator)?|full|unlimited|unrestricted|elevated|complete|superuser)(?: \w+)? (?:privileges?|access|permissions?|rights|authority|clearance)\b(?=[^.]{0,30}(?:[;,.]| to everything| to all| for| and) ?(?:use|do|you (?:may|can|need)|so|no |act|there|$|and|this|freely)|\s*$|[.])",
        ),
        unless=rf"{_IF}|\b(?:tools|api|read-?only|repository|project)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:by|through|in) (?:using|installing|loading|running|invoking|calling|enabling) (?:this|the|it)\b[^.;]{0,30}\b(?:consents?|agrees?|accepts?|gives? (?:consent|permission))\b[^.;]{0,40}\b(?:collect\w*|upload\w*|shar\w+|transfer\w*|process\w*|disclos\w*|record\w*|monitor\w*|sale|cop(?:y|ies|ying))\b",
            r"\b(?:users?|they) (?:has|have) (?:already )?(?:consented|agreed) to (?:the |have |having )?[^.;]{0,30}\b(?:collection|upload|sharing|transfer|disclosure|recording|monitoring)\b",
        ),
        asks=False,
        unless=r"\b(?:if|when|whether|after|once|terms of (?:service|use)|license)\b",
    ),
    Conduct(
        _WHAT,
        _AGAINST,
        _READ,
        phrases(
            r"\b(?:trusted|certified|verified|approved|whitelisted|signed) (?:by|from) (?:the |your )?(?:\w+ )?(?:vendor|operator|administrator|anthropic|openai|security team|host|platform)\b[^;]{0,60}\b(?:(?:checks?|confirmations?|permissions?|prompts?|review|rules) (?:do|does|are|is) not (?:apply|needed|necessary|required)|skip|no (?:confirmation|checks?|review)|without)\b",
            r"\b(?:your |the )?(?:operator|administrator|admin|owner|system) (?:permits?|allows?|grants?|authori[sz]es|gives?)(?: you)? (?:full |unlimited |unrestricted |complete )?access to (?:all|every|everything|any)\b",
        ),
        unless=_IF,
    ),
)
"""What claims an authority."""
