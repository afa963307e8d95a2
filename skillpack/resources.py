"""What travels in the package, as values: profiles, theme, agents."""

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from skillpack.check.rule import RETIRED
from skillpack.errors import UsageError, within_file
from skillpack.files.read import read_file, read_tree
from skillpack.model.agent import Agent
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.mcp_client import McpClient
from skillpack.model.profile import Profile
from skillpack.model.settings import Theme
from skillpack.model.tree import Tree, make_tree
from skillpack.parse.rule_example import RuleExample, parse_rule_examples
from skillpack.parse.settings.interface import ENGLISH, interface, language_of
from skillpack.parse.settings.profile import parse_profile

_PACKAGE = Path(__file__).parent
_PROFILES = _PACKAGE / "check" / "profiles"
_LARGEST_PROFILE = 2**20  # bytes
_ASSETS = "assets/"
_TEMPLATES = (".html", ".xml")
_FACE = "fontpkg_noto_sans"


@cache
def profiles() -> Mapping[str, Profile]:
    """Return every profile that comes along by name, sorted."""
    files = sorted(_PROFILES.glob("*.toml"))
    return {file.stem: parse_profile(file.read_text(encoding="utf-8"), file.stem) for file in files}


@cache
def host_fields() -> Mapping[str, tuple[str, ...]]:
    """Return the extension fields that hosts read, each with the titles of those that do."""
    fields: Mapping[str, tuple[str, ...]] = import_module("skillpack.check.run").fields_of_hosts(profiles().values())
    return fields


def chosen_profiles(names: Iterable[str]) -> tuple[Profile, ...]:
    """Return profiles by name.

    Raises:
        UsageError: A name is unknown.
    """
    known = profiles()
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise UsageError(
            f"unknown profile `{unknown[0]}`",
            hint=f"known profiles: {', '.join(known)}; or give a TOML file",
        )
    return tuple(known[name] for name in names)


def named_profiles(names: Iterable[str]) -> tuple[Profile, ...]:
    """Return profiles by name, or of files: what ends in `.toml` is one.

    Raises:
        UsageError: A name is unknown, or a file is not a profile.
    """
    return tuple(read_profile(Path(name)) if is_file_name(name) else chosen_profiles([name])[0] for name in names)


def is_file_name(name: str) -> bool:
    """Return whether a profile that somebody asks for is a file of one's own."""
    return name.endswith(".toml")


def read_profile(file: Path) -> Profile:
    """Return the profile of a TOML file, called as the file is.

    Raises:
        UsageError: There is no such file, or it is not a profile: the message names file, key, what is there and what
            is wanted.
    """
    if not file.is_file():
        raise UsageError(f"the profile `{file}` does not exist", hint=f"give a TOML file, or one of {_known()}")
    with within_file(file):
        profile = parse_profile(_text("the file", read_file(file, _LARGEST_PROFILE)), file.stem)
        _refuse_unknown_codes(profile)
        import_module("skillpack.prompt.formats").host_format(profile)  # refuses an unknown style
    return profile


def _refuse_unknown_codes(profile: Profile) -> None:
    pages = import_module("skillpack.check.run").rule_pages()  # loaded for somebody's own profile alone
    known = [page.code for page in pages]
    tables = (("rules", profile.severities), ("limits", profile.limits), ("messages", profile.messages))
    for table, codes in tables:
        for code in codes:
            if code not in known and code not in RETIRED:
                near = get_close_matches(code, known, 1)
                hint = f"did you mean `{near[0]}`?" if near else ""
                raise UsageError(f"`{table}.{code}` is the code of no rule", hint=hint)


def _known() -> str:
    return ", ".join(f"`{name}`" for name in profiles())


@cache
def word_weights() -> Mapping[str, int]:
    """Return stem -> what it tells of a skill, by which similarity is reckoned; the same for every catalog."""
    lines = (_PACKAGE / "data" / "word_weights.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" ") for line in lines if not line.startswith("#"))
    return {stem: int(weight) for stem, weight in pairs}


@cache
def plain_card() -> bytes:
    """Return the picture that unfolds where no other is drawn: a PNG of 1200 by 630 pixels."""
    return (_PACKAGE / "data" / "card.png").read_bytes()


@cache
def has_face() -> bool:
    """Return whether the extra `cards` is installed, which draws pictures and brings a face for their words."""
    return find_spec("PIL") is not None and find_spec(_FACE) is not None


@cache
def has_verifiers() -> bool:
    """Return whether the extra `signatures` is installed, without loading it: most builds verify nothing."""
    return find_spec("cryptography") is not None and find_spec("OpenSSL") is not None


@cache
def has_identity_verifier() -> bool:
    """Return whether the extra `sigstore` is installed, without loading it."""
    return find_spec("sigstore") is not None


@cache
def face() -> bytes:
    """Return the font of pictures, a variable TrueType one for Latin, Greek and Cyrillic; asked for with `has_face`."""
    (file,) = Path(str(import_module(_FACE).ROOT)).glob("files/NotoSans?wdth,wght?.ttf")
    return file.read_bytes()


def theme(overrides: Path | None = None, language: str = ENGLISH) -> Theme:
    """Return the theme in a language.

    The files of a folder of overrides replace ours file by file, its texts text by text.

    Raises:
        UsageError: The folder of overrides does not exist, or holds a file that cannot be read as what it is.
    """
    if overrides is None:
        return _theme(_builtin_theme(), make_tree({}), language)
    if not overrides.is_dir():
        raise UsageError(f"the theme folder `{overrides}` does not exist", hint="set `[theme] path` to a folder")
    return _theme(_builtin_theme(), read_tree(overrides, Limits()), language)


def theme_files(overrides: Path) -> Mapping[str, bytes]:
    """Return the files of a folder of overrides that shape a site: templates, assets, texts."""
    files = read_tree(overrides, Limits()).files
    return {path: content for path, content in files.items() if _shapes(path)}


def _shapes(path: str) -> bool:
    return path.endswith(_TEMPLATES) or path.startswith(_ASSETS) or bool(language_of(path))


def _theme(ours: Tree, own: Tree, language: str) -> Theme:
    files = make_tree({**ours.files, **own.files}).files
    spoken = interface([_texts(tree) for tree in (ours, own)], language)
    return Theme(
        templates={
            path: _text(f"the theme's `{path}`", content)
            for path, content in files.items()
            if path.endswith(_TEMPLATES)
        },
        assets={path.removeprefix(_ASSETS): content for path, content in files.items() if path.startswith(_ASSETS)},
        strings=spoken.strings,
        digest=sha256(f"{tree_digest(ours)} {tree_digest(own)}".encode()),
        page_digest=sha256(f"{_digest_of_pages(ours)} {_digest_of_pages(own)}".encode()),
        language=spoken.language,
        languages=spoken.languages,
        compiled=_compiled(),
        overriding=tuple(path for path in own.files if path.endswith(_TEMPLATES)),
    )


def _digest_of_pages(tree: Tree) -> str:
    """Return the digest of a theme's files with those of assets emptied: pages hold their addresses alone."""
    return tree_digest(Tree({path: b"" if path.startswith(_ASSETS) else text for path, text in tree.files.items()}))


def _texts(tree: Tree) -> Mapping[str, str]:
    return {path: _text(f"the theme's `{path}`", content) for path, content in tree.files.items() if language_of(path)}


def _text(what: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{what} is not UTF-8", hint="save it as UTF-8") from error


@cache
def _builtin_theme() -> Tree:
    return read_tree(_templates(), Limits())


def _templates() -> Path:
    # In a wheel the theme lies inside the package, in a checkout beside it.
    installed = _PACKAGE / "_resources" / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def jinja_folder() -> str:
    """Return the name of the folder of compiled templates: another Jinja compiles to other code."""
    return f"jinja2-{import_module('importlib.metadata').version('jinja2')}"  # slow to load, as `machine` says


@cache
def _compiled() -> str:
    # Made with the wheel: a checkout has none, and beside another Jinja than it was built with, a wheel has none.
    made = _PACKAGE / "_resources" / "compiled"
    folder = made / jinja_folder() if made.is_dir() else made
    return str(folder) if folder.is_dir() else ""


def folders() -> tuple[Path, ...]:
    """Return the folders of everything of ours that shapes a site: the package and the theme."""
    return _PACKAGE, _templates()


@cache
def agents() -> tuple[Agent, ...]:
    """Return the agents whose skill folders are known, by name: those of profiles, and others of which no more is."""
    rows = json.loads((_PACKAGE / "data" / "agents.json").read_text(encoding="utf-8"))
    known = {row["agent"]: _agent(row) for row in rows}
    known |= {profile.agent.name: profile.agent for profile in profiles().values() if profile.agent is not None}
    return tuple(sorted(known.values(), key=lambda agent: agent.name))


def _agent(row: Mapping[str, str]) -> Agent:
    return Agent(row["agent"], row["display"], row["project"], row["global"], settings=row.get("settings", ""))


@cache
def mcp_clients() -> Mapping[str, McpClient]:
    """Return the known clients of servers of the Model Context Protocol by name."""
    rows = tomllib.loads((_PACKAGE / "data" / "mcp_clients.toml").read_text(encoding="utf-8"))
    return {name: McpClient(name=name, **row) for name, row in rows.items()}


@cache
def rule_examples(family: str) -> Mapping[str, RuleExample]:
    """Return the examples of the rules of a family, such as `NM`, by code."""
    file = _PACKAGE / "data" / "rule_examples" / f"{family}.toml"
    return parse_rule_examples(file.read_text(encoding="utf-8"))


def code_digest() -> str:
    """Return a digest of the package's own files: part of every cache key, so that no edit of ours is missed."""
    seen, folders = [], [os.fspath(_PACKAGE)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".toml", ".json")):
                    found = entry.stat()
                    seen.append(f"{entry.path} {found.st_mtime_ns} {found.st_size}")
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
    return sha256("\n".join(sorted(seen)).encode("utf-8", "surrogateescape"))


def scaffold(kind: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a scaffold, by path, with `{{key}}` filled in.

    Args:
        kind: `skill`, `metaskill` or `catalog`.
    """
    tree = read_tree(_PACKAGE / "data" / "scaffold" / kind, Limits())
    files = {}
    for path, content in tree.files.items():
        text = content.decode()
        for key, value in values.items():
            text = text.replace("{{" + key + "}}", value)
        files[path] = text
    return files


def preview_files() -> tuple[bytes, bytes]:
    """Return the script and the style that `serve` adds to pages."""
    folder = _PACKAGE / "data" / "preview"
    return (folder / "preview.js").read_bytes(), (folder / "preview.css").read_bytes()
