"""What tells addresses, files, encoded blocks and words around an order, in any language."""

from skillpack.parse.patterns import late

URL = late(r"https?://[^\s<>()\"'`，。、；]+|(?:s?ftp|s3|gs|wss?)://\S+")
MAIL = late(r"(?<![\w./-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[a-z]{2,24}\b")
BARE = late(
    r"(?<![\w./@-])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\w.])|(?<![\w./@-])(?:[\w-]{1,63}\.){1,4}(?:example|invalid|io|dev|app|xyz|top|ru|cn|net|org|com|site|online|sh)(?:/[\w./?=&-]*)?(?=[\s,;:!?)`]|\.?$|\.\s)"
)
SINK = late(
    r"\bwebhooks?\b|\bpastebin\b|\bpublic\s+(?:gist|issue|repo(?:sitory)?|paste|channel|bucket|file)\b|\bcollector\b"
    r"|\b(?:remote|external|our|telemetry|analytics|logging|collection|tracking|monitoring)\s+(?:server|endpoint|host|service|address|api|url|collector|inbox|bucket)\b"
    r"|\b(?:new\s+)?(?:github\s+)?issue\s+(?:on|at|in)\s+\S+/\S+"
)
TOWARDS = late(
    r"\b(?:to|at|into|via|onto|post|endpoint|webhook|address|à|vers|auf|zu|nach|unter|al?|en|para|su|по|на)\b(?:[^.()]|\.\w){0,50}\(?$|[:=]\s*$|\ban\s+\(?$"
)
LOCAL = late(r"https?://(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|[\w.-]+\.local(?:host)?)\b")
KEY_WORDS = late(r"\b(?:keys?|tokens?|credentials|passwords?|secrets)\b")
SECRET_WORDS = late(r"keys?\b|token|credential|password|secret|\.env|environment|~/|history|cookie|clipboard|seed")
UNTOLD = late(r"\bwithout\s+(?:mention|tell|inform|notify)\w*")
FOLLOW_IT = late(r"\b(?:follow|obey|do|perform)\s+(?:it|them|what\s+(?:it|they)\s+says?)\b")
INTO = late(r"(?<!everything\s)(?<!anything\s)\b(?:into|inside|under|in|from)\s+(?:the\s+|your\s+)?$")
HEADER = late(r"\bheaders?\b|\bbearer\b|\bauthori[sz]ation\b|\bauthenticat|\boauth\b")
PROGRAM = late(
    r"\.(?:exe|msi|dmg|pkg|sh|ps1|bat|cmd|scr|zip|7z|rar|jar|appimage|deb|rpm|run|vbs|command|tar\.gz|tgz)\b(?:[?#]\S*)?"
)
PASTED = late(r"\b(?:copy|paste)\b[^.]{0,120}\b(?:terminal|shell|command\s+(?:line|prompt)|powershell|console)\b")
BLOCK = late(
    r"(?<![A-Za-z0-9+/=_.\-])(?:[A-Za-z0-9+/]{24,}={0,2}|(?:[0-9a-fA-F]{2}[ :]?){16,}|(?:\\x[0-9a-fA-F]{2}){8,})(?![A-Za-z0-9+/=_\-])"
)
IS_ENCODED = late(r"[a-z][A-Z0-9]|[A-Z]{2}[a-z]|\d[A-Za-z]|=$")
ENCODING = late(
    r"\bbase-?64\b|\bhex(?:adecimal)?\b|\brot-?13\b|\bencoded\b|\bcipher|\breversed?\b|\bobfuscated\b|\bbase32\b|\bunicode\b"
)
BACKWARDS = late(r"\b(?:reverse|backwards|rot-?13)\b")
REVERSE_OF = late(
    r"reverse\s(?!(?:it|them|this|that|each|every|the|all|its|these|those|both)\b|(?:\w+\s)?(?:string|text|letters|words|line))"
)
"""What is called "reverse" and is no order, as in "reverse proxy"."""
HOST = late(r"(?:https?|ftp)://(?:[^\s/@]*@)?([\w.-]+)|@([\w.-]+)|([\w.-]+)")
ARCHIVE = late(r"\b(?:extract|unzip|unpack|unrar|decompress|archive|\.?(?:zip|7z|rar))\b")
PUSHES = late(
    r"\b(?:urgent\w*|immediately|critical|mandatory|authori[sz]ed|pre-?approved|administrator|security\s+team|anthropic|openai|management|compliance)\b"
    r"|\b(?:run|execute|delete|push|deploy|install|commit|merge|send|overwrite|remove|transfer|pay|buy|purchase|publish|drop)\b"
)
MODELS = ("anthropic.com", "openai.com", "googleapis.com", "openrouter.ai", "mistral.ai", "groq.com", "deepseek.com")
FOREIGN_SCRIPT = late(r"[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
"""A letter of Russian, Japanese, Chinese or Korean."""
PRONOUN = late(r"\s+(?:it|them|this|these|that|those|everything)\b")
SENDS_IT = late(
    r"\b(?:send|post|upload|forward|submit|push|e-?mail)\w*\b[^.]{0,60}\b(?:it|them|this|these|result|output|both|everything|archive|copy|file)\b"
)
SENDER = late(
    r"\bcurl\b[^\n]*\s(?:-d|-F|-T|--data[\w-]*|--form|--upload-file|--json|-X\s?POST|-X\s?PUT)\b|\bwget\b[^\n]*--post"
    r"|\b(?:requests|httpx|axios)\.(?:post|put)\(|\bPOST\b"
)
"""A command that sends what it is given."""
CONTENT = late(
    r"user|their|task|customer|client|patient|personal|private|confidential|what |whole|entire|full|all|source|copy|summary"
)
PURPOSE = late(r"\b(?:share|shar(?:es|ing)|export|publish|send|sends|forward|upload|report|sync|back ?up|archive|post)")
OF_THE_USER = late(r"\buser(?:'?s)?\s+(?:instructions|requests?|preferences?)\b")
CONDITION = late(r"\b(?:if|when|unless|temporarily|for testing|in (?:test|development)|only|may|can|option|example)\b")
OUTLIVES = late(r"remov|uninstall|delet|surviv|gone")
RUNS = late(
    r"(?<![\w./-])(?:(?:run|execute|launch|double-?click)\b(?![./-]\w)|(?:start|open|install)\s+(?:it|them)\b)|\b(?:ausf|execut|ejecut|lance|запуст|运行|実行|실행)"
)
RUNS_IT = late(
    r"\b(?:and|then)\s+(?:run|execute|launch|install)\b|\b(?:run|execute|launch|start|open)\s+(?:it|the\s+(?:installer|program|script|binary|file))\b"
)
MILD = late(
    r"\bread-?only\b|\btemp|\bcach|\bgenerated\b|\bbuild\b|\bif\b|\bunless\b|\bexcept\b|\bsafe\b|\bwhen\b|\bonce\b|\bonly\b"
    r"|\b(?:re-?)?run(?:s|ning)? (?:the |all |unit )*(?:tests?\b|test suite|lint|formatter|type[- ]?check)"
)
