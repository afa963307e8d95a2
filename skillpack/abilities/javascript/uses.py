"""What a script in JavaScript or TypeScript uses, by patterns over its code without comments and texts."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from skillpack.abilities.names import credential_file, host_in, variable_use
from skillpack.abilities.script.shell import command_uses
from skillpack.model.script import ScriptUse, UseKind

_TOKEN = re.compile(
    r"""(?P<hidden>//[^\n\r\u2028\u2029]*+|/\*.*?\*/|\A\#![^\n]*+)|(?P<open>/\*)
    |"(?P<double>(?>[^"\\\n]++|\\.)*)"|'(?P<single>(?>[^'\\\n]++|\\.)*)'|\s++|[\w$]++|\\.|.""",
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"(?P<template>(?>[^`\\$]++|\\.|\$(?!\{))*)(?:`|\$\{)|(?P<open>.)", re.DOTALL)
_PATTERN = re.compile(r"/(?P<hidden>(?>[^/\\\[\n]++|\\.|\[(?>[^\]\\\n]++|\\.)*\])+)/")
_VALUE = re.compile(
    r"(?!(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await)$)[\w$]+|.*[)\]\"'`]", re.DOTALL
)

_MODULE = r"""["'`](?P<{}>\0+)["'`]"""
_IMPORT = re.compile(
    r"\bimport\s+(?P<names>[\w$*{},\s]{1,600}?)\s*\bfrom\s*" + _MODULE.format("source")
    + r"|(?P<taken>(?<![\w$])[\w$]++|\{[^{}]{0,600}\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*"
    + _MODULE.format("path") + r"\s*\)(?:\s*\.\s*(?P<member>[\w$]+))?"
    + r"|\b(?:import|require)\s*\(?\s*" + _MODULE.format("alone")
)  # fmt: skip
_ALIAS = re.compile(r"(?<![\w$])([\w$]++)\s*=\s*(?:util\.)?promisify\(\s*([\w$]+)((?:\.[\w$]+)?)\s*\)")
_DEFINED = re.compile(r"\b(?:function\s*\*?|class|const|let|var)\s+([\w$]+)")
_CONSTANT = re.compile(r"""(?<![\w$])([\w$]++)\s*=\s*["'`]""")
_CHAIN = re.compile(
    r"(?:(?<=\.\.\.)|(?<![\w$.#@]))(?:(?:require|import)\s*\(\s*" + _MODULE.format("module") + r"\s*\)\)?"
    r"|(?P<root>[A-Za-z_$][\w$]*+))(?P<members>(?>\s*\??\.\s*[\w$]++)*)(?P<call>\s*+(?:\?\.)?[(`])?"
)
_METHOD = re.compile(r"[^()]{0,300}\)\s*(?::[^={};()]{0,100})?\{")
_ARGUMENT = re.compile(r"""\s*["'`]?(?P<text>)(?:\$\{)?(?P<name>[\w$]*)""")
_ARGUMENTS = re.compile(r"""\s*["'`]?\0*(?:["'`]\s*,\s*\[[^\[\]()]{0,2000})?""")
_KEY = re.compile(r"""\s*(?:\?\.)?\s*[\[(]\s*["'`](?P<text>)""")
_UNPACKED = re.compile(r"\{([^{}]*)\}\s*=\s*\Z")
_GLOBAL = re.compile(r"(?:window|globalThis|self|global)\.")
_ENVIRONMENT = re.compile(r"((?:process|Deno|Bun|import\.meta)\.env)(?![\w$])(?:\.(?!get$|toObject$)([\w$]+))?")
_HOSTS = frozenset({"navigator", "Deno", "Bun", "process"})

_VERBS = "get post put patch delete head request"
_FILES = "appendFile chmod chown copyFile cp link mkdir mkdtemp rename rm rmdir symlink truncate unlink writeFile"
_FUNCTIONS = {
    UseKind.NETWORK: {
        "": "fetch WebSocket EventSource XMLHttpRequest axios got ky node-fetch superagent", "navigator": "sendBeacon",
        "axios": _VERBS, "got": _VERBS, "ky": _VERBS, "superagent": _VERBS, "undici": "fetch request",
        "http": "get request createServer", "https": "get request createServer", "http2": "connect createServer",
        "net": "connect createConnection createServer Socket", "tls": "connect createServer", "dgram": "createSocket",
        "dns": "lookup resolve resolveTxt", "Deno": "connect listen serve", "Bun": "connect listen serve",
    },
    UseKind.PROCESS: {
        "child_process": "exec execSync execFile execFileSync spawn spawnSync fork", "process": "kill", "zx": "$",
        "execa": "execa execaSync execaCommand $", "shelljs": "exec", "Deno": "Command run", "Bun": "spawn spawnSync $",
    },
    UseKind.WRITE: {
        "fs": " ".join(f"{name} {name}Sync" for name in _FILES.split()) + " createWriteStream", "Bun": "write",
        "fs-extra": "copy ensureDir move outputFile outputFileSync remove removeSync writeFile writeJson",
        "Deno": "writeFile writeTextFile writeTextFileSync remove mkdir rename copyFile",
    },
    UseKind.CODE: {"": "eval Function require import", "vm": "runInContext runInNewContext runInThisContext Script"},
}  # fmt: skip
_CLIENTS = {
    UseKind.NETWORK: "@anthropic-ai/sdk @octokit/rest @slack/web-api axios express fastify got ioredis ky mongodb"
    " mysql2 node-fetch nodemailer openai pg playwright puppeteer redis ssh2 superagent undici ws",
    UseKind.PROCESS: "cross-spawn execa node-pty shelljs zx",
    UseKind.CREDENTIAL: "keytar",
}

_USES = {
    f"{module}.{name}".lstrip("."): kind
    for kind, modules in _FUNCTIONS.items()
    for module, names in modules.items()
    for name in names.split()
}
"""Full name of a function -> what it is a use of: `fs.writeFileSync`, `eval`."""

_LIBRARIES = {library: kind for kind, libraries in _CLIENTS.items() for library in libraries.split()}
"""Library whose import alone is a use -> of which kind."""


def read_javascript(text: str) -> Iterator[ScriptUse]:
    """Yield the uses of a script in no order, some of them twice.

    Raises:
        SyntaxError: A comment or template is not closed.
    """
    code, texts = without_texts(text)
    starts = [0, *(at.end() for at in re.finditer("\n", text))]
    names, imports = _imports(code, texts)
    defined = {each[1] for each in _DEFINED.finditer(code)} - names.keys()
    constants = {each[1]: texts.get(each.end(), "") for each in _CONSTANT.finditer(code)}
    used = set()
    for found in _CHAIN.finditer(code):
        line = bisect_right(starts, found.end("members") - 1)
        name = _known(found, names, defined, texts)
        variable = _ENVIRONMENT.match(name)
        kind = _USES.get(name)
        if variable:
            yield from _variables(line, variable[1], variable[2], found, code, texts)
        elif kind and found["call"] and not (found["call"][-1] == "(" and _METHOD.match(code, found.end())):
            used.add(name.split(".")[0])
            argument = _ARGUMENT.match(code, found.end() - found["call"].endswith("`"))
            known = (texts.get(argument.start("text"), ""), constants.get(argument["name"], "")) if argument else ()
            hosts = (host_in(each) for each in known if kind is UseKind.NETWORK)
            yield ScriptUse(kind, line, name, next((host for host in hosts if host), ""))
            if kind is UseKind.PROCESS:
                arguments = _ARGUMENTS.match(code, found.end() - found["call"].endswith("`"))
                words = [texts[at] for at in range(*arguments.span()) if at in texts] if arguments else []
                yield from (ScriptUse(use.kind, line, use.word, use.host) for use in command_uses(words))
    for module, at in imports:
        if module in _LIBRARIES and module not in used:
            yield ScriptUse(_LIBRARIES[module], bisect_right(starts, at), f"import {module}")
    for at, each in texts.items():
        if "/" in each or "join(" in code[max(at - 80, 0) : at]:
            file = credential_file(each) if " " not in each else ""
            if file:
                yield ScriptUse(UseKind.CREDENTIAL, bisect_right(starts, at), file)


def without_texts(text: str) -> tuple[str, dict[int, str]]:
    """Return the code without comments, texts and patterns, and where each text begins -> what it says.

    NUL and blanks fill the gaps, so that each place keeps its number. `{}` in a text stands
    for a value that is put in, whose own code stays.
    """
    pieces: list[str] = []
    texts: dict[int, str] = {}
    depths: list[int] = []  # of braces, in each value of a template that is not closed yet
    at, before, plain_until, in_template = 0, "", 0, False
    while at < len(text):
        found = (_TEMPLATE if in_template else _TOKEN).match(text, at)
        if found and found[0] == "/" and at >= plain_until and not _VALUE.fullmatch(before):
            found = _PATTERN.match(text, at) or found
            if found[0] == "/":  # no other pattern of this line is closed
                plain_until = text.find("\n", at) % (len(text) + 1)
        if not found or found.lastgroup == "open":
            raise SyntaxError("a comment or template is not closed")
        part, inner = found[0], found.lastgroup
        if inner:
            start, end = found.span(inner)
            pieces += [part[: start - at], (" " if inner == "hidden" else "\0") * (end - start), part[end - at :]]
            if inner != "hidden":
                texts[start] = found[inner] + "{}" * part.endswith("${")
        else:
            pieces.append(part)
        if in_template:
            in_template = False
            depths += [0] * part.endswith("${")
        elif part == "`":
            in_template = True
        elif depths and part in {"{", "}"}:
            in_template = part == "}" and depths[-1] == 0
            depths[-1] += 1 if part == "{" else -1
            depths = depths[:-1] if in_template else depths
        at = found.end()
        if inner != "hidden" and not part.isspace():
            before = part
    if in_template or depths:
        raise SyntaxError("a template is not closed")
    return "".join(pieces), texts


def _imports(code: str, texts: dict[int, str]) -> tuple[dict[str, str], list[tuple[str, int]]]:
    """Return the full name of each name, `child_process.exec` of `exec`, and the modules with their places."""
    names: dict[str, str] = {}
    modules = []
    for found in _IMPORT.finditer(code):
        at = next(found.start(group) for group in ("source", "path", "alone") if found[group])
        module = texts[at].removeprefix("node:").removesuffix("/promises")
        modules.append((module, at))
        outer, _, inner = (found["names"] or found["taken"] or "").partition("{")
        for name in outer.split(","):
            names[name.split(" as ")[-1].strip()] = f"{module}.{found['member'] or ''}".rstrip(".")
        for name in inner.rstrip("} \n").split(","):
            member, *local = re.split(r"\s+as\s+|\s*[:=]\s*", name.strip())
            names[local[0] if local else member] = f"{module}.{member}"
    for found in _ALIAS.finditer(code):
        names[found[1]] = names.get(found[2], "") + found[3]
    return names, modules


def _known(found: re.Match[str], names: dict[str, str], defined: set[str], texts: dict[int, str]) -> str:
    """Return the full name of a chain: `fs.writeFile` of `write` or `require("fs").promises.writeFile`."""
    members = re.sub(r"[\s?]", "", found["members"])
    if found["module"]:
        start = texts[found.start("module")].removeprefix("node:").removesuffix("/promises")
    else:
        root, _, rest = _GLOBAL.sub("", found["root"] + members).partition(".")
        start = names.get(root, "" if root in defined or (f"{root}.{rest}" in _USES and root not in _HOSTS) else root)
        members = rest and f".{rest}"
    return (start + members).replace(".promises.", ".").replace(".default.", ".") if start else ""


def _variables(
    line: int, form: str, name: str, found: re.Match[str], code: str, texts: dict[int, str]
) -> Iterator[ScriptUse]:
    """Yield the variables of the environment that are read, or all of it where they are not named."""
    key = _KEY.match(code, found.end("members"))
    unpacked = _UNPACKED.search(code, max(found.start() - 500, 0), found.start())
    known = [name] if name else [texts.get(key.start("text"), "")] if key else []
    known += re.findall(r"(?:^|,)\s*([\w$]+)", unpacked[1]) if unpacked and not known else []
    yield from (variable_use(line, f"{form}.{{}}", each) for each in known)
    if not known:
        yield ScriptUse(UseKind.ENVIRONMENT, line, form)
