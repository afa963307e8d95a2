"""Letters of other scripts that look like those of ASCII, mixed into a name: of a host, a file, a function (pure)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from skillpack.abilities.concealed.agent_orders import acts
from skillpack.abilities.concealed.concern import CODE, CODE_SEARCH, ORDER, STOP, about_file, in_file, stopped
from skillpack.abilities.concealed.endings import PYTHON, SCRIPTS
from skillpack.abilities.places import decoded
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern
from skillpack.parse.patterns import late

_LOOKALIKES = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0261\u04cf"
        "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u04ae"
        "\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0585\u0578\u057d\u0570",
        "aeopcyxijshdqwglABEKMHOPCTXIJSYoABEZHIKMNOPTYXonuh",
        strict=True,
    )
)
_FOLD = {ord(mark): letter for mark, letter in _LOOKALIKES.items()}
_RARE = late(rb"[\xcd-\xd7][\x80-\xbf]|\xc9\xa1")
_WORD = late(r"[\w\u0300-\u036f]{3,80}")
_HOST = late(r"(?:https?|ftp|wss?|ssh|git)://(?:[^\s/@\"'`<>]{1,80}@)?([\w.-]{1,200})")
_TURNED = re.compile("[\u202a-\u202e\u2066-\u2069]")
_MOST = 2000  # words that are looked at in a file
_STYLED = late(r"[\U0001d400-\U0001d7ff\uff21-\uff3a\uff41-\uff5a\u2100-\u214f]{1,40}")
_CALLED = re.compile(
    r"(?:exec|eval|compile|__import__|system|popen|getattr|open|os|subprocess|globals|builtins|import|socket)\Z"
)
_NAMED = late(r"^(?:name|allowed-tools)[ \t]{0,4}:[^\n]{1,400}", re.MULTILINE)
_OF_LOOKALIKES = late(
    r"homoglyph|confusable|look-?alike|phish|spoof|unicode|cyrillic|greek|punycode|\bidn|transliterat|impersonat|squat|attack",
    re.IGNORECASE,
)
_AROUND = 400  # characters in which a text says that it speaks of look-alikes


def lookalike_names(paths: Iterable[str], texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield names in which some letters only look like those of ASCII, of files and in texts."""
    for path in paths:
        name = path.rpartition("/")[2]
        if _TURNED.search(path):
            yield about_file(CODE, STOP, path, "a file whose name is turned around")
        elif any(_mixed(word) for word in _WORD().findall(path) if not path.isascii()):
            yield about_file(
                CODE, STOP, path, f"a file that is not called `{name.translate(_FOLD)}`, though it looks so"
            )
    for file in texts:
        if file.rare and _RARE().search(file.rare):
            yield from _in_text(file)
        if b"\xf0\x9d" in file.rare or b"\xef\xbc" in file.rare or b"\xef\xbd" in file.rare:
            yield from _styled(file)


def _in_text(file: TextFile) -> Iterator[Reading]:
    text = decoded(file.content)
    mark = len(file.content) - len(text.encode("utf-8", "surrogateescape"))
    script = file.path.lower().endswith(SCRIPTS) or text.startswith("#!")
    hosts = [found.span(1) for found in _HOST().finditer(text)]
    named = [found.span() for found in _NAMED().finditer(text[:8192])] if not file.path else []
    told: set[str] = set()
    looked = 0
    for found in _WORD().finditer(text):
        word = found[0]
        if word.isascii():
            continue
        looked += 1
        if looked > _MOST:
            first = mark + len(text[: found.start()].encode("utf-8", "surrogateescape"))
            yield stopped(file, first, CODE_SEARCH)
            break
        if word in told or not _mixed(word):
            continue
        start, end = found.span()
        of_host = any(low <= start < high for low, high in hosts)
        of_name = any(low <= start < high for low, high in named)
        if not (of_host or of_name or (script and _is_code(text, start, end))):
            continue
        around = text[max(0, start - _AROUND) : end + _AROUND]
        first = mark + len(text[:start].encode("utf-8", "surrogateescape"))
        if _teaches(around) or is_quoted(file, first):
            continue
        told.add(word)
        kind = "a host" if of_host else "a name"
        what = f"{kind} that is not `{word.translate(_FOLD)}`, though it looks so"
        yield in_file(CODE if script or of_host else ORDER, STOP, file, first, first + len(word.encode()), what)
    yield from _orders(file, text)


def _orders(file: TextFile, text: str) -> Iterator[Concern]:
    """Yield lines that order something once their look-alikes are read as the letters they look like."""
    if file.path.lower().endswith(SCRIPTS):
        return
    position = 0
    for line in text.splitlines(keepends=True)[:_MOST]:
        if not line.isascii() and any(_mixed(word) for word in _WORD().findall(line[:_MOST])):
            plain = line.translate(_FOLD)
            if acts(plain) and not acts(line) and not _teaches(text[max(0, position - _AROUND) : position]):
                first = len(text[:position].encode("utf-8", "surrogateescape"))
                first += len(file.content) - len(text.encode("utf-8", "surrogateescape"))
                if not is_quoted(file, first):
                    length = len(line.rstrip("\r\n").encode("utf-8", "surrogateescape"))
                    yield in_file(
                        ORDER, STOP, file, first, first + length, "an order in letters that only look like it"
                    )
                    return
        position += len(line)


def _styled(file: TextFile) -> Iterator[Concern]:
    """Yield calls in Python whose names are written in letters that Python reads as plain ones."""
    if not file.path.lower().endswith(PYTHON):
        return
    text = decoded(file.content)
    mark = len(file.content) - len(text.encode("utf-8", "surrogateescape"))
    for found in _STYLED().finditer(text):
        start, end = found.span()
        while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        word = unicodedata.normalize("NFKC", text[start:end])
        if _CALLED.match(word) and text[end : end + 1] in {"(", "."} and text[start - 1 : start] not in {'"', "'"}:
            first = mark + len(text[:start].encode("utf-8", "surrogateescape"))
            length = len(text[start:end].encode("utf-8", "surrogateescape"))
            yield in_file(CODE, STOP, file, first, first + length, f"`{word}` in letters that only look like it")
            return


def _teaches(text: str) -> bool:
    return _OF_LOOKALIKES().search(text) is not None


def _mixed(word: str) -> bool:
    """Tell whether a word is of ASCII but for letters that look like it, each of another script."""
    foreign = [mark for mark in word if not mark.isascii()]
    if not foreign or any(mark not in _LOOKALIKES for mark in foreign):
        return False
    latin = sum(mark.isascii() and mark.isalpha() for mark in word)
    # A last letter of its own is how other languages bend a Latin word: `JSONa`.
    return latin >= max(2, len(foreign)) and any(mark in _LOOKALIKES for mark in word[:-1])


def _is_code(text: str, start: int, end: int) -> bool:
    """Tell whether a word of a script is a name in its code: called, assigned, imported, dotted."""
    low = text.rfind("\n", 0, start) + 1
    before = text[max(low, start - 200) : start]
    if before.lstrip().startswith(("#", "//", "*")) or before.count('"') % 2 or before.count("'") % 2:
        return False
    return (
        re.match(r"\s{0,3}(?:\(|=|\.\w)", text[end : end + 6]) is not None
        or re.search(r"(?:\b(?:def|import|from|class|function|const|let|var)\s|\.)\Z", before) is not None
    )
