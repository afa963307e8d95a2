"""Whether a text orders an agent to act: to send, run, ignore or keep secret something (pure).

What is asked about was hidden or disguised: a place where nobody gives honest orders. In a data file or a comment that
people may read, only the gravest orders count, since prompts and hints for agents are kept there too.
"""

import unicodedata

from skillpack.parse.patterns import late

_LONGEST = 20_000  # characters that are read

_AGENT = (
    r"(?:ai|llms?|agents?|assistants?|claude|codex|copilot|cursor|gemini|(?:chat)?gpt|(?:language|the|this|any) model)"
)
_OUTSIDE = (
    r"(?:https?://|\$\(|~/|\.env\b|/etc/|\bcurl\b|\bwget\b|\b(?:tokens?|credentials?|passwords?|api keys?|secrets?"
    r"|private keys?|ssh keys?|environment variables|env vars|conversation|chat history|clipboard)\b)"
)
_IGNORES = late(
    r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|overrid(?:e|ing)|bypass(?:ing)?)\s"
    r"(?:(?:all|any|of|the|your|my|other|every|these|those|and|everything)\s){0,4}"
    r"(?:previous|prior|earlier|above|preceding|existing|original|initial|system|developer|safety|security)\s"
    r"(?:\w{1,20}\s){0,2}(?:instructions?|prompts?|rules|guidelines|directives|guardrails|messages)"
)
_SECRETLY = late(
    r"\b(?:do not|don't|never|without)\s(?:ever\s)?(?:tell|inform|notify|alert|warn|ask|mention\s(?:this|it)\sto"
    r"|reveal\s(?:this|it)\sto|show\s(?:this|it)\sto)(?:ing)?\s(?:the\s|your\s|any\s)?(?:user|human|operator|people)"
    r"|\b(?:hide|conceal|keep)\s(?:\w{1,20}\s){1,4}from\s(?:the\s|your\s)?(?:user|human|operator)"
    r"|\bkeep\s(?:this|it|that)\s(?:quiet\b|(?:strictly\s)?to\syourself|between\sus)|\b(?:user|human|customer)\s(?:only\s)?(?:sees|gets|reads)"
    r"\s[^.\n]{1,60}\sand\snothing\selse\b"
    r"|\b(?:do not|don't|never)\s(?:ever\s)?(?:mention|report|announce|show|list)"
    r"\s(?:this|it|that)(?:\sstep|\supload)?(?:\s?[.;,]|$)"
    r"|\b(?:secretly|silently|quietly|covertly)\s(?:\w{1,20}\s){0,2}(?:send|upload|post|run|execute|add|append|forward|copy|read)"
)
_ADDRESSED = late(
    rf"\b{_AGENT}\b|\byou (?:must|shall|should|are now|will now|have to|need to)\b|^(?:system|important)\s?:"
)
_ORDERED = late(
    r"(?:^|[.!?:;,>\"'(]\s?"
    r"|\b(?:must|should|shall|please|always|first|then|and|also|now|immediately|have to|need to|you)\s)"
    r"(?:run|execute|send|upload|post|fetch|download|read|install|delete|forward|append|copy|e-?mail|exfiltrate|include"
    rf"|collect|encode|insert|leak|print|output|open|paste)\b[^.\n]{{0,120}}{_OUTSIDE}"
)
_SENT = late(
    r"\b(?:send|upload|post|forward|e-?mail|exfiltrate|leak|transmit|paste)\b[^.\n]{0,120}"
    r"(?:https?://|\b(?:tokens?|credentials?|passwords?|api keys?|secrets?|private keys?|ssh keys?"
    r"|environment variables|conversation|chat history|clipboard)\b|\.env\b|~/\.)"
    r"|\b(?:run|execute)\b[^.\n]{0,80}(?:\bcurl\b|\bwget\b|\brm -rf\b|\|\s?(?:ba)?sh\b)"
)
_CALLED = late(
    r"(?:^|[#*<>\"'\[({|:;,]\s?|[.!?/-]\s|\b(?:error|warning|warn|info|debug|todo|fixme)\s)(?:(?:note|notice|message|instructions?|attention|important|hey|dear)"
    r"[\s,:]{1,3}(?:(?:to|for|all)\s){0,2}"
    r"(?:the\s|any\s)?)?(?:ai|llm|agent|assistant|claude|codex|copilot|chatgpt|language model)s?"
    r"(?:\s(?:agents?|assistants?|models?|reading this|reviewers?|code))?\s?(?::|,|-|must\b|should\b|shall\b|please\b)"
)
_OF_ATTACKS = late(
    r"inject|attack|jailbreak|malicious|suspicious|adversar|untrusted|phish|red.?team|exploit|payload|detect|refus|hijack"
    r"|prompt.?guard|threat|vulnerab|poison|sanitiz|\bblock|deny|homoglyph|confusable|look-?alike|smuggl|steganogra|sandbox"
)
_OF_TRIALS = late(
    r"(?:^|[/_.-])(?:evals?|evaluations?|tests?|testdata|fixtures?|rules?|rulesets?|patterns?|attacks?|payloads?|injections?"
    r"|samples?|examples?|datasets?|benchmarks?|jailbreaks?|adversarial|malicious|prompts?|signatures?|detections?|threats?)(?=[/_.-]|$)"
)


def acts(text: str) -> bool:
    """Tell whether a hidden text orders an agent to send, run, ignore or keep secret something."""
    words = folded(text)
    if _IGNORES().search(words) or _SECRETLY().search(words):
        return True
    return _ADDRESSED().search(words) is not None and _ORDERED().search(words) is not None


def commands(text: str) -> bool:
    """Tell whether a hidden text orders to send or run something, whomever it addresses."""
    words = folded(text)
    return acts(text) or _ORDERED().search(words) is not None


def calls(text: str) -> bool:
    """Tell whether a comment or a value that people may read calls an agent and orders what harms its user."""
    words = folded(text)
    if not _CALLED().search(words):
        return False
    return any(pattern.search(words) is not None for pattern in (_IGNORES(), _SECRETLY(), _SENT()))


def harms(text: str) -> bool:
    """Tell whether a text that people may read calls an agent and orders harm, or turns it against its instructions.

    What does neither send, nor keep secret, nor set instructions aside, as hardly any text does, is asked no more.
    """
    words = folded(text)
    ignores = _IGNORES().search(words) is not None
    sent, secret = _SENT().search(words) is not None, _SECRETLY().search(words) is not None
    grave = sent or secret
    return (sent and secret) or (ignores and grave) or ((ignores or grave) and _CALLED().search(words) is not None)


def speaks_of_attacks(text: str) -> bool:
    """Tell whether a text speaks of attacks, so that what stands in it may be an example of them."""
    return _OF_ATTACKS().search(text[:_LONGEST].casefold()) is not None


def for_trials(path: str) -> bool:
    """Tell whether the path of a file says that it holds examples: trials, rules, patterns, prompts."""
    return _OF_TRIALS().search(path.casefold()) is not None


def folded(text: str) -> str:
    """Return a text as it is read: in plain letters and one case, blanks in a row as one."""
    return " ".join(unicodedata.normalize("NFKC", text[:_LONGEST]).replace("\u2019", "'").casefold().split())
