"""What was asked + what lies on disk -> `Inputs`: everything from outside, read once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from skillpack import __version__, machine, resources
from skillpack.build.inputs.baseline import with_baseline
from skillpack.build.inputs.brand import with_brand
from skillpack.build.inputs.dates import by_folder
from skillpack.build.inputs.title import catalog_title
from skillpack.check.credentials import find_credentials
from skillpack.check.run import lower_thresholds
from skillpack.check.secrecy import SECRET, accepted_secrets, binding
from skillpack.errors import UsageError
from skillpack.files.discover import discover
from skillpack.files.layout import HOST_ROOTS, find_sources, is_empty
from skillpack.files.read import read_beneath, read_file
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.files.walk import look_at_folder
from skillpack.model.agent import Agent
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.portable import PATH_WORDS, path_problem, printable
from skillpack.model.profile import Profile
from skillpack.model.release import History
from skillpack.model.settings import Configuration, Settings, Source, Theme
from skillpack.model.tree import Form
from skillpack.parse.configuration import parse_configuration

CONFIGURATION = "skillpack.toml"
_ROOTS = HOST_ROOTS[:2]  # in the third lie installed skills
_TEXT_LIMIT = 2**20  # bytes of the configuration, and of one Markdown page of the catalog


@dataclass(frozen=True, slots=True)
class Page:
    """One of the catalog's own Markdown pages.

    Attributes:
        stem: Its published name, posix: `how-to/publish`; `index` is the front page's text.
    """

    stem: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything from outside, read once: the rest of a build asks nobody.

    Attributes:
        root: The catalog's folder; sources and pages are relative to it.
        gate: Profiles that a skill must satisfy to be published.
        today: ISO day, for suppressions alone.
        date: ISO day of SOURCE_DATE_EPOCH, or empty.
        digest: Of the configuration, the pages and everything that shapes pages and indexes.
        days: Of each folder and file below the root, by git; empty where the catalog does not ask for it.
        allowed: Names of the skills whose version may step back.
    """

    root: Path
    configuration: Configuration
    settings: Settings
    theme: Theme
    profiles: Mapping[str, Profile]
    gate: tuple[Profile, ...]
    agents: tuple[Agent, ...]
    pages: tuple[Page, ...]
    today: str
    date: str
    digest: str
    days: Mapping[str, History] = field(default_factory=dict)
    allowed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Located:
    """Where a catalog's folder is and what is configured there."""

    root: Path
    configuration: Configuration


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
    configuration = parse_configuration(_configuration(file, named=config is not None))
    root = file.parent
    for each in configuration.sources:
        if set(each.forms) != {Form.FOLDER}:  # every text of such a source is taken, not only what says it is a skill
            _refuse_link_out(root, each.path, "the source", "[[source]] path")
    if source.resolve() != root.resolve() and not config:
        return Located(root, replace(configuration, sources=_below(source, root, configuration, trace)))
    if configuration.sources:
        return Located(root, configuration)
    return Located(root, replace(configuration, sources=_bare(root, trace)))


def _configuration(file: Path, *, named: bool) -> str:
    """Return the text of a configuration; one that nobody named may be no link to somewhere else."""
    if named:
        return read_file(file, _TEXT_LIMIT).decode("utf-8", "replace")
    hint = f"name the file that is meant with `--config`, or put a copy in place of `{file}`"
    content = read_beneath(file.parent, file.name, _TEXT_LIMIT, what=f"the configuration `{file}`", hint=hint)
    return content.decode("utf-8", "replace")


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
    return tuple(replace(inside, path=each.path, depth=max(1, min(each.depth, left))) for each in moved)


def _moved(sources: Iterable[Source], folder: str) -> tuple[Source, ...]:
    """Return sources relative to the folder that this folder is relative to; all paths without empty steps."""
    joined = ((each, [part for part in (folder, each.path) if part != "."]) for each in sources)
    return tuple(replace(each, path="/".join(parts) or ".") for each, parts in joined)


def _bare(folder: Path, trace: Trace) -> tuple[Source, ...]:
    """Return the sources that a folder without configured ones is or holds, relative to it; itself where it is empty.

    Raises:
        UsageError: It holds something else, and no skill.
    """
    found = find_sources(str(folder), trace, roots=_ROOTS)
    if found or is_empty(str(folder), trace, besides=CONFIGURATION):
        return found or (Source("."),)
    skipped = Skipped()
    list(discover((Source("."),), folder, skipped=skipped))
    looked = ", ".join(f"`{folder / name}`" for name in (CONFIGURATION, "SKILL.md", *_ROOTS))
    hint = f"looked for {looked}, and for a `SKILL.md` in every folder down to {Source('.').depth} levels"
    unseen = "".join(f"; {line}" for line in skipped.lines())
    raise UsageError(f"no skills in `{folder}`", hint=f"{hint}{unseen}; `skillpack init my-first-skill` makes a skill")


def make_settings(configuration: Configuration, profiles: Mapping[str, Profile]) -> Settings:
    """Return the settings that every worker must know, with their digest.

    Args:
        configuration: With the suppressions that hold (`check.secrecy.binding`).
        profiles: Every known one.
    """
    settings = Settings(
        tool_version=__version__,
        profiles=tuple(profiles.values()),
        gate=configuration.profiles,
        limits=Limits(),
        highlight=configuration.highlight,
        require=configuration.policy.require,
        site_url=configuration.site_url,
        digest="",
        archives=configuration.archives,
        legacy_discovery=configuration.legacy_discovery,
        accepted_secrets=accepted_secrets(configuration.suppressions),
        thresholds=lower_thresholds(profiles.values()),
    )
    return replace(settings, digest=_digest(settings, resources.code_digest()))


def gather(place: Located, *, today: str, date: str, allowed: Iterable[str] = (), trace: Trace | None = None) -> Inputs:
    """Return everything a build needs, read once.

    Args:
        place: The catalog.
        today: As in `Inputs`, like `date` and `allowed`.
        trace: Notes every file that is read, and our own.

    Raises:
        UsageError: A profile, a page or the theme's folder does not exist, or its accent or a picture is refused.
        SkillpackError: Dates are to come from git, and it has none.
    """
    suppressions = binding(place.configuration.suppressions, today=today)
    root = place.root
    configuration = with_baseline(replace(place.configuration, suppressions=suppressions), root, trace)
    if trace is not None:
        _note(place, trace)
    profiles = resources.profiles()
    gate = resources.chosen_profiles(configuration.profiles)
    resources.chosen_profiles(configuration.hosts)
    settings = make_settings(configuration, profiles)
    options = configuration.theme
    if options.path:
        _refuse_link_out(root, options.path, "the theme folder", "[theme] path")
    theme = resources.theme(root / options.path if options.path else None, configuration.language)
    theme = with_brand(theme, options, root)
    pages = tuple(_page(root, path) for path in configuration.pages)
    if (SECRET, "") not in settings.accepted_secrets:
        for page in pages:
            _refuse_secret(page)
    digest = _digest(configuration, settings.digest, theme.digest, pages, date)
    return Inputs(
        root,
        configuration,
        settings,
        theme,
        profiles,
        gate,
        resources.agents(),
        pages,
        today,
        date,
        digest,
        days=by_folder(machine.histories(root)) if configuration.dates == "git" else {},
        allowed=frozenset(allowed),
    )


def _note_history(root: Path, trace: Trace) -> None:
    """Note what changes with the history that dates come from; nothing is believed where that cannot be told."""
    files = machine.history_files(root)
    for file in files:
        trace.link(str(file))
    if not files:
        trace.doubt()


def _note(place: Located, trace: Trace) -> None:
    """Note the files that are about to be read, and those of our package."""
    configuration, root = place.configuration, place.root
    options = configuration.theme
    for path in (*configuration.pages, *options.pictures):
        trace.link(str(root / path))
    if configuration.dates == "git":
        _note_history(root, trace)
    theme = (root / options.path,) if options.path else ()
    for folder in (*resources.folders(), *theme):
        trace.link(str(folder))
        look_at_folder(str(folder), is_skill=False, trace=trace)


def _digest(*values: object) -> str:
    """Return a digest of values whose `repr` says all of them, as that of our values does."""
    return sha256(repr(values).encode())


def _refuse_link_out(root: Path, path: str, what: str, key: str) -> None:
    """Refuse a folder that is written as one of the catalog and is somewhere else by a link.

    Raises:
        UsageError: It is.
    """
    written_inside = not Path(path).is_absolute() and ".." not in Path(path).parts
    if written_inside and not (root / path).resolve().is_relative_to(root.resolve()):
        raise UsageError(
            f"{what} `{printable(path)}` lies behind a link that leads out of the catalog",
            hint=f"write as `{key}` where it lies, or put a copy into the catalog",
        )


def _refuse_secret(page: Page) -> None:
    """Refuse a page that holds a credential: it would be read by everybody."""
    for found in find_credentials(page.text.encode()):
        line = page.text.encode()[: found.start].count(b"\n") + 1
        raise UsageError(
            f"the page `{printable(page.path)}` holds {found.what} on line {line}",
            hint=f"remove it, or accept it with a `[[suppress]]` of `{SECRET}` that names no skill and has a reason",
        )


def _page(root: Path, path: str) -> Page:
    what, hint = (
        f"the page `{printable(path)}`",
        "correct `[[page]] path`, or put a file there; it is relative to the catalog",
    )
    problem = path_problem(path, Limits())
    if problem is not None:
        raise UsageError(f"{what} cannot be published: {PATH_WORDS[problem]}", hint=hint)
    if not path.endswith(".md"):
        raise UsageError(f"{what} is no Markdown file", hint="name a file that ends in `.md`")
    text = read_beneath(root, path, _TEXT_LIMIT, what=what, hint=hint).decode("utf-8", "replace")
    return Page(path.removesuffix(".md").removeprefix("pages/"), path, text)
