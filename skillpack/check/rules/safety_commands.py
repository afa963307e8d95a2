"""SF: commands that an agent would follow literally: they destroy, give secrets away, or fail."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from skillpack.abilities.places import MOST, span_in_file
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import unlooked
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.rules.scanned import unlooked_hit
from skillpack.check.subject import Subject
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

_HEAD = 4096  # bytes of a script in which it lists its packages
_ENV_OPTIONS = frozenset({"-S", "-vS", "--split-string"})
_LAUNCHERS = frozenset({"uv", "npx", "bunx", "deno", "pipx", "bun"})


_CALL_SIGNS = telling("script")
_CALL = late(rb"/scripts/[\w./-]+")
_CALLED = late(
    rb"""(?:^|[`;]|(?<!\])\(|&&|\|\||\$[ \t]|>[ \t]|\b[Rr]un:?[ \t]|\b[Ee]xecute[ \t]|\bRUN[ \t]) [ \t]*["']?
    (?P<root>\.|\$\{?\w+\}?|\{+\w+\}+) \Z""",
    re.VERBOSE,
)
_RUNNER = late(rb"\b(?:uv|pipx|poetry|pdm|hatch|deno|bun|npm|pnpm|yarn)[ \t]++run[ \t]++[\"']?\Z")  # it runs the file
_INLINE = re.compile(rb"^# /// script[ \t]*\r?$", re.MULTILINE)  # PEP 723: which packages it needs
_INTERPRETERS = {"sh": "bash", "bash": "bash", "zsh": "zsh", "py": "python3", "js": "node", "mjs": "node", "rb": "ruby"}


@rule("SF005", "destructive-command", source="skillpack, safety")
def destructive_command(subject: Subject) -> Iterator[Hit]:
    """A command deletes everything: the root, a home folder, a disk.

    Why: an agent that follows the skill literally destroys the machine it works on. Lists of what to
    forbid do not count, nor a disk, a database or a server about which the text has the user asked.

    Fix: name the folder to delete.
    """
    return concern_hits(subject, ConcernKind.DESTROYS, "name the folder or file to delete")


@rule("SF015", "credentials-sent", source="skillpack, safety; CWE-522")
def credentials_sent(subject: Subject) -> Iterator[Hit]:
    """A command, or an order to the agent, sends credentials or the environment over the network.

    Why: private keys, cloud credentials, cookies and environment variables are what attackers look for
    on a machine; a skill has no reason to send them anywhere. Quoted attacks do not count.

    Fix: let the tool that needs a credential read it itself.
    """
    return concern_hits(subject, ConcernKind.SENDS_PRIVATE, "let the tool that needs the credential read it itself")


@rule("SF016", "script-called-directly", source="skills (npm)")
def script_called_directly(subject: Subject) -> Iterator[Hit]:
    """A script of the skill is called by its path alone, without a program that runs it.

    Why: files lose their executable bit on the way: `npx skills add` writes every file as 0644, and so
    do many archives. The call then fails with "Permission denied".

    Fix: write `bash scripts/x.sh` instead of `./scripts/x.sh`, `python3` for Python, `uv run` for a
    script that lists its packages, and so on.
    """
    for file in files_with(subject.texts, _CALL_SIGNS):
        if file.markdown and b"chmod" not in file.content:
            scan = Scan(file.content)
            yield from islice(_direct_calls(subject, file, scan), MOST)
            yield from map(unlooked_hit, unlooked(scan, file, "script-called-directly"))


def _direct_calls(subject: Subject, file: TextFile, scan: Scan) -> Iterator[Hit]:
    for found in scan.matches(_CALL()):
        script = found.group()[1:].decode("ascii", "replace").rstrip(".")
        program = _interpreter(script, subject.tree.files.get(script, b""))
        before = scan.before(found.start()) if program else b""
        call = _CALLED().search(before) if program else None
        if call and not _RUNNER().search(before[: call.start("root")]):
            start, end = found.start() - len(call["root"]), found.start() + 1 + len(script)
            yield Hit(
                f"`{script}` is called without `{program}`; files lose their executable bit on the way",
                at=span_in_file(file, start, end),
                path=file.path,
                hint=f"call it as `{program} {script}`",
            )


def _interpreter(script: str, content: bytes) -> str:
    """Return the command that runs a script; empty for a file that is none or is not there."""
    if not content.startswith(b"#!"):
        program = _INTERPRETERS.get(script.rpartition(".")[2], "") if content else ""
        return "uv run" if program == "python3" and _INLINE.search(content[:_HEAD]) else program
    first, *words = content[2:200].partition(b"\n")[0].decode("ascii", "replace").split() or [""]
    name = first.rpartition("/")[2]
    if name == "env":
        words = [word for word in words if word not in _ENV_OPTIONS]
        return _with_subcommand(words)
    return _with_subcommand([name, *words])


def _with_subcommand(words: Sequence[str]) -> str:
    """Return the program of a command, with what it needs beside a file: `uv run`, `deno run -A`, `npx tsx`."""
    program = words[0] if words else ""
    return " ".join(words) if program in _LAUNCHERS else program
