"""Names of JavaScript by what they do: which read what people keep, send, fetch, decode, evaluate and start (pure)."""

import re

from skillpack.model.ability import AbilityKind

NETWORK = frozenset(
    [
        "axios",
        "got",
        "ky",
        "request",
        "superagent",
        "undici",
        "http",
        "https",
        "http2",
        "net",
        "tls",
        "dgram",
        "dns",
        "needle",
        "ws",
        "WebSocket",
        "XMLHttpRequest",
        "nodemailer",
        "navigator",
        "node-fetch",
        "cross-fetch",
        "@octokit/rest",
        "@slack/web-api",
        "ssh2",
        "Image",
        "EventSource",
        "bent",
        "phin",
    ]
)
"""Modules and objects that reach the network."""

SENDS = frozenset(
    [
        "get",
        "post",
        "put",
        "patch",
        "delete",
        "head",
        "request",
        "fetch",
        "send",
        "write",
        "end",
        "connect",
        "createConnection",
        "lookup",
        "resolve",
        "resolveTxt",
        "resolve4",
        "sendBeacon",
        "sendMail",
        "create",
        "createComment",
        "postMessage",
        "query",
        "open",
        "stream",
        "createTransport",
    ]
)
"""Their methods that send or fetch."""

FETCHES = frozenset(
    [
        "fetch",
        "axios",
        "got",
        "ky",
        "superagent",
        "needle",
        "request",
        "node-fetch",
        "cross-fetch",
        "bent",
        "phin",
        "navigator.sendBeacon",
    ]
)
"""Functions that send and fetch by themselves."""

RUNS = frozenset(
    [
        "child_process.exec",
        "child_process.execSync",
        "child_process.spawn",
        "child_process.spawnSync",
        "child_process.execFile",
        "child_process.execFileSync",
        "child_process.fork",
        "execa",
        "execa.execa",
        "execa.execaSync",
        "execa.execaCommand",
        "shelljs.exec",
        "cross-spawn",
        "zx.$",
    ]
)
EVALUATES = frozenset(
    [
        "eval",
        "vm.runInContext",
        "vm.runInNewContext",
        "vm.runInThisContext",
        "vm.Script",
        "vm.compileFunction",
        "Module.prototype._compile",
        "module._compile",
        "module.constructor",
        "Function.constructor",
    ]
)
DECODERS = {
    "atob": "base64", "Buffer.from": "base64 or hexadecimal text", "String.fromCharCode": "numbers of characters",
    "String.fromCodePoint": "numbers of characters", "unescape": "escaped text", "zlib.inflateSync": "packed text",
    "zlib.gunzipSync": "packed text", "zlib.brotliDecompressSync": "packed text", "zlib.inflateRawSync": "packed text",
    "zlib.unzipSync": "packed text", "crypto.createDecipheriv": "encrypted text", "CryptoJS.AES.decrypt": "encrypted"
    " text",
    "base64.decode": "base64", "js-base64.decode": "base64",
}  # fmt: skip
READS = frozenset(
    [
        "readFile",
        "readTextFile",
        "createReadStream",
        "readdir",
        "readJson",
        "readJSON",
        "opendir",
        "copyFile",
        "readDir",
        "file",
    ]
)
WRITES = frozenset(
    ["writeFile", "writeTextFile", "appendFile", "outputFile", "writeJson", "write", "outputJson", "symlink"]
)
ADDS = frozenset(("push", "unshift", "append", "set", "add"))
"""Methods after which an object holds what they are given."""

DELETES = frozenset(["rm", "rmdir", "unlink", "remove", "emptyDir"])
PUBLIC = re.compile(r"gh (?:issue|gist|pr)")

EVALUATES_FIRST = frozenset(("Function", "setTimeout", "setInterval"))
"""Functions that evaluate a text, where they are given one."""

GLOBALS = frozenset(("globalThis", "global", "window", "process", "this", "self", "module"))
"""Objects through whose members everything can be named."""

FILES = frozenset(("fs", "fs-extra", "Deno", "Bun"))
"""Modules and objects that read and write files."""

PRIVATE_CALLS = {
    "clipboardy.read": (AbilityKind.CLIPBOARD, "the clipboard"), "clipboardy.readSync": (AbilityKind.CLIPBOARD,
    "the clipboard"),
    "navigator.clipboard.readText": (AbilityKind.CLIPBOARD, "the clipboard"),
    "copy-paste.paste": (AbilityKind.CLIPBOARD, "the clipboard"),
    "keytar.findCredentials": (AbilityKind.KEYCHAIN, "the keychain"), "Deno.env.toObject": (AbilityKind.ENVIRONMENT,
    "the whole environment"),
}  # fmt: skip


def private_call(full: str) -> tuple[AbilityKind, str] | None:
    """Return the kind of private data that a call reads, by its full name; None for nothing."""
    return PRIVATE_CALLS.get(full.replace(".default.", "."))
