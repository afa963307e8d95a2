"""Whether Markdown shows what stands in it as an attack or a bad example, or forbids it: no order to do it.

A word that warns does not quote what stands near it. It has to be the label of the block, the list or the line ("Bad:",
"Attack patterns"), to forbid it ("never run") or to say who does it ("attackers write"); an order to do it wins.
"""

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from msgspec import Struct

from skillpack.abilities.code_blocks import CodeBlock, block_around, code_blocks
from skillpack.abilities.places import warned
from skillpack.abilities.texts import TextFile
from skillpack.parse.patterns import late

_ABOVE = 4096  # bytes in which a heading, and the start of a list, are looked for
_LINE = 1000  # bytes of a heading, of an item, of an opening line
_BEFORE = 400  # bytes of a paragraph, or of a list of data, that are read before what stands in it
_ITEM = late(rb"[ \t]*(?:\||(?:[-*+>]|\d{1,3}[.)])[ \t])")
_STEP = late(rb"[ \t>]*\d{1,3}[.)][ \t]")
_RULES = late(rb"(?:`|~)[ \t]*(?:ya?ml|json[c5]?|toml|ini|regex|rego|xml|te?xt|log|output|md|markdown|html|diff)\b")
_COMMENT = late(rb"[ \t]*(?:\#|//|--|;|<!--|/\*)")
_HEADING = late(rb"^#{1,6}[ \t]", re.MULTILINE)
_DRESS = late(rb"\A[\s#>*_+|/;<!-]+|[*_`~\[\]]+|\s*(?:-->|\*/)\s*\Z|(?<=\A)\d{1,3}[.)]\s+")

# A sign is a cross, no entry, or a thumb down.
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
_LABEL = late(
    rb"\A(?:(?:"
    + _SIGN
    + rb")|(?:(?:example|case|pattern|option|scenario)\s*\d*\s*[:.)-]?\s+)?(?:(?:an?|the|very)\s+)?(?:"
    + _KIND
    + rb"|attacks?|don't(?:\s+do(?:\s+this)?)?|do\ not|never|avoid|not\ this|anti-?patterns?|exploits?|malicious)"
    rb"(?:\s+" + _THING + rb")?\s*(?:\([^)]*\)|\d{1,2})?(?:\s*:|\s+(?:\xe2\x80\x94|\xe2\x80\x93|-)\s|\s*[.!]*\s*\Z))"
)
_GOOD = late(
    rb"\A(?:\xe2\x9c\x85|\xe2\x9c\x93|\xe2\x9c\x94|(?:good|right|correct|safe|secure|better|fix(?:ed)?|recommended|preferred"
    rb"|instead|do(?:\s+this)?)(?:\s+" + _THING + rb")?\s*(?:\([^)]*\)|\d{1,2})?(?:\s*:|\s*\Z|\s+-))"
)
_FORBIDS = late(
    rb"\b(?:never|do\s+not|don't|dont|must\s+not|mustn't|should\s+not|shouldn't|should\s+never|not\s+to|cannot|can't"
    rb"|avoid|refuse\s+to|instead\s+of|rather\s+than)\s+(?:(?:ever|just|blindly|directly|simply)\s+)?"
    rb"(?:allow|trust|ship|add|put|send|commit|follow|write|pip|do|curl|push|delet|pip|includ|suggest|obey|act|compl|listen|accept|believ|forc|expos"
    rb"|hard-?cod|stor|log|echo|print|pass|" + _DOES + rb")(?:ing|e|y|s)?\b"
    rb"(?!(?:\s+[\w']+){0,4}\s+(?:as\s+root|with\s+sudo|twice|until|before|more\s+than)\b)"
    rb"|\bwhat\s+not\b|\bavoid\s+(?:this|these|the\s+following|such)\b"
)
_SPEAKS = late(
    rb"(?<!request )(?<!response )(?<!json )(?<!webhook )(?<!event )\bpayloads?\b|malicious|malware"
    rb"|(?<!dependency )injection"
    rb"|\binjected\b|\bexploit(?:s|ation|ed)?\b|obfuscat|exfiltrat|adversar|poison|\battack|jailbreak|phish|anti-?pattern"
    rb"|\bred\s+flags?\b|\b(?:" + _KIND + rb"|threat|compromise)\s+(?:\w+\s+)?(?:" + _THING + rb"|indicators?)\b"
    rb"|\bindicators?\s+of\b|\bvulnerabilit|\bpatterns?\s+to\s+(?:detect|block|find|flag)|\bcommands?\s+to\s+(?:block|deny|refuse)"
    rb"|\b(?:detect|flag|block|reject|refuse|den)(?:s|es|ies)\b"
)
_BEFORE_IT = late(
    rb"\b(?:" + _KIND + rb"|block(?:s|ed)?|den(?:y|ies|ied)|forbid\w*|prohibit\w*|reject\w*|disallow\w*|detect\w*"
    rb"|flag(?:s|ged)|instead\s+of|avoid|never|don't|do\s+not|look(?:s|ing)?\s+for|refuse\w*|reports?|warns?|catch(?:es)?|spots|whether)\b"
    rb"|\b(?:search|scan|grep|check|watch)\b[^.;]{0,40}\bfor\b"
    rb"|\b(?:replace|rewrite|convert|remove)(?:\s+(?:any|every|each|all|the|lines?|calls?|such|as|to|of)){0,3}\W*\Z"
    rb"|\b(?:does\s+not|doesn't|will\s+not|won't|must\s+not|cannot|can't|should\s+not)\b"
    rb"(?!\s+(?:work|start|exist|matter|help|need|run|install|load|open|find)\b)|\bno\s+(?:\w+\s+){0,2}\W*\Z"
)
_LISTED = late(
    rb"\b(?:(?:look|watch|search|scan|grep|check)(?:s|ing)?\s+(?:out\s+)?for|warning\s+signs|signs?\s+of|threats?|detects?|flags?"
    rb"|reports?|refuses?|counts?\s+as)\b[^.:]*:?\s*\Z"
)
_COLUMNS = late(
    rb"\b(?:"
    + _KIND
    + rb"|risks?|severity|threats?|signs?|detect\w*|findings?|do\s+not|don't|never|avoid|instead|blocked|denied)\b"
)
_CONDITION = late(
    rb"\b(?:if|when(?:ever)?|after|before|because|since|in\s+case|once|unless|until|against|without"
    rb"|to\s+(?:prevent|avoid|stop|fix|repair|protect))\b[^,:;.!?\n]*(?:[,:;.!?]|\Z)"
)
_ATTACKERS = late(rb"attacker|malicious|adversar|hostile|injected|exploit|payload|phish|scam")
_ORDER = late(
    rb"(?:\A|[.:;,!?]\s+|\s(?:\xe2\x80\x94|\xe2\x80\x93|-)\s+|\byou\s+(?:must|should|can|may|need\s+to|have\s+to)\s+"
    rb"|\b(?:then|first|please|now|just|simply|always|next|otherwise|and)\s+)(?:(?:then|first|please|now|just|simply|always"
    rb"|next|so|also|and)\s+){0,3}(?:" + _DO + rb"|do\s+(?:this|it|the\s+following|so)\b)"
    rb"|\b(?:is|are|be|get)\s+(?:mended|fixed|replaced|repaired|solved|resolved|cured|cleaned|updated|reinstalled)\b"
    rb"|\b(?:this|it|the\s+(?:helper|tool|script|command|installer|following)|below)\s+(?:mends|fixes|repairs|restores|cleans"
    rb"|installs|updates|sets\s+up)\b"
    rb"|\b(?:set-?up|installation|prerequisites?|requirements|getting\s+started|quick\s?start|troubleshooting)\b"
)
_DATA = late(
    rb"""(?:den(?:y|ied)|block|forbid|prohibit|reject|disallow|danger|malicious|suspicious|bad|unsafe|attack|payload|injection
    |pattern|regex|rule|signature|detect|never|wrong)\w*["']?\s*[:=]\s*
    (?:[\[({][^\])}]*|["'][^"'\n]*
    |(?:-[ \t][^\n]*\n\s*)*-[ \t]["']?[^\n]*)\Z
    |(?:den(?:y|ied)|block|forbid|reject|danger|malicious|suspicious|attack|payload)\w*["']?:[ \t]+["']?\Z
    |(?:den(?:y|ied)|block|forbid|reject|danger|malicious|suspicious|attack|payload|detect)\w*
    \([ \t]*[rb]?["'][^"'\n]*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_TRIED = late(
    rb"\b(?:payloads|attacks|injections|exploits|jailbreaks|(?:attack|malicious|injection|adversarial|hostile|jailbreak"
    rb"|phishing|poison\w*|suspicious)\s+(?:\w+\s+)?\w+s)\b"
)
_REPLACED = late(rb"\b(?:replace|fix|repair|clean\s+up)\b[^.,;:]{0,60}\Z")
_TOLD = late(
    rb"\b(?:if|when(?:ever)?|where|that|which|may|might|could)\b[^,:;.!?\n]{0,80}"
    rb"\b(?:says?|tells?|asks?|contains?|claims?|demands?|writes?|instructs?|orders?)\b[^.;!?]*\Z"
)
_FORBIDDEN_TOO = late(
    rb"\b(?:never|do\s+not|don't|must\s+not|should\s+not|not)\b(?:[^.:;!?]*\b(?:or|nor)\b|,?\s+under\s+(?:any|no)\s+circumstances?)"
    rb"(?!.*\binstead\b)"
)
_STOPS = late(rb"[.,;:](?:\s|\Z)")
_SENTENCE = late(rb"(?<=[.!?])[\"')*_]*\s+(?=[\"'(*_]*[A-Z0-9])")

_SOUNDS = (
    "payload attack malicious malware inject exploit obfuscat exfiltrat adversar poison vulnerab insecure incorrect"
    " harmful hostile risky suspicious red|flag anti indicator danger unsafe forbid prohibit pattern bad wrong what|not"
    " never not| no| spots catch warn don't dont avoid cannot can't"
    " instead rather block deni deny reject disallow detect flag refus look jailbreak"
    " phish"
    " compromise shouldn mustn sign risk threat severity finding search scan grep check regex rule report count"
    " replac rewrit convert remov whether watch says tell ask contain claim demand writes instruct order"
    " |not \N{CROSS MARK} \N{NO ENTRY SIGN} \N{BALLOT X} \N{HEAVY BALLOT X} \N{NO ENTRY}"
    " \N{NEGATIVE SQUARED CROSS MARK} \N{THUMBS DOWN SIGN}"
)
_STEMS = tuple(each.replace("|", " ").encode() for each in _SOUNDS.split())
"""One of these stands, in small letters, in whatever quotes."""


class _Outline(Struct, frozen=True):
    """Where the blocks of code and the headings of a text are.

    Attributes:
        starts: Of the opening lines of its blocks.
        ends: Of the text in each block; the same order.
        headings: Where its headings start.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    headings: tuple[int, ...]


def is_quoted(file: TextFile, position: int) -> bool:
    """Tell whether prose forbids what stands at a position, or shows it as an attack or a bad example.

    A script cannot warn of itself: in other files than Markdown nothing is quoted.
    """
    if not file.markdown or not _may_be_quoted(file.content, position - _ABOVE, position):
        return False
    return _is_quoted(file.content, position)


def quoted_lines(file: TextFile, block: CodeBlock) -> set[int]:
    """Return the numbers of the lines of a block, from 0, that a comment above them in it shows as bad.

    Args:
        file: Markdown.
        block: One of its blocks, which is not quoted as a whole.
    """
    if not _may_be_quoted(file.content, block.first, block.end):
        return set()
    bad, found = False, set[int]()
    for number, line in enumerate(file.content[block.first : block.end].split(b"\n")):
        if _COMMENT().match(line):
            bad = _shows(line[:_LINE]) is True
        elif bad:
            found.add(number)
    return found


def _may_be_quoted(content: bytes, start: int, end: int) -> bool:
    """Tell whether a word that may quote begins between two positions."""
    places = _warning_places(content)
    at = bisect_left(places, start)
    return at < len(places) and places[at] <= end


@lru_cache(maxsize=16)
def _warning_places(content: bytes) -> tuple[int, ...]:
    """Return where something stands that every word begins with that may quote.

    A file is asked about often, and looked through once.
    """
    lower, found = content.lower(), []
    for stem in _STEMS:
        at = lower.find(stem)
        while at >= 0:
            found.append(at)
            at = lower.find(stem, at + 1)
    return tuple(sorted(found))


@lru_cache(maxsize=16)
def _outline(content: bytes) -> _Outline:
    blocks = code_blocks(content)
    marks = (found.start() for found in _HEADING().finditer(content))
    headings = tuple(each for each in marks if block_around(blocks, each) is None)
    return _Outline(tuple(each.start for each in blocks), tuple(each.end for each in blocks), headings)


def _is_quoted(content: bytes, position: int) -> bool:
    outline = _outline(content)
    number = bisect_right(outline.starts, position) - 1
    if number >= 0 and position < outline.ends[number]:
        return _is_in_bad_block(content, outline, outline.starts[number], position)
    start = content.rfind(b"\n", 0, position) + 1
    item = start
    while not _ITEM().match(content, item) and item > max(0, start - _BEFORE):
        above = content.rfind(b"\n", 0, item - 1) + 1
        if not content[above:item].strip() or content[above : above + 1] == b"#":
            break
        item = above
    if _ITEM().match(content, item):
        return _is_in_bad_list(content, outline, item, position)
    before = _paragraph(content, outline, position)
    gap = content[max(0, position - _BEFORE) : position]
    if gap[len(gap.rstrip()) :].count(b"\n") > 1 and not before.endswith(b":"):
        before = b""  # another paragraph, which does not lead to this one
    return _warns(before) is True


def _is_in_bad_block(content: bytes, outline: _Outline, start: int, position: int) -> bool:
    """Tell whether a block of code is introduced, headed or commented as one of bad examples."""
    low, high = _heading_span(content, outline, start)
    if not _may_be_quoted(content, start - _BEFORE, position) and not _may_be_quoted(content, low, high):
        return False
    heading = content[low:high]
    line = content.rfind(b"\n", 0, position) + 1
    first = content.find(b"\n", start) + 1
    opening = content[start : min(first - 1, start + _LINE)]
    before = content[max(first, position - _BEFORE) : position]
    above = content[max(first, line - _ABOVE) : line].split(b"\n")
    last = next((each for each in reversed(above) if _COMMENT().match(each)), None)
    comment = None if last is None else _shows(last[:_LINE])
    if comment or _DATA().search(before) or _shows(opening.lstrip(b" \t>`~").partition(b" ")[2]):
        return True
    if _RULES().search(opening) and _BEFORE_IT().search(b"\n".join(before.split(b"\n")[-2:]).lower()):
        return True
    said = _shows(_paragraph(content, outline, start))
    if said is None and comment is None:
        said = _shows(heading)
    return said is True


def _is_in_bad_list(content: bytes, outline: _Outline, start: int, position: int) -> bool:
    """Tell whether an item or a row warns of what stands in it, or its list or table is one of bad examples."""
    said = _warns(content[max(start, position - _BEFORE) : position])
    if said or (said is False and _STEP().match(content, start)):
        return said
    if said is None and warned(content, position):
        return True
    table = content[start : start + _BEFORE].lstrip(b" \t").startswith(b"|")
    first, indent = start, _indent(content[start:position])
    while first > max(0, start - _ABOVE):
        above = content.rfind(b"\n", 0, first - 1) + 1
        line = content[above : min(first, above + _LINE)]
        goes_on = _ITEM().match(line) or (not table and (not line.strip() or line[:1] in b" \t"))
        if not goes_on:
            break
        first = above
        if not table and _ITEM().match(line) and _indent(line) < indent:
            indent, parent = _indent(line), _plain(line)
            if _shows(line) or _LISTED().search(parent):
                return True
    columns = content[first : first + _LINE].partition(b"\n")[0].lower() if table else b""
    introduction = _paragraph(content, outline, first)
    said = _shows(introduction)
    sentences = [_plain(each) for each in _SENTENCE().split(introduction)]
    if _TRIED().search(_CONDITION().sub(b" ", sentences[-1])) or (table and any(map(_FORBIDS().search, sentences))):
        return True
    if said is None and sentences[-1].endswith(b":") and _BEFORE_IT().search(_CONDITION().sub(b" ", sentences[-1])):
        return True
    if said is None or table:
        heading = _heading(content, outline, start)
        said = any(_LISTED().search(each) for each in (sentences[-1], _plain(heading))) or _shows(heading)
    return said is True or _SPEAKS().search(columns) is not None or _COLUMNS().search(columns) is not None


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" \t"))


def _paragraph(content: bytes, outline: _Outline, end: int) -> bytes:
    """Return the paragraph before a position, as far as it is read; empty behind a block of code or a heading."""
    number = bisect_left(outline.ends, end)
    block = outline.ends[number - 1] if number else 0
    block = content.find(b"\n", block, end) + 1 if number else 0
    at = bisect_left(outline.headings, end) - 1
    heading = outline.headings[at] if at >= 0 else 0
    behind = content.find(b"\n", heading, end) + 1 if at >= 0 else 0
    low = max(block, behind, _front_matter_end(content), end - _BEFORE, 0)
    above = content[low:end].rstrip(b" \t\n\r")
    return above[max(above.rfind(b"\n\n"), above.rfind(b"\n\r\n"), 0) :].strip()


def _front_matter_end(content: bytes) -> int:
    """Return where the body of a skill file starts, 0 where there is no front matter."""
    end = content.find(b"\n---", 3) if content.startswith(b"---") else -1
    return end + 4 if end >= 0 else 0


def _heading(content: bytes, outline: _Outline, position: int) -> bytes:
    """Return the heading that a position stands below; empty where it is further above than one is looked for."""
    start, end = _heading_span(content, outline, position)
    return content[start:end]


def _heading_span(content: bytes, outline: _Outline, position: int) -> tuple[int, int]:
    """Return where the heading starts and ends that a position stands below; the same twice for none."""
    number = bisect_left(outline.headings, position) - 1
    if number < 0 or outline.headings[number] < position - _ABOVE:
        return position, position
    start = outline.headings[number]
    end = content.find(b"\n", start, start + _LINE)
    return start, end if end >= 0 else min(len(content), start + _LINE)


def _warns(text: bytes) -> bool | None:
    """Tell whether what stands before words, in their own paragraph, forbids them; False where it orders them."""
    *earlier, last = map(_plain, _SENTENCE().split(text))
    forbidden = list(_FORBIDS().finditer(last))
    if forbidden and not _STOPS().search(last, forbidden[-1].end()):
        return True
    said = _shows(text)
    if said or (said is False and not _REPLACED().search(last)):
        return said
    if _TOLD().search(last) or _BEFORE_IT().search(_CONDITION().sub(b" ", last)):
        return True
    return True if any(_SPEAKS().search(_CONDITION().sub(b" ", each)) for each in earlier[-1:]) else None


def _shows(text: bytes) -> bool | None:
    """Tell whether a heading, a comment or what leads to a block says that it is bad; False where it orders it."""
    sentences = [_plain(each) for each in _SENTENCE().split(text)]
    last = sentences[-1]
    if any(_LABEL().match(each) for each in sentences[-2:]) or (text and _LABEL().match(_plain(text))):
        return True
    if _GOOD().match(last):
        return False
    unconditional = _CONDITION().sub(b" ", last)
    attackers = _ATTACKERS().search(unconditional)
    order = _ORDER().search(last)
    if order and not (order.start() and (attackers or _FORBIDDEN_TOO().search(last))):
        return False
    if any(_FORBIDS().search(each) for each in sentences[-2:]) or _SPEAKS().search(unconditional):
        return True
    return None


def _plain(text: bytes) -> bytes:
    """Return a line in small letters, without the marks of headings, items, comments and emphasis."""
    return _DRESS().sub(b"", text.replace(b"\xe2\x80\x99", b"'")).strip().lower()
