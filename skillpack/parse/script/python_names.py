"""Names in a Python script: which function of which module they stand for, and which of these are a use."""

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from skillpack.model.script import UseKind

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
_LIBRARIES = {
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

USES: dict[str, list[UseKind]] = {}
"""Full name of a function -> what it is a use of."""

LIBRARIES = {library: kind for kind, libraries in _LIBRARIES.items() for library in libraries.split()}
"""Library whose import alone is a use -> of which kind."""

for _kind, _modules in _FUNCTIONS.items():
    for _module, _names in _modules.items():
        for _name in _names.split():
            USES.setdefault(f"{_module}.{_name}".lstrip("."), []).append(_kind)


_LEAVES = frozenset({str, int, float, bytes, bool, type(None), ast.Load, ast.Store, ast.Del})

Nodes = Mapping[type[ast.AST], Sequence[Any]]
"""Nodes of a syntax tree by their type: what is looked for is few of them."""


def nodes_of(tree: ast.AST) -> Nodes:
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


class Names:
    """What names stand for in a script: modules, what comes from them, and texts.

    A name that is assigned different things stands for none of them; an import is never covered by an assignment.
    """

    def __init__(self, nodes: Nodes) -> None:
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
            name = ".".join(chain_of(target))
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
        parts = chain_of(node)
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
                return self._texts.get(".".join(chain_of(node)), "")
        return ""


def chain_of(node: ast.AST) -> list[str]:
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
