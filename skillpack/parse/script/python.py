"""What a Python script uses, by its syntax tree."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from skillpack.model.script import ScriptUse, UseKind
from skillpack.parse.program.program import syntax_tree
from skillpack.parse.script.names import credential_file, host_in, variable_use
from skillpack.parse.script.python_names import LIBRARIES, USES, Names, Nodes, chain_of, nodes_of
from skillpack.parse.script.shell import command_uses

_ENVIRON = "os.environ"
_WRITES = re.compile(r"[rbtU]{0,2}[wax+][bt+]{0,2}(?:[:|](?:gz|bz2|xz|\*)?)?")
_OPENERS = frozenset({"io", "codecs", "gzip", "bz2", "lzma", "tarfile", "aiofiles"})
_METHODS = frozenset({"write_text", "write_bytes", "unlink", "touch", "mkdir", "rmdir", "symlink_to", "savefig"})
_SAVERS = frozenset({"PIL", "openpyxl", "docx", "pptx", "fitz", "pymupdf", "pdf2image"})
_EXPORTS = frozenset({"to_csv", "to_excel", "to_json", "to_parquet", "to_pickle", "to_html"})


def read_python(text: str) -> list[ScriptUse]:
    """Return the uses of a Python script in no order, some of them twice.

    Raises:
        SyntaxError: It does not parse, or has lines that end with CR alone; the parser has other ways to say so, too.
        RecursionError: It is nested too deeply.
    """
    if "\r" in text:
        raise SyntaxError("lines are counted differently where they end with CR")
    nodes = nodes_of(syntax_tree(text))
    names = Names(nodes)
    claimed: set[ast.AST] = set()  # of which the node around them says more
    found = [use for call in nodes[ast.Call] for use in _call(call, names, claimed)]
    for node in nodes[ast.BinOp]:
        if isinstance(node.op, ast.Div):
            found += _credential_files((node.left, node.right))
    constants = nodes[ast.Constant]
    found += _credential_files([n for n in constants if type(n.value) is str and "/" in n.value and " " not in n.value])
    return [*found, *_environment(nodes, names, claimed), *_libraries(nodes, found)]


def _environment(nodes: Nodes, names: Names, claimed: set[ast.AST]) -> Iterator[ScriptUse]:
    """Yield the uses of the whole environment, and of its variables by subscript."""
    meant = names.last_names_for(_ENVIRON)
    named = [node for node in nodes[ast.Name] if node.id in meant and isinstance(node.ctx, ast.Load)]
    there = {
        node for node in (*named, *(node for node in nodes[ast.Attribute] if node.attr in meant)) if node not in claimed
    }
    there = {node for node in there if names.known(node) == _ENVIRON}
    for node in nodes[ast.Subscript]:
        if node.value in there:
            there.discard(node.value)
            yield _variable(node.value, 'os.environ["{}"]', _ENVIRON, names.text(node.slice))
    yield from (_use(node, UseKind.ENVIRONMENT, _ENVIRON) for node in there)


def _use(node: ast.expr, kind: UseKind, word: str, host: str = "") -> ScriptUse:
    return ScriptUse(kind, node.end_lineno or node.lineno, word, host)


def _variable(node: ast.expr, form: str, bare: str, name: str) -> ScriptUse:
    """Return the use of an environment variable, or of the whole environment where its name is not known."""
    return variable_use(node.end_lineno or node.lineno, form, name) if name else _use(node, UseKind.ENVIRONMENT, bare)


def _call(node: ast.Call, names: Names, claimed: set[ast.AST]) -> Iterator[ScriptUse]:
    name = names.known(node.func)
    kinds = USES.get(name, ())
    first = node.args[0] if node.args else None
    if name.startswith("os.environ.") or name in {"os.getenv", "os.putenv", "os.unsetenv"}:
        claimed.update((node.func, *([node.func.value] if isinstance(node.func, ast.Attribute) else ())))
        yield _variable(node.func, name + '("{}")', name, names.text(first))
        return
    claimed.add(node.func)
    if not (name in {"__import__", "importlib.import_module"} and isinstance(first, ast.Constant)):
        for kind in kinds:
            yield _use(node.func, kind, name, _host(node, names) if kind is UseKind.NETWORK else "")
    if UseKind.PROCESS in kinds:
        yield from _command(node, names)
    if name == "yaml.load" and not any("Safe" in "".join(chain_of(each)) for each in _arguments(node)):
        yield _use(node.func, UseKind.CODE, name)
    yield from _writes(node, name, names)
    if chain_of(node.func)[-1:] in (["Path"], ["join"], ["joinpath"], ["expanduser"], ["open"]):
        yield from _credential_files(node.args)


def _arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _host(node: ast.Call, names: Names) -> str:
    """Return the host of the first argument that is an address, or a pair of host and port."""
    arguments = (each.elts[0] if isinstance(each, ast.Tuple) and each.elts else each for each in _arguments(node)[:8])
    hosts = (host_in(names.text(each), bare=True) for each in arguments)
    return next((host for host in hosts if host), "")


def _command(node: ast.Call, names: Names) -> Iterator[ScriptUse]:
    """Yield the uses of the literal command of a process."""
    first = next(iter(_arguments(node)), None)
    words = first.elts if isinstance(first, ast.List | ast.Tuple) else node.args if len(node.args) > 1 else []
    texts = [names.text(word) for word in words] or [names.text(first)]
    yield from (_use(node.func, use.kind, use.word, use.host) for use in command_uses(texts))


def _writes(node: ast.Call, name: str, names: Names) -> Iterator[ScriptUse]:
    """Yield the file that a call opens for writing, or writes at once."""
    chain = chain_of(node.func)
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    opener = chain == ["open"] or name == "zipfile.ZipFile" or (method == "open" and name.partition(".")[0] in _OPENERS)
    if opener or (method == "open" and name not in USES):
        given = next((word.value for word in node.keywords if word.arg == "mode"), None)
        mode = names.text(given or next(iter(node.args[opener : opener + 1]), None))
        if _WRITES.fullmatch(mode):
            yield _use(node.func, UseKind.WRITE, f'{name or (chain == ["open"]) * "open" or ".open"}("{mode}")')
    elif name not in USES:
        exports = method in _EXPORTS or (method == "save" and not _SAVERS.isdisjoint(names.libraries))
        if method in _METHODS or (exports and _arguments(node)):
            yield _use(node.func, UseKind.WRITE, f".{method}")


def _credential_files(nodes: Sequence[ast.expr]) -> Iterator[ScriptUse]:
    for node in nodes:
        file = credential_file(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if file:
            yield _use(node, UseKind.CREDENTIAL, file)


def _libraries(nodes: Nodes, found: Iterable[ScriptUse]) -> Iterator[ScriptUse]:
    """Yield the imports of clients of which no other use was found."""
    used = {use.word.split(".")[0] for use in found}
    modules = [(node.lineno, alias.name) for node in nodes[ast.Import] for alias in node.names]
    froms = (node for node in nodes[ast.ImportFrom] if not node.level)
    modules += [(node.lineno, f"{node.module}.{alias.name}") for node in froms for alias in node.names]
    for line, module in modules:
        parts = module.split(".")
        for library in {parts[0], ".".join(parts[:2])} & LIBRARIES.keys():
            if parts[0] not in used:
                yield ScriptUse(LIBRARIES[library], line, f"import {library}")
