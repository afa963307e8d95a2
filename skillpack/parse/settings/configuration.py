"""skillpack.toml -> Configuration; the defaults stand in `model.settings`."""

import re
from collections.abc import Callable
from functools import partial

from skillpack.errors import UsageError
from skillpack.model.finding import Suppression
from skillpack.model.settings import (
    Bundle,
    Configuration,
    EvaluationSettings,
    FindingPolicy,
    Owner,
    Renamed,
    ReviewSettings,
    SignerSettings,
    SkillNote,
    Source,
    ThemeOptions,
    Topic,
    Yanked,
)
from skillpack.model.tree import Form, Trust
from skillpack.parse.settings.identities import read_identities
from skillpack.parse.settings.toml import Table, read_toml
from skillpack.parse.tool_source import parse_tool_source

_DEFAULTS = Configuration()
_KEBAB_CASE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_RULE = re.compile(r"[A-Z]{2}[0-9]{3}")
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
_URL = re.compile(r"https?://[^\s/?#@]+(?:/[^\s?#]*)?", re.IGNORECASE)
_LINK = re.compile(r"https?://[^\s<>\"\\]+", re.IGNORECASE)
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def _no_rule(_: str) -> str:
    return ""


def parse_configuration(text: str, *, near_rule: Callable[[str], str] = _no_rule) -> Configuration:
    """Return the configuration.

    Args:
        text: Of a `skillpack.toml`.
        near_rule: Returns the code of the rule nearest to a word that is no code, or the empty string.

    Raises:
        UsageError: The text is not TOML, a key is unknown, or a value is of the wrong kind or cannot be; the message
            names the key by its dotted path.
    """
    top = read_toml(text)
    catalog = top.table("catalog")
    discovery, archives, install = (top.table(key) for key in ("discovery", "archives", "install"))
    configuration = Configuration(
        name=catalog.matching("name", _DEFAULTS.name, _KEBAB_CASE, "a name in lower case such as `our-skills`"),
        title=catalog.text("title", _DEFAULTS.title),
        description=catalog.text("description", _DEFAULTS.description),
        site_url=_site_url(catalog),
        language=catalog.matching("language", _DEFAULTS.language, _LANGUAGE, "a language tag such as `en` or `pt-BR`"),
        owner=catalog.read("owner", _owner),
        repository=_link(catalog, "repository"),
        profiles=catalog.texts("profiles", _DEFAULTS.profiles),
        hosts=catalog.texts("hosts", _DEFAULTS.hosts),
        previous=catalog.text("previous", _DEFAULTS.previous),
        dates=catalog.choice("dates", ("record", "git"), _DEFAULTS.dates),
        revision=catalog.text("revision", _DEFAULTS.revision),
        published=catalog.flag("published", default=False) if catalog.has("published") else None,
        cards=catalog.flag("cards", default=False) if catalog.has("cards") else None,
        roles=catalog.flag("roles", default=_DEFAULTS.roles),
        highlight=catalog.flag("highlight", default=_DEFAULTS.highlight),
        sources=top.read_each("source", _source),
        skills=_skill_notes(top.table("skill")),
        bundles=_bundles(top),
        pages=top.read_each("page", lambda table: table.text("path")),
        policy=top.read("policy", _policy),
        suppressions=top.read_each("suppress", partial(_suppression, near_rule=near_rule)),
        renamed=top.read_each("renamed", _renamed),
        yanked=top.read_each("yanked", _yanked),
        legacy_discovery=discovery.flag("legacy", default=_DEFAULTS.legacy_discovery),
        archives=archives.choices("also", ("tar.gz", "skill"), _DEFAULTS.archives),
        clients=install.texts("clients", _DEFAULTS.clients),
        tool_source=_tool_source(install),
        topics=top.read("topics", _topics),
        theme=top.read("theme", _theme),
        signers=top.read("signers", _signers),
        review=top.read("review", _review),
        evaluation=top.read("eval", _evaluation),
    )
    for table in (catalog, discovery, archives, install, top):
        table.close()
    return configuration


def _site_url(catalog: Table) -> str:
    """Return the absolute address with a trailing slash, empty where none is given."""
    url = catalog.matching("site_url", "", _URL, "an address such as `https://skills.example.com/`")
    return url if not url or url.endswith("/") else f"{url}/"


def _link(table: Table, key: str) -> str:
    """Return an address to which pages link, empty where none is given."""
    return table.matching(key, "", _LINK, "an address that starts with `https://` or `http://`")


def _owner(table: Table) -> Owner:
    return Owner(table.text("name", ""), _link(table, "url"), table.text("email", ""))


def _source(table: Table) -> Source:
    if table.has("git"):
        raise UsageError(
            f"`{table.path}.git` cannot be used yet: a catalog reads folders",
            hint="clone the repository and give the folder as `path`",
        )
    default = Source("")
    source = Source(
        path=_folder(table.text("path")),
        trust=Trust(table.choice("trust", tuple(Trust), default.trust)),
        forms=tuple(Form(form) for form in table.choices("formats", tuple(Form), default.forms)),
        depth=table.count("depth", default.depth),
        exclude=table.texts("exclude", default.exclude),
        file_depth=table.count("depth", default.file_depth),
    )
    if not source.forms:
        raise table.wrong("formats", "empty", "at least one of `folder`, `markdown`, `yaml`")
    return source


def _folder(path: str) -> str:
    """Return a path as it is compared: without `./` in front and slashes behind."""
    trimmed = path.rstrip("/").removeprefix("./").lstrip("/") if not path.startswith("/") else path.rstrip("/")
    return trimmed or ("/" if path.startswith("/") else ".")


def _tool_source(table: Table) -> str:
    """Return the address that skillpack is had from, empty where none is given."""
    typed = table.text("tool_source", "")
    try:
        return parse_tool_source(typed) if typed else ""
    except UsageError as error:
        raise UsageError(f"`install.tool_source`: {error}", hint=error.hint) from error


def _skill_notes(table: Table) -> tuple[SkillNote, ...]:
    def note(name: str, table: Table) -> SkillNote:
        default = SkillNote(name)
        return SkillNote(
            name,
            owner=table.text("owner", default.owner),
            tags=table.texts("tags", default.tags),
            status=table.choice("status", ("experimental", "stable", "deprecated"), default.status),
            successor=table.text("successor", default.successor),
            hidden=table.flag("hidden", default=default.hidden),
        )

    return tuple(table.read(name, partial(note, name)) for name in table.keys())  # noqa: SIM118  (no dictionary)


def _bundles(top: Table) -> tuple[Bundle, ...]:
    bundles: dict[str, Bundle] = {}
    for table in top.tables("bundle"):
        name = table.text("name")
        if name in bundles:
            raise table.wrong("name", f"`{name}` like that of another bundle", "a name of its own")
        bundles[name] = Bundle(name, table.text("description", ""), table.texts("skills"), table.text("version", ""))
        if not bundles[name].skills:
            raise table.wrong("skills", "empty", "the name of at least one skill")
        table.close()
    return tuple(bundles.values())


def _topics(table: Table) -> tuple[Topic, ...]:
    topics = tuple(Topic(title, table.texts(title)) for title in table.keys())  # noqa: SIM118  (no dictionary)
    empty = next((topic.title for topic in topics if not topic.words), None)
    if empty is not None:
        raise table.wrong(empty, "empty", "words that its skills use, or names of skills")
    return topics


def _theme(table: Table) -> ThemeOptions:
    options = ThemeOptions(
        path=table.text("path", ""),
        accent=_colour(table, "accent"),
        accent_dark=_colour(table, "accent_dark"),
        logo=table.text("logo", ""),
        favicon=table.text("favicon", ""),
    )
    if options.accent_dark and not options.accent:
        raise UsageError("`theme.accent_dark` needs `theme.accent`", hint="give the colour on light pages as `accent`")
    return options


def _signers(table: Table) -> SignerSettings:
    files, require = table.texts("files"), table.flag("require", default=False)
    identities, root = read_identities(table)
    if require and not files and not identities:
        raise UsageError(
            "`signers.require` needs `signers.files` or `signers.sigstore`",
            hint="name root certificates, public keys or identities",
        )
    return SignerSettings(files, require, identities=identities, sigstore_root=root)


def _review(table: Table) -> ReviewSettings:
    return ReviewSettings(
        require=table.choice("require", ("person", "any"), ReviewSettings().require),
        people=table.texts("people"),
        sources=table.texts("from"),
        sarif=table.text_or_texts("sarif"),
    )


def _evaluation(table: Table) -> EvaluationSettings:
    return EvaluationSettings(require=table.flag("require", default=False))


def _colour(table: Table, key: str) -> str:
    """Return a colour as `#rrggbb` in lower case, empty where none is given."""
    text = table.text(key, "").lower()
    if text and not _COLOUR.fullmatch(text):
        raise table.wrong(key, f"`{text}`", "a colour such as `#7a1fa2`")
    return text if len(text) != len("#rgb") else "#" + "".join(digit * 2 for digit in text[1:])


def _policy(table: Table) -> FindingPolicy:
    default = FindingPolicy()
    return FindingPolicy(
        fail_on=table.choice("fail_on", ("error", "warning", "never"), default.fail_on),
        withhold=table.flag("withhold", default=default.withhold),
        require=table.texts("require", default.require),
        max_index_tokens=table.count("max_index_tokens", default.max_index_tokens),
        baseline=table.text("baseline", default.baseline),
    )


def _suppression(table: Table, near_rule: Callable[[str], str]) -> Suppression:
    rule = table.text("rule")
    if not _RULE.fullmatch(rule):
        error, near = table.wrong("rule", f"`{rule}`", "the code of a rule such as `BD003`"), near_rule(rule)
        hint = f"did you mean `{near}`?" if near else "`skillpack explain --all` lists every rule"
        raise UsageError(str(error), hint=hint)
    return Suppression(
        rule,
        skill=table.text("skill", ""),
        reason=table.text("reason", ""),
        expires=table.day("expires"),
        file=table.text("file", ""),
        fingerprint=table.matching("fingerprint", "", _FINGERPRINT, "16 hex digits as `skillpack check` prints them"),
    )


def _renamed(table: Table) -> Renamed:
    return Renamed(table.text("from"), table.text("to", ""), table.text("reason", ""))


def _yanked(table: Table) -> Yanked:
    return Yanked(
        table.text("name"), table.text("version"), table.text("reason", ""), table.flag("purge", default=False)
    )
