"""Commands that Markdown tells an agent to run: its fences, and inline code behind words such as "run"."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.source_text import SourceText
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import AbilityOrigin

_OF_LANGUAGE = {
    "shell": "bash sh shell zsh console shell-session shellsession sh-session terminal cmdline ksh dash",
    "powershell": "powershell ps1 pwsh ps posh",
    "javascript": "javascript js ts typescript mjs node jsx tsx",
    "python": "python py python3 python-repl",
}
LANGUAGES = {name: language for language, names in _OF_LANGUAGE.items() for name in names.split()}
"""Language of highlighting -> language that is read."""

_FENCE = re.compile(
    rb"(?P<before>[ \t]*(?:(?:>[ \t]?)|(?:[-*+]|\d{1,3}[.)])[ \t]+)*)(?P<marks>`{3,}|~{3,})["
    rb" \t]*\{?\.?(?P<language>[\w+#-]*)(?P<rest>[^\n]*)"
)
_PROMPT = re.compile(r"[ \t]*(?:\([\w.-]+\) )?(?:PS [^>\n]{0,60}> ?|[\w.@~:/-]{0,40}[$%] |\$ ?(?=\w)|> (?=[a-z./]))")
_PROGRAMS = (
    "sudo curl wget pip pip3 pipx npm npx pnpm yarn bun git docker bash sh zsh python python3 node cd mkdir rm cp mv"
    " chmod chown export"
    " brew apt apt-get dnf yum uv uvx cargo go make echo cat tar source scp rsync nc ncat ssh kubectl helm aws"
    " gcloud az gh claude"
    " codex gemini irm iwr iex powershell pwsh eval find env printenv base64 dig nslookup crontab systemctl"
    " launchctl security"
    " openssl dd mkfs psql mysql sqlite3 unzip zip gpg xxd touch ls grep sed awk jq tee pbpaste pbcopy xclip"
    " osascript perl ruby deno"
)
_COMMAND = re.compile(
    rf"(?:[$>%] )?(?:sudo )?(?:(?:{'|'.join(re.escape(each) for each in _PROGRAMS.split())})(?=[ \t]|$)"
    rf"|\.{{1,2}}/[\w./-]+|~/[\w./-]+|\w+=\S+ \w|(?:Invoke|Remove|Get|Set|New|Start)-[A-Z]\w+)"
)
_INLINE = re.compile(
    r"\b(?:run|runs|execute|type|paste|invoke|enter|start (?:it )?with|install with|calling|running"
    r"|executing)\b[^`\n]{0,80}`(?P<code>[^`\n]{3,400})`"
    r"(?P<more>(?:[^`\n]{1,24}`[^`\n]{3,400}`){0,3})",
    re.IGNORECASE,
)
_CODE = re.compile(r"`([^`\n]{3,400})`")
_LONGEST_BLOCK = 100_000
_LONGEST_LINE = 4000
_MOST = 400  # sources of one file
_OTHERS_DATA = re.compile(r"(?:^|/)(?:evals?|fixtures|testdata)/")


class _Line(Struct):
    start: int
    text: bytes


def instruction_sources(file: TextFile) -> Iterator[SourceText]:
    """Yield the stretches of a Markdown file that an agent is told to run; those shown as bad examples are none.

    Args:
        file: Any file; one that is no Markdown, or holds what a skill is tried with, gives none.
    """
    if not file.markdown or _OTHERS_DATA.search(file.path):
        return
    for count, source in enumerate(_sources(file)):
        if count >= _MOST:
            return
        yield source


def _sources(file: TextFile) -> Iterator[SourceText]:
    lines = _lines(file.content)
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at].text)
        if not opened:
            yield from _inline(file, lines[at], at + 1)
            at += 1
            continue
        end = at + 1
        marks = opened["marks"]
        while end < len(lines) and not _closes(lines[end].text, marks):
            end += 1
        if end - at > 1:
            yield from _block(file, lines[at + 1 : end], at + 2, opened)
        at = end + 1


def _lines(content: bytes) -> list[_Line]:
    found, start = [], 0
    for line in content.split(b"\n"):
        found.append(_Line(start, line.rstrip(b"\r")))
        start += len(line) + 1
    return found


def _closes(line: bytes, marks: bytes) -> bool:
    stripped = line.lstrip(b" \t>").rstrip()
    return stripped.startswith(marks) and not stripped.strip(marks[:1])


def _block(file: TextFile, lines: Sequence[_Line], first: int, opened: re.Match[bytes]) -> Iterator[SourceText]:
    """Yield the commands of a fence as one source."""
    indent = len(opened["before"].replace(b">", b" ").expandtabs(4))
    texts = [_unindented(line.text, indent) for line in lines]
    if sum(map(len, texts)) > _LONGEST_BLOCK:
        return
    language = _language(opened["language"].decode("ascii", "replace").lower(), texts)
    if not language or is_quoted(file, lines[0].start):
        return
    texts = _without_quoted(file, lines, texts)
    if language in {"shell", "powershell"}:
        texts = _without_output(texts)
    text = "\n".join(texts) + "\n"
    if all(line.lstrip().startswith("#") or not line.strip() for line in texts) and language != "javascript":
        return
    yield SourceText(file.path, text, language, first, AbilityOrigin.COMMAND)


def _unindented(line: bytes, indent: int) -> str:
    text = line[:_LONGEST_LINE].decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(" \t>"))
    return text[min(start, indent) :]


def _language(name: str, texts: Sequence[str]) -> str:
    if name:
        return LANGUAGES.get(name, "")
    shown = [text.strip() for text in texts if text.strip() and not text.lstrip().startswith("#")]
    like = sum(1 for text in shown if _COMMAND.match(text))
    return "shell" if like and like * 2 >= len(shown) else ""


def _without_quoted(file: TextFile, lines: Sequence[_Line], texts: list[str]) -> list[str]:
    """Return lines of a block, with a blank one for each that a comment above it shows as bad."""
    commented = False
    kept = []
    for line, text in zip(lines, texts, strict=True):
        comment = text.lstrip().startswith(("#", "//", "--"))
        commented = commented or comment
        bad = commented and not comment and text.strip() and is_quoted(file, line.start)
        kept.append("" if bad else text)
    return kept


def _without_output(texts: Sequence[str]) -> list[str]:
    """Return the lines of a session without prompts, with a blank one for each line of output."""
    prompted = [_PROMPT.match(text) for text in texts]
    if not any(prompted):
        return list(texts)
    kept: list[str] = []
    goes_on = False
    for text, found in zip(texts, prompted, strict=True):
        line = text[found.end() :] if found else text if goes_on else ""
        goes_on = (found is not None or goes_on) and text.endswith("\\")
        kept.append(line)
    return kept


def _inline(file: TextFile, line: _Line, number: int) -> Iterator[SourceText]:
    if line.text.count(b"`") < 2 or len(line.text) > _LONGEST_LINE:
        return
    text = line.text.decode("utf-8", "replace")
    for found in _INLINE.finditer(text):
        position = line.start + len(text[: found.start("code")].encode())
        if is_quoted(file, position):
            continue
        for code in (found["code"], *_CODE.findall(found["more"])):
            command = _PROMPT.sub("", code.strip(), count=1) if _PROMPT.match(code) else code.strip()
            if _COMMAND.match(command):
                language = "powershell" if re.match(r"(?:irm|iwr|iex|[A-Z][a-z]+-[A-Z]\w+)\b", command) else "shell"
                yield SourceText(file.path, command, language, number, AbilityOrigin.COMMAND)
