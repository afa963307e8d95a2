"""Words of headings, lists and sentences that show attacks or bad examples; how sentences end and words are quoted."""

import re

from skillpack.parse.patterns import late

BAD_SECTION = late(
    r"""attack|malicious|malware|injection|exploit|exfiltrat|adversar|poison|vulnerab|insecure|suspicious|threat|abuse
    |red\ flags?\b|anti-?patterns?\b|\bindicators?\b|\bdangerous\b|\bunsafe\b|\bforbidden\b|\bprohibited\b|\bnever\b
    |\bdetect|\bpatterns?\ to\b|\bbad\b|\bwrong\b|\bwhat\ not\b|\bdon'?t\b|\bdo\ not\b|\bavoid\b|\bmistakes?\b|\bpitfalls?\b
    |\brationali[sz]|\bjailbreak|\bphish|\bsocial\ engineering|\bexcuses?\b|\bexamples?\s+of\b|\bsigns?\ of\b|\bsmells?\b
    |\bout\ of\ scope\b|\bnon-?goals?\b|\bwhat\ (?:to\ )?(?:look|watch)|\brefuse|\bwarning\ signs|\bmust\ not\b|\btest\ cases?\b|\bprobes?\b
    |\b(?:phrases|prompts)\ (?:that|which|we|to\ (?:test|try))\b|\bwhat\ (?:was|they|testers)\ (?:typed|tried|said)\b
    |\bfeed\ (?:each|every|all|these|the\ following)\b|\b(?:check|verify|assert|make\ sure)\ that\ the\ (?:assistant|model|agent|bot)\b
    |❌|🚫|🚩|angriff|attaque|ataque|attacc|攻击|恶意|注入|攻撃|悪意|공격|악성|атак|вредонос""",
    re.VERBOSE | re.IGNORECASE,
)
BAD_SENTENCE = late(
    r"""\battack|\bmalicious|\bmalware|\binjection|\binject(?:s|ed|ing)\b|\bexploit|\badversar|\bpoison(?:ed|ing)\b|\bsuspicious
    |\bjailbreak|\bphish|\bred\ flag|\buntrusted|\btrick(?:s|ed|ing)?\b|\bmanipulat|\bsocial\ engineering|\be\.g\.|\bfor\ example\b
    |\bsuch\ as\b|(?<!seed\ )(?<!recovery\ )\bphrases?\b|\battempts?\b|\bvulnerab|\bhostile\b|\bcompromis|\battempting\b|\bimpersonat|\bscams?\b
    |❌|🚫|🚩|angreif|angriff|attaque|ataque|attacc|攻击|恶意|注入|攻撃|悪意|공격|악성|атак|вредонос|злоумышл""",
    re.VERBOSE | re.IGNORECASE,
)
END = late(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[^\Wa-z_])|(?<=[。！？])")
QUOTED = late(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|「[^」\n]{1,400}」|『[^』\n]{1,400}』"
    r"|‘[^’\n]{1,400}’|(?<![\w'])'[^'\n]{3,400}'(?![\w'])|`[^`\n]{1,400}`"
)
PARTED = late(
    r"(?<![^\s(\[:])\"[^\"\n]{1,400}\"(?!\w)|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|「[^」\n]{1,400}」|『[^』\n]{1,400}』"
)
"""What is quoted at length: more than one sentence may stand in it."""
ONE_WORD = re.compile(r"[\"'“”„«»「」『』‘’`]\S*[\"'“”„«»「」『』‘’`]")
QUOTES = "\"'`“„«「『‘"
