"""Where what a script in JavaScript reads goes to: by its names, through assignments, calls and callbacks of the file.

Nothing is run: a name stands for all that it is ever given, and what is made of several things comes from all of them.
"""

import re
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from skillpack.abilities.flow import Taint, flow
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.javascript.nodes import JavascriptNode, arguments, statements
from skillpack.abilities.javascript.tables import (
    DECODERS,
    DELETES,
    EVALUATES,
    EVALUATES_FIRST,
    FETCHES,
    FILES,
    GLOBALS,
    NETWORK,
    PUBLIC,
    READS,
    RUNS,
    SENDS,
    WRITES,
    private_call,
)
from skillpack.abilities.known_files import agent_file, private_file, started_file
from skillpack.abilities.names import host_in, is_credential, plain
from skillpack.abilities.shell.reader import shell_readings
from skillpack.abilities.shell.sends import LOCAL, private_output
from skillpack.abilities.shell.words import some
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position

_ROUNDS = 3
_TEXT = 2000
_READINGS = 400
_QUOTE = 100
_DECLARES = frozenset(("const", "let", "var"))
_SKIPPED = frozenset(
    (
        "await",
        "new",
        "return",
        "typeof",
        "void",
        "yield",
        "async",
        "delete",
        "export",
        "default",
        "throw",
        "else",
        "case",
    )
)
_HOME = re.compile(r"~[\\/]?\*?|\{\}[\\/]?|/(?:home|Users|root)?[\\/]?")
_CERTIFICATE = re.compile(r"\.(?:pem|p12|pfx|crt|key)$")
_SENDING = re.compile(
    r"(?:^|[\s;&|(/])(?:curl|wget|nc|ncat|scp|rsync|sendmail|git push|gh (?:issue|gist|pr|api)|aws s3)\b"
)


class JavascriptValue(Struct, frozen=True):
    """What is known of an expression.

    Attributes:
        text: Of a literal, `{}` for parts that are not known.
        words: Texts that it holds.
        full: Full name of what it is, or was made by.
        taints: What its data come from.
        function: Number of the function that it is; 0 for none.
    """

    text: str = ""
    words: tuple[str, ...] = ()
    full: str = ""
    taints: frozenset[Taint] = frozenset()
    function: int = 0


NOTHING = JavascriptValue()


class _Function(Struct):
    parameters: list[str]
    scope: dict[str, JavascriptValue] = field(default_factory=dict)
    returned: JavascriptValue = NOTHING


def either(*values: JavascriptValue) -> JavascriptValue:
    """Return what is known of a value that is one of some, or made of them."""
    known = [value for value in values if value != NOTHING]
    if len(known) < 2:
        return known[0] if known else NOTHING
    words = dict.fromkeys(word for value in known for word in (value.text, *value.words) if word)
    first = known[0]
    return JavascriptValue(
        first.text if all(value.text == first.text for value in known) else "",
        tuple(words)[:24],
        next((value.full for value in known if value.full), ""),
        some(taint for value in known for taint in value.taints),
        next((value.function for value in known if value.function), 0),
    )


class JavascriptFlow:
    """What is known of the names of one script."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._lines = source.text.split("\n")
        self._functions: dict[int, _Function] = {}
        self._top: dict[str, JavascriptValue] = {}
        self._scopes: list[dict[str, JavascriptValue]] = [self._top]
        self._owners: list[_Function] = []
        self._files: dict[str, frozenset[Taint]] = {}
        self._changed = False
        self._line = 1
        self.readings: dict[Reading, None] = {}

    def read(self, items: Sequence[JavascriptNode]) -> None:
        """Read a script until nothing new is learned."""
        for _ in range(_ROUNDS):
            self._changed, self.readings = False, {}
            self._block(items)
            if not self._changed:
                break

    # Names.

    def _get(self, name: str) -> JavascriptValue:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return JavascriptValue(full=name)

    def _assign(self, name: str, value: JavascriptValue, *, declared: bool) -> None:
        scope = self._scopes[-1]
        if not declared:
            scope = next((each for each in reversed(self._scopes) if name in each), scope)
        before = scope.get(name)
        after = value if before is None else either(before, value)
        if after != before and len(scope) < 2000:
            scope[name] = after
            self._changed = True

    # Statements.

    def _block(self, items: Sequence[JavascriptNode]) -> JavascriptValue:
        """Read statements; return what all of them come to, as an object or list would hold it."""
        found = NOTHING
        for statement in statements(items):
            for part in arguments(statement) if not _is_declaration(statement) else _declarations(statement):
                found = either(found, self._statement(part))
        return replace(found, text="", full="", function=0)

    def _statement(self, items: list[JavascriptNode]) -> JavascriptValue:
        self._line = items[0].line
        at, declared = 0, False
        while at < len(items) and items[at].text in {"export", "default"}:
            at += 1
        if at < len(items) and items[at].kind == "name" and items[at].text in _DECLARES:
            at, declared = at + 1, True
        if at < len(items) and items[at].text == "import":
            self._import(items[at + 1 :])
            return NOTHING
        rest = items[at:]
        equals = next(
            (number for number, node in enumerate(rest[:40]) if node.kind == "mark" and node.text in {"=", "+="}), -1
        )
        if equals > 0 and not any(node.text == "=>" for node in rest[:equals]):
            colon = next((number for number, node in enumerate(rest[:equals]) if node.text == ":"), equals)
            target = rest[:colon] if declared else rest[:equals]
            value = self._value(rest[equals + 1 :])
            self._give(target, value, declared=declared)
            return value
        if len(rest) > 1 and rest[1].text == ":" and rest[0].kind in {"name", "text"}:
            return self._given_as(rest[0].text, self._value(rest[2:]))
        if rest and rest[0].text == "return":
            value = self._value(rest[1:])
            if self._owners:
                self._returns(self._owners[-1], value)
            return value
        if rest and rest[0].text in {"for", "while", "if", "switch"} and len(rest) > 1 and rest[1].kind == "group":
            self._head(rest[1].items)
            return self._statement(rest[2:]) if len(rest) > 2 else NOTHING
        return self._value(rest)

    def _given_as(self, key: str, value: JavascriptValue) -> JavascriptValue:
        """Return what a property of an object holds; a certificate with which a connection is made is not sent."""
        if key not in {"key", "cert", "ca", "pfx"}:
            return value
        kept = (taint for taint in value.taints if not _CERTIFICATE.search(taint.name))
        return replace(value, taints=some(kept))

    def _head(self, items: list[JavascriptNode]) -> None:
        of = next((number for number, node in enumerate(items) if node.text in {"of", "in"}), -1)
        if of > 0:
            value = self._value(items[of + 1 :])
            self._give(
                [node for node in items[:of] if node.text not in _DECLARES], replace(value, full=""), declared=True
            )
        else:
            self._block(items)

    def _give(self, target: list[JavascriptNode], value: JavascriptValue, *, declared: bool) -> None:
        """Let names have a value: one, those taken out of an object or list, or a property of one."""
        if not target:
            return
        if target[0].kind == "group" and target[0].text in {"{", "["}:
            for part in arguments(target[0].items):
                names = [node.text for node in part if node.kind == "name"]
                if names:
                    member = self._member(value, names[0]) if target[0].text == "{" else replace(value, full="")
                    self._assign(
                        names[-1] if ":" in {node.text for node in part} else names[0], member, declared=declared
                    )
            return
        name = target[0].text
        if len(target) > 1 and target[-1].text in {"src", "href"} and self._get(name).full in {"Image", "new Image"}:
            self._send("fetch", [value], value)
        if target[0].kind == "name":
            whole = len(target) == 1
            self._assign(
                name, value if whole else replace(value, text="", full="", function=0), declared=declared and whole
            )

    def _import(self, items: list[JavascriptNode]) -> None:
        module = next((node.text for node in reversed(items) if node.kind == "text"), "")
        module = module.removeprefix("node:").removesuffix("/promises")
        for number, node in enumerate(items):
            if node.kind == "group" and node.text == "{":
                for part in arguments(node.items):
                    names = [each.text for each in part if each.kind == "name"]
                    if names:
                        self._assign(names[-1], JavascriptValue(full=f"{module}.{names[0]}"), declared=True)
            elif (
                node.kind == "name"
                and node.text not in {"from", "as", "type"}
                and (number == 0 or items[number - 1].text != "from")
            ):
                self._assign(node.text, JavascriptValue(full=module), declared=True)

    def _returns(self, function: _Function, value: JavascriptValue) -> None:
        after = either(function.returned, value)
        if after != function.returned:
            function.returned = after
            self._changed = True

    # Expressions.

    def _value(self, items: Sequence[JavascriptNode]) -> JavascriptValue:
        """Return what is known of an expression."""
        found: list[JavascriptValue] = []
        texts: list[str] = []
        at = 0
        while at < len(items):
            node = items[at]
            if (node.kind == "name" and (node.text == "function" or self._is_arrow(items, at))) or (
                node.kind == "group" and self._is_arrow(items, at)
            ):
                value, at = self._function(items, at)
            elif node.kind == "name" and node.text in _SKIPPED:
                at += 1
                continue
            elif node.kind == "mark":
                at += 1
                if node.text in {"?", "||", "??", "&&", "==", "===", "!==", "!="}:
                    texts.append("\0")
                continue
            else:
                value, at = self._chain(items, at)
            found.append(value)
            texts.append(value.text or "{}")
        if len(found) == 1:
            return found[0]
        joined = either(*found)
        text = "" if "\0" in texts or len(found) > 60 else _filled(texts)
        return JavascriptValue(
            text[:_TEXT], joined.words, joined.full if "\0" in texts else "", joined.taints, joined.function
        )

    def _is_arrow(self, items: Sequence[JavascriptNode], at: int) -> bool:
        return at + 1 < len(items) and items[at + 1].text == "=>" and items[at + 1].kind == "mark"

    def _function(self, items: Sequence[JavascriptNode], at: int) -> tuple[JavascriptValue, int]:
        """Read a function where it stands, and return it with where the expression goes on."""
        start, name = items[at], ""
        if start.text == "function" and start.kind == "name":
            at += 1
            while at < len(items) and items[at].kind != "group":
                name = items[at].text if items[at].kind == "name" else name
                at += 1
            parameters = items[at].items if at < len(items) else []
            at += 1
            while at < len(items) and not (items[at].kind == "group" and items[at].text == "{"):
                at += 1
            body, after = list(items[at : at + 1]), at + 1
        else:
            parameters = start.items if start.kind == "group" else [start]
            body = list(items[at + 2 :])
            after = len(items)
            if body and body[0].kind == "group" and body[0].text == "{":
                body, after = body[:1], at + 3
        known = self._functions.setdefault(start.number, _Function(_parameters(parameters)))
        if name:
            self._assign(name, JavascriptValue(function=start.number), declared=True)
        self._scopes.append(known.scope)
        self._owners.append(known)
        if body and body[0].kind == "group" and body[0].text == "{":
            self._block(body[0].items)
        elif body:
            self._returns(known, self._value(body))
        self._scopes.pop()
        self._owners.pop()
        return JavascriptValue(function=start.number), after

    def _chain(self, items: Sequence[JavascriptNode], at: int) -> tuple[JavascriptValue, int]:
        """Read a name, text or group with all that is taken of it and called on it."""
        node = items[at]
        self._line = node.line
        fresh = at > 0 and items[at - 1].text == "new"
        if node.kind == "text":
            value = JavascriptValue(text=node.text[:_TEXT])
        elif node.kind == "group":
            value = self._group(node)
        else:
            value = self._get(node.text)
            if node.text == "process" and value.full == "process":
                value = JavascriptValue(full="process")
        at += 1
        while at < len(items):
            part = items[at]
            if part.kind == "mark" and part.text in {".", "?."} and at + 1 < len(items):
                if items[at + 1].kind == "name":
                    value = self._member(value, items[at + 1].text)
                    at += 2
                    continue
                at += 1
            elif part.kind == "mark" and part.text == "!" and at + 1 < len(items) and items[at + 1].text == ".":
                at += 1  # an assertion of TypeScript
            elif part.kind == "group" and part.text == "[" and node.kind != "mark":
                index = self._value(part.items)
                hidden = [taint for taint in index.taints if taint.kind is AbilityKind.DECODES]
                if hidden and at + 1 < len(items) and items[at + 1].text == "(" and value.full in GLOBALS:
                    self._conceals(hidden[0], part.line)
                value = (
                    self._member(value, index.text)
                    if index.text
                    else replace(value, taints=some(t for t in value.taints if t.kind is not AbilityKind.ENVIRONMENT))
                )
                at += 1
            elif part.kind == "group" and part.text == "(":
                value = self._call(value, part, fresh=fresh)
                at += 1
            else:
                break
        return value, at

    def _group(self, node: JavascriptNode) -> JavascriptValue:
        if node.text == "{":
            return self._block(node.items)
        if node.text == "[":
            values = [self._value(part) for part in arguments(node.items)]
            made = either(*values, NOTHING)
            return replace(made, text="", full="", words=tuple(value.text for value in values if value.text)[:64])
        return self._value(node.items)

    def _member(self, value: JavascriptValue, name: str) -> JavascriptValue:
        """Return what is taken of a value: a variable of the environment, a member of a module."""
        full = f"{value.full}.{name}".replace(".promises.", ".").replace(".default.", ".")
        if full in {"process.env", "Deno.env", "Bun.env", "import.meta.env"} and full == "process.env":
            return JavascriptValue(
                full=full, taints=frozenset([self._taint(AbilityKind.ENVIRONMENT, "the whole environment")])
            )
        whole = [taint for taint in value.taints if taint.kind is AbilityKind.ENVIRONMENT]
        if whole and (value.full == "process.env" or not value.full) and value.full == "process.env":
            credential = (
                frozenset([self._taint(AbilityKind.VARIABLE, plain(name) or "a key")])
                if is_credential(name)
                else frozenset()
            )
            return JavascriptValue(taints=credential)
        return replace(
            value, full=full[:120], text=value.text if name == "length" else "" if not value.text else value.text
        )

    # Calls.

    def _call(self, called: JavascriptValue, group: JavascriptNode, *, fresh: bool) -> JavascriptValue:
        """Read a call, and return what it gives."""
        line = self._line = group.line
        parts = arguments(group.items)
        values = [self._value(part) for part in parts]
        self._line = line
        full = called.full.removeprefix("window.").removeprefix("globalThis.").removeprefix("node:")
        method = full.rpartition(".")[2] if full else ""
        keys = [_key(part, value) for part, value in zip(parts, values, strict=True)]
        self._callbacks(called, values, full)
        given = [self._functions[value.function].returned for value in values if value.function in self._functions]
        if any(value.full in EVALUATES or value.full == "Function" for value in values):
            self._check_evaluated([called])
        if called.function:
            self._arguments(called.function, values)
            return self._functions[called.function].returned if called.function in self._functions else NOTHING
        data = either(
            replace(called, full="", function=0), *given, *(replace(value, full="", function=0) for value in values)
        )
        if full in {"require", "import"} and values:
            self._check_evaluated(values)
            self._ran_file(keys[:1])
            return JavascriptValue(full=values[0].text.removeprefix("node:").removesuffix("/promises"))
        if full in {"util.promisify", "promisify"} and values:
            return values[0]
        if full in {"os.homedir", "homedir"}:
            return JavascriptValue(text="~")
        if full in {"path.join", "path.resolve", "join", "resolve"}:
            return replace(data, text="/".join(value.text or "{}" for value in values)[:_TEXT], full="")
        private = private_call(full)
        if private:
            return JavascriptValue(taints=frozenset([self._taint(*private)]))
        if full == "keytar.getPassword":
            return JavascriptValue(
                taints=frozenset([self._taint(AbilityKind.VARIABLE, plain(values[0].text) if values else "a key")])
            )
        if full in EVALUATES or (full in EVALUATES_FIRST and values and not values[0].function):
            self._check_evaluated(values[-1:] if full == "Function" else values[:1])
            return NOTHING
        if full in RUNS or full.startswith("Bun.spawn") or full in {"Deno.Command", "Deno.run"}:
            return self._runs(values, keys)
        decoded = DECODERS.get(full)
        if decoded and _decodes(full, values):
            return JavascriptValue(taints=some((self._taint(AbilityKind.DECODES, decoded), *data.taints)))
        if method == "toString" and any(value.text in {"base64", "hex"} for value in values):
            return replace(data, text="", full="")
        file = self._file_call(full, method, called, values, keys)
        if file is not None:
            return file
        root = full.split(".")[0]
        if (
            full in FETCHES
            or (root in NETWORK and method in SENDS)
            or (fresh and full in {"WebSocket", "XMLHttpRequest", "Image", "EventSource"})
        ):
            return self._send(full, values, data, called=called)
        return self._other(called, full, method, values, data)

    def _other(
        self, called: JavascriptValue, full: str, method: str, values: Sequence[JavascriptValue], data: JavascriptValue
    ) -> JavascriptValue:
        """Return what a call gives of which nothing is known but the names of its method."""
        if method == "join" and called.words:
            between = values[0].text if values else ","
            pieces = len(called.words) > 3 and all(len(word) <= 2 for word in called.words)
            turned = "reversed" in called.full
            taints = set(data.taints)
            if (pieces or turned) and between == "":
                taints.add(self._taint(AbilityKind.DECODES, "reversed text" if turned else "joined pieces"))
            return JavascriptValue(between.join(called.words)[:_TEXT], (), "", some(taints))
        if method == "reverse":
            return replace(called, full="reversed", text="", words=called.words or ("",))
        if method == "split" and called.text:
            return replace(called, words=(called.text,), full="", text="")
        if full.split(".", maxsplit=1)[0] in NETWORK or full.split(".", maxsplit=1)[0] in {
            "http",
            "https",
            "net",
            "tls",
        }:
            return replace(data, full=full[:120], text="")
        kept = method in {"trim", "toString", "toLowerCase", "concat", "replace", "slice", "resolve", "normalize"}
        full = called.full if method in {"on", "once", "then", "pipe", "setHeader"} else ""
        return JavascriptValue(called.text if kept else "", data.words, full, data.taints)

    def _callbacks(self, called: JavascriptValue, values: Sequence[JavascriptValue], full: str) -> None:
        """Let the functions that are given to a call have what it is called on."""
        base = replace(called, full="", function=0, text="")
        others = [value for value in values if not value.function]
        for value in values:
            known = self._functions.get(value.function)
            if known and known.parameters:
                if full.startswith(("fs.readFile", "fs.readdir", "child_process.exec")) and len(known.parameters) > 1:
                    read = self._read_path(others[0]) if full.startswith("fs.") and others else self._printed(others)
                    self._arguments(value.function, [NOTHING, read])
                elif base.taints:
                    self._arguments(value.function, [base] * min(3, len(known.parameters)))

    def _arguments(self, number: int, values: Sequence[JavascriptValue]) -> None:
        known = self._functions.get(number)
        if known is None:
            return
        for name, value in zip(known.parameters, values, strict=False):
            before = known.scope.get(name)
            after = value if before is None else either(before, value)
            if after != before:
                known.scope[name] = after
                self._changed = True

    def _file_call(
        self, full: str, method: str, called: JavascriptValue, values: Sequence[JavascriptValue], keys: Sequence[str]
    ) -> JavascriptValue | None:
        """Read a call that reads, writes or deletes a file; None for others."""
        short = method.removesuffix("Sync")
        if full.partition(".")[0] not in FILES and method != "pipe":
            return None
        if method == "pipe" and values:
            self._write(keys[0] or values[0].text, called.taints)
            return replace(values[0], taints=some((*values[0].taints, *called.taints)))
        where = values[0] if values else NOTHING
        if short in READS:
            return self._read_path(where)
        if (short in WRITES and len(values) > 1) or short == "createWriteStream":
            self._wrote(keys[0] if keys else "", where.text, values[1].taints if len(values) > 1 else frozenset(), full)
            return JavascriptValue(text=where.text, full="fs.createWriteStream")
        if short in {"copyFile", "cp", "rename", "copy", "move"} and len(values) > 1:
            self._wrote(keys[1], values[1].text, self._read_path(where).taints, full)
            return NOTHING
        if short == "chmod":
            self._ran_file(keys[:1])
            return NOTHING
        if short in DELETES and values:
            if short in {"rm", "rmdir", "remove", "emptyDir"} and _HOME.fullmatch(where.text) and where.text != "{}":
                facts = (("what", f"{full} {where.text}"),)
                self._add(Concern(ConcernKind.DESTROYS, AlarmLevel.STOP, self._position(), self._quote(), facts))
            self._add(self._source.ability(AbilityKind.DELETES, self._line, full, plain(where.text)))
            return NOTHING
        return None

    def _read_path(self, where: JavascriptValue) -> JavascriptValue:
        """Return what a file or folder holds."""
        found = private_file(where.text)
        taints = list(self._files.get(where.text, ())) if where.text else []
        if found:
            self._add(self._source.ability(found.kind, self._line, "read", found.name))
            taints.append(self._taint(found.kind, found.name))
        elif _HOME.fullmatch(where.text) and where.text.startswith(("~", "/home", "/Users")):
            self._add(self._source.ability(AbilityKind.HOME, self._line, "readdir"))
            taints.append(self._taint(AbilityKind.HOME, "a listing of the home"))
        return JavascriptValue(taints=some(taints))

    def _wrote(self, key: str, path: str, taints: frozenset[Taint], full: str) -> None:
        for found in (started_file(path), agent_file(path)):
            if found:
                self._add(self._source.ability(found.kind, self._line, full, found.name))
        self._write(key or path, taints)
        if path:
            self._write(path, taints)

    def _write(self, key: str, taints: frozenset[Taint]) -> None:
        before = self._files.get(key, frozenset())
        if key and not taints <= before and len(self._files) < 200:
            self._files[key] = some((*before, *taints))
            self._changed = True

    def _ran_file(self, keys: Sequence[str]) -> None:
        for key in keys:
            for taint in self._files.get(key, ()):
                self._report_run(taint)

    def _printed(self, values: Sequence[JavascriptValue]) -> JavascriptValue:
        """Return what a program prints."""
        words = [word for value in values for word in (value.text, *value.words) if word]
        line = " ".join(words)[:_TEXT]
        own = private_output(line)
        taints = [taint for value in values for taint in value.taints if taint.kind is not AbilityKind.ENVIRONMENT]
        if own:
            taints.append(self._taint(*own))
        file = private_file(line)
        if file and re.match(r"(?:cat|head|tail|base64|tar|zip|grep|type)\b", line):
            taints.append(self._taint(file.kind, file.name))
        if re.match(r"(?:curl|wget)\b", line):
            found = re.search(r"https?://[^\s'\"]+", line)
            taints.append(self._taint(AbilityKind.FETCHES, found[0] if found else ""))
        return JavascriptValue(taints=some(taints))

    def _runs(self, values: Sequence[JavascriptValue], keys: Sequence[str]) -> JavascriptValue:
        """Read a call that starts a program."""
        if not values:
            return NOTHING
        first, rest = values[0], values[1:]
        unknown = not first.text or first.text.startswith("{}")
        for taint in first.taints:
            if unknown or taint.name in {"joined pieces", "reversed text"}:
                self._report_run(taint)
        code = any(word in {"-c", "-e", "-Command", "/c"} for value in rest for word in value.words)
        shell = re.fullmatch(r"(?:/\w+)*/?(?:ba|z|da)?sh|cmd(?:\.exe)?|node|python3?|powershell|pwsh|perl", first.text)
        if shell and code:
            for taint in (taint for value in rest[:1] for taint in value.taints):
                self._report_run(taint)
        self._ran_file([*keys[:1], first.text, *first.text.split()[:3]])
        if shell or first.text == "chmod":
            self._ran_file([*keys[1:2], *(word for value in rest[:1] for word in value.words[:3])])
        words = [first.text, *(word for value in rest[:1] for word in value.words)]
        line = " ".join(word for word in words if word)[:_TEXT]
        if _SENDING.search(line):
            for taint in {taint for value in values[:2] for taint in value.taints}:
                self._add(
                    flow(taint, host_in(line), self._position(), self._quote(), public=PUBLIC.search(line) is not None)
                )
        self._shell(words)
        return self._printed(values[:2])

    def _shell(self, words: Sequence[str]) -> None:
        """Read the command that a call starts as a shell would."""
        single = len(words) == 1
        text = (
            words[0].replace("{}", "$X")
            if single
            else " ".join("'" + word.replace("'", "") + "'" for word in words[:50])
        )
        line = self._source.first_line + self._line - 1
        inner = SourceText(self._source.path, text[:4000], "shell", line, self._source.origin)
        try:
            for reading in shell_readings(inner):
                self._add(
                    replace(reading, quote=self._quote())
                    if isinstance(reading, Concern)
                    else replace(reading, line=line)
                )
        except (SyntaxError, RecursionError):
            return

    def _send(
        self, full: str, values: Sequence[JavascriptValue], data: JavascriptValue, *, called: JavascriptValue = NOTHING
    ) -> JavascriptValue:
        texts = [word for value in (*values, called) for word in (value.text, *value.words) if word]
        address = next((text for text in texts if "://" in text), "")
        host = host_in(address) or next(
            (
                found
                for found in (
                    host_in(text, bare=True)
                    for text in texts
                    if " " not in text
                    and full.split(".", maxsplit=1)[0] in {"http", "https", "net", "tls", "dns", "dgram"}
                )
                if found
            ),
            "",
        )
        public = re.search(r"issues\.create|gists\.create|chat\.postMessage|issues\.createComment", full) is not None
        local = any(LOCAL.match(text) for text in texts)
        for taint in () if local else sorted(data.taints, key=lambda each: (each.kind, each.name)):
            self._add(flow(taint, host, self._position(), self._quote(), public=public))
        fetched = self._taint(AbilityKind.FETCHES, address)
        kept = full if full.split(".", maxsplit=1)[0] in NETWORK else ""
        known = (address or host,) if address or host else ()
        return JavascriptValue(address, known, kept, frozenset([fetched]))

    def _check_evaluated(self, values: Sequence[JavascriptValue]) -> None:
        for value in values:
            for taint in value.taints:
                self._report_run(taint)

    def _report_run(self, taint: Taint) -> None:
        if taint.kind is AbilityKind.DECODES:
            self._conceals(taint, self._line)
        elif taint.kind is AbilityKind.FETCHES:
            source = unanswered(taint.name)
            if not source and (not taint.name or re.match(r"\w+://(?:localhost|127\.|\[::1\]|\{\})", taint.name)):
                return
            facts = [("source", source)] if source else []
            facts += [("host", host_in(taint.name))] if host_in(taint.name) else []
            level = AlarmLevel.STOP if source else AlarmLevel.READ_FIRST
            self._add(
                Concern(ConcernKind.RUNS_DOWNLOADED, level, self._position(), self._quote(), tuple(facts), taint.at)
            )
            self._add(self._source.ability(AbilityKind.RUNS_DOWNLOADED, self._line, "code", host_in(taint.name)))

    def _conceals(self, taint: Taint, line: int) -> None:
        self._line = line
        facts = (("what", taint.name),)
        self._add(
            Concern(ConcernKind.CONCEALED_CODE, AlarmLevel.STOP, self._position(), self._quote(), facts, taint.at)
        )
        self._add(self._source.ability(AbilityKind.DECODES, line, taint.name))

    def _add(self, reading: Reading | None) -> None:
        if reading is not None and len(self.readings) < _READINGS:
            self.readings[reading] = None

    def _taint(self, kind: AbilityKind, name: str) -> Taint:
        return Taint(kind, name, self._position())

    def _position(self) -> Position:
        first = self._source.first_line + self._line - 1
        return Position(self._source.path, Span(first, 1, first, len(self._lines[self._line - 1]) + 1))

    def _quote(self) -> str:
        line = " ".join(self._lines[self._line - 1][:1000].split())
        return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"


def _is_declaration(items: Sequence[JavascriptNode]) -> bool:
    return any(node.text in _DECLARES or node.text == "import" for node in items[:2])


def _declarations(items: list[JavascriptNode]) -> list[list[JavascriptNode]]:
    """Return each name that a statement declares, with its value, as a statement of its own."""
    if any(node.text == "import" for node in items[:2]):
        return [items]
    first = next(number for number, node in enumerate(items) if node.text in _DECLARES)
    return [[items[first], *part] for part in arguments(items[first + 1 :])]


def _parameters(items: Sequence[JavascriptNode]) -> list[str]:
    found = []
    for part in arguments(items):
        node = part[0]
        names = [each.text for each in part if each.kind == "name"]
        found.append(names[0] if names and node.kind != "group" else "")
    return found


def _filled(texts: Sequence[str]) -> str:
    """Return texts put together: what is put into a template stands where its `{}` is."""
    made = ""
    for text in texts:
        made = (
            made[:-2] + text
            if made.endswith("{}") and text != "{}" and len(made) > 2
            else made + (text if not made.endswith("{}") or text != "{}" else "")
        )
    return made


def _key(part: Sequence[JavascriptNode], value: JavascriptValue) -> str:
    """Return by what a file is known: the name that holds its path, where the path is put together."""
    if value.text and "{}" not in value.text:
        return value.text
    return f"${part[0].text}" if len(part) == 1 and part[0].kind == "name" else value.text


def _decodes(full: str, values: Sequence[JavascriptValue]) -> bool:
    if full == "Buffer.from":
        return any(value.text in {"base64", "hex", "base64url"} for value in values[1:])
    return True
