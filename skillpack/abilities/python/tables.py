"""Names of the libraries of Python: what sends, fetches, runs, decodes, and what gives something private (pure)."""

import re

from skillpack.model.ability import AbilityKind
from skillpack.parse.patterns import late


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


NETWORK = _names(
    "requests httpx aiohttp urllib urllib3 http socket ssl smtplib ftplib websockets websocket paramiko boto3"
    " botocore telegram discord slack_sdk pycurl telnetlib asyncio xmlrpc twilio sendgrid imaplib dns google"
)
SENDS = _names(
    "post put patch request get delete head stream send sendall sendto sendmail send_message urlopen Request"
    " storbinary upload_file upload_fileobj put_object put urlretrieve connect write gethostbyname getaddrinfo"
    " resolve send_document chat_postMessage files_upload create_gist send_text publish"
)
ANYBODYS = _names("post sendall sendto sendmail send_message upload_file upload_fileobj storbinary")
"""Methods that send, whatever object they are of."""

FETCHES = _names("get post request urlopen urlretrieve stream read text content json recv download")
RUNS = _names(
    "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen"
    " subprocess.getoutput subprocess.getstatusoutput os.system os.popen os.execv os.execl os.execvp os.execlp"
    " os.execve os.startfile os.spawnv os.spawnl os.posix_spawn asyncio.create_subprocess_shell"
    " asyncio.create_subprocess_exec pty.spawn"
)
EVALUATES = _names(
    "eval exec compile __import__ builtins.eval builtins.exec builtins.compile builtins.__import__"
    " importlib.import_module runpy.run_path runpy.run_module pickle.loads pickle.load marshal.loads dill.loads"
    " cloudpickle.loads ctypes.CDLL types.FunctionType code.interact importlib.util.spec_from_file_location"
    " types.CodeType"
)
DECODERS = late(
    r"(?:base64|binascii)\.(?:\w*decode|a2b_\w+|unhexlify|decodebytes)|(?:zlib|gzip|bz2|lzma)\.decompress|codecs\.(?:decode|getdecoder)"
    r"|bytes\.fromhex|bytearray\.fromhex|marshal\.loads"
)
ENVIRON = _names("os.environ os.environb")
LISTS = _names("listdir walk scandir glob rglob iterdir iglob")
HOME = late(r"~|\$HOME|\{home\}|/home/\{\}|/Users/\{\}|%USERPROFILE%")
CLIPBOARD = _names("pyperclip.paste clipboard.paste win32clipboard.GetClipboardData")
PRIVATE_CALLS = {
    "browser_cookie3": AbilityKind.BROWSER, "win32crypt.CryptUnprotectData": AbilityKind.BROWSER,
    "pycookiecheat": AbilityKind.BROWSER, "keyring.get_credential": AbilityKind.KEYCHAIN,
    "secretstorage": AbilityKind.KEYCHAIN, "mailbox": AbilityKind.MAIL,
}  # fmt: skip
PRIVATE_PROGRAMS = (
    (late(r"(?:^|[\s;&|(])(?:pbpaste|xclip\b.*-o|xsel\b.*-o|wl-paste|Get-Clipboard)"), AbilityKind.CLIPBOARD),
    (late(r"security (?:find|dump)-|secret-tool (?:lookup|search)|cmdkey /list"), AbilityKind.KEYCHAIN),
    (late(r"(?:^|[\s;&|(])(?:env|printenv|set)\s*(?:$|[|;>])"), AbilityKind.ENVIRONMENT),
    (late(r"gh auth token|gcloud auth print|aws configure export|op read|vault kv get"), AbilityKind.KEY_FILE),
)
SENDING_PROGRAM = late(
    r"(?:^|[\s;&|(/])(?P<program>curl|wget|nc|ncat|netcat|scp|rsync|sftp|ftp|sendmail|mail|git push"
    r"|gh (?:issue|gist|pr|api)|aws s3|Invoke-WebRequest|Invoke-RestMethod)\b"
)
PUBLIC_PROGRAM = late(r"gh (?:issue|gist|pr)|git push")
WRITES = _names("write write_text write_bytes writelines dump dumps writestr")
READS = _names("read read_text read_bytes readlines readline load loads execute fetchall extractall")
DUMPS = _names("json.dump pickle.dump yaml.dump yaml.safe_dump marshal.dump toml.dump joblib.dump")
"""Functions that write what they are given first to the file that they are given second."""

COPIES = _names("shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.move os.rename os.replace")
SEPARATED = late(r"[\s;&|'\"()]+")
NO_DATA = frozenset(
    ["verify", "cert", "timeout", "proxies", "allow_redirects", "stream", "hooks", "key_filename", "ssh_key"]
)
BODIES = _names("data json files content body")
"""Arguments whose value is sent."""

INLINE = _names("-c -e -Command")
"""Options of interpreters behind which a program stands."""

VARIABLES = _names("os.getenv os.environ.get os.environ.pop os.environ.setdefault")
PATHS = _names("os.path.expanduser os.path.join os.path.abspath pathlib.Path pathlib.Path.home str")
OPENERS = _names("open io.open sqlite3.connect zipfile.ZipFile tarfile.open")
SAME_TEXT = _names("strip lower format encode decode expanduser resolve absolute as_posix")
"""Methods whose result is the text, or nearly."""

GATHERS = _names("append appendleft add extend insert update setdefault put attach set_content add_attachment")
"""Methods that put what they are given into what they are of."""

IMPORTS = _names("__import__ builtins.__import__ importlib.import_module")
"""Functions that give the module whose name they are given."""

ANY_FILE = _names("* ** **/* *.*")
"""Patterns that leave no file out."""

METADATA = late(r"169\.254\.169\.254|metadata\.google\.internal|/meta-data/iam/|security-credentials")
"""Stands in addresses at which the machines of a cloud are told their credentials."""

A_REQUEST = "a request"
"""Name of what others ask of a server that a script runs."""

REQUESTED = late(
    r"(?:flask|quart|bottle)\.request\.(?:form|args|values|json|data|query|params|forms|get_json|get_data)"
)
PUBLIC_PLACE = late(r"^C:[/\\]Users[/\\]Public\b|^/Users/Shared\b|^/(?:var|srv)/www\b|\bpublic_html\b")
EXECUTES = _names("execute executescript executemany")
"""Methods that are given a statement of SQL."""

SQL_LOSS = late(
    r"\b(?:drop\s+(?:table|database|schema)|truncate\s+table)\b|\bdelete\s+from(?=\s+\S+\s*;?\s*\Z)", re.IGNORECASE
)
READING_PROGRAM = late(r"(?:^|[\s;&|])(?:cat|head|tail|base64|tar|zip|grep|cp)\b")
