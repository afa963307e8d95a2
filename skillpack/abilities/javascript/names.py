"""What the calls, variables and paths of a script in JavaScript or TypeScript are, by patterns over its code."""

import re
from collections.abc import Iterator, Mapping

from skillpack.abilities.javascript.text import JavascriptText
from skillpack.abilities.names import credential_file, host_in, plain
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability, AbilityKind

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

_FILES = "appendFile chmod chown copyFile cp link mkdir mkdtemp rename symlink truncate writeFile"
_FUNCTIONS = {
    AbilityKind.FETCHES: {
        "": "fetch EventSource XMLHttpRequest axios got ky node-fetch superagent",
        "axios": "get head request", "got": "get head request", "ky": "get head request",
        "superagent": "get head request", "undici": "fetch request", "http": "get request", "https": "get request",
        "net": "Socket", "dgram": "createSocket", "dns": "lookup resolve resolveTxt",
    },
    AbilityKind.SENDS: {
        "": "WebSocket", "navigator": "sendBeacon", "axios": "post put patch delete", "got": "post put patch delete",
        "ky": "post put patch delete", "superagent": "post put patch delete", "http2": "connect",
        "net": "connect createConnection", "tls": "connect", "Deno": "connect", "Bun": "connect",
    },
    AbilityKind.LISTENS: {
        "http": "createServer", "https": "createServer", "http2": "createServer", "net": "createServer",
        "tls": "createServer", "Deno": "listen serve", "Bun": "listen serve",
    },
    AbilityKind.STARTS: {
        "child_process": "exec execSync execFile execFileSync spawn spawnSync fork", "process": "kill", "zx": "$",
        "execa": "execa execaSync execaCommand $", "shelljs": "exec", "Deno": "Command run", "Bun": "spawn spawnSync $",
    },
    AbilityKind.WRITES: {
        "fs": " ".join(f"{name} {name}Sync" for name in _FILES.split()) + " createWriteStream", "Bun": "write",
        "fs-extra": "copy ensureDir move outputFile outputFileSync writeFile writeJson",
        "Deno": "writeFile writeTextFile writeTextFileSync mkdir rename copyFile",
    },
    AbilityKind.DELETES: {
        "fs": "rm rmSync rmdir rmdirSync unlink unlinkSync", "fs-extra": "remove removeSync", "Deno": "remove",
    },
    AbilityKind.EVALUATES: {
        "": "eval Function require import", "vm": "runInContext runInNewContext runInThisContext Script",
    },
}  # fmt: skip
_LIBRARIES_OF = {
    AbilityKind.FETCHES: "@anthropic-ai/sdk @octokit/rest @slack/web-api axios got ioredis ky mongodb mysql2 node-fetch"
    " openai pg playwright puppeteer redis ssh2 superagent undici ws",
    AbilityKind.SENDS: "nodemailer",
    AbilityKind.LISTENS: "express fastify",
    AbilityKind.STARTS: "cross-spawn execa node-pty shelljs zx",
    AbilityKind.KEYCHAIN: "keytar",
}
_NETWORK = frozenset((AbilityKind.FETCHES, AbilityKind.SENDS, AbilityKind.LISTENS))

_KINDS = {
    f"{module}.{name}".lstrip("."): kind
    for kind, modules in _FUNCTIONS.items()
    for module, names in modules.items()
    for name in names.split()
}
"""Full name of a function -> what it can do: `fs.writeFileSync`, `eval`."""

_LAST_NAMES = frozenset(name.rpartition(".")[2] for name in _KINDS)

_LIBRARIES = {library: kind for kind, libraries in _LIBRARIES_OF.items() for library in libraries.split()}
"""Library whose import alone says what a script can do -> what that is."""


def named_abilities(source: SourceText, text: JavascriptText) -> Iterator[Ability]:
    """Yield the abilities of a script by the names that it uses, some of them twice.

    Args:
        source: Of the script.
        text: As read from it.
    """
    code, texts = text.code, text.texts
    names, imports = _imports(code, texts)
    chains = [found for found in _CHAIN.finditer(code) if _may_be_known(found, names)]
    defined = {each[1] for each in _DEFINED.finditer(code)} - names.keys() if chains else set()
    constants = {each[1]: texts.get(each.end(), "") for each in _CONSTANT.finditer(code)} if chains else {}
    used = set()
    for found in chains:
        name = _known(found, names, defined, texts)
        kind = _KINDS.get(name)
        if kind is None and ".env" not in name:
            continue
        line = text.line(found.end("members") - 1)
        variable = _ENVIRONMENT.match(name)
        if variable:
            yield from _variables(source, line, variable, found, text)
        elif kind and found["call"] and not (found["call"][-1] == "(" and _METHOD.match(code, found.end())):
            used.add(name.split(".")[0])
            argument = _ARGUMENT.match(code, found.end() - found["call"].endswith("`"))
            known = (texts.get(argument.start("text"), ""), constants.get(argument["name"], "")) if argument else ()
            hosts = (host_in(each) for each in known if kind in _NETWORK)
            yield source.ability(kind, line, name, next((host for host in hosts if host), ""))
    for module, at in imports:
        if module in _LIBRARIES and module not in used:
            yield source.ability(_LIBRARIES[module], text.line(at), f"import {module}")
    for at, each in texts.items():
        if "/" in each or "join(" in code[max(at - 80, 0) : at]:
            file = credential_file(each) if " " not in each else ""
            if file:
                yield source.ability(AbilityKind.KEY_FILE, text.line(at), file, file)


def _imports(code: str, texts: Mapping[int, str]) -> tuple[dict[str, str], list[tuple[str, int]]]:
    """Return the full name of each name, `child_process.exec` of `exec`, and the modules with their places."""
    names: dict[str, str] = {}
    modules = []
    for found in _IMPORT.finditer(code) if "import" in code or "require" in code else ():
        at = next(found.start(group) for group in ("source", "path", "alone") if found[group])
        module = texts[at].removeprefix("node:").removesuffix("/promises")
        modules.append((module, at))
        outer, _, inner = (found["names"] or found["taken"] or "").partition("{")
        for name in outer.split(","):
            names[name.split(" as ")[-1].strip()] = f"{module}.{found['member'] or ''}".rstrip(".")
        for name in inner.rstrip("} \n").split(","):
            member, *local = re.split(r"\s+as\s+|\s*[:=]\s*", name.strip())
            names[local[0] if local else member] = f"{module}.{member}"
    for found in _ALIAS.finditer(code) if "promisify" in code else ():
        names[found[1]] = names.get(found[2], "") + found[3]
    return names, modules


def _may_be_known(found: re.Match[str], names: Mapping[str, str]) -> bool:
    """Tell whether a chain may be a function that is known, or the environment; hardly any is."""
    root, members = found["root"], found["members"]
    if not root or root in names:
        return True
    if not members:
        return root in _KINDS
    return members.rpartition(".")[2].strip() in _LAST_NAMES or "env" in members


def _known(found: re.Match[str], names: dict[str, str], defined: set[str], texts: Mapping[int, str]) -> str:
    """Return the full name of a chain: `fs.writeFile` of `write` or `require("fs").promises.writeFile`."""
    members = re.sub(r"[\s?]", "", found["members"])
    if found["module"]:
        start = texts[found.start("module")].removeprefix("node:").removesuffix("/promises")
    else:
        root, _, rest = _GLOBAL.sub("", found["root"] + members).partition(".")
        start = names.get(root, "" if root in defined or (f"{root}.{rest}" in _KINDS and root not in _HOSTS) else root)
        members = rest and f".{rest}"
    return (start + members).replace(".promises.", ".").replace(".default.", ".") if start else ""


def _variables(
    source: SourceText, line: int, variable: re.Match[str], found: re.Match[str], text: JavascriptText
) -> Iterator[Ability]:
    """Yield the variables of the environment that are read, or all of it where they are not named."""
    form, name = variable[1], variable[2]
    key = _KEY.match(text.code, found.end("members"))
    unpacked = _UNPACKED.search(text.code, max(found.start() - 500, 0), found.start())
    known = [name] if name else [text.texts.get(key.start("text"), "")] if key else []
    known += re.findall(r"(?:^|,)\s*([\w$]+)", unpacked[1]) if unpacked and not known else []
    for each in known:
        yield source.ability(AbilityKind.VARIABLE, line, f"{form}.{plain(each) or '…'}", plain(each))
    if not known:
        yield source.ability(AbilityKind.ENVIRONMENT, line, form)
