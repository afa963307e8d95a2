"""What a call of a Python script does that people have to know: it deletes, shows others, hands the machine over."""

from collections.abc import Iterator

from skillpack.abilities.flow import Taint, flow
from skillpack.abilities.names import host_in
from skillpack.abilities.python.calls import HOME_LISTING, Call
from skillpack.abilities.python.tables import EXECUTES, PUBLIC_PLACE, RUNS, SQL_LOSS
from skillpack.abilities.python.values import NOTHING, PythonValue
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import PRIVATE, AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_DELETES = frozenset(("os.remove", "os.unlink", "shutil.rmtree"))
_COPIES = frozenset(("shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree", "shutil.move"))
_WRITES = frozenset(("write", "write_text", "write_bytes", "writelines"))
_ADDRESSES = ("base_url", "api_base", "endpoint_url")
_KEYS = frozenset(("api_key", "token", "auth_token", "api_token", "access_token", "key"))
_STREAMS = frozenset(("stdin", "stdout", "stderr"))


def dangers(call: Call, source: SourceText) -> Iterator[Reading]:
    """Yield losses of a home or a database by a call, and data that it publishes or hands to a far host.

    Args:
        call: With what it is given.
        source: Of the script.
    """
    deleted = call.first if call.full in _DELETES else call.owner if call.method == "unlink" else NOTHING
    if any(taint.name == HOME_LISTING for taint in deleted.taints):
        facts = (("what", "files of the home folder"),)
        yield Concern(ConcernKind.DESTROYS, AlarmLevel.READ_FIRST, call.at, call.quote, facts)
    if call.method in EXECUTES:
        found = SQL_LOSS().search(call.first.text)
        if found:
            yield source.ability(AbilityKind.DROPS, call.node.lineno, " ".join(found[0].lower().split()))
    if _gives_shell(call):
        yield Concern(ConcernKind.PERSISTS, AlarmLevel.STOP, call.at, call.quote)
    yield from _shown(call)
    yield from _client(call)


def _client(call: Call) -> Iterator[Reading]:
    """Yield the concerns that a client of a service is given keys, and the address of somebody else."""
    named = dict(call.named)
    address = next((named[name].text for name in _ADDRESSES if name in named and named[name].text), "")
    host = host_in(address) if "://" in address and not _KEYS.isdisjoint(named) else ""
    if host:
        taints = {taint for _, value in call.named for taint in value.taints if taint.kind is AbilityKind.VARIABLE}
        for taint in sorted(taints, key=lambda each: each.name):
            concern = flow(taint, host, call.at, call.quote)
            if concern is not None:
                yield concern


def _gives_shell(call: Call) -> bool:
    """Tell whether a far host writes the input of a program."""
    streams = call.given if call.full == "os.dup2" else ()
    if call.full in RUNS:
        streams = tuple(value for name, value in call.named if name in _STREAMS)
    return any(each.full.startswith("socket.") for each in streams)


def _shown(call: Call) -> Iterator[Reading]:
    """Yield the concerns that what people keep to themselves is put where all others on a machine see it."""
    if call.full in _COPIES and len(call.positional) > 1:
        where, data = call.positional[1], call.positional[:1]
    elif call.method in _WRITES:
        where, data = call.owner, call.given
    else:
        return
    if PUBLIC_PLACE().search(where.text):
        for taint in dict.fromkeys(taint for each in data for taint in _all_of(each) if taint.kind in PRIVATE):
            concern = flow(taint, "", call.at, call.quote, public=True)
            if concern is not None:
                yield concern


def _all_of(value: PythonValue) -> list[Taint]:
    found = (*value.taints, *value.content, *value.places)
    return sorted(found, key=lambda each: (each.kind, each.name, each.at.path, each.at.span.line))
