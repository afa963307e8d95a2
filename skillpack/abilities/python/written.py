"""What a call of a Python script leaves on the machine: files that run on their own, or steer an agent (pure)."""

import ast
from collections.abc import Iterator, Sequence

from skillpack.abilities.known_files import agent_file, started_file
from skillpack.abilities.python.calls import Call, is_home
from skillpack.abilities.python.effects import host_of, sends_data
from skillpack.abilities.python.values import NOTHING, PythonValue
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_OPENS = frozenset(("open", "io.open", "codecs.open"))
_MODES = frozenset("wax+")
_WRITING_METHODS = frozenset(("write_text", "write_bytes", "touch", "symlink_to"))
_MOVERS = frozenset(
    ("shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree", "shutil.move", "os.rename", "os.replace")
)
_LINKS = frozenset(("os.symlink", "os.link"))
_MODULES = (".pth", "sitecustomize.py", "usercustomize.py")
_PYTHON = ".ipython"
_PERSONAL = frozenset(("Documents", "Desktop", "Downloads", "Pictures", "Music", "Movies", "Photos"))
_WHOLE = frozenset(("/", "C:\\", "C:/", "/*"))


def written_readings(call: Call, source: SourceText) -> Iterator[Reading]:
    """Yield the files of known places that a call writes, and the concern that it deletes everything.

    Args:
        call: With what it is given.
        source: Of the script.
    """
    if sends_data(call):
        yield source.ability(AbilityKind.SENDS, call.node.lineno, call.full, host_of(call))
    where = _target(call)
    for text in (where.text, *where.words):
        known = started_file(text) or agent_file(text)
        if known is not None:
            yield source.ability(known.kind, call.node.lineno, call.full or f".{call.method}", known.name)
            break
    yield from _run_texts(call, source, (where.text, *where.words))
    if call.full == "shutil.rmtree" and (is_home(call.first) or call.first.text in _WHOLE or _is_personal(call.first)):
        yield Concern(ConcernKind.DESTROYS, AlarmLevel.STOP, call.at, call.quote, (("what", call.first.text or "~"),))


def _is_personal(path: PythonValue) -> bool:
    """Return whether a path is a folder of a home in which people keep what they made."""
    parent, _, name = path.text.rpartition("/")
    return parent in {"~", "$HOME"} and (name in _PERSONAL or (name == "{}" and not _PERSONAL.isdisjoint(path.words)))


def _run_texts(call: Call, source: SourceText, places: Sequence[str]) -> Iterator[SourceText]:
    """Yield the text that a call writes to a place where it is run on its own."""
    text = call.node.args[0] if call.node.args else None
    started = next((place for place in places if started_file(place)), "")
    module = next((place for place in places if place.endswith(_MODULES)), "")
    if call.method in _WRITING_METHODS and (started or module):
        content = text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else call.first.text
        language = "python" if module or _PYTHON in started else "shell"
        yield source.inner(content, language, call.node.lineno, call.node.lineno)


def _target(call: Call) -> PythonValue:
    """Return the path that a call writes to; nothing for one that writes to none."""
    named = dict(call.named)
    if call.full in _OPENS or call.method == "open":
        mode = named.get("mode") or (call.positional[1:2] or (NOTHING,))[0]
        writes = not _MODES.isdisjoint(mode.text)
        return (call.first if call.full in _OPENS else call.owner) if writes else NOTHING
    if call.method in _WRITING_METHODS:
        return call.owner
    if call.full in _MOVERS | _LINKS and len(call.positional) > 1:
        return call.positional[1]
    if call.full.startswith("winreg."):
        return PythonValue(words=tuple(text for each in call.given for text in (each.text, *each.words)))
    return NOTHING
