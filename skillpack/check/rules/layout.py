"""LY: the folder of a skill, and the file that makes it one."""

from collections.abc import Iterator

from skillpack.abilities.places import span_of
from skillpack.check.fields import faults
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import FaultKind
from skillpack.model.finding import Fix
from skillpack.model.tree import Form, SkippedKind

_SKILL_FILE = "SKILL.md"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_FOLDERS = frozenset({"scripts", "references", "assets", "examples", "evals"})
_EXTRANEOUS = frozenset({"readme", "changelog", "contributing", "history", "install", "installation", "todo"})
_TEXT_SUFFIXES = frozenset({"", "md", "txt", "rst", "markdown"})


WITHOUT_SKILL = frozenset({".", "SKILL.md", "skill.md"})
"""Paths that leave no skill where they cannot be read: that is one finding, of the rule about the skill file."""


@rule("LY001", "no-skill-file", source="Agent Skills specification, directory structure")
def no_skill_file(subject: Subject) -> Iterator[Hit]:
    """The folder has no `SKILL.md`.

    Why: every host finds a skill by this file, and skips a folder without it.

    Fix: add a `SKILL.md` that starts with front matter, or leave the folder out of the source.
    """
    if subject.skill.document.path:
        return
    unreadable = next((odd for odd in subject.skill.skipped if odd.kind is SkippedKind.UNREADABLE), None)
    if unreadable is not None and unreadable.path in WITHOUT_SKILL:
        what = "the folder" if unreadable.path == "." else f"`{unreadable.path}`"
        yield Hit(f"{what} cannot be read: {unreadable.detail}", hint="make it readable, or exclude it")
    elif subject.skill.origin.form is not Form.FOLDER:
        yield Hit("the file could not be read", hint="replace it with a file of the source, or exclude it")
    else:
        near = next((one.path for one in subject.skill.resources if _is_spelling(one.path)), "")
        hint = f"rename `{near}`" if near else "add `SKILL.md`, or move the folder out of the source"
        yield Hit("the folder has no `SKILL.md`", hint=hint)


@rule("LY002", "lower-case-skill-file", source="Agent Skills specification, directory structure")
def lower_case_skill_file(subject: Subject) -> Iterator[Hit]:
    """The skill file is not spelled `SKILL.md`.

    Why: most hosts look for exactly `SKILL.md`; on a case-sensitive file system they do not see
    `skill.md`. Archives built by skillpack always contain `SKILL.md`.

    Fix: rename the file (`skillpack check --fix --unsafe-fixes` does it).
    """
    path = subject.skill.document.path
    if subject.skill.origin.form is not Form.FOLDER or path in {"", _SKILL_FILE}:
        return
    hint = f"rename it to `{_SKILL_FILE}`"
    yield Hit(
        f"the skill file is called `{path}`; most hosts read only `{_SKILL_FILE}`",
        hint=hint,
        fix=Fix(hint.replace("it", f"`{path}`", 1), safe=False, renames=((path, _SKILL_FILE),)),
    )


@rule("LY003", "both-spellings", source="skillpack, readers")
def both_spellings(subject: Subject) -> Iterator[Hit]:
    """`SKILL.md` and another spelling of it are in one folder.

    Why: hosts that accept both spellings may read the other file, and a file system that ignores case
    cannot store both.

    Fix: keep one file, called `SKILL.md`.
    """
    found = subject.skill.document.path
    for resource in subject.skill.resources if found else ():
        if _is_spelling(resource.path):
            yield Hit(f"`{resource.path}` is beside `{found}`", path=resource.path, hint="keep one of them")


@rule("LY004", "flat-markdown-skill", source="ash, Requirements")
def flat_markdown_skill(subject: Subject) -> Iterator[Hit]:
    """The skill is a single Markdown file instead of a folder.

    Why: few hosts read `NAME.md`; all of them read `NAME/SKILL.md`. The catalog publishes it as a
    folder.

    Fix: make a folder of that name, and move the file there as `SKILL.md`.
    """
    if subject.skill.origin.form is Form.MARKDOWN:
        yield Hit(
            "the skill is a single Markdown file, which most hosts do not find",
            hint=f"move it to `{subject.skill.origin.stem}/{_SKILL_FILE}`",
        )


@rule("LY005", "flat-yaml-skill", source="ash, Requirements")
def flat_yaml_skill(subject: Subject) -> Iterator[Hit]:
    """The skill is a single YAML file instead of a folder.

    Why: few hosts read `NAME.yaml`; all of them read `NAME/SKILL.md`. The catalog publishes it as a
    folder.

    Fix: make a folder of that name with a `SKILL.md`: the fields become front matter, the text of
    `instructions` becomes the body.
    """
    if subject.skill.origin.form is Form.YAML:
        yield Hit(
            "the skill is a single YAML file, which most hosts do not find",
            hint=f"write it as `{subject.skill.origin.stem}/{_SKILL_FILE}`",
        )


@rule("LY006", "hidden-folder", source="skillpack, readers")
def hidden_folder(subject: Subject) -> Iterator[Hit]:
    """The skill's folder starts with a dot.

    Why: most hosts skip hidden folders, and no valid name starts with a dot.

    Fix: rename the folder.
    """
    stem = subject.skill.origin.stem
    if stem.startswith("."):
        yield Hit(f"the folder `{stem}` is hidden; most hosts skip it", hint="rename the folder")


@rule("LY007", "link-inside", source="skillpack, systems")
def link_inside(subject: Subject) -> Iterator[Hit]:
    """A symbolic link points to another file of the same skill.

    Why: archives contain no links, and some file systems cannot store them; the target is published
    twice, as a copy.

    Fix: replace the link with a copy of the file, or mention the file it points to.
    """
    for skipped in subject.skill.skipped:
        if skipped.kind is SkippedKind.LINK_INSIDE:
            yield Hit(
                f"`{skipped.path}` is a link to `{skipped.detail}` and is published as a copy",
                path=skipped.path,
                hint="replace the link with a copy, or mention the file it points to",
            )


@rule("LY008", "link-outside", source="skillpack, systems")
def link_outside(subject: Subject) -> Iterator[Hit]:
    """A symbolic link leaves the skill, or leads nowhere.

    Why: people who install the skill do not have the target. Links out of a skill are also how an
    archive would reach files that are none of its business, so every reader refuses them.

    Fix: replace the link with a copy of the file, or remove it.
    """
    for skipped in subject.skill.skipped:
        if skipped.kind in {SkippedKind.LINK_OUTSIDE, SkippedKind.LINK_BROKEN}:
            fate = "leaves the skill" if skipped.kind is SkippedKind.LINK_OUTSIDE else "leads nowhere"
            yield Hit(
                f"`{skipped.path}` is a link to `{skipped.detail}`, which {fate}",
                path=skipped.path,
                hint="replace the link with a copy of the file",
            )


@rule("LY009", "extraneous-file", source="formal guide (boxxy), part 5")
def extraneous_file(subject: Subject) -> Iterator[Hit]:
    """A file for people, such as a README, is at the top of the skill.

    Why: agents read `SKILL.md`; a README or a changelog beside it takes attention when the folder is
    listed, and repeats what is already there.

    Fix: move what agents need into `SKILL.md` or `references/`, and the rest out of the skill.
    """
    for resource in subject.skill.resources:
        stem, _, suffix = resource.path.partition(".")
        if stem.casefold() in _EXTRANEOUS and suffix.casefold() in _TEXT_SUFFIXES:
            yield Hit(
                f"`{resource.path}` is written for people, not for agents",
                path=resource.path,
                hint="move it out of the skill, or into `references/` when agents need it",
            )


@rule("LY010", "unknown-subfolder", source="Agent Skills specification, optional directories")
def unknown_subfolder(subject: Subject) -> Iterator[Hit]:
    """No specification knows the name of a folder.

    Why: hosts list `scripts`, `references`, `assets` and, some of them, `examples`; agents find files
    elsewhere only if the body links to them.

    Fix: move the files into one of these folders, or mention them in the body.
    """
    counts: dict[str, int] = {}
    for resource in subject.skill.resources:
        folder, slash, _ = resource.path.partition("/")
        if slash and folder not in _FOLDERS:
            counts[folder] = counts.get(folder, 0) + 1
    for folder, count in counts.items():
        files = "1 file" if count == 1 else f"{count} files"
        yield Hit(
            f"no specification knows the folder `{folder}/` ({files})",
            path=folder,
            hint="use `scripts/`, `references/` or `assets/`, or mention the files in the body",
        )


@rule("LY011", "references-too-deep", source="Agent Skills specification, file references")
def references_too_deep(subject: Subject) -> Iterator[Hit]:
    """Files are more than one level below `references/`.

    Why: agents follow one link from `SKILL.md`; they read deeper files in part or not at all, and some
    hosts do not list them.

    Fix: put the files directly into `references/`.
    """
    paths = [resource.path for resource in subject.skill.resources if resource.path.startswith("references/")]
    deep = [path for path in paths if path.count("/") > 1]
    if deep:
        more = f" and {len(deep) - 1} more" if len(deep) > 1 else ""
        yield Hit(
            f"`{deep[0]}`{more} is more than one level below `references/`",
            path=deep[0],
            hint="put the files directly into `references/`",
        )


@rule("LY013", "not-utf8", source="Agent Skills specification; RFC 3629")
def not_utf8(subject: Subject) -> Iterator[Hit]:
    """The skill file is not UTF-8.

    Why: hosts read it as UTF-8. UTF-16 is skipped by all, and of other encodings the letters outside of ASCII are lost.

    Fix: save the file as UTF-8.
    """
    for fault in faults(subject.skill.document, FaultKind.NOT_UTF8):
        facts = (("kind", "utf-16"),) if subject.skill.document.raw.startswith(_UTF_16) else ()
        yield Hit(
            f"the skill file is not UTF-8: {fault.detail}", at=fault.span, hint="save the file as UTF-8", facts=facts
        )


@rule("LY014", "skill-file-too-large", source="skillpack, limits")
def skill_file_too_large(subject: Subject) -> Iterator[Hit]:
    """The skill file is too large to read.

    Why: no agent's context has room for a body of this size, and readers refuse archives with such a
    file.

    Fix: move reference material into files under `references/`.
    """
    # How large it is nobody knows: readers stop behind the limit.
    for _ in faults(subject.skill.document, FaultKind.TOO_LARGE):
        yield Hit(
            f"the skill file is larger than {subject.limits.skill_file} bytes, the most that is read",
            hint="move reference material into `references/`",
        )


@rule("LY015", "nul-byte", source="skillpack, safety; CWE-158")
def nul_byte(subject: Subject) -> Iterator[Hit]:
    """A text file or script contains NUL bytes.

    Why: shells skip them and run the rest; editors, `grep`, `git diff` and scanners treat the file as
    binary and show nothing. Nobody reads such a file, but machines run it.

    Fix: delete the bytes, or save the file as UTF-8; give data that is not text another suffix.
    """
    if not any(b"\0" in content for content in subject.tree.files.values()):
        return  # most skills; their texts take longer to read
    for file in subject.texts:
        if file.with_nul:
            first, count = file.base.index(b"\0"), file.base.count(b"\0")
            yield Hit(
                "the file contains a NUL byte" if count == 1 else f"the file contains {count:,} NUL bytes",
                at=span_of(file.base, first, first + 1),
                path=file.path,
                hint="delete it: shells skip it, and most readers treat the file as binary",
            )


def _is_spelling(path: str) -> bool:
    return path.casefold() == _SKILL_FILE.casefold()
