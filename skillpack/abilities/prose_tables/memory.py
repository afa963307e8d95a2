"""How English changes what an agent goes by from now on: its memory, its instruction files, its settings, other skills."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import MUST, phrases
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_TAMPERS, _PERSISTS, _READ = ConcernKind.TAMPERS, ConcernKind.PERSISTS, AlarmLevel.READ_FIRST

_FILE = (
    r"(?:claude(?:\.local)?\.md|agents\.md|gemini\.md|memory\.md|soul\.md|heartbeat\.md|identity\.md|tools\.md|user\.md|\.cursorrules|\.windsurfrules|\.clinerules"
    r"|copilot-instructions\.md|(?:global|custom|user|personal|system|agent'?s?|project) (?:instructions|instruction files?|rules file)|(?:the )?(?:user's )?(?:global )?(?:agent|claude|codex|cursor) (?:instructions|rules|memory))"
)
_MEMORY = r"(?:(?:your|the agent's|its|long-?term|persistent|permanent|agent) ?(?:long-?term|persistent|permanent|own|agent)? ?(?:memory|memories)|memory)"
_WRITE = r"(?:add|append|write|copy|insert|save|store|put|create|prepend|persist|paste|record|place|edit|update|modify|extend|change|include|inject|plant|embed)"
_TRUST = r"(?:trusted|approved|allowed|authori[sz]ed|safe|consent(?:ed)?|permission|permitted|preferred|whitelisted|exempt|official|pre-?approved|never (?:be )?(?:questioned|asked|checked)|no confirmation)"
_ON_PURPOSE = r"memor|claude\.md|agents\.md|gemini\.md|instruction|\brules\b|remember|cursorrules|\bsoul\b|conventions?|heartbeat|\blearn"
_STARTING = (
    r"\bcron|\bschedul|\bstart-?\s?up\b|\bdaemon|\bservices?\b|\bhooks?\b|\bboot\b|\bautostart|\blogin\b|\blaunchd|\bbackground|\bsystemd|\bshell\b|\bdotfiles?\b"
    r"|\bdeploy|\bserver|\btimer"
)
_SKILLS = r"(?:the )?(?:other|all|every|installed|existing|neighbou?ring|the user's)(?: (?:other|installed|the|of the))* skills?"

LASTING_CHANGES = (
    Conduct(
        "what the agent is told in every session",
        _TAMPERS,
        _READ,
        phrases(
            rf"\b{_WRITE} (?:a copy of |a line to |all of )?(?:this|these|the following|the (?:text|block|rules?|lines?|paragraph|section|directives?|instructions?)(?: (?:below|above|that follows?))?|(?:a|the) (?:rule|line|instruction|directive|paragraph|block|section)s?)\b(?: (?:rules?|lines?|text|block|paragraph|instructions?|directives?|skill|section|note)s?)?"
            rf"(?: (?:into|to|in|at (?:the )?(?:top|end|start|beginning|bottom) of|under|onto))? (?:(?:the |every |each |all |your |any |user's |project's |repository's ){{0,3}})(?:top of |end of |bottom of )?(?:~?[\w./$-]*/)?{_FILE}",
        ),
        unless=r"\b(?:if|unless|suggest|propose|offer|decide|recommend|optional(?:ly)?|consider|when the user|never|do not)\b",
        purpose=_ON_PURPOSE,
    ),
    Conduct(
        "what the agent is told in every session",
        _TAMPERS,
        _READ,
        phrases(
            rf"\b(?:edit|update|modify|extend|change|rewrite|amend) (?:the |your |every |each |user's )*(?:~?[\w./$-]*/)?{_FILE}(?: [\w-]+){{0,4}}? (?:with (?:the (?:text|block|rules|lines)|these|this)|so that|by adding|to (?:include|contain|say))\b",
            rf"\b{_FILE} {MUST}(?: always| also)? be (?:extended|changed|updated|edited|appended|amended|modified|rewritten|overwritten)\b",
        ),
        unless=r"\b(?:if|unless|suggest|propose|offer|decide|recommend|optional(?:ly)?|consider|when the user|never|do not)\b",
        purpose=_ON_PURPOSE,
    ),
    Conduct(
        "what the agent is told in every session",
        _TAMPERS,
        _READ,
        phrases(
            rf"\b(?:remember|memori[sz]e|keep in mind|note|store|save|record|keep|write down)\b[^.;]{{0,40}}\b(?:permanently|forever|{_MEMORY}|for (?:all|every|any) (?:future|later|other|coming|further)|always|for good)\b[^.;]{{0,60}}\b{_TRUST}\b",
            r"\b(?:store|save|write|record|put|add|keep)\b[^.;]{0,40}\b(?:these|this|the following|our) (?:rules?|instructions?|directives?|guidelines?|text|orders?|facts?)\b[^.;]{0,30}\b(?:in|to|into) (?:your|the agent's|its|long-?term|persistent)(?: [\w-]+)? (?:memory|memories)\b",
            r"\b(?:remember|keep|retain|follow|apply|hold|carry) (?:these|this|the following|our|them|the above|it)(?: (?:rules?|instructions?|directives?|guidelines?|text|orders?))?(?: in mind| on| over)?(?: for| in| into| to| throughout| across) (?:all|every|any|each|your)(?: of your)? (?:later|future|other|coming|further|subsequent|next|following|upcoming)(?: \w+)? ?(?:conversations?|sessions?|chats?|tasks?|projects?)?\b",
            rf"\b{_MEMORY}\b[^.;]{{0,40}}\bthat (?:the user|this skill|our|the) (?:\w+ ){{0,5}}{_TRUST}\b",
        ),
        unless=r"\b(?:if|unless|suggest|offer|user's preferences?|preferred (?:language|style|name)|feedback|never|not|learner|player)\b",
        purpose=_ON_PURPOSE,
    ),
    Conduct(
        "what the agent is told in every session",
        _TAMPERS,
        _READ,
        phrases(
            r"\b(?:restore|re-?install|re-?add|re-?create|put back|write|add|rewrite|re-?insert)(?: it| them| this| the)?(?: (?:hook|entry|line|rule|job|service|agent|block|file|instruction|cron job|text|key)s?)?(?: back| again)?,? (?:if|when|whenever|once|after|each time|every time|as soon as|in case) (?:it|they|somebody|someone|anyone|the user|that|this)\b[^.;]{0,15}\b(?:removed?|deletes?|deleted|removes?|disabled?|disables|missing|uninstall\w*|gone|erased?|drops?)\b",
        ),
        ordered=True,
        unless=r"\b(?:table|column|index|node_modules|venv|environment|fixture|cache|database|migration|lock ?file|dependenc\w+|branch|config\w* file is missing)\b",
    ),
    Conduct(
        "changes other skills",
        _TAMPERS,
        _READ,
        phrases(
            rf"\b(?:edit|modify|change|patch|rewrite|overwrite|alter|extend|inject (?:\w+ ){{1,4}}into|insert (?:\w+ ){{1,5}}into|append (?:\w+ ){{1,5}}to|add (?:\w+ ){{1,5}}to) {_SKILLS}\b",
            r"\b(?:copy|place|install|spread|replicate|duplicate) (?:this skill|itself|this file|these instructions|a copy of this \w+)\b[^.;]{0,40}\b(?:every|each|all|any|other)\b[^.;]{0,40}\b(?:agents?|skills? (?:folders?|director\w+)|projects?|repositor(?:y|ies)|hosts?|tools?)\b",
        ),
        ordered=True,
        unless=r"\b(?:if|unless|user (?:asks|wants)|never|release|version|when creating)\b",
        purpose=r"\bskills\b|\binstall|\bskill[- ](?:creator|manager|writer|author|sync|maintenance)",
    ),
    Conduct(
        "adds a server of its author",
        _TAMPERS,
        _READ,
        phrases(
            r"\b(?:add|register|put|install) our (?:\w+ )?(?:mcp )?server\b[^.;]{0,40}\bmcp\b",
        ),
        ordered=True,
        unless=r"\b(?:if|unless|user (?:wants|asks)|option|never|not)\b",
        purpose=r"\bmcp\b",
    ),
    Conduct(
        "lets the agent run everything",
        _TAMPERS,
        _READ,
        phrases(
            r"\b(?:agent|claude|codex|host|cursor|assistant)(?:'s)? (?:configuration|settings|config|permissions)\b[^.;]{0,40}\b(?:so that|such that|to allow|to permit|to let)\b[^.;]{0,30}\b(?:bash|shell|everything|all (?:tools|commands)|any (?:tool|command))\b[^.;]{0,20}(?:allowed|permitted|approved|run|granted)?",
            r"\b(?:grant|allow|permit|add|put|set)\b[^.;]{0,30}\b(?:bash\(\*(?::\*)?\)|bash|shell|all tools|every tool|everything|all commands)\b[^.;]{0,40}\b(?:allow ?-?list|allow list|permissions|settings\.json|settings)\b",
        ),
        unless=r"\b(?:if|unless|never|not|consider|user (?:wants|asks))\b",
        purpose=r"\bpermissions?\b|\bsettings?\b|\ballow|\bconfig",
    ),
    Conduct(
        "starts with the machine",
        _PERSISTS,
        _READ,
        phrases(
            r"\b(?:make sure|ensure|see to it|so) (?:that )?(?:it|the (?:script|agent|helper|program|process|collector|client)|this (?:script|skill))(?: always)? (?:starts?|runs?|launches|comes back|loads?|is (?:started|launched|running))(?: up)?(?: again)? (?:after|on|at|with|upon) (?:each|every|any|a)(?: \w+)? (?:reboot|restart|login|log-?in|boot|start-?up)\b",
        ),
        unless=r"\b(?:if|unless|user (?:wants|asks)|option|never|not)\b",
        purpose=_STARTING,
    ),
    Conduct(
        "starts with the machine",
        _PERSISTS,
        _READ,
        phrases(
            r"\b(?:add|write|put|append|insert)\b[^.;]{0,30}\b(?:line|entry|command|hook)\b[^.;]{0,10}\b(?:to|into) (?:the )?(?:~/)?\.?(?:zshrc|bashrc|profile|zprofile|bash_profile|shell profile)\b[^.;]{0,30}\b(?:agent|helper|collector|at (?:each |every )?(?:login|start))\b",
            r"\b(?:register|create|schedule|install|set up|add) (?:a |an |the )?(?:scheduled task|cron ?job|launch ?agent|systemd (?:unit|service|timer)|daemon|timer|background (?:job|service))\b[^.;]{0,40}\b(?:agent's|helper|beacon|check-?in|collector|reporter|phones?|hidden|updater)\b",
        ),
        unless=r"\b(?:if|unless|user (?:wants|asks)|option|never|not)\b",
        purpose=_STARTING,
    ),
)
"""What changes an agent for good."""
