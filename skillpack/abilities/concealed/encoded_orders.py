"""Encoded blocks that hold orders, and orders to an agent to decode something and to follow or run it (pure)."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator

from skillpack.abilities.concealed.acting_code import code_acts
from skillpack.abilities.concealed.agent_orders import acts, folded, for_trials, speaks_of_attacks
from skillpack.abilities.concealed.concern import (
    CODE,
    CODE_SEARCH,
    ORDER,
    ORDER_SEARCH,
    STOP,
    in_file,
    one_line,
    stopped,
)
from skillpack.abilities.places import decoded
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.parse.patterns import late

_BLOCK = late(
    rb"(?<![A-Za-z0-9+/_=-])(?:[A-Za-z0-9+/]{40,76}(?:[ \t\r]{0,8}\n[ \t>#]{0,8}[A-Za-z0-9+/]{20,76}){0,200}"
    rb"[A-Za-z0-9+/]{0,8000}={0,2}"
    rb"|(?:[0-9A-Fa-f]{2}[ :]?){32,4000}|(?:\\x[0-9A-Fa-f]{2}){16,4000}|(?:%[0-9A-Fa-f]{2}){16,4000})"
)
_NUMBERS = late(rb"(?<![\w.])(?:1?\d\d[ \t]{0,4},\s{0,20}){39,8000}1?\d\d(?![\w.])")
_EVALUATES = late(rb"\b(?:eval|exec|Function|compile|execScript|runInThisContext|Invoke-Expression|iex)\b|constructor")
_FROM_NUMBERS = (b"fromCharCode", b"fromCodePoint", b"chr(", b"bytes(", b"bytearray(", b"[char]", b"Buffer.from(")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_DIGITS = b"0123456789abcdefABCDEF"
# What a byte is for the question whether a text holds a block at all: most hold none, and two passes tell.
_AS_LETTER = bytes(0x61 if code in _LETTERS else 0x20 for code in range(256))
_AS_DIGIT = bytes(0x68 if code in _DIGITS else 0x20 if code in b" :" else 0x2E for code in range(256))
_LONG_WORD, _LONG_ROW = b"a" * 40, b" ".join([b"hh"] * 16)
_ESCAPES = 12  # of one kind, in a text with a block of them
_SAYS_DECODE = (b"ecod", b"ECOD", b"ecrypt", b"ECRYPT", b"obfus", b"scrambl", b"ecompress", b"unhex", b"everse the")
_DECODE = late(
    r"\b(?:base.?64|hex(?:adecimal)?|rot.?13|caesar|url|morse|zlib|gzip|xor)?[- ]?(?:decod(?:e|ed|es|ing)"
    r"|decrypt(?:ed|ing)?|deobfuscat(?:e|ed|ing)|unscrambl(?:e|ed|ing)|decompress(?:ed|ing)?|unhex(?:lify)?|b64decode"
    r"|reverse the (?:string|text|letters))\b"
)
_FOLLOW = late(
    r"\b(?:follow|obey|carry out|comply with|act on|adhere to|do (?:exactly )?(?:what|as) (?:it|they)"
    r"|treat (?:it|them|the (?:result|output|text)) as"
    r"|(?:run|execute|evaluate|eval|exec|source|pipe|perform|apply)\s(?:\w{1,20}\s){0,2}?(?:it|them|that|this|result(?:ing)?"
    r"|output|decoded|decrypted|plain ?text|text|instructions?|steps?|commands?|script|code|payload|directives?))\b"
)
_OBJECT = late(
    r"\b(?:it|this|these|them|below|above|following|text|block|blob|string|content|contents|message|line|file|payload|data)\b"
)
_NOT = late(
    r"\b(?:never|do not|don't|must not|should not|without|refuse|avoid|instead of|no longer|rather than|cannot)\b"
)
_NAMES_FILE = late(r"[\w./-]{1,120}\.(?:txt|md|json|csv|dat|log|bin|b64|enc|png|ya?ml|xml|cfg|hex)\b")
_TRANSPORT = late(
    r"\bjwt\b|\bjson\b|\bresponse\b|\bimage\b|\bqr\b|\bvideo\b|\baudio\b|\bfont\b|\bcertificate\b|\bsecret\b|\bvalues?\b|\btoken\b|\bemail\b"
)
_BLOCKS = 200  # blocks of a file that are decoded
_BETWEEN = 240  # characters between the two orders
_READ = 6000  # bytes of a block that are decoded
_NEAR = 1500  # bytes to both sides in which a block stands
_PLAIN = 0.95  # of the characters of a text


def encoded_orders(texts: tuple[TextFile, ...], names: frozenset[str]) -> Iterator[Reading]:
    """Yield encoded blocks that hold an order or a command, and orders to decode something and to follow it.

    Args:
        texts: Of the skill.
        names: Of its files, without folders: what is decoded may lie in one of them.
    """
    for file in texts:
        content = file.content
        if b"\0" in file.base and not file.with_nul:
            continue
        if not for_trials(file.path) and not file.path.lower().endswith(".svg") and _may_hold_block(content):
            yield from _blocks(file, content)
        if any(name in content for name in _FROM_NUMBERS) and not for_trials(file.path):
            yield from _spelled_in_numbers(file, content)
        instructs = file.markdown or file.path.lower().endswith((".txt", ".yaml", ".yml", ".rst"))
        if instructs and any(word in content for word in _SAYS_DECODE):
            yield from _orders_to_decode(file, decoded(content), names)


def _blocks(file: TextFile, content: bytes) -> Iterator[Reading]:
    for number, found in enumerate(_BLOCK().finditer(content)):
        if number >= _BLOCKS:
            yield stopped(file, found.start(), CODE_SEARCH)
            return
        text = _plain(found[0])
        if not text:
            continue
        order = acts(text)
        if (
            (order or _is_command(text))
            and not is_quoted(file, found.start())
            and not _near_attacks(content, *found.span())
        ):
            what = f"an encoded block that says `{one_line(text)}`"
            yield in_file(ORDER if order else CODE, STOP, file, found.start(), found.end(), what)


def _spelled_in_numbers(file: TextFile, content: bytes) -> Iterator[Reading]:
    """Yield lists of numbers that spell code, in a file that makes text of numbers, where it acts or is evaluated."""
    for number, found in enumerate(_NUMBERS().finditer(content)):
        if number >= _BLOCKS:
            yield stopped(file, found.start(), CODE_SEARCH)
            return
        text = bytes(min(int(each), 255) for each in found[0].split(b",")[:_READ])
        spelled = text.isascii() and decoded(text).replace("\n", " ").isprintable()
        letters = sum(each.isalpha() for each in decoded(text)) if spelled else 0
        if letters * 2 < len(text) or is_quoted(file, found.start()):
            continue
        if code_acts(text) or _EVALUATES().search(content):
            what = f"a list of numbers that spells `{one_line(decoded(text))}`"
            yield in_file(CODE, STOP, file, *found.span(), what)


def _orders_to_decode(file: TextFile, text: str, names: frozenset[str]) -> Iterator[Reading]:
    """Yield where a text tells to decode something, and to follow or run what comes of it."""
    mark = len(file.content) - len(decoded(file.content).encode("utf-8", "surrogateescape"))
    lowered = text.lower()
    if len(lowered) != len(text):
        return
    for number, found in enumerate(_DECODE().finditer(lowered)):
        if number >= _BLOCKS:
            yield stopped(file, mark + len(text[: found.start()].encode("utf-8", "surrogateescape")), ORDER_SEARCH)
            return
        behind = lowered[found.end() : found.end() + _BETWEEN]
        behind = behind.partition("\n\n")[0]
        then = _FOLLOW().search(behind)
        if not then or not _OBJECT().search(behind[: then.end()]):
            continue
        start = max(lowered.rfind("\n\n", 0, found.start()), lowered.rfind(". ", 0, found.start()), 0)
        said = lowered[start : found.end() + then.end()]
        if _NOT().search(said) or speaks_of_attacks(said) or _TRANSPORT().search(said):
            continue
        first = mark + len(text[: found.start()].encode("utf-8", "surrogateescape"))
        end = first + len(text[found.start() : found.end() + then.end()].encode("utf-8", "surrogateescape"))
        if is_quoted(file, first):
            continue
        named = any(
            name.rpartition("/")[2] in names for name in _NAMES_FILE().findall(text[start : found.end() + _BETWEEN])
        )
        near = file.content[max(0, first - _NEAR) : end + _NEAR]
        if named or _may_hold_block(near) or _rotated(near):
            yield in_file(ORDER, STOP, file, first, end, "an encoded text that is to be decoded and followed")
            return


def _may_hold_block(content: bytes) -> bool:
    """Tell whether a text may hold an encoded block; of most it is soon told that not."""
    return (
        _LONG_WORD in content.translate(_AS_LETTER)
        or _LONG_ROW in content.translate(_AS_DIGIT)
        or content.count(b"\\x") >= _ESCAPES
        or content.count(b"%") >= _ESCAPES
    )


def _near_attacks(content: bytes, start: int, end: int) -> bool:
    around = content[max(0, start - 400) : start] + b" " + content[end : end + 200]
    return speaks_of_attacks(decoded(around))


def _is_command(text: str) -> bool:
    """Tell whether a decoded text is a command or a script that acts."""
    words = folded(text)
    return re.match(
        r"(?:#!|curl |wget |bash |sh |python3? -c|import |powershell|iex|rm -rf|nc |eval|exec|sudo |from \w+ import)",
        words,
    ) is not None and code_acts(text.encode("utf-8", "replace"))


def _plain(block: bytes) -> str:
    """Return the text that a block encodes; empty where it encodes none."""
    data = block[:_READ]
    for decode in (_of_hex, _of_base64):
        found = decode(data)
        if len(found) >= 16:
            text = found.decode("utf-8", "replace")
            plain = sum(mark.isascii() and (mark.isprintable() or mark.isspace()) for mark in text)
            if plain >= _PLAIN * len(text):
                return text
            wide = found[: len(found) // 2 * 2].decode("utf-16-le", "replace")
            if (
                wide
                and wide.isascii()
                and sum(mark.isprintable() or mark.isspace() for mark in wide) >= _PLAIN * len(wide)
            ):
                return wide
    return ""


def _of_hex(block: bytes) -> bytes:
    digits = re.sub(rb"\\x|[%: ]", b"", block)
    try:
        return binascii.unhexlify(digits[: len(digits) // 2 * 2])
    except ValueError:
        return b""


def _of_base64(block: bytes) -> bytes:
    letters = re.sub(rb"[\s>#=]", b"", block)
    letters = letters[: len(letters) // 4 * 4] or letters
    try:
        return base64.b64decode(letters, validate=True)
    except ValueError:
        return b""


def _rotated(near: bytes) -> bool:
    """Tell whether lines near a place are an order once each letter is moved by thirteen, or read backwards."""
    text = decoded(near)
    return any(
        acts(turned)
        for line in text.split("\n")
        if len(line) > 30
        for turned in (codecs.encode(line, "rot13"), line[::-1])
    )
