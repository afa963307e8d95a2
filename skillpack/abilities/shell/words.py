"""Words of a shell: what is known of each, with the names that stand in it put in."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from skillpack.abilities.flow import Taint
from skillpack.abilities.names import host_in
from skillpack.abilities.shell.text import Command

_MOST = 12  # taints of one value
_TEXT = 20_000  # characters of a text that is known
_REFERENCE = re.compile(r"\$(?:(?P<name>\w+|[@*])|\(\))|(?P<file><\(\))")
_DOTS = re.compile(r"^\./(?:\./)*")
ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=")
_KEYWORDS = frozenset(
    ("then", "do", "else", "elif", "if", "while", "until", "!", "{", "}", "coproc", "done", "fi", "esac")
)
_PREFIXES = {
    "sudo": "CDghpRrTUu", "doas": "Cu", "env": "uCS", "nohup": "", "exec": "a", "command": "", "builtin": "",
    "nice": "n",
    "ionice": "cn", "timeout": "ks", "stdbuf": "ioe", "setsid": "", "time": "fo", "busybox": "", "caffeinate": "t",
}  # fmt: skip
_DURATION = re.compile(r"\d+[smhd]?")


class Names(Protocol):
    """What is known of names."""

    def get(self, name: str, default: "ShellValue") -> "ShellValue":
        """Return the value of a name, as far as it is known."""


class ShellValue(Struct, frozen=True):
    """What is known of a word: its text, empty where it is put together, and what its data come from."""

    text: str = ""
    taints: frozenset[Taint] = frozenset()


NOTHING = ShellValue()


def some(taints: Iterable[Taint]) -> frozenset[Taint]:
    """Return the first of some taints, as many as one value may have."""
    found = frozenset(taints)
    if len(found) <= _MOST:
        return found
    return frozenset(sorted(found, key=lambda each: (each.kind, each.name, each.at.path, each.at.span.line))[:_MOST])


def either(one: ShellValue, other: ShellValue) -> ShellValue:
    """Return a value that is one of two."""
    if one is NOTHING or one == other:
        return other
    text = one.text if one.text == other.text or not other.text else other.text if not one.text else ""
    return ShellValue(text, some((*one.taints, *other.taints)))


def expanded(word: str, inner: Sequence[int], names: Names, printed: Mapping[int, ShellValue]) -> ShellValue:
    """Return the value of a word, as far as it is known.

    Args:
        word: As `ShellText` gives it.
        inner: Numbers of the brackets in it.
        names: What is known of each name.
        printed: What the commands in each brackets print.
    """
    if "$" not in word and not inner:
        return ShellValue(word[:_TEXT])
    taints: list[Taint] = []
    left = list(inner)
    for each in inner:
        taints += printed.get(each, NOTHING).taints

    def put_in(found: re.Match[str]) -> str:
        if found["name"]:
            value = names.get(found["name"], NOTHING)
            taints.extend(value.taints)
            return value.text if 0 < len(value.text) <= 500 and "\n" not in value.text else found[0]
        text = printed.get(left.pop(0), NOTHING).text if left else ""
        return text if not found["file"] and 0 < len(text) <= 500 and "\n" not in text else found[0]

    text = _REFERENCE.sub(put_in, word[:_TEXT])
    return ShellValue(text[:_TEXT], some(taints))


def own_path(text: str) -> str:
    """Return a path as files of one script are compared: without what names the folder that it starts in."""
    return _DOTS.sub("", text.replace("${", "$").replace("}", "").strip("\"'"))


def program_at(command: Command) -> int:
    """Return where the program of a command stands behind keywords, assignments and programs that run others."""
    words, at = command.words, 0
    while at < len(words):
        word = words[at].rsplit("/", 1)[-1]
        if word == "function":
            at += 2
        elif words[at] in _KEYWORDS or ASSIGNMENT.match(words[at]):
            at += 1
        elif word in _PREFIXES and at + 1 < len(words) and words[at + 1] not in {"-v", "-V"}:
            behind = behind_options(words, at + 1, _PREFIXES[word])
            if behind >= len(words):
                break
            at = behind
        else:
            break
    return at


def behind_options(words: Sequence[str], at: int, valued: str) -> int:
    """Return where the first word is that is no option, no value of one, no assignment and no duration."""
    while at < len(words):
        word = words[at]
        if word.startswith("-") and len(word) > 1:
            at += 2 if len(word) == 2 and word[1] in valued else 1
        elif ASSIGNMENT.match(word) or _DURATION.fullmatch(word):
            at += 1
        else:
            break
    return at


def address_in(words: Sequence[str]) -> str:
    """Return the address that a program is given: the first with a scheme, else one without; empty for none."""
    named = (word for word in words[1:] if "://" in word)
    bare = (word for word in words[1:] if word.startswith("$") or host_in(word, bare=True))
    found = next(named, None) or next(bare, "")
    at = found.find("://")
    start = found[max(0, at - 5) :] if at > 5 else found
    return start[:300]


def host_of(words: Sequence[str]) -> str:
    """Return the host that a program is given; empty for none, and for this machine."""
    for word in words[1:]:
        if "://" in word:
            return host_in(word)
    hosts = (host_in(word, bare=True) for word in words[1:] if not word.startswith(("-", "@", "/", ".", "~")))
    return next((host for host in hosts if host), "")
