"""Words of Markdown that show what follows as an attack or a bad example, forbid it, or order it, in English."""

import re

from skillpack.parse.patterns import late

# Where something stands.

ITEM = late(rb"[ \t]*(?:\||(?:[-*+>]|\d{1,3}[.)])[ \t])")
"""Starts an item of a list, a quotation or a row of a table."""

STEP = late(rb"[ \t>]*\d{1,3}[.)][ \t]")
"""Starts a numbered item: a step."""

COMMENT = late(rb"[ \t]*(?:\#|//|--|;|<!--|/\*)")
"""Starts a comment, in any language of code."""

HEADING = late(rb"^#{1,6}[ \t]", re.MULTILINE)
"""Starts a heading."""

RULES = late(rb"(?:`|~)[ \t]*(?:ya?ml|json[c5]?|toml|ini|regex|rego|xml|te?xt|log|output|md|markdown|html|diff)\b")
"""Opens a block of data, of text or of rules: no code."""

DRESS = late(rb"\A[\s#>*_+|/;<!-]+|[*_`~\[\]]+|\s*(?:-->|\*/)\s*\Z|(?<=\A)\d{1,3}[.)]\s+")
"""Marks of headings, items, comments and emphasis."""

SENTENCE = late(rb"(?<=[.!?])[\"')*_]*\s+(?=[\"'(*_]*[A-Z0-9])")
"""Between two sentences."""

STOPS = late(rb"[.,;:](?:\s|\Z)")
"""Ends a part of a sentence."""

# What the patterns are made of.

# A cross, no entry, a thumb down.
_SIGN = rb"\xe2\x9d\x8c|\xe2\x9c\x97|\xe2\x9c\x98|\xe2\x9d\x8e|\xf0\x9f\x9a\xab|\xe2\x9b\x94|\xf0\x9f\x91\x8e"

_KIND = (
    rb"bad|wrong|incorrect|insecure|unsafe|dangerous|vulnerable|suspicious|forbidden|prohibited|harmful|hostile|risky"
)

_THING = (
    rb"(?:examples?|codes?|patterns?|practices?|commands?|approach(?:es)?|ways?|usages?|snippets?|inputs?|quer(?:y|ies)"
    rb"|prompts?|scripts?|skills?|requests?|config(?:uration)?s?|lines?|urls?|calls?|strings?|instructions?|contents?"
    rb"|operations?|behaviou?rs?|flags?|arguments?|outputs?|files?|functions?|imports?|settings?|constructs?)"
)

_DOES = (
    rb"(?:re-?)?(?:runn?|execut|install|past|copy|enter|typ|us|start|launch|invok|appl|clean|replac|fix|repair|updat"
    rb"|upgrad|download|fetch|bootstrap|call|sourc|tr|perform|reset|restor|recover|set|mend|get)"
)

_DO = (
    rb"(?:re-?)?(?:run|execute|install|paste|copy|enter|type|use|start|launch|invoke|apply|clean|replace|fix|repair|update"
    rb"|upgrade|download|fetch|bootstrap|call|source|perform|reset|restore|recover|set\ up|mend)\b"
)

# What words say.

LABEL = late(
    rb"\A(?:(?:"
    + _SIGN
    + rb")|(?:(?:example|case|pattern|option|scenario)\s*\d*\s*[:.)-]?\s+)?(?:(?:an?|the|very)\s+)?(?:"
    + _KIND
    + rb"|attacks?|don't(?:\s+do(?:\s+this)?)?|do\ not|never|avoid|not\ this|anti-?patterns?|exploits?|malicious)"
    rb"(?:\s+" + _THING + rb")?\s*(?:\([^)]*\)|\d{1,2})?(?:\s*:|\s+(?:\xe2\x80\x94|\xe2\x80\x93|-)\s|\s*[.!]*\s*\Z))"
)
"""A line, or its start, that names what follows as bad: `Bad:`, `Attack pattern 2`, a red cross."""

GOOD = late(
    rb"\A(?:\xe2\x9c\x85|\xe2\x9c\x93|\xe2\x9c\x94|(?:good|right|correct|safe|secure|better|fix(?:ed)?|recommended|preferred"
    rb"|instead|do(?:\s+this)?)(?:\s+" + _THING + rb")?\s*(?:\([^)]*\)|\d{1,2})?(?:\s*:|\s*\Z|\s+-))"
)
"""A line, or its start, that names what follows as right."""

FORBIDS = late(
    rb"\b(?:never|do\s+not|don't|dont|must\s+not|mustn't|should\s+not|shouldn't|should\s+never|not\s+to|cannot|can't"
    rb"|avoid|refuse\s+to|instead\s+of|rather\s+than)\s+(?:(?:ever|just|blindly|directly|simply)\s+)?"
    rb"(?:allow|trust|ship|add|put|send|commit|follow|write|pip|do|curl|push|delet|pip|includ|suggest|obey|act|compl|listen|accept|believ|forc|expos"
    rb"|hard-?cod|stor|log|echo|print|pass|" + _DOES + rb")(?:ing|e|y|s)?\b"
    rb"(?!(?:\s+[\w']+){0,4}\s+(?:as\s+root|with\s+sudo|twice|until|before|more\s+than)\b)"
    rb"|\bwhat\s+not\b|\bavoid\s+(?:this|these|the\s+following|such)\b"
)
"""Forbids to do something; not one way of doing it alone."""

FORBIDDEN_TOO = late(
    rb"\b(?:never|do\s+not|don't|must\s+not|should\s+not|not)\b(?:[^.:;!?]*\b(?:or|nor)\b|,?\s+under\s+(?:any|no)\s+circumstances?)"
    rb"(?!.*\binstead\b)"
)
"""Forbids several things, of which an order may be the last."""

SPEAKS = late(
    rb"(?<!request )(?<!response )(?<!json )(?<!webhook )(?<!event )\bpayloads?\b|malicious|malware"
    rb"|(?<!dependency )injection"
    rb"|\binjected\b|\bexploit(?:s|ation|ed)?\b|obfuscat|exfiltrat|adversar|poison|\battack|jailbreak|phish|anti-?pattern"
    rb"|\bred\s+flags?\b|\b(?:" + _KIND + rb"|threat|compromise)\s+(?:\w+\s+)?(?:" + _THING + rb"|indicators?)\b"
    rb"|\bindicators?\s+of\b|\bvulnerabilit|\bpatterns?\s+to\s+(?:detect|block|find|flag)|\bcommands?\s+to\s+(?:block|deny|refuse)"
    rb"|\b(?:detect|flag|block|reject|refuse|den)(?:s|es|ies)\b"
)
"""Speaks of attacks and bad examples, or of what blocks them."""

ATTACKERS = late(rb"attacker|malicious|adversar|hostile|injected|exploit|payload|phish|scam")
"""Says who does it."""

ORDER = late(
    rb"(?:\A|[.:;,!?]\s+|\s(?:\xe2\x80\x94|\xe2\x80\x93|-)\s+|\byou\s+(?:must|should|can|may|need\s+to|have\s+to)\s+"
    rb"|\b(?:then|first|please|now|just|simply|always|next|otherwise|and)\s+)(?:(?:then|first|please|now|just|simply|always"
    rb"|next|so|also|and)\s+){0,3}(?:" + _DO + rb"|do\s+(?:this|it|the\s+following|so)\b)"
    rb"|\b(?:is|are|be|get)\s+(?:mended|fixed|replaced|repaired|solved|resolved|cured|cleaned|updated|reinstalled)\b"
    rb"|\b(?:this|it|the\s+(?:helper|tool|script|command|installer|following)|below)\s+(?:mends|fixes|repairs|restores|cleans"
    rb"|installs|updates|sets\s+up)\b"
    rb"|\b(?:set-?up|installation|prerequisites?|requirements|getting\s+started|quick\s?start|troubleshooting)\b"
)
"""Orders the reader to do something, or says that what follows mends or sets up."""

CONDITION = late(
    rb"\b(?:if|when(?:ever)?|after|before|because|since|in\s+case|once|unless|until|against|without"
    rb"|to\s+(?:prevent|avoid|stop|fix|repair|protect))\b[^,:;.!?\n]*(?:[,:;.!?]|\Z)"
)
"""Part of a sentence that says when or why: words in it show nothing."""

BEFORE_IT = late(
    rb"\b(?:" + _KIND + rb"|block(?:s|ed)?|den(?:y|ies|ied)|forbid\w*|prohibit\w*|reject\w*|disallow\w*|detect\w*"
    rb"|flag(?:s|ged)|instead\s+of|avoid|never|don't|do\s+not|look(?:s|ing)?\s+for|refuse\w*|reports?|warns?|catch(?:es)?|spots|whether)\b"
    rb"|\b(?:search|scan|grep|check|watch)\b[^.;]{0,40}\bfor\b"
    rb"|\b(?:replace|rewrite|convert|remove)(?:\s+(?:any|every|each|all|the|lines?|calls?|such|as|to|of)){0,3}\W*\Z"
    rb"|\b(?:does\s+not|doesn't|will\s+not|won't|must\s+not|cannot|can't|should\s+not)\b"
    rb"(?!\s+(?:work|start|exist|matter|help|need|run|install|load|open|find)\b)|\bno\s+(?:\w+\s+){0,2}\W*\Z"
)
"""Stands before what is refused, looked for or replaced."""

REPLACED = late(rb"\b(?:replace|fix|repair|clean\s+up)\b[^.,;:]{0,60}\Z")
"""Ends with the order to replace what follows."""

TOLD = late(
    rb"\b(?:if|when(?:ever)?|where|that|which|may|might|could)\b[^,:;.!?\n]{0,80}"
    rb"\b(?:says?|tells?|asks?|contains?|claims?|demands?|writes?|instructs?|orders?)\b[^.;!?]*\Z"
)
"""Ends with what somebody else may say."""

LISTED = late(
    rb"\b(?:(?:look|watch|search|scan|grep|check)(?:s|ing)?\s+(?:out\s+)?for|warning\s+signs|signs?\s+of|threats?|detects?|flags?"
    rb"|reports?|refuses?|counts?\s+as)\b[^.:]*:?\s*\Z"
)
"""Leads to a list of what is looked for."""

TRIED = late(
    rb"\b(?:payloads|attacks|injections|exploits|jailbreaks|(?:attack|malicious|injection|adversarial|hostile|jailbreak"
    rb"|phishing|poison\w*|suspicious)\s+(?:\w+\s+)?\w+s)\b"
    rb"|\bfeed\s+(?:each|every|all|these|the\s+following)\b|\b(?:check|verify)\s+that\s+the\s+(?:assistant|model|agent|bot)\b"
)
"""Leads to a list of attacks to be tried."""

COLUMNS = late(
    rb"\b(?:"
    + _KIND
    + rb"|risks?|severity|threats?|signs?|detect\w*|findings?|do\s+not|don't|never|avoid|instead|blocked|denied)\b"
)
"""Heads the column of a table of what is bad."""

DATA = late(
    rb"""(?:den(?:y|ied)|block|forbid|prohibit|reject|disallow|danger|malicious|suspicious|bad|unsafe|attack|payload|injection
    |pattern|regex|rule|signature|detect|never|wrong)\w*["']?\s*[:=]\s*
    (?:[\[({][^\])}]*|["'][^"'\n]*
    |(?:-[ \t][^\n]*\n\s*)*-[ \t]["']?[^\n]*)\Z
    |(?:den(?:y|ied)|block|forbid|reject|danger|malicious|suspicious|attack|payload)\w*["']?:[ \t]+["']?\Z
    |(?:den(?:y|ied)|block|forbid|reject|danger|malicious|suspicious|attack|payload|detect)\w*
    \([ \t]*[rb]?["'][^"'\n]*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
"""A key of data, or a call, of which the value is forbidden or looked for."""

RECORDED = late(
    rb"(?:command_?line|cmdline|proctitle)(?:\|\w+)*[\"']?[ \t]*[:=][ \t]*"
    rb"(?:\"(?:[^\"\\\n]|\\.)*|'[^'\n]*|\r?\n(?:[ \t]*-[ \t][^\n]*\n){0,20}[ \t]*-[ \t]+[\"']?[^\n]*)\Z",
    re.IGNORECASE,
)
"""A key of an event that a machine has recorded: what was run, by whomever."""

HARMS = late(
    rb"`?[^`\n]{1,300}`[ \t]+(?:would[ \t]+)?(?:deletes?|destroys?|loses?|wipes?|erases?|exposes?|leaks?|runs?[ \t]+(?:whatever|anything)"
    rb"|gives?[ \t]+(?:everybody|anybody|strangers)|lets?[ \t]+(?:everybody|anybody|strangers)|overwrites?|bricks?)\b"
)
"""Code of which is said what harm it does."""

DECEPTION = late(
    rb"phish|smishing|vishing|scam|social[ -]engineer|fraud|prompt[ -]injection|jailbreak|clickfix|hoax|impersonat"
    rb"|betrug|betr\xc3\xbcg|hame\xc3\xa7on|arnaque|estafa|truffa|oplichting|oszust|golpe"
)
"""Speaks of messages by which people or agents are deceived."""

_SOUNDS = (
    "|not pattern not| check ask no| sign count verif order contain anti don't never rule report"  # the common ones first
    " payload attack malicious malware inject exploit obfuscat exfiltrat adversar poison vulnerab insecure incorrect"
    " harmful hostile risky suspicious red|flag indicator danger unsafe forbid prohibit bad wrong what|not"
    " spots catch warn dont avoid cannot can't instead rather block deni deny reject disallow"
    " detect flag refus look jailbreak phish compromise shouldn mustn risk threat severity finding search scan"
    " commandline command_line cmdline proctitle"
    " grep feed regex replac rewrit convert remov whether watch says tell claim demand"
    " writes instruct"
    " \N{CROSS MARK} \N{NO ENTRY SIGN} \N{BALLOT X} \N{HEAVY BALLOT X} \N{NO ENTRY}"
    " \N{NEGATIVE SQUARED CROSS MARK} \N{THUMBS DOWN SIGN}"
)
STEMS = tuple(each.replace("|", " ").encode() for each in _SOUNDS.split())
"""One of these stands, in small letters, in whatever quotes."""
