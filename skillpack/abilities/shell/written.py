"""What programs of a shell write to files: copies, downloads, archives, and what is taken out of these."""

import re
from collections.abc import Sequence

from skillpack.abilities.flow import LOCKED, UNPACKED, Taint
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.shell.sends import home_listed
from skillpack.abilities.shell.state import ShellState
from skillpack.abilities.shell.words import NOTHING, ShellValue, address_in, either, some
from skillpack.model.ability import AbilityKind


def learn_written(state: ShellState, line: str, words: Sequence[str], stdin: ShellValue) -> None:
    """Learn what a program writes to files.

    Args:
        state: Of the script.
        line: Name of the program, with its words.
        words: As far as they are known.
        stdin: What it reads.
    """
    name = line.partition(" ")[0]
    files = [word for word in words[1:] if word and not word.startswith("-")]
    if name == "tee":
        for file in files:
            state.write(file, stdin)
    elif name in {"cp", "mv", "install", "ln"} and len(files) > 1:
        content = NOTHING
        for file in files[:-1]:
            content = either(content, state.file(file))
        state.write(files[-1], content)
        if files[-1].endswith(("/", ".")) or "." not in files[-1].rsplit("/", 1)[-1]:
            state.write(f"{files[-1].rstrip('/')}/", content)
    elif name in {"curl", "wget", "aria2c"}:
        _download(state, name, line, words)
    elif name in {"tar", "zip", "7z", "openssl", "gpg", "base64", "sqlite3", "gzip", "split", "age"}:
        _pack(state, name, line, words, stdin)
    if name in {"unzip", "7z", "7za", "tar", "unrar", "bsdtar"}:
        _unpack(state, name, line, words, stdin)
    if name == "git" and re.match(r"git clone\b", line):
        address = address_in(words)
        if unanswered(address):
            folder = files[-1] if "://" not in files[-1] else files[-1].rsplit("/", 1)[-1].removesuffix(".git")
            state.write(f"{folder}/", ShellValue("", frozenset([state.taint(AbilityKind.FETCHES, address)])))


def _download(state: ShellState, name: str, line: str, words: Sequence[str]) -> None:
    address = address_in(words)
    value = ShellValue("", frozenset([state.taint(AbilityKind.FETCHES, address)]))
    saves = r"-[a-zA-Z]*o|--output" if name == "curl" else r"-\w*[oO]|--output-document"
    option = re.search(rf" (?:{saves})[= ]*(\S+)", line)
    if option and not (name == "wget" and option[1] == "-"):
        state.write(option[1], value)
    elif name == "wget" or re.search(r" (?:-\w*O\w*|--remote-name)(?: |$)", line):
        state.write(re.split(r"[?#]", address)[0].rstrip("/").rsplit("/", 1)[-1], value)


def _pack(state: ShellState, name: str, line: str, words: Sequence[str], stdin: ShellValue) -> None:
    """Learn what is put into an archive, or into another file."""
    target = ""
    if name in {"zip", "7z"}:
        files = [word for word in words[1:] if word[:1] != "-" and not (name == "7z" and len(word) == 1)]
        target = files[0] if files else ""
    elif name == "tar":
        found = re.match(r"tar (?:-?\w*f|.* -\w*f|.*--file)[= ]+(\S+)", line)
        creates = re.match(r"tar (?:-?[a-zA-Z]*c|.*--create)", line)
        target = found[1] if found and creates else ""
    else:
        found = re.search(r" (?:-o|--output|-out)[= ](\S+)", line)
        target = found[1] if found else f"{words[-1]}.gz" if name == "gzip" else ""
    if target and target != "-":
        taints = [taint for word in words[1:] if word and word != target for taint in state.file(word).taints]
        listed = home_listed(name, words)
        if listed:
            taints.append(state.taint(AbilityKind.HOME, listed))
        state.write(target, ShellValue("", some((*taints, *stdin.taints))))


def _unpack(state: ShellState, name: str, line: str, words: Sequence[str], stdin: ShellValue) -> None:
    creates = name == "tar" and not re.match(r"(?:bs)?tar (?:-?[a-zA-Z]*x|.*--extract)", line)
    if creates:
        return
    taints = [taint for word in words[1:] if word for taint in state.content(word).taints]
    taints += stdin.taints
    password = re.search(r" -P ?\S+| -p\S+|--password", line) and name != "tar"
    how = {AbilityKind.FETCHES: LOCKED if password else "", AbilityKind.WRITES: LOCKED if password else UNPACKED}
    fetched = [
        Taint(taint.kind, f"{how[taint.kind]} {taint.name}".strip(), taint.at)
        for taint in taints
        if taint.kind is AbilityKind.WRITES
        or (taint.kind is AbilityKind.FETCHES and (password or unanswered(taint.name)))
    ]
    if not fetched:
        return
    folder = re.search(r" (?:-d|-C|-o|--directory)[= ]?(\S+)", line)
    value = ShellValue("", frozenset(fetched))
    state.write(f"{folder[1].rstrip('/')}/" if folder else "./", value)
    if not folder:
        state.files.setdefault("", value)
