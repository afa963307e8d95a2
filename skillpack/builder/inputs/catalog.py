"""SRC -> the catalog that it means: its folder, and what is configured there."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.masking import masked_text
from skillpack.errors import SkillpackError, UsageError, within_file
from skillpack.files.discover import discover
from skillpack.files.layout import HOST_ROOTS, find_sources, hidden_skills, is_empty
from skillpack.files.read import read_beneath, read_file
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.model.portable import printable
from skillpack.model.settings import Configuration, Source
from skillpack.model.tree import Form
from skillpack.parse.settings.configuration import parse_configuration
from skillpack.report.quantity import quantity

CONFIGURATION = "skillpack.toml"
_ROOTS = HOST_ROOTS[:2]  # in the third lie installed skills
_MAKES_ONE = "`skillpack init my-first-skill` creates a skill"
_SHOWN = 3  # folders that are named
_TEXT_LIMIT = 2**20  # bytes of the configuration, and of one Markdown page of the catalog

_MANIFESTS = (".claude-plugin/plugin.json", ".claude-plugin/marketplace.json", "plugin.json")
_README = "README.md"
_LONGEST = 120  # characters of a title
_LONG = 1000  # characters of a line that may hold them
_TITLE_LIMIT = 2**20  # bytes of a file that is read for it

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)|<[^<>]*>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class Located(Struct, frozen=True):
    """Where a catalog's folder is and what is configured there.

    Attributes:
        file: Name of the configuration in the folder; empty where there is none.
        text: Of that file.
    """

    root: Path
    configuration: Configuration
    file: str = ""
    text: str = ""


def locate(source: Path, *, config: Path | None = None, use_config: bool = True, trace: Trace | None = None) -> Located:
    """Return the catalog that SRC means.

    Args:
        source: As typed; a folder.
        config: A configuration file that was named.
        use_config: False looks for none.
        trace: Notes everything that the answer depends on.

    Raises:
        UsageError: There is nothing to build, and the message names what was looked for; or a link leads out.
    """
    if not source.is_dir():
        kind = "is a file" if source.exists() else "does not exist"
        raise UsageError(f"`{source}` {kind}", hint="give a folder of skills, or one with a `skillpack.toml`")
    trace = trace or Trace()
    file = config or (found_configuration(source, trace) if use_config else None)
    if file is None:
        bare, named = _bare(source, trace), Configuration(title=catalog_title(source, trace))
        if bare[0].depth == 0:  # the skill's folder name matters, so the root is its parent
            absolute = source.resolve()
            return Located(absolute.parent, replace(named, sources=_moved(bare, absolute.name)))
        if len(bare) > 1:
            return Located(source, replace(named, sources=bare))
        return Located(source / bare[0].path, replace(named, sources=(replace(bare[0], path="."),)))
    trace.link(str(file))
    text, configuration = _read_configuration(file, named=config is not None)
    root = file.parent
    written = Located(root, configuration, file.name, text)
    for each in configuration.sources:
        if set(each.forms) != {Form.FOLDER}:  # every text of such a source is taken, not only what says it is a skill
            refuse_link_out(root, each.path, "the source", "[[source]] path")
    if source.resolve() != root.resolve() and not config:
        return replace(
            written, configuration=replace(configuration, sources=_below(source, root, configuration, trace))
        )
    if configuration.sources:
        return written
    return replace(written, configuration=replace(configuration, sources=_bare(root, trace)))


def _read_configuration(file: Path, *, named: bool) -> tuple[str, Configuration]:
    """Return the text of a configuration, and what it says; one that nobody named may be no link to somewhere else."""
    if named:
        content = read_file(file, _TEXT_LIMIT)
    else:
        hint = f"give the right file with `--config`, or put a copy at `{file}`"
        content = read_beneath(file.parent, file.name, _TEXT_LIMIT, what=f"the configuration `{file}`", hint=hint)
    text = content.decode("utf-8", "replace")
    try:
        with within_file(file):
            return text, parse_configuration(text, near_rule=near_rule)
    except UsageError as error:  # a value that is refused may be a secret, and the message quotes it
        raise UsageError(masked_text(str(error)), hint=masked_text(error.hint)) from None


def near_rule(word: str) -> str:
    """Return the code of the rule that has this name, or the nearest name or code; empty where none is near."""
    pages = import_module("skillpack.check.run").rule_pages()  # loaded for a mistake alone
    codes = {known: page.code for page in pages for known in (page.name, page.code)}
    if word.upper() in codes:
        return word.upper()
    tries = (get_close_matches(each, codes, 1, 0.6) for each in (word.lower().replace("_", "-"), word.upper()))
    return next((codes[near[0]] for near in tries if near), "")


def has_catalog(source: Path) -> bool:
    """Return whether there is a catalog, be its configuration right or wrong; an empty folder is none."""
    trace = Trace()
    return found_configuration(source, trace) is not None or bool(find_sources(str(source), trace, roots=_ROOTS))


def found_configuration(source: Path, trace: Trace) -> Path | None:
    """Return the nearest configuration in SRC or above it, up to the repository's root."""
    folder = source.resolve()
    if _is_file(source / CONFIGURATION, trace):
        return source / CONFIGURATION
    while not trace.kind(str(folder / ".git")) and folder.parent != folder:
        folder = folder.parent
        if _is_file(folder / CONFIGURATION, trace):
            return folder / CONFIGURATION
    return None


def _is_file(path: Path, trace: Trace) -> bool:
    return trace.kind(str(path)) == "file"


def _below(source: Path, root: Path, configuration: Configuration, trace: Trace) -> tuple[Source, ...]:
    """Return the part of a catalog that a folder below its configuration means."""
    path = source.resolve().relative_to(root.resolve()).as_posix()
    kept = [each for each in configuration.sources if each.path == path]
    if kept:
        return tuple(kept)
    inside = next((each for each in configuration.sources if path.startswith(f"{each.path}/")), Source(path))
    left = inside.depth - path.removeprefix(f"{inside.path}/").count("/") - 1
    bare = _bare(source, trace)
    if bare[0].depth == 0:  # of the catalog it is one skill, whatever lies in it
        return (replace(inside, path=path, depth=0),)
    moved = _moved(bare, path)
    return tuple(
        replace(inside, path=each.path, depth=max(1, min(each.depth, left)), exclude=(*inside.exclude, *each.exclude))
        for each in moved
    )


def _moved(sources: Iterable[Source], folder: str) -> tuple[Source, ...]:
    """Return sources relative to the folder that this folder is relative to; all paths without empty steps."""
    joined = ((each, [part for part in (folder, each.path) if part != "."]) for each in sources)
    return tuple(replace(each, path="/".join(parts) or ".") for each, parts in joined)


def bare_sources(folder: Path) -> tuple[Source, ...]:
    """Return the sources of a folder that has no configuration, relative to it; none where no skill lies there."""
    return find_sources(str(folder), Trace(), roots=_ROOTS)


def _bare(folder: Path, trace: Trace) -> tuple[Source, ...]:
    """Return the sources that a folder without configured ones is or holds, relative to it; itself where it is empty.

    Raises:
        UsageError: It holds something else, and no skill.
    """
    found = find_sources(str(folder), trace, roots=_ROOTS)
    if found or is_empty(str(folder), trace, besides=CONFIGURATION):
        return found or (Source("."),)
    hidden = _hidden_line(folder)
    if hidden:
        raise UsageError(f"no skills in `{folder}`", hint=hidden)
    skipped = Skipped()
    list(discover((Source("."),), folder, skipped=skipped))
    looked = ", ".join(f"`{folder / name}`" for name in (CONFIGURATION, "SKILL.md", *_ROOTS))
    hint = f"looked for {looked}, and for a `SKILL.md` in every folder down to {Source('.').depth} levels"
    raise UsageError(f"no skills in `{folder}`", hint="; ".join((hint, *skipped.lines(), _MAKES_ONE)))


def _hidden_line(folder: Path) -> str:
    """Return the line to type for the skills of a folder that all lie in dot folders; empty where there are none."""
    hidden = list(hidden_skills(str(folder)).items())
    if not hidden:
        return ""
    shown = [f"{quantity(count, 'skill')} in `{printable(str(folder / path))}`" for path, count in hidden]
    more = f" and {len(shown) - _SHOWN:,} more" if len(shown) > _SHOWN else ""
    first = printable(str(folder / hidden[0][0]))
    where = f"{', '.join(shown[:_SHOWN])}{more}"
    return f"there are {where}, but dot folders are skipped; to read one, name it: `{first}`"


def no_skills(root: Path, sources: Sequence[Source], skipped: Skipped, folders: Iterable[str]) -> UsageError:
    """Return the exception for a catalog without a skill.

    Args:
        root: The catalog's folder.
        sources: Its sources, all of which are there.
        skipped: What was not looked into.
        folders: Paths of folders that look as if they should be skills and have no skill file.
    """
    where = ", ".join(f"`{printable(os.path.normpath(root / source.path))}`" for source in sources)
    bare = list(folders)
    hidden = "" if bare else next(filter(None, (_hidden_line(root / source.path) for source in sources)), "")
    if hidden:
        return UsageError(f"no skills in {where}", hint=hidden)
    excluded = [glob for source in sources for glob in source.exclude]
    clauses = ["a skill is a folder with a `SKILL.md`"]
    if bare:
        more = f" and {len(bare) - _SHOWN:,} more" if len(bare) > _SHOWN else ""
        clauses.append(f"no `SKILL.md` in {', '.join(f'`{printable(path)}`' for path in bare[:_SHOWN])}{more}")
    if excluded:
        clauses.append(f"`exclude` leaves out {', '.join(f'`{printable(glob)}`' for glob in excluded)}")
    return UsageError(f"no skills in {where}", hint="; ".join((*clauses, *skipped.lines(), _MAKES_ONE)))


def refuse_link_out(root: Path, path: str, what: str, key: str) -> None:
    """Refuse a folder that is written as one of the catalog and is somewhere else by a link.

    Raises:
        UsageError: It is.
    """
    written_inside = not Path(path).is_absolute() and ".." not in Path(path).parts
    if written_inside and not (root / path).resolve().is_relative_to(root.resolve()):
        raise UsageError(
            f"{what} `{printable(path)}` is behind a link out of the catalog",
            hint=f"set `{key}` to its real path, or copy it into the catalog",
        )


def catalog_title(folder: Path, trace: Trace) -> str:
    """Return the title of a catalog: the name in its plugin manifest, else the README's first heading, else ours.

    Args:
        folder: Of the source. Nothing outside of it is read.
        trace: Notes the files that were looked for.
    """
    found = (*(_manifest_name(text) for text in _title_texts(folder, _MANIFESTS, trace)), "")[0]
    return found or next(map(_first_heading, _title_texts(folder, (_README,), trace)), "") or Configuration().title


def _title_texts(folder: Path, names: tuple[str, ...], trace: Trace) -> Iterator[str]:
    """Yield the texts of the files that are there and can be read."""
    for name in names:
        path = str(folder / name)
        if trace.kind(path) == "file":
            trace.link(path)
            try:
                yield read_beneath(folder, name, _TITLE_LIMIT, what=f"`{name}`", hint="").decode("utf-8", "replace")
            except SkillpackError:  # a link that leads out, or a file beyond the limit: no reason not to build
                continue


def _manifest_name(text: str) -> str:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    name = whole.get("name") if isinstance(whole, dict) else None
    return _title_line(name) if isinstance(name, str) else ""


def _first_heading(text: str) -> str:
    """Return the words of the first heading of the first level; empty where there is none."""
    fence = ""
    for line in text.splitlines():
        start = line.lstrip()[:3]
        if start in {"```", "~~~"} and fence in {"", start}:
            fence = "" if fence else start
        elif not fence and line.startswith("# "):
            plain = _LINK.sub(r"\1", _PICTURE.sub("", line[2:_LONG]))
            words = _title_line(re.sub(r"[*`]", "", plain).strip().rstrip("#"))
            if words:
                return words
    return ""


def _title_line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST] if text.isprintable() else ""
