"""Where what Python scripts read goes to: through names, texts, helpers and imports among the files of a skill.

Each name stands for all that it is ever given, whatever the order: a bound of what can flow, not a run. Functions are
looked at for all their calls together, in a few rounds over the whole program.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.flow import Taint, flow
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.known_files import private_file
from skillpack.abilities.source import Source
from skillpack.model.ability import PRIVATE, AbilityKind, Concern, ConcernKind, Place
from skillpack.model.finding import AlarmLevel
from skillpack.abilities.script.names import host_in, is_credential, plain

_ROUNDS = 4
_NODES = 60_000  # of all scripts together, in which flows are followed
_WORDS = 24  # texts that a value is known to hold
_TEXT = 600  # characters of a text that is known
_TAINTS = 12  # of one value
_QUOTE = 100  # characters

_NETWORK = frozenset(
    (
        "requests httpx aiohttp urllib urllib3 http socket ssl smtplib ftplib websockets websocket paramiko boto3 botocore"
        " telegram discord slack_sdk pycurl telnetlib asyncio xmlrpc twilio sendgrid imaplib dns google"
    ).split(" ")
)
_SENDS = frozenset(
    (
        "post put patch request get delete head stream send sendall sendto sendmail send_message urlopen Request storbinary"
        " upload_file upload_fileobj put_object put urlretrieve connect write gethostbyname getaddrinfo resolve send_document"
        " chat_postMessage files_upload create_gist send_text publish"
    ).split(" ")
)
_ANYBODYS = frozenset("post sendall sendto sendmail send_message upload_file upload_fileobj storbinary".split(" "))
"""Methods that send, whatever object they are of."""

_FETCHES = frozenset("get post request urlopen urlretrieve stream read text content json recv download".split(" "))
_RUNS = frozenset(
    (
        "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen subprocess.getoutput"
        " subprocess.getstatusoutput os.system os.popen os.execv os.execl os.execvp os.execlp os.execve os.startfile"
        " os.spawnv os.spawnl os.posix_spawn asyncio.create_subprocess_shell asyncio.create_subprocess_exec pty.spawn"
    ).split(" ")
)
_EVALUATES = frozenset(
    (
        "eval exec compile __import__ builtins.eval builtins.exec builtins.compile builtins.__import__"
        " importlib.import_module runpy.run_path runpy.run_module pickle.loads pickle.load marshal.loads dill.loads"
        " cloudpickle.loads ctypes.CDLL types.FunctionType code.interact importlib.util.spec_from_file_location"
        " types.CodeType"
    ).split(" ")
)
_DECODERS = re.compile(
    r"(?:base64|binascii)\.(?:\w*decode|a2b_\w+|unhexlify|decodebytes)|(?:zlib|gzip|bz2|lzma)\.decompress|codecs\.(?:decode|getdecoder)"
    r"|bytes\.fromhex|bytearray\.fromhex|marshal\.loads"
)
_ENVIRON = frozenset(("os.environ", "os.environb"))
_LISTS = frozenset("listdir walk scandir glob rglob iterdir iglob".split(" "))
_HOME = re.compile(r"~|\$HOME|\{home\}|/home/\{\}|/Users/\{\}|%USERPROFILE%")
_CLIPBOARD = frozenset("pyperclip.paste clipboard.paste win32clipboard.GetClipboardData".split(" "))
_PRIVATE_CALLS = {
    "browser_cookie3": AbilityKind.BROWSER, "win32crypt.CryptUnprotectData": AbilityKind.BROWSER,
    "pycookiecheat": AbilityKind.BROWSER, "keyring.get_credential": AbilityKind.KEYCHAIN,
    "secretstorage": AbilityKind.KEYCHAIN, "mailbox": AbilityKind.MAIL,
}  # fmt: skip
_PRIVATE_PROGRAMS = (
    (re.compile(r"(?:^|[\s;&|(])(?:pbpaste|xclip\b.*-o|xsel\b.*-o|wl-paste|Get-Clipboard)"), AbilityKind.CLIPBOARD),
    (re.compile(r"security (?:find|dump)-|secret-tool (?:lookup|search)|cmdkey /list"), AbilityKind.KEYCHAIN),
    (re.compile(r"(?:^|[\s;&|(])(?:env|printenv|set)\s*(?:$|[|;>])"), AbilityKind.ENVIRONMENT),
    (re.compile(r"gh auth token|gcloud auth print|aws configure export|op read|vault kv get"), AbilityKind.KEY_FILE),
)
_SENDING_PROGRAM = re.compile(
    r"(?:^|[\s;&|(/])(?P<program>curl|wget|nc|ncat|netcat|scp|rsync|sftp|ftp|sendmail|mail|git push|gh (?:issue|gist|pr|api)|aws s3"
    r"|Invoke-WebRequest|Invoke-RestMethod)\b"
)
_PUBLIC_PROGRAM = re.compile(r"gh (?:issue|gist|pr)|git push")
_WRITES = frozenset("write write_text write_bytes writelines dump dumps writestr".split(" "))
_READS = frozenset("read read_text read_bytes readlines readline load loads execute fetchall extractall".split(" "))
_SEPARATED = re.compile(r"[\s;&|'\"()]+")
_NO_DATA = frozenset("verify cert timeout proxies allow_redirects stream hooks key_filename ssh_key".split(" "))


class Value(Struct, frozen=True):
    """What is known of all that an expression may be.

    Attributes:
        text: Of a literal, `{}` for other parts; empty for what is not known.
        words: Texts that it holds.
        full: Full name of what it is, or was made by: `requests.Session`.
        taints: What its data come from.
        places: What is kept where its text leads to, as a path.
        content: What was written there.
        function: Key of a function of the program that it is; empty for none.
    """

    text: str = ""
    words: tuple[str, ...] = ()
    full: str = ""
    taints: frozenset[Taint] = frozenset()
    places: frozenset[Taint] = frozenset()
    content: frozenset[Taint] = frozenset()
    function: str = ""

    @property
    def every(self) -> frozenset[Taint]:
        """Its taints, with those of what lies where it leads to."""
        return self.taints | self.content


NOTHING = Value()


def joined(*values: Value) -> Value:
    """Return what is known of a value that is one of some, or holds them."""
    some = [value for value in values if value is not NOTHING]
    if len(some) < 2:
        return some[0] if some else NOTHING
    first = some[0]
    words = dict.fromkeys(word for value in some for word in (value.text, *value.words) if word)
    return Value(
        text=first.text if all(value.text == first.text for value in some) else "",
        words=tuple(words)[:_WORDS],
        full=next((value.full for value in some if value.full), ""),
        taints=_some(taint for value in some for taint in value.taints),
        places=_some(taint for value in some for taint in value.places),
        content=_some(taint for value in some for taint in value.content),
        function=next((value.function for value in some if value.function), ""),
    )


def _some(taints: Iterable[Taint]) -> frozenset[Taint]:
    found = dict.fromkeys(taints)
    if len(found) <= _TAINTS:
        return frozenset(found)
    return frozenset(sorted(found, key=lambda each: (each.kind, each.name, each.at.path, each.at.span.line))[:_TAINTS])


def python_flows(sources: Sequence[Source]) -> Iterator[Concern]:
    """Yield what flows where it should not in the Python scripts of a skill, taken together.

    Args:
        sources: Those that parse; what is beyond a bound of size is not followed.
    """
    program = _Program()
    left = _NODES
    for source in sources:
        try:
            tree = ast.parse(source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        left -= sum(1 for _ in ast.walk(tree))
        if left < 0:
            break
        program.add(source, tree)
    yield from program.concerns()


class _Function(Struct):
    """A function of the program: what its parameters and its results may be."""

    module: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    parameters: list[str]
    given: dict[str, Value]
    returned: Value = NOTHING
    method: bool = False


class _Program:
    """All scripts together, and what is known of their names."""

    def __init__(self) -> None:
        self._modules: dict[str, tuple[Source, ast.Module]] = {}
        self._names: dict[tuple[str, str], Value] = {}  # module and function, name
        self._functions: dict[str, _Function] = {}
        self._methods: dict[str, list[str]] = {}
        self._files: dict[str, frozenset[Taint]] = {}  # path -> what was written there
        self._found: dict[Concern, None] = {}
        self._changed = False

    def add(self, source: Source, tree: ast.Module) -> None:
        """Add a script, known to others by the last part of its path."""
        name = source.path.rpartition("/")[2].removesuffix(".py") or source.path
        while name in self._modules:
            name += "'"
        self._modules[name] = source, tree
        stack: list[tuple[ast.AST, str]] = [(tree, "")]
        while stack:
            node, owner = stack.pop()
            for child in ast.iter_child_nodes(node):
                inner = owner
                if isinstance(child, ast.ClassDef):
                    inner = child.name
                elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                    self._define(name, child, method=isinstance(node, ast.ClassDef))
                stack.append((child, inner))

    def _define(self, module: str, node: ast.FunctionDef | ast.AsyncFunctionDef, *, method: bool) -> None:
        arguments = node.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        key = f"{module}.{node.name}"
        self._functions.setdefault(key, _Function(module, node, names[method:], {}, method=method))
        if method:
            self._methods.setdefault(node.name, []).append(key)

    def concerns(self) -> Iterator[Concern]:
        """Yield what was found, once nothing new is learned any more."""
        for _ in range(_ROUNDS):
            self._changed, self._found = False, {}
            for module, (source, tree) in self._modules.items():
                _Reader(self, module, "", source).block(tree.body)
            for key, function in list(self._functions.items()):
                if not isinstance(function.node, ast.Lambda):
                    source = self._modules[function.module][0]
                    _Reader(self, function.module, key, source).block(function.node.body)
            if not self._changed:
                break
        yield from self._found

    def name(self, module: str, function: str, name: str) -> Value:
        """Return what a name may be, inside a function or in its module."""
        inner = self._names.get((function or module, name)) if function else None
        if inner is None and function:
            known = self._functions[function]
            if name in known.parameters:
                return known.given.get(name, NOTHING)
        if inner is not None:
            return inner
        outer = self._names.get((module, name))
        if outer is not None:
            return outer
        key = f"{module}.{name}"
        return Value(function=key) if key in self._functions else NOTHING

    def assign(self, module: str, function: str, name: str, value: Value) -> None:
        """Learn that a name may be a value; an attribute of `self` is known to all methods of a module."""
        scope = module if name.startswith("self.") or not function else function
        before = self._names.get((scope, name), NOTHING)
        after = value if before is NOTHING else joined(before, value)
        if after != before:
            self._names[scope, name] = after
            self._changed = True

    def import_name(self, module: str, name: str, full: str) -> None:
        """Learn what an import stands for: something of another script of the skill, or of a library."""
        head, _, last = full.rpartition(".")
        key = f"{head.rpartition('.')[2]}.{last}"
        if key in self._functions:
            value = Value(function=key)
        elif (head.rpartition(".")[2], last) in self._names:
            value = self._names[head.rpartition(".")[2], last]
        else:
            value = Value(full=full)
        if self._names.get((module, name)) != value:
            self._names[module, name] = value
            self._changed = True

    def of_module(self, full: str) -> str:
        """Return the key of a function of another script by its full name; empty for none."""
        head, _, last = full.rpartition(".")
        key = f"{head.rpartition('.')[2]}.{last}"
        return key if key in self._functions else ""

    def method(self, name: str) -> str:
        """Return the key of the only method of a name; empty for none, and for several."""
        keys = self._methods.get(name, ())
        return keys[0] if len(keys) == 1 else ""

    def call(self, key: str, positional: Sequence[Value], named: Sequence[tuple[str, Value]]) -> Value:
        """Learn what a function is given, and return what it may return."""
        function = self._functions[key]
        pairs = [*zip(function.parameters, positional, strict=False), *named]
        for name, value in pairs:
            before = function.given.get(name, NOTHING)
            after = value if before is NOTHING else joined(before, value)
            if after != before:
                function.given[name] = after
                self._changed = True
        return function.returned

    def returns(self, key: str, value: Value) -> None:
        """Learn what a function may return."""
        function = self._functions[key]
        after = value if function.returned is NOTHING else joined(function.returned, value)
        if after != function.returned:
            function.returned = after
            self._changed = True

    def wrote(self, path: str, taints: frozenset[Taint]) -> None:
        """Learn what was written to a path."""
        before = self._files.get(path, frozenset())
        if path and not taints <= before and len(self._files) < 500:
            self._files[path] = _some((*before, *taints))
            self._changed = True

    def written(self, path: str) -> frozenset[Taint]:
        """Return what was written to a path."""
        return self._files.get(path, frozenset())

    def report(self, concern: Concern | None) -> None:
        """Note a concern."""
        if concern is not None and len(self._found) < 200:
            self._found[concern] = None


class _Reader:
    """One body of statements, read with what the program knows."""

    def __init__(self, program: _Program, module: str, function: str, source: Source) -> None:
        self._program, self._module, self._function, self._source = program, module, function, source
        self._values: dict[ast.expr, Value] = {}

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Read statements in order; those of functions are read by themselves."""
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    root = alias.name.split(".")[0]
                    full = alias.name if alias.asname else root
                    self._program.import_name(self._module, alias.asname or root, full)
            case ast.ImportFrom(module=module, names=names):
                for alias in names:
                    full = f"{module}.{alias.name}" if module else alias.name
                    self._program.import_name(self._module, alias.asname or alias.name, full)
            case ast.Assign(targets=targets, value=value):
                found = self.value(value)
                for target in targets:
                    self._assign(target, found, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, self.value(value), value)
            case ast.AugAssign(target=target, value=value):
                self._assign(target, joined(self.value(target), self.value(value)), None)
            case (
                ast.For(target=target, iter=each, body=body, orelse=orelse)
                | ast.AsyncFor(target=target, iter=each, body=body, orelse=orelse)
            ):
                found = self.value(each)
                self._assign(target, replace(found, text="", full="") if found.words else found, None)
                self.block([*body, *orelse])
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    found = self.value(item.context_expr)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, found, item.context_expr)
                self.block(body)
            case ast.Return(value=value):
                if value is not None and self._function:
                    self._program.returns(self._function, self.value(value))
                elif value is not None:
                    self.value(value)
            case ast.Expr(value=value):
                self.value(value)
            case ast.If(test=test, body=body, orelse=orelse) | ast.While(test=test, body=body, orelse=orelse):
                self.value(test)
                self.block([*body, *orelse])
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                self.block(body)
                for handler in handlers:
                    self.block(handler.body)
                self.block([*orelse, *final])
            case ast.Match(subject=subject, cases=cases):
                self.value(subject)
                for case in cases:
                    self.block(case.body)
            case ast.ClassDef(body=body):
                self.block([each for each in body if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)])
            case ast.Assert(test=test):
                self.value(test)
            case ast.Raise(exc=exc) if exc is not None:
                self.value(exc)

    def _assign(self, target: ast.expr, value: Value, node: ast.expr | None) -> None:
        match target:
            case ast.Name(id=name):
                self._program.assign(self._module, self._function, name, value)
            case ast.Attribute(value=ast.Name(id=owner), attr=attr):
                self._program.assign(self._module, self._function, f"{owner}.{attr}", value)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                values = node.elts if isinstance(node, ast.Tuple | ast.List) and len(node.elts) == len(elements) else ()
                for number, each in enumerate(elements):
                    self._assign(each, self.value(values[number]) if values else value, None)
            case ast.Subscript(value=owner):
                self._assign(owner, joined(self.value(owner), replace(value, text="", full="")), None)
            case ast.Starred(value=inner):
                self._assign(inner, value, None)

    def value(self, node: ast.expr | None) -> Value:
        """Return what an expression may be, and note what it does; each is looked at once."""
        if node is None:
            return NOTHING
        found = self._values.get(node)
        if found is None:
            found = self._values[node] = self._value(node)
        return found

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=str(text)):
                return self._text(text[:_TEXT], node)
            case ast.Constant(value=bytes(content)):
                return Value(text=content[:_TEXT].decode("latin-1"))
            case ast.Constant():
                return NOTHING
            case ast.Name(id=name):
                found = self._program.name(self._module, self._function, name)
                return (
                    found
                    if found is not NOTHING
                    else Value(full=name)
                    if name in {"eval", "exec", "compile"}
                    else found
                )
            case ast.Attribute(value=inner, attr=attr):
                return self._attribute(node, inner, attr)
            case ast.JoinedStr(values=values):
                return self._template(values, node)
            case ast.FormattedValue(value=inner):
                return self.value(inner)
            case ast.BinOp(left=left, right=right, op=op):
                return self._operation(self.value(left), self.value(right), op, node)
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=inner, slice=index):
                return self._subscript(node, inner, index)
            case (
                ast.Await(value=inner) | ast.Starred(value=inner) | ast.Yield(value=inner) | ast.YieldFrom(value=inner)
            ):
                found = self.value(inner)
                if isinstance(node, ast.Yield | ast.YieldFrom) and self._function:
                    self._program.returns(self._function, found)
                return found
            case ast.NamedExpr(target=target, value=inner):
                found = self.value(inner)
                self._assign(target, found, inner)
                return found
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.value(test)
                return joined(self.value(body), self.value(orelse))
            case ast.BoolOp(values=values):
                return joined(*map(self.value, values))
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return self._held([self.value(each) for each in elements[:200]])
            case ast.Dict(keys=keys, values=values):
                return self._held([self.value(each) for each in (*keys[:200], *values[:200])])
            case ast.ListComp(generators=loops) | ast.SetComp(generators=loops) | ast.GeneratorExp(generators=loops):
                self._loops(loops)
                return self._computed(self.value(node.elt), node)
            case ast.DictComp(generators=loops, key=key, value=value):
                self._loops(loops)
                return self._held([self.value(key), self.value(value)])
            case ast.Compare(left=left, comparators=others):
                for each in (left, *others):
                    self.value(each)
                return NOTHING
            case ast.UnaryOp(operand=operand):
                return replace(self.value(operand), text="")
            case ast.Lambda(body=body):
                return replace(self.value(body), full="")
        return NOTHING

    def _text(self, text: str, node: ast.expr) -> Value:
        known = private_file(text)
        places = frozenset([Taint(known.kind, known.name, self._place(node))]) if known else frozenset()
        return Value(text=text, places=places)

    def _template(self, values: Sequence[ast.expr], node: ast.expr) -> Value:
        parts = [self.value(each) for each in values[:100]]
        text = "".join(part.text or "{}" for part in parts)[:_TEXT]
        return joined(
            self._text(text, node), *(replace(part, text=text, words=(), full="", function="") for part in parts)
        )

    def _operation(self, left: Value, right: Value, op: ast.operator, node: ast.BinOp) -> Value:
        if isinstance(op, ast.Add | ast.Div | ast.Mod):
            between = "/" if isinstance(op, ast.Div) else ""
            text = f"{left.text or '{}'}{between}{right.text or '{}'}"[:_TEXT]
            if isinstance(op, ast.Mod):
                text = re.sub(r"%[sdr]", "{}", left.text)
            full = left.full if isinstance(op, ast.Div) else ""
            sides = [replace(side, text=text, full=full, function="") for side in (left, right)]
            return joined(self._text(text, node), *sides)
        return joined(replace(left, text=""), replace(right, text=""))

    def _attribute(self, node: ast.Attribute, inner: ast.expr, attr: str) -> Value:
        if isinstance(inner, ast.Name):
            own = self._program.name(self._module, self._function if inner.id != "self" else "", f"{inner.id}.{attr}")
            if own is not NOTHING:
                return own
        owner = self.value(inner)
        full = f"{owner.full}.{attr}" if owner.full else ""
        if full in _ENVIRON:
            return Value(full="os.environ")
        function = self._program.of_module(full) if full else ""
        return Value(
            full=full[:200], taints=owner.taints, places=owner.places, content=owner.content, text=owner.text,
            words=owner.words, function=function,
        )  # fmt: skip

    def _subscript(self, node: ast.Subscript, inner: ast.expr, index: ast.expr) -> Value:
        owner = self.value(inner)
        key = self.value(index) if not isinstance(index, ast.Slice) else NOTHING
        if owner.full == "os.environ":
            return self._variable(key, node)
        if isinstance(index, ast.Slice) and isinstance(index.step, ast.UnaryOp) and owner.text:
            return self._decoded(Value(text=owner.text[::-1], taints=owner.taints), "reversed text", node)
        return replace(owner, text="", full=f"{owner.full}[]" if owner.full else "", function="")

    def _variable(self, key: Value, node: ast.expr) -> Value:
        names = [name for name in (key.text, *key.words) if name and is_credential(name)]
        return Value(
            taints=_some(Taint(AbilityKind.VARIABLE, plain(name) or "…", self._place(node)) for name in names[:5])
        )

    def _held(self, values: Sequence[Value]) -> Value:
        found = joined(*values)
        return replace(found, text="", full="", function="", words=found.words or ((found.text,) if found.text else ()))

    def _computed(self, element: Value, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
        """Return what a comprehension gives; characters that are made of numbers are assembled text."""
        found = replace(element, text="", function="", words=element.words or ((element.text,) if element.text else ()))
        if isinstance(node.elt, ast.Call) and isinstance(node.elt.func, ast.Name) and node.elt.func.id == "chr":
            return self._decoded(found, "chr", node)
        if any(isinstance(each, ast.BitXor) for each in ast.walk(node.elt)):
            return self._decoded(found, "xor", node)
        return found

    def _loops(self, loops: Sequence[ast.comprehension]) -> None:
        for loop in loops:
            found = self.value(loop.iter)
            self._assign(loop.target, replace(found, text="", full="") if found.full != "os.environ" else found, None)
            for condition in loop.ifs:
                self.value(condition)

    def _call(self, node: ast.Call) -> Value:
        function = self.value(node.func)
        positional = [self.value(each) for each in node.args[:50]]
        named = [(each.arg or "", self.value(each.value)) for each in node.keywords[:50]]
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        owner = self.value(node.func.value) if isinstance(node.func, ast.Attribute) else NOTHING
        full = function.full or name
        given = [*positional, *(value for _, value in named)]
        key = function.function or (self._program.method(method) if method and not owner.full else "")
        if key:
            return self._program.call(key, positional, named)
        self._check_sent(node, full, method, owner, positional, named)
        self._check_run(node, full, method, owner, positional, given)
        return self._made(node, full, name, method, owner, positional, given)

    def _made(
        self,
        node: ast.Call,
        full: str,
        name: str,
        method: str,
        owner: Value,
        positional: list[Value],
        given: list[Value],
    ) -> Value:
        """Return what a call gives."""
        first = positional[0] if positional else NOTHING
        if full in {"os.getenv", "os.environ.get", "os.environ.pop", "os.environ.setdefault"}:
            return self._variable(first, node)
        if owner.full == "os.environ" or any(each.full == "os.environ" for each in given):
            return Value(taints=frozenset([Taint(AbilityKind.ENVIRONMENT, "the whole environment", self._place(node))]))
        if name == "getattr" and len(positional) > 1:
            return self._fetched_attribute(node, first, positional[1])
        if full in _CLIPBOARD or method == "clipboard_get":
            return Value(taints=frozenset([Taint(AbilityKind.CLIPBOARD, "the clipboard", self._place(node))]))
        kind = next((kind for start, kind in _PRIVATE_CALLS.items() if full.startswith(start)), None)
        if kind is not None:
            return Value(taints=frozenset([Taint(kind, full, self._place(node))]), full=full)
        data = joined(owner, *given)
        if _DECODERS.fullmatch(full) or (method == "decode" and "rot" in first.text) or method == "fromhex":
            return self._decoded(data, full or "decode", node)
        if name == "bytes" and isinstance(
            node.args[0] if node.args else None, ast.List | ast.GeneratorExp | ast.ListComp
        ):
            return self._decoded(data, "bytes of numbers", node)
        if method == "translate" and owner.text:
            return self._decoded(data, "translate", node)
        if method in _LISTS and (_is_home(data) or full.endswith("Path.home")):
            return Value(taints=frozenset([Taint(AbilityKind.HOME, "a listing of the home folder", self._place(node))]))
        if full in {
            "os.path.expanduser",
            "os.path.join",
            "pathlib.Path",
            "os.path.abspath",
            "pathlib.Path.home",
            "str",
        }:
            return self._path(node, full, positional)
        if (
            name in {"open"}
            or full in {"io.open", "sqlite3.connect", "zipfile.ZipFile", "tarfile.open"}
            or method in _READS
        ):
            return self._opened(full or method, owner, given)
        if full in _RUNS:
            return self._printed(node, joined(*given))
        if method == "join" and owner.text == "" or method == "join":
            words = first.words
            text = owner.text.join(words) if words and not first.text else ""
            pieces = len(words) > 3 and all(len(word) <= 2 for word in words)
            made = replace(joined(owner, *given), text=text[:_TEXT], full="")
            return self._decoded(made, "joined pieces", node) if pieces else made
        if full.split(".")[0] in _NETWORK and full.rpartition(".")[2] in _FETCHES:
            return self._downloaded(node, full, data, positional)
        return replace(data, text=data.text if method in {"strip", "lower", "format", "encode", "decode"} else "",
                       full=full if full and full[-1] != "]" else "", function="")  # fmt: skip

    def _path(self, node: ast.Call, full: str, positional: list[Value]) -> Value:
        text = "~" if full.endswith("home") else "/".join(each.text or "{}" for each in positional)[:_TEXT]
        made = joined(self._text(text, node), *(replace(each, text=text, full="", words=()) for each in positional))
        return replace(made, text=text, full="pathlib.Path" if full.startswith("pathlib") else "")

    def _opened(self, full: str, owner: Value, given: list[Value]) -> Value:
        """Return what is read from a file: what it holds, and what lies in a private place."""
        where = given[0] if given and not full.startswith(tuple(_READS)) else owner
        content = self._program.written(where.text) if where.text else frozenset()
        taints = _some((*where.taints, *where.places, *where.content, *content))
        return Value(taints=taints, places=where.places, text=where.text, full=f"opened {full}"[:60])

    def _printed(self, node: ast.Call, command: Value) -> Value:
        """Return what a program prints."""
        line = " ".join((command.text, *command.words))
        kind = next((kind for pattern, kind in _PRIVATE_PROGRAMS if pattern.search(line)), None)
        own = (
            [
                Taint(
                    kind,
                    line.split(" ")[0] if kind is not AbilityKind.ENVIRONMENT else "the whole environment",
                    self._place(node),
                )
            ]
            if kind
            else []
        )
        file = private_file(line)
        reads = re.search(r"(?:^|[\s;&|])(?:cat|head|tail|base64|tar|zip|grep|cp)\b", line)
        if file and reads:
            own.append(Taint(file.kind, file.name, self._place(node)))
        return Value(taints=_some((*command.taints, *own)))

    def _downloaded(self, node: ast.Call, full: str, data: Value, positional: list[Value]) -> Value:
        address = next((text for text in (data.text, *data.words) if "://" in text), "")
        taint = Taint(AbilityKind.FETCHES, address, self._place(node))
        if full.endswith("urlretrieve") and len(positional) > 1:
            self._write(node.args[1], positional[1], frozenset([taint]))
        return Value(
            taints=_some((taint, *(each for each in data.taints if each.kind is AbilityKind.FETCHES))), full=full
        )

    def _fetched_attribute(self, node: ast.Call, owner: Value, name: Value) -> Value:
        hidden = any(taint.kind is AbilityKind.DECODES for taint in name.taints)
        full = f"{owner.full}.{name.text}" if owner.full and name.text else owner.full
        return Value(full=full, taints=name.taints if hidden else frozenset(), places=owner.places)

    def _decoded(self, value: Value, how: str, node: ast.expr) -> Value:
        taint = Taint(AbilityKind.DECODES, how, self._place(node))
        return replace(value, taints=_some((taint, *value.taints)), text=value.text if how == "reversed text" else "",
                       full="", function="")  # fmt: skip

    def _write(self, node: ast.expr, where: Value, taints: frozenset[Taint]) -> None:
        if not taints:
            return
        self._program.wrote(where.text, taints)
        if isinstance(node, ast.Name | ast.Attribute):
            self._assign(node, replace(where, content=_some((*where.content, *taints))), None)

    def _check_sent(
        self, node: ast.Call, full: str, method: str, owner: Value, positional: list[Value],
        named: list[tuple[str, Value]],
    ) -> None:  # fmt: skip
        """Note what a call sends, and what it writes to a file."""
        last = full.rpartition(".")[2] or method
        data = [*positional, *(value for key, value in named if key not in _NO_DATA)]
        if method in _WRITES:
            taints = _some(taint for each in positional for taint in each.taints)
            self._write(node.func.value if isinstance(node.func, ast.Attribute) else node, owner, taints)
            if owner.text:
                self._program.wrote(owner.text, taints)
        network = full.split(".")[0].split("[")[0] in _NETWORK and last in _SENDS
        if network or method in _ANYBODYS:
            private = [
                taint
                for each in (owner, *data)
                for taint in (each.taints | (each.places if not network else frozenset()))
            ]
            if not network:
                private = [taint for taint in private if taint.kind in PRIVATE]
            host = next(
                (found for each in (*data, owner) for found in map(_host, (each.text, *each.words)) if found), ""
            )
            for taint in dict.fromkeys(private):
                self._program.report(flow(taint, host, self._place(node), self._quote(node)))
        if full in _RUNS:
            line = " ".join(word for each in data for word in (each.text, *each.words))
            sends = _SENDING_PROGRAM.search(line)
            if sends:
                sent = [taint for each in data for taint in (*each.taints, *each.places, *each.content)]
                public = _PUBLIC_PROGRAM.search(line) is not None
                for taint in dict.fromkeys(sent):
                    self._program.report(flow(taint, _host(line), self._place(node), self._quote(node), public=public))

    def _check_run(
        self, node: ast.Call, full: str, method: str, owner: Value, positional: list[Value], given: list[Value]
    ) -> None:
        """Note what a call runs that was decoded, assembled or downloaded."""
        if isinstance(node.func, ast.Call) and isinstance(node.func.func, ast.Name) and node.func.func.id == "getattr":
            for taint in self.value(node.func).taints:
                if taint.kind is AbilityKind.DECODES:
                    self._conceals(node, taint)
        if full in _EVALUATES:
            for each in given:
                self._report_run(node, each.every | self._program.written(each.text))
        elif full in _RUNS and given:
            first = given[0]
            words = [word for text in (first.text, *first.words) for word in _SEPARATED.split(text) if word]
            written = frozenset(taint for word in words for taint in self._program.written(word))
            whole = first.every | written
            if first.words and not first.text and not any(word in {"-c", "-e", "-Command"} for word in words):
                whole = (
                    first.content
                    | written
                    | frozenset(t for t in first.taints if t.kind is AbilityKind.FETCHES and t.name and t.name in words)
                )
            self._report_run(node, whole)

    def _report_run(self, node: ast.Call, taints: frozenset[Taint]) -> None:
        for taint in taints:
            if taint.kind is AbilityKind.DECODES:
                self._conceals(node, taint)
            elif taint.kind is AbilityKind.FETCHES:
                source = unanswered(taint.name)
                level = AlarmLevel.STOP if source else AlarmLevel.READ_FIRST
                facts = (("source", source),) if source else ()
                self._program.report(
                    Concern(ConcernKind.RUNS_DOWNLOADED, level, self._place(node), self._quote(node), facts, taint.at)
                )

    def _conceals(self, node: ast.Call, taint: Taint) -> None:
        facts = (("what", taint.name),)
        self._program.report(
            Concern(ConcernKind.CONCEALED_CODE, AlarmLevel.STOP, self._place(node), self._quote(node), facts, taint.at)
        )

    def _place(self, node: ast.expr) -> Place:
        return self._source.place(node.lineno)

    def _quote(self, node: ast.expr) -> str:
        line = " ".join(self._source.line(node.lineno).split())
        return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"


def _host(text: str) -> str:
    return host_in(text) if "://" in text else host_in(text, bare=True) if "." in text else ""


def _is_home(value: Value) -> bool:
    texts = [text.rstrip("/*") for text in (value.text, *value.words)]
    return any(_HOME.fullmatch(text) is not None for text in texts) or value.full == "pathlib.Path.home"
