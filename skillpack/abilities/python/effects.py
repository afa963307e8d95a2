"""What a call of a Python script does with what it is given: sends it, or runs it (pure)."""

import ast
from collections.abc import Iterator

from skillpack.abilities.channels import file_channel
from skillpack.abilities.flow import OTHER_END, Taint, Used, flow
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.names import host_in
from skillpack.abilities.python.calls import Call
from skillpack.abilities.python.program import PythonProgram
from skillpack.abilities.python.tables import (
    A_REQUEST,
    ANYBODYS,
    BODIES,
    COPIES,
    EVALUATES,
    IMPORTS,
    INLINE,
    NETWORK,
    NO_DATA,
    OPENERS,
    PRIVATE_CALLS,
    PUBLIC_PROGRAM,
    READS,
    RUNS,
    SENDING_PROGRAM,
    SENDS,
    SEPARATED,
)
from skillpack.abilities.python.values import NOTHING, PythonValue
from skillpack.model.ability import PRIVATE, Ability, AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.parse.patterns import late

_ONLY_HERE = late(r"[\"'](?:127\.0\.0\.1|localhost|::1)[\"']")
_PROGRAMS = 3  # words of a command, of which one is what it runs


def effects(call: Call, function: PythonValue, program: PythonProgram) -> Iterator[Concern | Used]:
    """Yield the concerns about a call, and what it uses of other parts of the skill.

    Args:
        call: With what it is given.
        function: What is called.
        program: Which knows what was written where.
    """
    yield from _sent(call)
    for taint in dict.fromkeys((*_named_secretly(call, function), *_run(call, program))):
        if taint.kind is AbilityKind.DECODES:
            facts = (("what", taint.name),)
            yield Concern(ConcernKind.CONCEALED_CODE, AlarmLevel.STOP, call.at, call.quote, facts, taint.at)
        elif taint.name == A_REQUEST:
            yield from _requested(taint, call)
        elif taint.kind is AbilityKind.FETCHES:
            source = unanswered(taint.name)
            level = AlarmLevel.STOP if source else AlarmLevel.READ_FIRST
            from_where = (("source", source),) if source else ()
            yield Concern(ConcernKind.RUNS_DOWNLOADED, level, call.at, call.quote, from_where, taint.at)
        elif taint.kind is AbilityKind.WRITES:
            yield Used(taint.name, call.at, call.quote, runs=True)


def _requested(taint: Taint, call: Call) -> Iterator[Concern]:
    """Yield the concern that a server runs what others ask for; one that answers this machine alone does no harm."""
    everybody = "0.0.0.0" in call.source.text  # noqa: S104
    if everybody or not _ONLY_HERE().search(call.source.text):
        level = AlarmLevel.STOP if everybody else AlarmLevel.READ_FIRST
        facts = (("source", OTHER_END),)
        yield Concern(ConcernKind.RUNS_DOWNLOADED, level, call.at, call.quote, facts, taint.at)


def _sent(call: Call) -> Iterator[Concern | Used]:
    """Yield the concerns that a call sends what was read, or what other parts of the skill stored."""
    data = [*call.positional, *[value for name, value in call.named if name not in NO_DATA]]
    network = _is_of_network(call)
    if network or call.method in ANYBODYS:
        sent = [taint for each in (call.owner, *data) for taint in each.taints]
        if not network:
            # Of an object that nobody knows it is only likely that it sends.
            watched = PRIVATE | {AbilityKind.WRITES}
            sent = [taint for taint in (*sent, *_places(data)) if taint.kind in watched]
        yield from _flows(sent, host_of(call), call)
    if call.full in RUNS:
        line = " ".join(word for each in data for word in (each.text, *each.words))
        if SENDING_PROGRAM().search(line):
            sent = [taint for each in data for taint in (*each.every, *each.places)]
            yield from _flows(sent, _host(line), call, public=PUBLIC_PROGRAM().search(line) is not None)


def _is_of_network(call: Call) -> bool:
    root = call.full.partition(".")[0].partition("[")[0]
    return root in NETWORK and (call.full.rpartition(".")[2] or call.method) in SENDS


def private_reads(call: Call) -> Iterator[Ability]:
    """Yield the private files that a call opens or copies, and the stores that a library reads for it."""
    files = call.file.places if call.full in OPENERS or call.method in READS else NOTHING.places
    copied = call.first.places if call.full in COPIES else NOTHING.places
    for taint in sorted(files | copied, key=_order):
        yield call.source.ability(taint.kind, call.node.lineno, call.full or f".{call.method}", taint.name)
    kind = next((kind for start, kind in PRIVATE_CALLS.items() if call.full.startswith(start)), None)
    if kind is not None:
        yield call.source.ability(kind, call.node.lineno, call.full)


def sends_data(call: Call) -> bool:
    """Return whether a call of a library of the network is given a body to send."""
    second = call.full.endswith("urlopen") and len(call.positional) > 1
    return _is_of_network(call) and (second or any(name in BODIES for name, _ in call.named))


def host_of(call: Call) -> str:
    """Return the first host that a call is given; empty where none is written there.

    Without a scheme one counts only where a call expects it: `layout.png` is none.
    """
    others = (*call.positional[1:], *[value for name, value in call.named if name not in NO_DATA])
    hosts = (*_hosts(call.first, bare=True), *(host for each in others for host in _hosts(each)))
    return next(iter((*hosts, *_hosts(call.owner, bare=True))), "")


def _flows(sent: list[Taint], host: str, call: Call, *, public: bool = False) -> Iterator[Concern | Used]:
    """Yield one concern for each thing that is sent, by the name that says most."""
    names = sorted(dict.fromkeys(sent), key=lambda each: (-len(each.name), _order(each)))
    told: list[Taint] = []
    for taint in names:
        if not any(taint.kind is other.kind and taint.name in other.name for other in told):
            told.append(taint)
            concern = flow(taint, host, call.at, call.quote, public=public)
            if concern is not None:
                yield concern


def _places(values: list[PythonValue]) -> Iterator[Taint]:
    for each in values:
        yield from each.places


def _named_secretly(call: Call, function: PythonValue) -> Iterator[Taint]:
    """Yield calls that hide the name of their function: `getattr(module, decoded)()`, `table[decoded]()`."""
    made = call.node.func
    found = made.func if isinstance(made, ast.Call) else made
    by_name = isinstance(made, ast.Subscript) or (isinstance(found, ast.Name) and found.id == "getattr")
    if by_name or (made is not found and isinstance(found, ast.Attribute) and found.attr == "get"):
        yield from (taint for taint in function.taints if taint.kind is AbilityKind.DECODES)


def _run(call: Call, program: PythonProgram) -> Iterator[Taint]:
    """Yield the effects of the code that a call runs."""
    if call.full in EVALUATES:
        for each in call.given:
            yield from sorted(each.every | program.written(each.text), key=_order)
        if call.full in IMPORTS:
            yield from sorted(program.written_module(call.first.text), key=_order)
    elif call.full in RUNS and call.given:
        first = call.given[0]
        split = [word for text in (first.text, *first.words) for word in SEPARATED().split(text)]
        words = [word for word in split if word.strip("{}")]  # of a path that only the run knows, nobody knows which
        written = frozenset(taint for word in words for taint in program.written(word))
        in_list = bool(first.words) and not first.text
        # Of a list of words only the program, and what follows `-c`, is run.
        own = first.every if not in_list or not INLINE.isdisjoint(words) else first.content
        yield from sorted(own | written, key=_order)
        programs = [word for word in words[:_PROGRAMS] if not program.written(word)]
        yield from (Taint(AbilityKind.WRITES, place, call.at) for place in map(file_channel, programs) if place)


def _order(taint: Taint) -> tuple[str, str, str, int]:
    return taint.kind, taint.name, taint.at.path, taint.at.span.line


def _hosts(value: PythonValue, *, bare: bool = False) -> Iterator[str]:
    texts = (text for text in (value.text, *value.words) if bare or "://" in text)
    yield from filter(None, map(_host, texts))


def _host(text: str) -> str:
    if "://" in text:
        return host_in(text)
    return host_in(text, bare=True) if "." in text else ""
