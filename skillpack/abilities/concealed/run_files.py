"""Data that is run: a text, a table, a picture of the skill that a script or an instruction runs as code (pure)."""

import ast
import re
from collections import ChainMap
from collections.abc import Iterator, Mapping

from msgspec import Struct

from skillpack.abilities.concealed.concern import CODE, CODE_SEARCH, STOP, in_file, stopped
from skillpack.abilities.concealed.endings import JAVASCRIPT, PYTHON
from skillpack.abilities.places import decoded
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Position
from skillpack.parse.patterns import late

_ENDINGS = "txt|md|json|jsonl|csv|tsv|dat|log|png|jpe?g|gif|svg|pdf|webp|ico|xml|ya?ml|ttf|woff2?|rst|bmp|mp3"
_DATA = re.compile(rf"\.(?:{_ENDINGS})\Z", re.IGNORECASE)
_FILE = rf"[^\s\"'`;|&<>()]{{1,200}}\.(?:{_ENDINGS})(?![\w.])"
_SHELL = r"(?:/(?:usr/)?bin/(?:env\s)?)?(?:ba|z|da|k)?sh"
_RUNNER = rf"(?:{_SHELL}|python[\d.]{{0,4}}|node|deno\srun|bun(?:\srun)?|perl|ruby|php|source|(?<!['\"])\.)"
_AT = r"(?:^|[;&|`({\"']|\$\s|\b(?:sudo|then|do|else|exec|nohup|time|run|execute|with)\s)[ \t>*-]{0,8}"
_ENDED = r"(?=\s*(?:$|[;&`\"')]))"
_RUN = late(
    rf"{_AT}`?(?:\w+=\S{{1,40}}\s)?{_RUNNER}[ \t]+(?:-[BEIOSuqsxXA]{{1,4}}[ \t]+|--[a-z-]{{3,20}}[ \t]+){{0,3}}"
    rf"(?:<[ \t]*)?[\"']?(?P<a>{_FILE})"
    rf"|[\"'](?:{_SHELL}|python3?|node|perl|ruby|php)[\"'],\s{{0,20}}(?:[\w.]{{1,30}}\()?[\"'](?P<b>{_FILE})"
    rf"|(?P<c>{_FILE})[\"']?[^\n|]{{0,80}}(?:\|[^\n|]{{1,80}}){{0,3}}\|\s*"
    rf"(?:sudo\s)?(?:{_SHELL}(?:\s+-s?)?|python3?(?:\s+-)?|perl|iex|invoke-expression){_ENDED}"
    rf"|\b(?:iex|invoke-expression)\s[^\n]{{0,20}}(?:get-content|gc|cat|type|readalltext)[\s(]{{1,4}}"
    rf"[^\n]{{0,60}}?[\"']?(?P<d>{_FILE})"
    rf"|\beval\s{{1,3}}[\"']?(?:\$\(|`)\s{{0,3}}(?:cat|tail|head|sed|grep|base64|xxd|<)[^\n)]{{0,80}}?\s[\"']?(?P<e>{_FILE})"
    rf"|\bchmod\s+(?:[ugoa]*\+r?w?x|0?7[0-7]{{2}})\s+[\"']?(?P<f>{_FILE})"
    rf"|\b(?:cp|mv|copy|move|rename|ren)\s+(?:-\w+\s+)?[\"']?(?P<g>{_FILE})[\"']?\s+[\"']?"
    rf"[^\s\"']{{1,120}}\.(?:sh|py|js|exe|ps1|bat|cmd|pl|rb)\b",
    re.IGNORECASE | re.MULTILINE,
)
_RUNNING_WORDS = frozenset(
    (
        *("sh", "bash", "zsh", "dash", "ksh", "python", "node", "deno", "bun", "perl", "ruby", "php", "source"),
        *("iex", "invoke", "eval", "chmod", "cp", "mv", "copy", "move", "ren", "rename"),
    )
)
_WORDS = re.compile(r"[a-z]+")
_SOURCES = re.compile(r"\.(?<!\w\.)[ \t]")
_VARIABLE = late(rf"^[ \t]*(?:export\s|local\s|readonly\s)?(?P<name>\w{{1,60}})=[\"']?(?P<file>{_FILE})", re.MULTILINE)
_READ = r"read(?:File(?:Sync)?|TextFile(?:Sync)?|text)"
_RUNS_READ = late(
    rf"\b(?:eval|Function|runIn\w{{1,12}}Context|_compile|setTimeout)\s?\([^;\n]{{0,80}}{_READ}"
    rf"|\b(?:const|let|var)\s(?P<name>\w{{1,60}})\s?=[^;\n]{{0,80}}{_READ}",
    re.IGNORECASE,
)
_LARGEST = 256 * 2**10  # bytes of Python that is parsed
_MOST = 100  # places of a file that are looked at for one name
_NEAR = 600  # characters of a line to each side of a name
_PYTHON_RUNS = frozenset(("exec", "eval", "compile", "run_path", "execfile", "runsource", "runcode"))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_STARTS = frozenset(("run", "call", "check_call", "check_output", "Popen", "execv", "execvp", "spawnv"))
_RUNNERS = re.compile(r"(?:.*/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php)\Z")
_PARSERS = frozenset(("loads", "load", "literal_eval", "safe_load", "parse", "reader", "DictReader", "fromstring"))


class FileRun(Struct, frozen=True):
    """A file of the skill that is run, and the bytes [start, end) of the text that runs it."""

    path: str
    by: TextFile
    start: int
    end: int


def data_runs(texts: tuple[TextFile, ...], paths: tuple[str, ...]) -> Iterator[FileRun]:
    """Yield where the texts of a skill run one of its files whose name is that of data."""
    names: dict[str, list[str]] = {}
    for path in paths:
        if _DATA.search(path):
            names.setdefault(path.rpartition("/")[2], []).append(path)
    if not names:
        return
    known = [(name.encode("utf-8", "surrogateescape"), name) for name in names]
    for file in texts:
        if not _may_run(file):
            continue
        named = {name: names[name] for raw, name in known if raw in file.content}
        if not named:
            continue
        yield from _commands(file, named)
        name = file.path.lower()
        if name.endswith(PYTHON) and len(file.content) <= _LARGEST:
            yield from _python(file, named)
        elif name.endswith(JAVASCRIPT):
            yield from _javascript(file, named)


def run_data(texts: tuple[TextFile, ...], paths: tuple[str, ...]) -> Iterator[Reading]:
    """Yield the concerns that data of a skill is run, each file once, and the Python that is too large to look at."""
    data = [path.rpartition("/")[2].encode("utf-8", "surrogateescape") for path in paths if _DATA.search(path)]
    for file in texts:
        large = file.path.lower().endswith(PYTHON) and len(file.content) > _LARGEST
        if large and any(name in file.content for name in data):
            yield stopped(file, _LARGEST, CODE_SEARCH)
    told: set[str] = set()
    for run in data_runs(texts, paths):
        if run.path not in told:
            told.add(run.path)
            found = in_file(
                CODE, STOP, run.by, run.start, run.end, f"`{run.path}`, which is run although its name is that of data"
            )
            yield Concern(found.kind, found.level, found.at, found.quote, found.facts, Position(run.path, NOWHERE))


def _may_run(file: TextFile) -> bool:
    if b"\0" in file.base and not file.with_nul:
        return False  # a binary, blanked
    name = file.path.lower()
    return file.markdown or not name.endswith(
        (".json", ".jsonl", ".csv", ".tsv", ".svg", ".xml", ".log", ".png", ".jpg", ".pdf")
    )


def _commands(file: TextFile, names: Mapping[str, list[str]]) -> Iterator[FileRun]:
    text = decoded(file.content)
    told: set[str] = set()
    for low, high in _lines_with(text, names):
        found = _RUN().search(text, low, high) if _may_hold_command(text[low:high]) else None
        path = _path(next(part for part in found.groups() if part), names) if found else ""
        if found and path and path not in told and path != file.path:
            told.add(path)
            yield from _run(file, text, found.start(), found.end(), path)
        held = _VARIABLE().match(text, low, high)
        path = _path(held["file"], names) if held else ""
        if held and path and path not in told:
            called = re.search(_called(held["name"]), text, re.MULTILINE)
            if called:
                told.add(path)
                yield from _run(file, text, called.start(), called.end(), path)


def _may_hold_command(line: str) -> bool:
    """Tell whether a line holds a word that runs, copies or marks a file; of most it is soon told that not."""
    return not _RUNNING_WORDS.isdisjoint(_WORDS.findall(line.lower())) or _SOURCES.search(line) is not None


def _lines_with(text: str, names: Mapping[str, list[str]]) -> Iterator[tuple[int, int]]:
    """Yield where the lines start and end that name a file of data; of long ones what is near the name."""
    for name in names:
        position, end = text.find(name), 0
        for _ in range(_MOST):
            if position < 0:
                break
            if position >= end:
                low = max(text.rfind("\n", 0, position) + 1, position - _NEAR)
                newline = text.find("\n", position)
                end = min(newline if newline >= 0 else len(text), position + _NEAR)
                yield low, end
            position = text.find(name, position + 1)


def _called(name: str) -> str:
    """Return the pattern of a command that runs the file that a variable of a shell names."""
    return (
        rf"(?:^|[;&|`(]|\bthen\s|\bdo\s|\bexec\s)[ \t]*{_RUNNER}[ \t]+[\"']?\$\{{?{name}\b"
        rf"|\beval\s[\"']?\$\(\s?(?:cat|<)\s?[\"']?\$\{{?{name}\b"
    )


def _javascript(file: TextFile, names: Mapping[str, list[str]]) -> Iterator[FileRun]:
    text = decoded(file.content)
    for number, found in enumerate(_RUNS_READ().finditer(text)):
        if number >= _MOST:
            return
        end = text.find("\n", found.end())
        line = text[found.start() : end if end >= 0 else len(text)]
        if found["name"] and (
            "JSON.parse" in line
            or not re.search(rf"\b(?:eval|Function|runIn\w{{1,12}}Context)\s?\(\s?{found['name']}\b", text)
        ):
            continue
        named = re.findall(rf"[\"'`]({_FILE})", line) or re.findall(rf"[\"'`]({_FILE})", text)
        path = next((path for name in named if (path := _path(name, names))), "")
        if path:
            yield from _run(file, text, found.start(), found.start() + len(line), path)


def _python(file: TextFile, names: Mapping[str, list[str]]) -> Iterator[FileRun]:
    text = decoded(file.content)
    if not re.search(r"\b(?:exec|eval|compile|run_path|subprocess|os\.system|popen)\b", text):
        return
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for nodes, held in _scopes(module, names):
        checked = {each.value for each in nodes if isinstance(each, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Call) and not (node in checked and _is_compile(node)):
                path = _called_with(node, held, names)
                if path:
                    start = starts[min(node.lineno, len(starts)) - 1]
                    yield from _run(file, text, start, start + len(text[start:].split("\n", 1)[0]), path)


def _is_compile(node: ast.Call) -> bool:
    """Tell whether a call only compiles, which asks whether a text is Python where nobody takes its value."""
    return isinstance(node.func, ast.Name) and node.func.id == "compile"


def _scopes(module: ast.Module, names: Mapping[str, list[str]]) -> Iterator[tuple[list[ast.AST], ChainMap[str, str]]]:
    """Yield the nodes of a module, and of each function by itself, with the names that hold data there -> its path."""
    scopes: list[tuple[ast.AST, ChainMap[str, str]]] = [(module, ChainMap())]
    while scopes:
        scope, outer = scopes.pop()
        held, nodes = outer.new_child(), [scope]
        for node in nodes:  # which grows
            for each in ast.iter_child_nodes(node):
                if isinstance(each, _FUNCTIONS):
                    scopes.append((each, held))
                else:
                    nodes.append(each)
        _learn_data(nodes, held, names)
        yield nodes, held


def _learn_data(nodes: list[ast.AST], held: ChainMap[str, str], names: Mapping[str, list[str]]) -> None:
    """Learn the names that hold a file of data, or its content, from some nodes."""
    for _ in range(3):  # a path, what was read from it, what was made of that
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                path = _data_in(node.value, held, names)
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                held.update((each.id, path) for each in targets if path and isinstance(each, ast.Name))
            elif isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name):
                path = _data_in(node.context_expr, held, names)
                if path:
                    held[node.optional_vars.id] = path


def _called_with(node: ast.Call, held: Mapping[str, str], names: Mapping[str, list[str]]) -> str:
    """Return the file of data that a call runs; empty for none."""
    function = node.func
    name = (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )
    if name in _PYTHON_RUNS and node.args:
        if name == "compile" and isinstance(function, ast.Attribute):
            return ""  # of a regular expression
        return _data_in(node.args[0], held, names)
    if name in _STARTS and node.args and isinstance(node.args[0], ast.List):
        program, *arguments = node.args[0].elts or [ast.Constant("")]
        runs = (isinstance(program, ast.Constant) and _RUNNERS.match(str(program.value)) is not None) or (
            isinstance(program, ast.Attribute) and program.attr == "executable"
        )
        return _data_in(arguments[0], held, names) if runs and arguments else ""
    return ""


def _data_in(node: ast.expr, held: Mapping[str, str], names: Mapping[str, list[str]]) -> str:
    """Return the file of data that an expression names or reads whole; empty for none."""
    if _is_parsed(node):
        return ""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and len(each.value) <= 400:
            path = _path(each.value, names)
            if path:
                return path
        elif isinstance(each, ast.Name) and each.id in held:
            return held[each.id]
    return ""


def _is_parsed(node: ast.expr) -> bool:
    return any(
        isinstance(each, ast.Call)
        and (each.func.attr if isinstance(each.func, ast.Attribute) else getattr(each.func, "id", "")) in _PARSERS
        for each in ast.walk(node)
    )


def _run(file: TextFile, text: str, start: int, end: int, path: str) -> Iterator[FileRun]:
    start += len(text[start:end]) - len(text[start:end].lstrip())
    mark = len(file.content) - len(text.encode("utf-8", "surrogateescape"))
    first = mark + len(text[:start].encode("utf-8", "surrogateescape"))
    if not is_quoted(file, first):
        yield FileRun(path, file, first, first + len(text[start:end].encode("utf-8", "surrogateescape")))


def _path(written: str, names: Mapping[str, list[str]]) -> str:
    """Return the file of data that a path in a text means: the one of that name which ends like it; empty for none."""
    plain = written.replace("\\", "/")
    found = names.get(plain.rpartition("/")[2])
    if not found:
        return ""
    parts = [
        part for part in plain.split("/") if part not in {"", ".", ".."} and not part.startswith(("$", "{", "%", "~"))
    ]
    ending = "/".join(parts)
    return next((path for path in found if path.endswith(ending) or ending.endswith(path)), "")
