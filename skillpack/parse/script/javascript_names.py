"""Names in JavaScript: which function of which module is a use of what."""

from skillpack.model.script import UseKind

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
_LIBRARIES = {
    UseKind.NETWORK: "@anthropic-ai/sdk @octokit/rest @slack/web-api axios express fastify got ioredis ky mongodb"
    " mysql2 node-fetch nodemailer openai pg playwright puppeteer redis ssh2 superagent undici ws",
    UseKind.PROCESS: "cross-spawn execa node-pty shelljs zx",
    UseKind.CREDENTIAL: "keytar",
}

USES = {
    f"{module}.{name}".lstrip("."): kind
    for kind, modules in _FUNCTIONS.items()
    for module, names in modules.items()
    for name in names.split()
}
"""Full name of a function -> what it is a use of: `fs.writeFileSync`, `eval`."""

LIBRARIES = {library: kind for kind, libraries in _LIBRARIES.items() for library in libraries.split()}
"""Library whose import alone is a use -> of which kind."""
