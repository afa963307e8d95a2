"""SF: what a skill could do to those who install it."""

import re
from collections.abc import Iterator, Mapping

from skillpack.check.rule import Hit, rule
from skillpack.check.rules.concerns import concern_hits
from skillpack.check.rules.scanned import NOT_ALL_CHECKED, unlooked_hit
from skillpack.check.subject import Subject
from skillpack.model.ability import AbilityKind, ConcernKind
from skillpack.model.document import NOWHERE
from skillpack.model.portable import path_warning

_ALL_TOOLS = re.compile(r"(?:\*|(?:Bash|Shell|PowerShell)(?:\((?:\*|:\*|\*:\*)?\))?)")
_PROGRAMS = {
    b"\x7fELF": "a Linux program (ELF)",
    b"\xfe\xed\xfa\xce": "a macOS program (Mach-O)",
    b"\xfe\xed\xfa\xcf": "a macOS program (Mach-O)",
    b"\xce\xfa\xed\xfe": "a macOS program (Mach-O)",
    b"\xcf\xfa\xed\xfe": "a macOS program (Mach-O)",
    b"\xca\xfe\xba\xbe": "a macOS program (Mach-O) or a Java class",
    b"\x00asm": "a WebAssembly module",
}
_IMPORTS = re.compile(rb"^[ \t]*(?:from|import)[ \t]+\.?(\w+)", re.MULTILINE)
_ARCHIVES = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\x00": "an xz file",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x28\xb5\x2f\xfd": "a zstd file",
}
# Documents that are zip archives inside; people use them as templates.
_DOCUMENTS = (
    ".docx",
    ".dotx",
    ".pptx",
    ".potx",
    ".xlsx",
    ".xltx",
    ".odt",
    ".ods",
    ".odp",
    ".ott",
    ".epub",
    ".vsdx",
    ".idml",
)


@rule(
    "SF006",
    "unrestricted-tools",
    source="Agent Skills specification, allowed-tools; Claude Code permissions",
)
def unrestricted_tools(subject: Subject) -> Iterator[Hit]:
    """`allowed-tools` lets the agent run any command without asking.

    Why: hosts that read the field as approval in advance let the shell run any command: the user is not
    asked again while the skill is open.

    Fix: name the commands that the skill needs: `Bash(git:*)`.
    """
    hint = "name the commands: `Bash(git:*)`"
    return concern_hits(subject, ConcernKind.UNASKED, hint, _approving_all(subject, hint))


def _approving_all(subject: Subject, hint: str) -> Iterator[Hit]:
    field = subject.skill.document.field("allowed-tools")
    for tool in dict.fromkeys(subject.skill.allowed_tools):
        if _ALL_TOOLS.fullmatch(tool):
            yield Hit(
                f"`allowed-tools` contains `{tool}`, which approves every command in advance",
                at=field.value.span if field else NOWHERE,
                hint=hint,
                facts=(("quote", tool), *((("shell", tool),) if tool != "*" else ())),
            )


@rule("SF008", "binary-program", source="skillpack, safety")
def binary_program(subject: Subject) -> Iterator[Hit]:
    """The skill contains a compiled program.

    Why: nobody can read what it does, and it runs on only one kind of machine.

    Fix: ship the source, or name the program under `compatibility` and let people install it.
    """
    hint = "ship the source, or ask people to install the program"
    files = subject.tree.files.items()
    kinds = ((path, _program(content)) for path, content in files)
    found = (Hit(f"`{path}` is {what}, which nobody can read", path=path, hint=hint) for path, what in kinds if what)
    return concern_hits(subject, ConcernKind.UNREADABLE, hint, found, meant=lambda facts: not _is_packed(facts))


@rule("SF009", "auto-run-file", source="skillpack, safety")
def auto_run_file(subject: Subject) -> Iterator[Hit]:
    """A tool runs or obeys a file of the skill without being asked.

    Why: shells, editors, test runners and agents read some files because of their names; in a skill
    they affect anybody who opens its folder. A file of Python that writes files at most, and imports
    no other kind from the skill, raises no alarm.

    Fix: remove the file, or rename it and say in the body what it is for.
    """
    for path in subject.tree.files:
        warning = path_warning(path)
        if warning:
            facts = (("idle", path),) if _is_idle(subject, path) else ()
            hint = "remove it, or give it another name"
            yield Hit(f"`{path}` acts on its own: {warning}", path=path, hint=hint, facts=facts)


def _is_idle(subject: Subject, path: str) -> bool:
    """Tell whether a Python file that acts on its own only writes files at most, and so do those that it imports."""
    if not path.endswith(".py"):
        return False
    folder = path.rpartition("/")[0]
    imported = {name.decode() for name in _IMPORTS.findall(subject.tree.files[path])}
    files = {path, *(f"{folder}/{name}.py".lstrip("/") for name in imported)} & subject.tree.files.keys()
    read = {each.path for each in subject.abilities.files if each.language == "python" and each.unread is None}
    kinds = {each.kind for file in files for each in subject.abilities.of_file(file)}
    concerned = {each.at.path for each in subject.abilities.concerns}
    return files <= read and kinds <= {AbilityKind.WRITES} and files.isdisjoint(concerned)


@rule("SF010", "nested-archive", source="skillpack, safety")
def nested_archive(subject: Subject) -> Iterator[Hit]:
    """The skill contains an archive.

    Why: neither people nor these rules look into it, except for secrets, and it can unpack to any size.
    Office documents do not count.

    Fix: put the files into the skill as they are.
    """
    hint = "put its files into the skill as they are"
    kinds = ((path, _archive(path, content)) for path, content in subject.tree.files.items())
    found = (
        Hit(f"`{path}` is {what}: people who read the skill do not see what is in it", path=path, hint=hint)
        for path, what in kinds
        if what
    )
    return concern_hits(subject, ConcernKind.UNREADABLE, hint, found, meant=_is_packed)


@rule(NOT_ALL_CHECKED, "not-all-checked", source="skillpack, safety; CWE-400")
def not_all_checked(subject: Subject) -> Iterator[Hit]:
    """The safety rules did not check all of a file.

    Why: the work per file is bounded, so that nobody can stall a check: of a very long line, 4,096
    bytes to each side of a command are read, and of a file that repeats parts of commands thousands of
    times, its first part; what is nested too deeply is not read. Hardly any honest file reaches these
    bounds. An archive is searched for secrets unless it is encrypted, broken, packed in an unknown way,
    too large, or nested too deeply in others.

    Fix: break long lines, remove repetition, split the file, pack an archive as a plain zip; or read
    it yourself and suppress the finding with a reason.
    """
    for stretch in subject.abilities.unlooked:
        yield unlooked_hit(stretch)
    for file in subject.texts:
        if file.markdown and file.path and len(file.content) > subject.limits.body:
            yield Hit(
                f"comments and links of {len(file.content):,} bytes of Markdown are not checked,"
                f" at most {subject.limits.body:,} are",
                path=file.path,
                hint="split the file",
            )


def _is_packed(facts: Mapping[str, str]) -> bool:
    """Tell whether what nobody can read is an archive, as opposed to a program."""
    return "archive" in facts.get("what", "")


def _program(content: bytes) -> str:
    if content.startswith(b"MZ"):
        header = int.from_bytes(content[60:64], "little")
        return "a Windows program (PE)" if content[header : header + 4] == b"PE\0\0" else ""
    return _PROGRAMS.get(content[:4], "")


def _archive(path: str, content: bytes) -> str:
    if content[257:262] == b"ustar":
        return "a tar archive"
    if path.lower().endswith(_DOCUMENTS):
        return ""
    return next((what for magic, what in _ARCHIVES.items() if content.startswith(magic)), "")
