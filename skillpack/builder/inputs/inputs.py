"""What was asked + what lies on disk -> `Inputs`: everything from outside, read once."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from skillpack import __version__, checkout, machine, resources
from skillpack.builder.inputs.baseline import with_baseline
from skillpack.builder.inputs.catalog import Located, refuse_link_out
from skillpack.builder.inputs.catalog_secrets import refuse_secrets
from skillpack.builder.inputs.foreign_reviews import Asking, catalog_reviews
from skillpack.builder.inputs.own_signers import own_signers
from skillpack.builder.inputs.results import OwnResults, find_own_results
from skillpack.check.run import fields_of_hosts, lower_thresholds
from skillpack.check.suppressions import accepted_secrets, binding
from skillpack.errors import UsageError
from skillpack.evidence.signers import LARGEST_SIGNER, SIGNER_HINT, load_signers
from skillpack.files.read import read_beneath
from skillpack.files.trace import Trace
from skillpack.files.walk import scan_folder
from skillpack.model.agent import Agent
from skillpack.model.digest import sha256
from skillpack.model.finding import Judged
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable
from skillpack.model.profile import Profile
from skillpack.model.release import History
from skillpack.model.review import CatalogReviews
from skillpack.model.settings import Configuration, Picture, Settings, Theme, ThemeOptions
from skillpack.parse.settings.accent import set_accent
from skillpack.parse.settings.picture import read_picture
from skillpack.parse.tool_source import install_extra

_TEXT_LIMIT = 2**20  # bytes of the configuration, and of one Markdown page of the catalog

_SHEET = "site.css"
_PICTURE_LIMIT = 128 * 2**10  # bytes: every page loads them


class CatalogPage(Struct, frozen=True):
    """One of the catalog's own Markdown pages.

    Attributes:
        stem: Its published name, posix: `how-to/publish`; `index` is the front page's text.
    """

    stem: str
    path: str
    text: str


class Inputs(Struct, frozen=True):
    """Everything from outside, read once: the rest of a build asks nobody.

    Attributes:
        root: The catalog's folder; sources and pages are relative to it.
        gate: Profiles that a skill must satisfy to be published.
        today: ISO day, for suppressions alone.
        date: ISO day of SOURCE_DATE_EPOCH, or empty.
        digest: Of the configuration, the pages and everything that shapes pages and indexes.
        days: Of each folder and file below the root, by git; empty where the catalog does not ask for it.
        allowed: Names of the skills whose version may step back.
        accepted: Secrets beside the skills that a suppression lets through.
        reviews: What is said of the skills; no part of `digest`, so that a review of one concerns no other.
        results: Name as it is compared -> the files of results that the catalog has of the skill.
    """

    root: Path
    configuration: Configuration
    settings: Settings
    theme: Theme
    profiles: Mapping[str, Profile]
    gate: tuple[Profile, ...]
    agents: tuple[Agent, ...]
    pages: tuple[CatalogPage, ...]
    today: str
    date: str
    digest: str
    days: Mapping[str, History] = field(default_factory=dict)
    allowed: frozenset[str] = frozenset()
    accepted: tuple[Judged, ...] = ()
    reviews: CatalogReviews = CatalogReviews()
    results: Mapping[str, OwnResults] = field(default_factory=dict)


def make_settings(configuration: Configuration, profiles: Mapping[str, Profile]) -> Settings:
    """Return the settings that every worker must know, with their digest.

    Args:
        configuration: With the suppressions that hold (`check.suppressions.binding`).
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
        host_fields=fields_of_hosts(profiles.values()),
        signers=configuration.signers.known,
        own_signers=dict(configuration.signers.own),
        require_signer=configuration.signers.require,
        verifies=resources.has_verifiers(),
        verifies_identities=resources.has_identity_verifier(),
    )
    return replace(settings, digest=_digest(settings, resources.code_digest()))


def gather(
    located: Located,
    *,
    today: str,
    date: str,
    allowed: Iterable[str] = (),
    trace: Trace | None = None,
    asking: Asking | None = None,
) -> Inputs:
    """Return everything a build needs, read once.

    Args:
        located: The catalog.
        today: As in `Inputs`, like `date` and `allowed`.
        trace: Notes every file that is read, and our own.
        asking: How other catalogs on the web are asked for their reviews; None does not ask them.

    Raises:
        FetchError: Another catalog whose reviews are wanted cannot be read.
        IndexRefusedError: What it publishes is refused.
        UsageError: A profile, a page or the theme's folder does not exist, or its accent or a picture is refused.
        SecretRefusedError: The configuration, a page, a picture or the theme holds a secret.
        SkillpackError: Dates are to come from git, and it has none.
    """
    suppressions = binding(located.configuration.suppressions, today=today)
    accepted = refuse_secrets(located, suppressions)
    root = located.root
    configuration = with_baseline(replace(located.configuration, suppressions=suppressions), root, trace)
    configuration = with_signers(with_cards(configuration), root)
    if trace is not None:
        _note(located, trace)
    profiles = resources.profiles()
    gate = resources.chosen_profiles(configuration.profiles)
    resources.chosen_profiles(configuration.hosts)
    settings = make_settings(configuration, profiles)
    options = configuration.theme
    if options.path:
        refuse_link_out(root, options.path, "the theme folder", "[theme] path")
    theme = resources.theme(root / options.path if options.path else None, configuration.language)
    theme = with_brand(theme, options, root)
    pages = tuple(_page(root, path) for path in configuration.pages)
    digest = _digest(configuration, settings.digest, theme.page_digest, pages, date)
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
        days=days_by_folder(checkout.histories(root)) if configuration.dates == "git" else {},
        allowed=frozenset(allowed),
        accepted=accepted,
        reviews=catalog_reviews(root, configuration.review, asking, trace),
        results=find_own_results(root, trace),
    )


def with_cards(configuration: Configuration) -> Configuration:
    """Return the configuration with `cards` decided: an extra draws them, and only an address can be pasted.

    Raises:
        UsageError: They are asked for, and cannot be drawn.
    """
    asked, able = configuration.cards, resources.has_face()
    if asked and not configuration.site_url:
        raise UsageError(
            "`[catalog] cards = true` needs the site's address: pictures need full URLs",
            hint="set `[catalog] site_url`, or give `--site-url`",
        )
    if asked and not able:
        raise UsageError(
            "`[catalog] cards = true` needs the extra `cards`, which is not installed",
            hint=install_extra(machine.installed_from(), "cards"),
        )
    return replace(configuration, cards=asked is not False and able and bool(configuration.site_url))


def with_signers(configuration: Configuration, root: Path) -> Configuration:
    """Return the configuration with what signatures count by: certificates and keys, and identities with their root.

    Raises:
        UsageError: A file does not exist, is none of these, or a link leads out of the catalog; or signatures are
            required, and nothing here verifies them.
        FetchError: A file is unreadable or too large.
    """
    signers = configuration.signers

    def contents(path: str) -> bytes:
        return read_beneath(root, path, LARGEST_SIGNER, what=f"the signer `{printable(path)}`", hint=SIGNER_HINT)

    known = load_signers(
        signers.files,
        contents,
        machine.installed_from,
        require=signers.require,
        identities=signers.identities,
        sigstore_root=signers.sigstore_root,
    )
    own = own_signers(configuration, root)
    return replace(configuration, signers=replace(signers, known=known, own=own))


def days_by_folder(files: Mapping[str, History]) -> Mapping[str, History]:
    """Return the days of every file and of every folder: from the first day of what it holds to the last."""
    days = dict(files)
    for path, history in files.items():
        folder = path
        while folder := folder.rpartition("/")[0]:
            known = days.get(folder, history)
            days[folder] = History(min(known.created, history.created), max(known.updated, history.updated))
    return days


def with_brand(theme: Theme, options: ThemeOptions, root: Path) -> Theme:
    """Return a theme with what a catalog sets; the theme itself where it sets nothing.

    Args:
        theme: With the overrides of the catalog's theme folder.
        options: Of the catalog.
        root: Its folder, which pictures do not leave.

    Raises:
        UsageError: The colour cannot be read on the theme's backgrounds, or a picture is missing or not safe.
        FetchError: A picture is unreadable or too large.
    """
    assets, icon, logo = dict(theme.assets), theme.icon, theme.logo
    if options.accent:
        css = assets.get(_SHEET, b"").decode("utf-8", "replace")
        assets[_SHEET] = set_accent(css, options.accent, options.accent_dark).encode()
    if options.logo:
        logo, content = _picture(root, options.logo, "logo")
        assets[logo.path] = content
    if options.favicon:
        icon, content = _picture(root, options.favicon, "favicon")
        assets[icon.path] = content
    if assets == theme.assets:
        return theme
    changed = sorted((path, sha256(content)) for path, content in assets.items() if theme.assets.get(path) != content)
    digest = sha256(repr((theme.digest, changed, icon, logo)).encode())
    of_pages = sha256(repr((theme.page_digest, icon, logo)).encode())
    return replace(theme, assets=assets, digest=digest, page_digest=of_pages, icon=icon, logo=logo)


def _note(located: Located, trace: Trace) -> None:
    """Note the files that are about to be read, and those of our package.

    Nothing is believed where dates come from a history of which it cannot be told whether it changed.
    """
    configuration, root = located.configuration, located.root
    options = configuration.theme
    for path in (*configuration.pages, *options.pictures, *configuration.signers.paths):
        trace.link(str(root / path))
    if configuration.dates == "git":
        files = checkout.history_files(root)
        for file in files:
            trace.link(str(file))
        if not files:
            trace.doubt()
    theme = (root / options.path,) if options.path else ()
    for folder in (*resources.folders(), *theme):
        trace.link(str(folder))
        scan_folder(str(folder), is_skill=False, trace=trace)


def _digest(*values: object) -> str:
    """Return a digest of values whose `repr` says all of them, as that of our values does."""
    return sha256(repr(values).encode())


def _page(root: Path, path: str) -> CatalogPage:
    what, hint = (
        f"the page `{printable(path)}`",
        "correct `[[page]] path`, or put a file there; it is relative to the catalog",
    )
    problem = path_problem(path, Limits())
    if problem is not None:
        raise UsageError(f"{what} cannot be published: {problem}", hint=hint)
    if not path.endswith(".md"):
        raise UsageError(f"{what} is not a Markdown file", hint="name a file that ends in `.md`")
    text = read_beneath(root, path, _TEXT_LIMIT, what=what, hint=hint).decode("utf-8", "replace")
    return CatalogPage(path.removesuffix(".md").removeprefix("pages/"), path, text)


def _picture(root: Path, path: str, key: str) -> tuple[Picture, bytes]:
    """Return a picture that the configuration names, and its bytes."""
    what = f"the {key} `{printable(path)}`"
    hint = f"correct `[theme] {key}`, or put a file there; it is relative to the catalog"
    problem = path_problem(path, Limits())
    if problem is not None:
        raise UsageError(f"{what} cannot be published: {problem}", hint=hint)
    content = read_beneath(root, path, _PICTURE_LIMIT, what=what, hint=hint)
    return read_picture(content, path, key, what=what), content
