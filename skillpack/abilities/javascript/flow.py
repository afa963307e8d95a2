"""Where what a script in JavaScript reads goes to: by its names, through assignments, calls and callbacks of the file.

Nothing is run: a name stands for all that it is ever given, and what is made of several things comes from all of them.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from skillpack.abilities.javascript.calls import called_value
from skillpack.abilities.javascript.effects import report_concealed, send
from skillpack.abilities.javascript.nodes import JavascriptNode, arguments, statements
from skillpack.abilities.javascript.state import JavascriptFunction, JavascriptState
from skillpack.abilities.javascript.tables import ADDS, GLOBALS
from skillpack.abilities.javascript.values import NOTHING, JavascriptValue, either, filled
from skillpack.abilities.names import is_credential, plain
from skillpack.abilities.shell.words import some
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind

_ROUNDS = 3
_TEXT = 2000
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
_CERTIFICATE = re.compile(r"\.(?:pem|p12|pfx|crt|key)$")


class JavascriptFlow:
    """The statements and expressions of one script, with what flows between its names.

    Attributes:
        state: What is known of the script.
    """

    def __init__(self, source: SourceText) -> None:
        self.state = JavascriptState(source)

    def read(self, items: Sequence[JavascriptNode]) -> None:
        """Read a script until nothing new is learned."""
        for _ in range(_ROUNDS):
            self.state.begin()
            self._block(items)
            if not self.state.has_learned:
                break

    # Statements.

    def _block(self, items: Sequence[JavascriptNode]) -> JavascriptValue:
        """Read statements; return what all of them come to, as an object or list would hold it."""
        found = NOTHING
        for statement in statements(items):
            for part in arguments(statement) if not _is_declaration(statement) else _declarations(statement):
                found = either(found, self._statement(part))
        return replace(found, text="", full="", function=0)

    def _statement(self, items: list[JavascriptNode]) -> JavascriptValue:
        self.state.line = items[0].line
        at, declared = 0, False
        while at < len(items) and items[at].text in {"export", "default"}:
            at += 1
        if at < len(items) and items[at].kind == "name" and items[at].text in _DECLARES:
            at, declared = at + 1, True
        if at < len(items) and items[at].text == "import":
            self._import(items[at + 1 :])
            return NOTHING
        rest = items[at:]
        if rest and rest[0].text in {"for", "while", "if", "switch"} and len(rest) > 1 and rest[1].kind == "group":
            self._head(rest[1].items)
            return self._statement(rest[2:]) if len(rest) > 2 else NOTHING
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
            if self.state.owners:
                self.state.returns(self.state.owners[-1], value)
            return value
        return self._value(rest)

    def _given_as(self, key: str, value: JavascriptValue) -> JavascriptValue:
        """Return the value of a property of an object; a certificate with which a connection is made is not sent."""
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
                    self.state.assign(
                        names[-1] if ":" in {node.text for node in part} else names[0], member, declared=declared
                    )
            return
        name = target[0].text
        if (
            len(target) > 1
            and target[-1].text in {"src", "href"}
            and self.state.get(name).full in {"Image", "new Image"}
        ):
            send(self.state, "fetch", [value], value)
        if target[0].kind == "name":
            whole = len(target) == 1
            self.state.assign(
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
                        self.state.assign(names[-1], JavascriptValue(full=f"{module}.{names[0]}"), declared=True)
            elif (
                node.kind == "name"
                and node.text not in {"from", "as", "type"}
                and (number == 0 or items[number - 1].text != "from")
            ):
                self.state.assign(node.text, JavascriptValue(full=module), declared=True)

    # Expressions.

    def _value(self, items: Sequence[JavascriptNode]) -> JavascriptValue:
        """Return the value of an expression, as far as it is known."""
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
        text = "" if "\0" in texts or len(found) > 60 else filled(texts)
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
        known = self.state.functions.setdefault(start.number, JavascriptFunction(_parameters(parameters)))
        if name:
            self.state.assign(name, JavascriptValue(function=start.number), declared=True)
        self.state.scopes.append(known.scope)
        self.state.owners.append(known)
        if body and body[0].kind == "group" and body[0].text == "{":
            self._block(body[0].items)
        elif body:
            self.state.returns(known, self._statement(body))
        self.state.scopes.pop()
        self.state.owners.pop()
        return JavascriptValue(function=start.number), after

    def _chain(self, items: Sequence[JavascriptNode], at: int) -> tuple[JavascriptValue, int]:
        """Read a name, text or group with all that is taken of it and called on it."""
        node = items[at]
        self.state.line = node.line
        fresh = at > 0 and items[at - 1].text == "new"
        if node.kind == "text":
            value = JavascriptValue(text=node.text[:_TEXT])
        elif node.kind == "group":
            value = self._group(node)
        else:
            value = self.state.get(node.text)
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
                    report_concealed(self.state, hidden[0], part.line)
                value = (
                    self._member(value, index.text)
                    if index.text
                    else replace(value, taints=some(t for t in value.taints if t.kind is not AbilityKind.ENVIRONMENT))
                )
                at += 1
            elif part.kind == "group" and part.text == "(":
                method = value.full.rpartition(".")[2]
                value = self._call(value, part, fresh=fresh)
                if node.kind == "name" and method in ADDS and value.taints:
                    self.state.assign(node.text, JavascriptValue(taints=value.taints), declared=False)
                at += 1
            else:
                break
        return value, at

    def _call(self, called: JavascriptValue, group: JavascriptNode, *, fresh: bool) -> JavascriptValue:
        line = self.state.line = group.line
        parts = arguments(group.items)
        values = [self._value(part) for part in parts]
        self.state.line = line
        return called_value(self.state, called, parts, values, fresh=fresh)

    def _group(self, node: JavascriptNode) -> JavascriptValue:
        if node.text == "{":
            return self._block(node.items)
        if node.text == "[":
            values = [self._value(part) for part in arguments(node.items)]
            made = either(*values, NOTHING)
            return replace(made, text="", full="", words=tuple(value.text for value in values if value.text)[:64])
        return self._statement(node.items) if node.items else NOTHING

    def _member(self, value: JavascriptValue, name: str) -> JavascriptValue:
        """Return the part of a value that is taken: a variable of the environment, a member of a module."""
        full = f"{value.full}.{name}".replace(".promises.", ".").replace(".default.", ".")
        if full in {"process.env", "Deno.env", "Bun.env", "import.meta.env"} and full == "process.env":
            return JavascriptValue(
                full=full, taints=frozenset([self.state.taint(AbilityKind.ENVIRONMENT, "the whole environment")])
            )
        whole = [taint for taint in value.taints if taint.kind is AbilityKind.ENVIRONMENT]
        if whole and (value.full == "process.env" or not value.full) and value.full == "process.env":
            credential = (
                frozenset([self.state.taint(AbilityKind.VARIABLE, plain(name) or "a key")])
                if is_credential(name)
                else frozenset()
            )
            return JavascriptValue(taints=credential)
        return replace(
            value, full=full[:120], text=value.text if name == "length" else "" if not value.text else value.text
        )


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
