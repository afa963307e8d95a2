"""Commands that Markdown tells an agent to run: its fences, and inline code behind words such as "run"."""

import re
from collections.abc import Iterator, Sequence

from skillpack.abilities.code_blocks import CodeBlock
from skillpack.abilities.quoted import is_quoted, quoted_lines
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
    r"|executing|(?:switch|turn|shut|take|delete|remove|drop|disable|clear|empty|wipe|reset)\b[^`\n]{0,60}\b(?:with|by|via|using))"
    r"\b[^`\n]{0,80}`(?P<code>[^`\n]{3,400})`"
    r"(?P<more>(?:[^`\n]{1,24}`[^`\n]{3,400}`){0,3})",
    re.IGNORECASE,
)
_CMDLET = re.compile(r"(?:irm|iwr|iex|[A-Z][a-z]+-[A-Z]\w+)\b")
_CODE = re.compile(r"`([^`\n]{3,400})`")
_LONGEST_BLOCK = 100_000
_LONGEST_LINE = 4000
_MOST = 400  # sources of one file


def instruction_sources(file: TextFile) -> Iterator[SourceText]:
    """Yield the stretches of a Markdown file that an agent is told to run; those shown as bad examples are none.

    Args:
        file: Any file; one that is no Markdown gives none.
    """
    if not file.markdown:
        return
    for count, source in enumerate(_sources(file)):
        if count >= _MOST:
            return
        yield source


def _sources(file: TextFile) -> Iterator[SourceText]:
    at, line = 0, 1
    for block in file.code_blocks:
        yield from _inline(file, at, block.start, line)
        if block.end > block.first:
            yield from _block(file, block)
        at, line = block.after, block.line + file.content.count(b"\n", block.start, block.after)
    yield from _inline(file, at, len(file.content), line)


def _block(file: TextFile, block: CodeBlock) -> Iterator[SourceText]:
    """Yield the commands of a fence as one source."""
    if block.end - block.first > _LONGEST_BLOCK or (block.language and block.language not in LANGUAGES):
        return
    code = file.content[block.first : block.end].replace(b"\r\n", b"\n").removesuffix(b"\n")
    lines = code.decode("utf-8", "replace").split("\n")
    texts = [_unindented(line, block.indent) for line in lines] if block.indent else lines
    if len(code) > _LONGEST_LINE:
        texts = [text[:_LONGEST_LINE] for text in texts]
    language = LANGUAGES[block.language] if block.language else _language(texts)
    if not language or is_quoted(file, block.first):
        return
    bad = quoted_lines(file, block)
    texts = ["" if number in bad else text for number, text in enumerate(texts)] if bad else texts
    if language in {"shell", "powershell"}:
        texts = _without_output(texts)
    if all(line.lstrip().startswith("#") or not line.strip() for line in texts) and language != "javascript":
        return
    text, first = "\n".join(texts) + "\n", block.line + 1
    yield SourceText(file.path, text, language, first, AbilityOrigin.COMMAND)


def _unindented(line: str, indent: int) -> str:
    start = len(line) - len(line.lstrip(" \t>"))
    return line[min(start, indent) :]


def _language(texts: Sequence[str]) -> str:
    """Return the language of a block that names none: shell, where half of its lines are commands, or nothing."""
    shown = [text.strip() for text in texts if text.strip() and not text.lstrip().startswith("#")]
    like = sum(1 for text in shown if _COMMAND.match(text))
    return "shell" if like and like * 2 >= len(shown) else ""


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


def _inline(file: TextFile, start: int, end: int, first: int) -> Iterator[SourceText]:
    """Yield the commands in the lines of a stretch of prose.

    Args:
        file: Markdown.
        start: Where the stretch starts, in bytes.
        end: Where it ends.
        first: Number of its first line, from 1.
    """
    content, counted, number = file.content, start, first
    mark = content.find(b"`", start, end)
    while mark >= 0:
        low = content.rfind(b"\n", start, mark) + 1 or start
        newline = content.find(b"\n", mark, end)
        high = newline if newline >= 0 else end
        if high - low <= _LONGEST_LINE:
            number += content.count(b"\n", counted, low)
            counted = low
            yield from _inline_of(file, content[low:high].decode("utf-8", "replace"), low, number)
        mark = content.find(b"`", high, end)


def _inline_of(file: TextFile, line: str, start: int, number: int) -> Iterator[SourceText]:
    for found in _INLINE.finditer(line):
        commands = [_without_prompt(code) for code in (found["code"], *_CODE.findall(found["more"]))]
        commands = [command for command in commands if _COMMAND.match(command)]
        if commands and not is_quoted(file, start + len(line[: found.start("code")].encode())):
            for command in commands:
                language = "powershell" if _CMDLET.match(command) else "shell"
                yield SourceText(file.path, command, language, number, AbilityOrigin.COMMAND)


def _without_prompt(code: str) -> str:
    return _PROMPT.sub("", code.strip(), count=1) if _PROMPT.match(code) else code.strip()
