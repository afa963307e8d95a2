"""Names of the libraries of Python: what a call of each, or its import alone, can do (pure)."""

from collections.abc import Mapping

from skillpack.model.ability import AbilityKind

_VERBS = "get delete head options request"
_BODIES = "post put patch"
_FUNCTIONS = {
    AbilityKind.FETCHES: {
        "requests": _VERBS + " Session session", "requests.Session": _VERBS, "requests.session": _VERBS,
        "httpx": _VERBS + " stream Client AsyncClient", "httpx.Client": _VERBS + " stream",
        "httpx.AsyncClient": _VERBS + " stream",
        "aiohttp": "ClientSession", "aiohttp.ClientSession": _VERBS,
        "urllib.request": "urlopen urlretrieve build_opener", "urllib3": "request PoolManager",
        "urllib3.PoolManager": "request", "http.client": "HTTPConnection HTTPSConnection",
        "socket": "socket create_connection getaddrinfo gethostbyname",
        "asyncio": "open_connection", "websockets": "connect", "nltk": "download",
        "huggingface_hub": "hf_hub_download snapshot_download",
    },
    AbilityKind.SENDS: {
        "requests": _BODIES, "requests.Session": _BODIES, "requests.session": _BODIES, "httpx": _BODIES,
        "httpx.Client": _BODIES, "httpx.AsyncClient": _BODIES, "aiohttp.ClientSession": _BODIES,
        "smtplib": "SMTP SMTP_SSL",
    },
    AbilityKind.LISTENS: {"socket": "create_server", "asyncio": "start_server", "websockets": "serve"},
    AbilityKind.STARTS: {
        "subprocess": "run call check_call check_output Popen getoutput getstatusoutput",
        "os": "system popen fork kill killpg startfile posix_spawn execl execlp execv execve execvp"
        " spawnl spawnlp spawnv spawnvp", "asyncio": "create_subprocess_exec create_subprocess_shell", "pty": "spawn",
        "webbrowser": "open", "multiprocessing": "Process Pool", "concurrent.futures": "ProcessPoolExecutor",
    },
    AbilityKind.WRITES: {
        "os": "rename replace mkdir makedirs chmod chown symlink link truncate",
        "shutil": "copy copy2 copyfile copytree move make_archive unpack_archive", "logging": "FileHandler",
        "tempfile": "NamedTemporaryFile TemporaryDirectory TemporaryFile mkdtemp mkstemp", "joblib": "dump",
        "urllib.request": "urlretrieve", "numpy": "save savez savetxt", "torch": "save", "cv2": "imwrite",
        "pypdf.PdfWriter": "write", "PyPDF2.PdfWriter": "write", "zipfile.ZipFile": "extractall extract",
        "tarfile.open": "extractall extract", "pathlib.Path": "rename replace chmod",
    },
    AbilityKind.DELETES: {"os": "remove unlink rmdir removedirs", "shutil": "rmtree"},
    AbilityKind.VARIABLE: {"os": "putenv unsetenv getenv"},
    AbilityKind.KEY_FILE: {"dotenv": "load_dotenv dotenv_values", "netrc": "netrc"},
    AbilityKind.KEYCHAIN: {"keyring": "get_password set_password"},
    AbilityKind.EVALUATES: {
        "": "eval exec __import__", "builtins": "eval exec", "importlib": "import_module",
        "runpy": "run_path run_module", "ctypes": "CDLL",
    },
    AbilityKind.UNPICKLES: {
        "pickle": "load loads Unpickler", "dill": "load loads", "cloudpickle": "load loads", "marshal": "load loads",
        "joblib": "load", "torch": "load", "pandas": "read_pickle", "yaml": "unsafe_load",
    },
}  # fmt: skip
_CLIENTS = {
    AbilityKind.FETCHES: "aiohttp anthropic boto3 cohere discord elasticsearch ftplib google.cloud"
    " google.genai google.generativeai googleapiclient groq grpc httplib2 httpx"
    " huggingface_hub imaplib litellm mistralai openai paramiko playwright poplib psycopg psycopg2"
    " pycurl pymongo pymysql redis requests selenium slack_sdk stripe telegram"
    " telnetlib tweepy twilio urllib3 websocket websockets xmlrpc.client yfinance",
    AbilityKind.LISTENS: "fastapi flask http.server socketserver uvicorn",
    AbilityKind.STARTS: "docker fabric invoke pexpect plumbum",
    AbilityKind.KEYCHAIN: "keyring secretstorage",
    AbilityKind.BROWSER: "browser_cookie3 win32crypt",
}

LIBRARIES: Mapping[str, AbilityKind] = {
    library: kind for kind, libraries in _CLIENTS.items() for library in libraries.split()
}
"""Library whose import alone says something -> what it can do."""

NETWORK = frozenset({AbilityKind.FETCHES, AbilityKind.SENDS, AbilityKind.LISTENS})
"""What is done with a host."""


def _functions() -> dict[str, list[AbilityKind]]:
    found: dict[str, list[AbilityKind]] = {}
    for kind, modules in _FUNCTIONS.items():
        for module, names in modules.items():
            for name in names.split():
                found.setdefault(f"{module}.{name}".lstrip("."), []).append(kind)
    return found


FUNCTIONS: Mapping[str, list[AbilityKind]] = _functions()
"""Full name of a function -> what a call of it can do."""

COMMANDS = frozenset(
    f"{module}.{name}"
    for module, names in _FUNCTIONS[AbilityKind.STARTS].items()
    if module not in {"webbrowser", "multiprocessing", "concurrent.futures"}
    for name in names.split()
) - {"os.fork", "os.kill", "os.killpg"}
"""Functions that are given a command, or its words."""

IMPORTERS = frozenset({"__import__", "importlib.import_module"})
"""Functions that run what they import: of no interest where they are given the name of a library."""

UNSAFE_YAML = "yaml.load"
"""Makes objects of any class, unless it is given a loader that does not."""

_NAMED = ("os.getenv", "os.putenv", "os.unsetenv", "os.environ.get", "os.environ.pop", "os.environ.setdefault")
VARIABLES = frozenset(_NAMED)
"""Functions that are given the name of a variable."""

ENVIRON = "os.environ"

OPENERS = frozenset({"io", "codecs", "gzip", "bz2", "lzma", "tarfile", "aiofiles"})
"""Libraries whose `open` is like that of files."""

METHODS = frozenset({"write_text", "write_bytes", "unlink", "touch", "mkdir", "rmdir", "symlink_to", "savefig"})
DELETING_METHODS = frozenset({"unlink", "rmdir"})
EXPORTS = frozenset({"to_csv", "to_excel", "to_json", "to_parquet", "to_pickle", "to_html"})
SAVERS = frozenset({"PIL", "openpyxl", "docx", "pptx", "fitz", "pymupdf", "pdf2image"})
"""Libraries whose objects write a file when they `save`."""

PATHS = frozenset({"Path", "join", "joinpath", "expanduser", "open"})
"""Last names of what is given parts of a path."""
