"""What a shell script runs that was downloaded, decoded or put together."""

import re
from collections.abc import Sequence

from skillpack.abilities.flow import OTHER_END, UNPACKED, Taint, Used, run_download
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.languages import READ, language_of_program
from skillpack.abilities.shell.state import InnerText, ShellState
from skillpack.abilities.shell.tables import CHECKS, LANGUAGES, SHELLS
from skillpack.abilities.shell.words import ShellValue, host_of, own_path
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_AS_SHELL = SHELLS | {"su", "eval", "source", "."}
_CODE = {
    "shell": re.compile(r"-\w*c"),
    "python": re.compile(r"-\w*c"),
    "javascript": re.compile(r"-p?e|--eval|-p|--print"),
    "powershell": re.compile(r"-[cC](?:ommand)?"),
    "php": re.compile(r"-r"),
}
"""Language -> the option of its program behind which code stands."""

_CODE_OF_OTHERS = re.compile(r"-\w*[ceE]|--eval")
_SSH_VALUED = frozenset(
    ("-i", "-F", "-o", "-p", "-l", "-L", "-R", "-D", "-J", "-b", "-c", "-E", "-m", "-S", "-W", "-w")
)
_CONTAINERS = frozenset(("docker", "podman", "kubectl", "docker-compose", "nerdctl", "lxc"))
_EXECUTABLE = re.compile(r"[ugoa]*\+\w*x\w*|0?[0-7]*[1357][0-7]{0,2}")
_ADDRESS = re.compile(r"(?:git\+)?(?:https?|ftp)://\S+")
_INSTALLERS = re.compile(
    r"(?:pip[\d.]*|pipx|uv|poetry|npm|pnpm|yarn|bun|gem|cargo|go|npx|bunx|uvx|deno|easy_install|conda|helm|code|brew)"
)
_INSTALLS = re.compile(
    r" (?:install|i|add|get|exec|dlx|ci|download|update|upgrade|sync|run|tap|config (?:--\S+ )*set|sources)(?= |$)"
)
_GIVES_SHELL = re.compile(r" -\w*[ec] ?\S*(?:sh|cmd)\b|exec:\S*sh", re.IGNORECASE)
_INSIDE = re.compile(r"10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.")


def _check_files(state: ShellState, name: str, line: str, words: Sequence[str]) -> None:
    """Note which downloaded files are compared with what somebody answers for."""
    if name not in CHECKS:
        return
    if name == "openssl" and not re.search(r"dgst|verify", line):
        return
    if name.startswith("gpg") and "verify" not in line and name != "gpgv":
        return
    state.verifies = True
    files = state.all_files().keys()
    state.checked |= {own_path(word) for word in words[1:]} & files or files


def report_run(
    state: ShellState, line: str, raw: Sequence[str], values: Sequence[ShellValue], stdin: ShellValue
) -> None:
    """Report what a program runs that was downloaded, decoded or put together, and learn which texts it runs.

    Args:
        state: Of the script.
        line: Name of the program, with its words.
        raw: Its words as written.
        values: What is known of them.
        stdin: What it reads.
    """
    name = line.partition(" ")[0]
    _check_files(state, name, line, [value.text for value in values])
    words = [value.text for value in values]
    if name in SHELLS or name in {"source", ".", "eval", "su", "exec"} or LANGUAGES.fullmatch(name):
        _interpreted(state, name, raw, values, stdin)
    elif name == "chmod" and len(words) > 2 and _EXECUTABLE.fullmatch(words[1]):
        for word in words[2:]:
            _report_all(state, state.content(word))
    elif "/" in words[0] or words[0].startswith(("~", "$")) or state.has_written(words[0]):
        _report_all(state, state.content(words[0]))
    if name in {"dpkg", "rpm", "installer", "msiexec", "open", "start", "rundll32", "regsvr32", "hdiutil"}:
        for word in words[1:]:
            for taint in state.content(word).taints:
                if taint.kind is AbilityKind.WRITES:
                    state.report(Used(f"{UNPACKED} {taint.name}", state.position, state.quote, runs=True))
                elif unanswered(taint.name):
                    _report_all(state, ShellValue("", frozenset([taint])))
    if name == "crontab":
        _report_all(state, stdin)
    _packages(state, name, line, words)
    _learn_remote(state, name, words, stdin)
    if name in {"nc", "ncat", "netcat", "socat"} and _GIVES_SHELL.search(line):
        report_remote_shell(state, host_of(words))


def _interpreted(
    state: ShellState, name: str, raw: Sequence[str], values: Sequence[ShellValue], stdin: ShellValue
) -> None:
    words = [value.text for value in values]
    code = _code_at(name, words)
    if name == "eval":
        _run_text(state, name, raw, values, 1)
        return
    if code and name not in {"source", ".", "exec"}:
        _run_text(state, name, raw, values, code + 1)
        return
    files = [
        (at, word) for at, word in enumerate(words[1:], 1) if word and not word.startswith("-") and word != "/dev/stdin"
    ]
    if name in {"deno", "bun"}:
        files = [each for each in files if each[1] not in {"run", "x"}]
    takes = any(re.fullmatch(r"-\w*s\w*|-|/dev/stdin|/proc/self/fd/0", word) for word in words[1:]) and name in SHELLS
    if files and not takes:
        at, path = files[0]
        if name in {"source", "."}:
            state.source_file(path)
        if "<()" in path or path.startswith("$()"):
            _report_all(state, values[at], fetched_too="<()" in path)
        elif name != "exec" or path.startswith(("/", ".", "~", "$")) or state.has_written(path):
            content = state.content(path)
            _report_all(state, content)
            if content.text and "\n" in content.text:
                _learn_inner(state, name, content.text)
        if path.startswith(("http://", "https://")):
            _report_all(state, ShellValue("", frozenset([state.taint(AbilityKind.FETCHES, path)])))
    elif name not in {"source", ".", "exec", "su"}:
        _report_all(state, stdin)
        _learn_inner(state, name, stdin.text)


def _code_at(name: str, words: Sequence[str]) -> int:
    """Return the number of the option behind which the code of an interpreter stands; 0 for none."""
    option = _CODE.get(language_of_program(name), _CODE_OF_OTHERS)
    for number, word in enumerate(words[1:], 1):
        if option.fullmatch(word):
            return number
        if not word.startswith("-") and name not in _AS_SHELL:
            break
    return 0


def _learn_remote(state: ShellState, name: str, words: Sequence[str], stdin: ShellValue) -> None:
    """Learn what a program lets another machine or a container run."""
    if name == "ssh":
        at = 1
        while at < len(words) and words[at].startswith("-"):
            at += 2 if words[at] in _SSH_VALUED else 1
        _learn_inner(state, "sh", " ".join(words[at + 1 :]) or stdin.text)
    elif name in _CONTAINERS:
        shell = next((at for at, word in enumerate(words) if word.rpartition("/")[2] in SHELLS), 0)
        if shell and len(words) > shell + 2 and re.fullmatch(r"-\w*c", words[shell + 1]):
            _learn_inner(state, "sh", words[shell + 2])


def _run_text(state: ShellState, name: str, raw: Sequence[str], values: Sequence[ShellValue], at: int) -> None:
    """Report a text that is run where all of it is what a name or a command gives, and learn it."""
    if at >= len(values):
        return
    start = (raw[at] if at < len(raw) else "").lstrip("\"' ")
    if start.startswith("$"):
        _report_all(state, values[at])
    elif re.search(r"\beval\b|\bexec\b|\bsource\b", start[:40]) or name not in _AS_SHELL:
        hidden = [each for each in values[at].taints if each.kind is AbilityKind.DECODES]
        _report_all(state, ShellValue("", frozenset(hidden)))
    _learn_inner(state, name, " ".join(value.text for value in values[at:]) if name == "eval" else values[at].text)


def _learn_inner(state: ShellState, name: str, text: str) -> None:
    language = "shell" if name in _AS_SHELL else language_of_program(name)
    if text and language in READ:
        state.inner.append(InnerText(text, language))


def report_named(state: ShellState, raw: str, first: ShellValue, pieces_cut: int) -> None:
    """Note a command whose very name was decoded, downloaded or put together."""
    pieces = len(re.findall(r"\$\w+", raw)) > 1 and re.fullmatch(r"(?:\$\w+)+\w*", raw) is not None
    known = pieces and all(
        0 < len(state.get(each).text) < 5 and state.get(each).text.isalpha() for each in re.findall(r"\$(\w+)", raw)
    )
    if known or (pieces_cut > 1 and pieces):
        _conceals(state, state.taint(AbilityKind.DECODES, "pieces of texts"))
    _report_all(state, first)


def _packages(state: ShellState, name: str, line: str, words: Sequence[str]) -> None:
    if not _INSTALLERS.fullmatch(name) and not re.match(r"python[\d.]* -m pip\b", line):
        return
    if name not in {"npx", "bunx", "uvx", "easy_install"} and not _INSTALLS.search(line[:200]):
        return
    for word in words[1:]:
        found = _ADDRESS.search(word)
        if found and unanswered(found[0]):
            state.report(run_download(state.taint(AbilityKind.FETCHES, found[0]), state.position, state.quote))


def _report_all(state: ShellState, value: ShellValue, *, fetched_too: bool = True) -> None:
    for taint in sorted(value.taints, key=lambda each: (each.kind, each.name)):
        if taint.kind is AbilityKind.DECODES:
            _conceals(state, taint)
        elif taint.kind is AbilityKind.FETCHES and fetched_too:
            state.report(run_download(taint, state.position, state.quote))
        elif taint.kind is AbilityKind.WRITES:
            state.report(Used(taint.name, state.position, state.quote, runs=True))


def _conceals(state: ShellState, taint: Taint) -> None:
    facts = (("what", taint.name),)
    state.report(Concern(ConcernKind.CONCEALED_CODE, AlarmLevel.STOP, state.position, state.quote, facts, taint.at))


def report_remote_shell(state: ShellState, host: str) -> None:
    """Report that somebody at the other end of a connection is given a shell."""
    facts = (("source", OTHER_END), *((("host", host),) if host else ()))
    level = AlarmLevel.READ_FIRST if _INSIDE.match(host) else AlarmLevel.STOP
    state.report(Concern(ConcernKind.RUNS_DOWNLOADED, level, state.position, state.quote, facts))
