"""What a Python script uses, by its syntax tree: what its names stand for, and which of these are a use."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from skillpack.abilities.names import credential_file, host_in, variable_use
from skillpack.abilities.script.shell import command_uses
from skillpack.model.script import ScriptUse, UseKind
from skillpack.parse.program.program import syntax_tree

_VERBS = "get post put patch delete head options request"
_FUNCTIONS = {
    UseKind.NETWORK: {
        "requests": _VERBS + " Session session", "requests.Session": _VERBS, "requests.session": _VERBS,
        "httpx": _VERBS + " stream Client AsyncClient", "httpx.Client": _VERBS + " stream",
        "httpx.AsyncClient": _VERBS + " stream",
        "aiohttp": "ClientSession", "aiohttp.ClientSession": _VERBS,
        "urllib.request": "urlopen urlretrieve build_opener", "urllib3": "request PoolManager",
        "urllib3.PoolManager": "request", "http.client": "HTTPConnection HTTPSConnection",
        "socket": "socket create_connection create_server getaddrinfo gethostbyname", "smtplib": "SMTP SMTP_SSL",
        "asyncio": "open_connection start_server", "websockets": "connect serve", "nltk": "download",
        "huggingface_hub": "hf_hub_download snapshot_download",
    },
    UseKind.PROCESS: {
        "subprocess": "run call check_call check_output Popen getoutput getstatusoutput",
        "os": "system popen fork kill killpg startfile posix_spawn execl execlp execv execve execvp"
        " spawnl spawnlp spawnv spawnvp", "asyncio": "create_subprocess_exec create_subprocess_shell", "pty": "spawn",
        "webbrowser": "open", "multiprocessing": "Process Pool", "concurrent.futures": "ProcessPoolExecutor",
    },
    UseKind.WRITE: {
        "os": "remove unlink rename replace mkdir makedirs rmdir removedirs chmod chown symlink link truncate",
        "shutil": "copy copy2 copyfile copytree move rmtree make_archive unpack_archive", "logging": "FileHandler",
        "tempfile": "NamedTemporaryFile TemporaryDirectory TemporaryFile mkdtemp mkstemp", "joblib": "dump",
        "urllib.request": "urlretrieve", "numpy": "save savez savetxt", "torch": "save", "cv2": "imwrite",
        "pypdf.PdfWriter": "write", "PyPDF2.PdfWriter": "write", "zipfile.ZipFile": "extractall extract",
        "tarfile.open": "extractall extract", "pathlib.Path": "rename replace chmod",
    },
    UseKind.ENVIRONMENT: {"os": "putenv unsetenv getenv", "dotenv": "load_dotenv dotenv_values"},
    UseKind.CREDENTIAL: {"keyring": "get_password set_password", "getpass": "getpass", "netrc": "netrc"},
    UseKind.CODE: {
        "": "eval exec __import__", "builtins": "eval exec", "importlib": "import_module",
        "runpy": "run_path run_module", "pickle": "load loads Unpickler", "dill": "load loads",
        "cloudpickle": "load loads", "marshal": "load loads", "joblib": "load", "torch": "load",
        "pandas": "read_pickle", "yaml": "unsafe_load", "ctypes": "CDLL",
    },
}  # fmt: skip
_CLIENTS = {
    UseKind.NETWORK: "aiohttp anthropic boto3 cohere discord elasticsearch fastapi flask ftplib google.cloud"
    " google.genai google.generativeai googleapiclient groq grpc http.server httplib2 httpx"
    " huggingface_hub imaplib litellm mistralai openai paramiko playwright poplib psycopg psycopg2"
    " pycurl pymongo pymysql redis requests selenium slack_sdk socketserver stripe telegram"
    " telnetlib tweepy twilio urllib3 uvicorn websocket websockets xmlrpc.client yfinance",
    UseKind.PROCESS: "docker fabric invoke pexpect plumbum",
    UseKind.CREDENTIAL: "browser_cookie3 keyring secretstorage win32crypt",
}
_LONGEST_CHAIN = 16  # names and calls of `a.b.c().d`
_LONGEST_TEXT = 2000

_USES: dict[str, list[UseKind]] = {}  # full name of a function -> what it is a use of

# Library whose import alone is a use -> of which kind.
_LIBRARIES = {library: kind for kind, libraries in _CLIENTS.items() for library in libraries.split()}
for _kind, _modules in _FUNCTIONS.items():
    for _module, _names in _modules.items():
        for _name in _names.split():
            _USES.setdefault(f"{_module}.{_name}".lstrip("."), []).append(_kind)

_LEAVES = frozenset({str, int, float, bytes, bool, type(None), ast.Load, ast.Store, ast.Del})
# Nodes of a syntax tree by their type: what is looked for is few of them.
_Nodes = Mapping[type[ast.AST], Sequence[Any]]

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
    nodes = _nodes_of(syntax_tree(text))
    names = _Names(nodes)
    claimed: set[ast.AST] = set()  # of which the node around them says more
    found = [use for call in nodes[ast.Call] for use in _call(call, names, claimed)]
    for node in nodes[ast.BinOp]:
        if isinstance(node.op, ast.Div):
            found += _credential_files((node.left, node.right))
    constants = nodes[ast.Constant]
    found += _credential_files([n for n in constants if type(n.value) is str and "/" in n.value and " " not in n.value])
    return [*found, *_environment(nodes, names, claimed), *_libraries(nodes, found)]


def _nodes_of(tree: ast.AST) -> _Nodes:
    """Return the nodes of a tree, but for contexts, in the order of the text."""
    found: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    rest = [tree]
    while rest:
        node = rest.pop()
        found[type(node)].append(node)
        below: list[ast.AST] = []
        for value in vars(node).values():
            if type(value) is list:
                below += [each for each in value if type(each) not in _LEAVES]
            elif type(value) not in _LEAVES and isinstance(value, ast.AST):
                below.append(value)
        below.reverse()
        rest += below
    return found


class _Names:
    """What names stand for in a script: modules, what comes from them, and texts.

    A name that is assigned different things stands for none of them; an import is never covered by an assignment.
    """

    def __init__(self, nodes: _Nodes) -> None:
        self._imported: dict[str, str] = {}
        self.libraries: set[str] = set()
        self._assigned: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        for alias in (alias for node in nodes[ast.Import] for alias in node.names):
            root = alias.name.split(".")[0]
            self.libraries.add(root)
            self._imported[alias.asname or root] = alias.name if alias.asname else root
        for node in nodes[ast.ImportFrom]:
            if node.module and not node.level:
                self.libraries.add(node.module.split(".")[0])
                for alias in node.names:
                    self._imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        pairs = [(node.targets[0], node.value) for node in nodes[ast.Assign] if len(node.targets) == 1]
        pairs += [(node.target, node.value) for node in (*nodes[ast.NamedExpr], *nodes[ast.AnnAssign]) if node.value]
        pairs += [(node.optional_vars, node.context_expr) for node in nodes[ast.withitem] if node.optional_vars]
        for target, value in sorted(pairs, key=lambda pair: (pair[0].lineno, pair[0].col_offset)):
            name = ".".join(_chain_of(target))
            nothing = isinstance(value, ast.Constant) and value.value is None
            if name and name not in self._imported and not nothing:
                known, text = self.known(value), self.text(value)
                self._assigned[name] = known if self._assigned.get(name, known) == known else ""
                self._texts[name] = text if self._texts.get(name, text) == text else ""

    def last_names_for(self, full: str) -> frozenset[str]:
        """Return the last names under which a script may mean something: `environ`, and what it is assigned to."""
        found = {name for known in (self._imported, self._assigned) for name, value in known.items() if value == full}
        return frozenset(name.rpartition(".")[2] for name in (full, *found))

    def known(self, node: ast.AST) -> str:
        """Return the full name of what comes from a module: `requests.Session.get` of `session.get`; else empty."""
        parts = _chain_of(node)
        for length in (2, 1):
            start = ".".join(parts[:length])
            full = self._imported.get(start) or self._assigned.get(start)
            if full:
                return ".".join((full, *parts[length:]))[:_LONGEST_TEXT]
        name = ".".join(parts)
        return (
            name.removeprefix("import ") if name.startswith("import ") or name in {"eval", "exec", "__import__"} else ""
        )

    def text(self, node: ast.AST | None) -> str:
        """Return the text of a literal or of a name for one, as far as it is known; `{}` stands for other parts."""
        for _ in range(_LONGEST_CHAIN):
            node = node.left if isinstance(node, ast.BinOp) else node
        match node:
            case ast.Constant(value=str(value)):
                return value[:_LONGEST_TEXT]
            case ast.JoinedStr(values=values):
                parts = (part.value if isinstance(part, ast.FormattedValue) else part for part in values[:50])
                return "".join("{}" if isinstance(part, ast.JoinedStr) else self.text(part) or "{}" for part in parts)[
                    :_LONGEST_TEXT
                ]
            case ast.Name() | ast.Attribute():
                return self._texts.get(".".join(_chain_of(node)), "")
        return ""


def _chain_of(node: ast.AST) -> list[str]:
    """Return the names of `a.b().c`; empty for what does not begin with a name.

    What a call imports counts as one name: `import os` of `__import__("os").system`.
    """
    parts: list[str] = []
    for _ in range(_LONGEST_CHAIN):
        if isinstance(node, ast.Name):
            return [node.id, *reversed(parts)]
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
            continue
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[inner, ast.Constant(value=str(name)), *_]):
                parts.append(name)
                node = inner
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                return [f"import {name}", *reversed(parts)]
            case ast.Call(func=inner) | ast.Await(value=inner):
                node = inner
            case _:
                break
    return []


def _environment(nodes: _Nodes, names: _Names, claimed: set[ast.AST]) -> Iterator[ScriptUse]:
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


def _call(node: ast.Call, names: _Names, claimed: set[ast.AST]) -> Iterator[ScriptUse]:
    name = names.known(node.func)
    kinds = _USES.get(name, ())
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
    if name == "yaml.load" and not any("Safe" in "".join(_chain_of(each)) for each in _arguments(node)):
        yield _use(node.func, UseKind.CODE, name)
    yield from _writes(node, name, names)
    if _chain_of(node.func)[-1:] in (["Path"], ["join"], ["joinpath"], ["expanduser"], ["open"]):
        yield from _credential_files(node.args)


def _arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _host(node: ast.Call, names: _Names) -> str:
    """Return the host of the first argument that is an address, or a pair of host and port."""
    arguments = (each.elts[0] if isinstance(each, ast.Tuple) and each.elts else each for each in _arguments(node)[:8])
    hosts = (host_in(names.text(each), bare=True) for each in arguments)
    return next((host for host in hosts if host), "")


def _command(node: ast.Call, names: _Names) -> Iterator[ScriptUse]:
    """Yield the uses of the literal command of a process."""
    first = next(iter(_arguments(node)), None)
    words = first.elts if isinstance(first, ast.List | ast.Tuple) else node.args if len(node.args) > 1 else []
    texts = [names.text(word) for word in words] or [names.text(first)]
    yield from (_use(node.func, use.kind, use.word, use.host) for use in command_uses(texts))


def _writes(node: ast.Call, name: str, names: _Names) -> Iterator[ScriptUse]:
    """Yield the file that a call opens for writing, or writes at once."""
    chain = _chain_of(node.func)
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    opener = chain == ["open"] or name == "zipfile.ZipFile" or (method == "open" and name.partition(".")[0] in _OPENERS)
    if opener or (method == "open" and name not in _USES):
        given = next((word.value for word in node.keywords if word.arg == "mode"), None)
        mode = names.text(given or next(iter(node.args[opener : opener + 1]), None))
        if _WRITES.fullmatch(mode):
            yield _use(node.func, UseKind.WRITE, f'{name or (chain == ["open"]) * "open" or ".open"}("{mode}")')
    elif name not in _USES:
        exports = method in _EXPORTS or (method == "save" and not _SAVERS.isdisjoint(names.libraries))
        if method in _METHODS or (exports and _arguments(node)):
            yield _use(node.func, UseKind.WRITE, f".{method}")


def _credential_files(nodes: Sequence[ast.expr]) -> Iterator[ScriptUse]:
    for node in nodes:
        file = credential_file(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if file:
            yield _use(node, UseKind.CREDENTIAL, file)


def _libraries(nodes: _Nodes, found: Iterable[ScriptUse]) -> Iterator[ScriptUse]:
    """Yield the imports of clients of which no other use was found."""
    used = {use.word.split(".")[0] for use in found}
    modules = [(node.lineno, alias.name) for node in nodes[ast.Import] for alias in node.names]
    froms = (node for node in nodes[ast.ImportFrom] if not node.level)
    modules += [(node.lineno, f"{node.module}.{alias.name}") for node in froms for alias in node.names]
    for line, module in modules:
        parts = module.split(".")
        for library in {parts[0], ".".join(parts[:2])} & _LIBRARIES.keys():
            if parts[0] not in used:
                yield ScriptUse(_LIBRARIES[library], line, f"import {library}")
