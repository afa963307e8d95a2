"""Commands and methods of PowerShell, put into the words of a Bourne shell (pure)."""

import re
from collections.abc import Callable, Mapping, Sequence

Words = tuple[str, ...]
Translated = tuple[Words, ...]
"""Commands of one pipeline, by their words."""

_ALIASES = {
    "iwr": "invoke-webrequest", "irm": "invoke-restmethod", "curl": "invoke-webrequest", "wget": "invoke-webrequest",
    "curl.exe": "curl.exe", "iex": "invoke-expression", "gci": "get-childitem", "dir": "get-childitem",
    "ls": "get-childitem",
    "gc": "get-content", "cat": "get-content", "type": "get-content", "gcb": "get-clipboard", "sc": "set-content",
    "ac": "add-content", "ri": "remove-item", "rm": "remove-item", "del": "remove-item", "rd": "remove-item",
    "erase": "remove-item",
    "rmdir": "remove-item", "cp": "copy-item", "copy": "copy-item", "cpi": "copy-item", "mv": "move-item",
    "move": "move-item",
    "saps": "start-process", "start": "start-process", "ii": "invoke-item", "echo": "write-output",
    "write": "write-output",
    "write-host": "write-output", "%": "foreach-object", "foreach": "foreach-object", "sp": "set-itemproperty",
    "new-itemproperty": "set-itemproperty", "tee": "tee-object", "powershell": "pwsh", "powershell.exe": "pwsh",
    "pwsh.exe": "pwsh",
    "xcopy": "copy-item", "gi": "get-childitem", "get-item": "get-childitem", "resolve-dnsname": "resolve-dnsname",
    "sls": "select-string", "certutil.exe": "certutil", "bitsadmin.exe": "bitsadmin",
}  # fmt: skip
_PASSES = frozenset(
    [
        "convertto-json",
        "out-string",
        "select-object",
        "sort-object",
        "where-object",
        "?",
        "select",
        "sort",
        "convertto-csv",
        "format-list",
        "format-table",
        "fl",
        "ft",
        "convertfrom-json",
        "group-object",
        "measure-object",
        "convertto-base64",
        "out-null",
        "tee-object",
    ]
)
_FLAGS = frozenset(
    [
        "-usebasicparsing",
        "-force",
        "-recurse",
        "-confirm",
        "-append",
        "-raw",
        "-nonewline",
        "-passthru",
        "-wait",
        "-nonewwindow",
        "-skipcertificatecheck",
        "-noprofile",
        "-noninteractive",
        "-asplaintext",
        "-usedefaultcredentials",
        "-file",
        "-directory",
        "-hidden",
        "-s",
        "-f",
        "-q",
        "-disablekeepalive",
    ]
)


def _named(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the values of the parameters that are named, in small letters, and the others."""
    named: dict[str, str] = {}
    others: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        low = word.lower().rstrip(":")
        if re.match(r"-[a-z]", low) and low in _FLAGS:
            named[low] = "true"
        elif re.match(r"-[a-z]", low) and at + 1 < len(words) and not re.match(r"-[A-Za-z]{2}", words[at + 1]):
            named[low] = words[at + 1]
            at += 1
        elif re.match(r"-[a-z]", low):
            named[low] = "true"
        else:
            others.append(word)
        at += 1
    return named, others


def _any(named: Mapping[str, str], *names: str) -> str:
    return next((named[name] for name in names if name in named), "")


def _web(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    made = ["curl"]
    for option, names in (
        ("-o", ("-outfile",)), ("-d", ("-body", "-form")), ("-X", ("-method",)), ("-H", ("-headers",)), ("-T",
        ("-infile",)),
    ):  # fmt: skip
        value = _any(named, *names)
        if value:
            made += [option, value]
    return ((*made, _any(named, "-uri", "-u") or "", *others),)


def _content(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    path = _any(named, "-path", "-filepath", "-literalpath") or (others[0] if others else "")
    value = _any(named, "-value", "-inputobject") or " ".join(
        others[1:] if not _any(named, "-path", "-filepath", "-literalpath") else others
    )
    return (("echo", value), ("tee", path)) if value else (("tee", path),)


def _property(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    path = _any(named, "-path", "-literalpath") or (others[0] if others else "")
    return (("echo", _any(named, "-value") or " ".join(others[1:])), ("tee", path))


def _children(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    path = _any(named, "-path") or (others[0] if others else "")
    if re.match(r"env:", path, re.IGNORECASE):
        rest = path[4:].strip("\\/*")
        return (("printenv", rest),) if rest else (("env",),)
    return (("ls", "-R", path) if "-recurse" in named else ("ls", path),)


def _remove(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    paths = [*([_any(named, "-path", "-literalpath")] if _any(named, "-path", "-literalpath") else []), *others]
    low = [word.lower() for word in words]
    recursive = "-recurse" in named or "-r" in named or "/s" in low
    return (
        ("rm", *(("-rf",) if recursive else ()), *(path for path in paths if not re.fullmatch(r"/[a-zA-Z]", path))),
    )


def _copy(program: str) -> Callable[[Sequence[str]], Translated]:
    def copies(words: Sequence[str]) -> Translated:
        named, others = _named(words)
        source, target = _any(named, "-path", "-literalpath"), _any(named, "-destination", "-dest", "-destinationpath")
        files = [each for each in (source, *others, target) if each]
        return ((program, files[-1], *files[:-1]) if program == "zip" and files else (program, *files),)

    return copies


def _process(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    program = _any(named, "-filepath") or (others[0] if others else "")
    given = _any(named, "-argumentlist", "-args") or " ".join(others[1:] if not _any(named, "-filepath") else others)
    made = (program, *given.split()) if not given.startswith("$") else (program, given)
    return translated(made) if program.lower().removesuffix(".exe") in {"powershell", "pwsh", "cmd"} else (made,)


def _pwsh(words: Sequence[str]) -> Translated:
    for at, word in enumerate(words):
        low = word.lower()
        following = " ".join(words[at + 1 :])
        if low in {"-e", "-ec"} or (low.startswith("-en") and "-encodedcommand".startswith(low)):
            return (("echo", following), ("base64", "-d"), ("sh",)) if len(following) > 3 else (("pwsh",),)
        if low in {"-c", "-command"} or (low.startswith("-com") and "-command".startswith(low)):
            return (("pwsh", "-c", following),)
        if low in {"-file", "-f"}:
            return (("sh", *words[at + 1 :]),)
    return (("pwsh", *(word for word in words if not word.startswith("-"))),)


def _certutil(words: Sequence[str]) -> Translated:
    low, files = [word.lower() for word in words], [word for word in words if not re.match(r"[-/]\w", word)]
    if any(word in {"-urlcache", "/urlcache"} for word in low) and files:
        return (("curl", "-o", files[-1] if len(files) > 1 else files[0].rsplit("/", 1)[-1], files[0]),)
    if any(re.fullmatch(r"[-/]decode(?:hex)?", word) for word in low) and len(files) > 1:
        return (("cat", files[0]), ("base64", "-d"), ("tee", files[1]))
    return (("certutil", *words),)


def _bits(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    files = [each for each in (_any(named, "-source"), *others) if each]
    address = next((word for word in files if "://" in word), files[0] if files else "")
    target = _any(named, "-destination") or (files[-1] if files and files[-1] != address else "")
    return (("curl", "-o", target, address),)


def _mail(words: Sequence[str]) -> Translated:
    named, others = _named(words)
    attached = _any(named, "-attachments")
    return (("mail", *(("-a", attached) if attached else ()), _any(named, "-body"), _any(named, "-to"), *others),)


_COMMANDS: Mapping[str, Callable[[Sequence[str]], Translated]] = {
    "invoke-webrequest": _web, "invoke-restmethod": _web, "start-bitstransfer": _bits, "bitsadmin": _bits,
    "certutil": _certutil,
    "invoke-expression": lambda words: (("eval", *given),
    ) if (given := [each for each in words if not re.match(r"-[A-Za-z]{2}", each)]) else (("sh",),),
    "get-childitem": _children, "get-content": lambda words: (("cat", *_named(words)[1], _any(_named(words)[0],
    "-path", "-literalpath")),),
    "get-clipboard": lambda _: (("pbpaste",),), "set-content": _content, "add-content": _content, "out-file": _content,
    "tee-object": _content, "set-itemproperty": _property, "remove-item": _remove, "copy-item": _copy("cp"),
    "move-item": _copy("mv"),
    "compress-archive": _copy("zip"), "start-process": _process, "invoke-item": lambda words: (tuple(words),),
    "pwsh": _pwsh,
    "send-mailmessage": _mail, "resolve-dnsname": lambda words: (("dig", *_named(words)[1], _any(_named(words)[0],
    "-name")),),
    "write-output": lambda words: (("echo", *words),), "foreach-object": lambda _: (("read", "_"),),
    "select-string": lambda words: (("grep", *words),), "import-module": lambda words: ((".", *_named(words)[1]),),
    "add-type": lambda words: (("echo", *words),),
    "cmd": lambda words: translated(words[1:]) if len(words) > 1 else (("cmd",),),
    "expand-archive": lambda words: (("unzip", *_named(words)[1], _any(_named(words)[0], "-path")),),
    "call": lambda words: (tuple(words),),
}  # fmt: skip

_METHODS: Mapping[str, Callable[[Sequence[str]], Translated]] = {
    "downloadstring": lambda words: (("curl", *words),), "downloaddata": lambda words: (("curl", *words),),
    "openread": lambda words: (("curl", *words),), "getstringasync": lambda words: (("curl", *words),),
    "getasync": lambda words: (("curl", *words),), "downloadfile": lambda words: (("curl", "-o",
    words[-1] if words else "", *words[:1]),),
    "uploadstring": lambda words: (("curl", "-d", *reversed(words)),), "uploaddata": lambda words: (("curl", "-d",
    *reversed(words)),),
    "postasync": lambda words: (("curl", "-d", *reversed(words)),), "uploadvalues": lambda words: (("curl", "-d",
    *reversed(words)),),
    "uploadfile": lambda words: (("curl", "-T", *reversed(words)),), "frombase64string": lambda words: (("base64",
    "-d", *words),),
    "readalltext": lambda words: (("cat", *words),), "readallbytes": lambda words: (("cat", *words),),
    "readalllines": lambda words: (("cat", *words),), "getenvironmentvariables": lambda _: (("env",),),
    "writealltext": lambda words: (("echo", *words[1:]), ("tee", *words[:1])),
    "writeallbytes": lambda words: (("echo", *words[1:]), ("tee", *words[:1])),
    "start": lambda words: (tuple(words) or ("echo",),),
    "create": lambda words: (("eval", *words),), "load": lambda words: (("eval", *words),),
    "gettext": lambda _: (("pbpaste",),),
    "invokescript": lambda words: (("eval", *words),), "gethostaddresses": lambda words: (("dig", *words),),
}  # fmt: skip


def translated(words: Sequence[str]) -> Translated:
    """Return the commands of a Bourne shell that do what a command of PowerShell does."""
    name = words[0].lower().rsplit("\\", 1)[-1]
    if name.removesuffix(".exe") in {"curl", "wget"} and any(
        re.fullmatch(r"--[a-z-]+|-[a-zA-Z]{1,3}", word) for word in words
    ):
        return ((name.removesuffix(".exe"), *words[1:]),)
    name = _ALIASES.get(name, name).removesuffix(".exe")
    if name in _PASSES:
        return (("sort",),)
    known = _COMMANDS.get(name)
    if known:
        return tuple(tuple(each) for each in known(list(words[1:])) if each)
    return (tuple(words),)


def translated_method(name: str, words: Sequence[str]) -> Translated:
    """Return the commands that give what a method gives: what it is called on and given, where it is not known."""
    known = _METHODS.get(name.lower())
    return known(list(words)) if known else (("echo", *words),)
