"""What people configure and what every worker must know: frozen, picklable, hashable by digest."""

from collections.abc import Mapping

from msgspec import Struct, field

from skillpack.model.evidence import Signer, SigstoreIdentity
from skillpack.model.finding import Suppression
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.tree import Form, Trust


class Source(Struct, frozen=True):
    """A place where skills are looked for.

    Attributes:
        path: As written, posix, relative to the catalog's folder.
        forms: Which shapes of skills count there.
        depth: How many folders deep skills may lie; 1 means directly inside; 0 means that the folder is itself a skill.
        exclude: Glob patterns, relative to the source.
        required: True when a missing folder is an error.
        file_depth: The same for skills of one file: any text of a form that counts is taken for one, so by default only
            what lies directly inside.
    """

    path: str
    trust: Trust = Trust.LOCAL
    forms: tuple[Form, ...] = (Form.FOLDER,)
    depth: int = 6
    exclude: tuple[str, ...] = ()
    required: bool = True
    file_depth: int = 1


class Owner(Struct, frozen=True):
    """Who publishes the catalog; empty strings where nothing was said."""

    name: str = ""
    url: str = ""
    email: str = ""


class SkillNote(Struct, frozen=True):
    """What the catalog knows of a skill and the skill does not say: `[skill."NAME"]`."""

    name: str
    owner: str = ""
    tags: tuple[str, ...] = ()
    status: str = ""
    successor: str = ""
    hidden: bool = False


class Bundle(Struct, frozen=True):
    """A named set of skills; `version` is empty where nothing was said."""

    name: str
    description: str
    skills: tuple[str, ...]
    version: str = ""


class FindingPolicy(Struct, frozen=True):
    """What follows from findings.

    Attributes:
        fail_on: `error`, `warning` or `never`.
        withhold: False publishes all that the archive writer accepts.
        require: Fields that every skill must have.
        max_index_tokens: 0 for no limit.
        baseline: File of the findings that are accepted, relative to the catalog's folder; empty for none.
    """

    fail_on: str = "error"
    withhold: bool = True
    require: tuple[str, ...] = ()
    max_index_tokens: int = 0
    baseline: str = ""


class Known(Struct, frozen=True):
    """Findings that a baseline accepts.

    Attributes:
        prefix: From the folder of the baseline to the catalog's, posix, ended by a slash; empty where they are one.
        counts: Fingerprint of a finding whose path starts at the baseline -> how many of it are accepted.
    """

    prefix: str = ""
    counts: tuple[tuple[str, int], ...] = ()


class Renamed(Struct, frozen=True):
    """A name that is offered under another one, or withdrawn (empty `new`)."""

    old: str
    new: str
    reason: str


class Yanked(Struct, frozen=True):
    """A version that is no longer offered.

    Attributes:
        purge: Its archive is taken away as well; only a tombstone says that the label is used up.
    """

    name: str
    version: str
    reason: str
    purge: bool = False


class ThemeOptions(Struct, frozen=True):
    """What a catalog sets of its looks.

    Attributes:
        path: Folder of templates and assets that override ours; empty for none.
        accent: Colour of links under the pointer, the focus and the like, as `#rrggbb`; empty for the theme's.
        accent_dark: The same on dark pages; empty for a lighter shade of `accent`.
        logo: Picture in place of the title at the top of pages, an SVG or a PNG; empty for none.
        favicon: Picture in the browser's tab, an SVG or a PNG; empty for the theme's.
    """

    path: str = ""
    accent: str = ""
    accent_dark: str = ""
    logo: str = ""
    favicon: str = ""

    @property
    def pictures(self) -> tuple[str, ...]:
        """Paths of the pictures that are set."""
        return tuple(filter(None, (self.logo, self.favicon)))


class Topic(Struct, frozen=True):
    """A topic of the home page.

    Attributes:
        words: Words that its skills use, and names of skills that belong there whatever they say.
    """

    title: str
    words: tuple[str, ...]


class SignerSettings(Struct, frozen=True):
    """Whose signatures of skills count.

    Attributes:
        files: Paths of root certificates and public keys, relative to the catalog's folder.
        identities: Of sigstore.
        sigstore_root: Path of the file by which identities are verified, relative to the same; empty without any.
        require: Withhold what none of them signed, or what has changed since.
        known: What the files hold, once they were read.
        own: Pairs of a source and those of the files that lie in its repository, once they were read.
    """

    files: tuple[str, ...] = ()
    require: bool = False
    known: tuple[Signer, ...] = ()
    identities: tuple[SigstoreIdentity, ...] = ()
    sigstore_root: str = ""
    own: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file that is read for them."""
        return (*self.files, *((self.sigstore_root,) if self.sigstore_root else ()))


class ReviewSettings(Struct, frozen=True):
    """What follows from reviews of skills.

    Attributes:
        require: Withhold what is not covered: by reviews of a `person`, or of `any`, models too; empty for nothing.
        people: Names of those who may object; empty for everybody who writes in the catalog's own reviews.
        sources: Addresses and paths of catalogs whose reviews count here too, as written.
        sarif: Globs of scanners' reports, relative to the catalog's folder.
    """

    require: str = ""
    people: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    sarif: tuple[str, ...] = ()


class EvaluationSettings(Struct, frozen=True):
    """What follows from results of skills.

    Attributes:
        require: Ask of every skill a result about its files as they are, and none that is worse than before.
    """

    require: bool = False


class Configuration(Struct, frozen=True):
    """skillpack.toml, parsed once; every default is here.

    Attributes:
        name: Kebab case; the marketplace's name.
        site_url: Absolute with a trailing slash, or empty.
        profiles: What a skill must satisfy to be published.
        hosts: Whose budgets and rules are shown first.
        previous: URL or folder where published versions are known; empty for none.
        published: True where a build must know the published versions, False where it starts without any; None where
            nobody says.
        dates: `record` or `git`.
        pages: Paths of Markdown pages, relative to the catalog's folder.
        legacy_discovery: Also write the v0.1 index.
        archives: Further archive formats for the site: `tar.gz`; `skill`, the zip under a second name.
        clients: Order of the install panels.
        tool_source: Where people get skillpack from, as pip takes it; empty where nobody says.
        cards: Whether pictures of skills are drawn, for where addresses are pasted; None: where the extra is there.
        topics: In the order of the home page; none where its tags are its topics.
        known: What the baseline accepts, once it was read.
    """

    name: str = "skills"
    title: str = "Skills"
    description: str = ""
    site_url: str = ""
    language: str = "en"
    owner: Owner = Owner()
    repository: str = ""
    profiles: tuple[str, ...] = ("publish",)
    hosts: tuple[str, ...] = ("claude-code", "codex")
    previous: str = ""
    dates: str = "record"
    revision: str = ""
    published: bool | None = None
    roles: bool = False
    highlight: bool = True
    sources: tuple[Source, ...] = ()
    skills: tuple[SkillNote, ...] = ()
    bundles: tuple[Bundle, ...] = ()
    pages: tuple[str, ...] = ()
    policy: FindingPolicy = FindingPolicy()
    suppressions: tuple[Suppression, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    yanked: tuple[Yanked, ...] = ()
    legacy_discovery: bool = False
    archives: tuple[str, ...] = ("skill",)
    clients: tuple[str, ...] = ("claude-code", "codex")
    tool_source: str = ""
    cards: bool | None = None
    topics: tuple[Topic, ...] = ()
    theme: ThemeOptions = ThemeOptions()
    signers: SignerSettings = SignerSettings()
    review: ReviewSettings = ReviewSettings()
    evaluation: EvaluationSettings = EvaluationSettings()
    known: Known = Known()


class Settings(Struct, frozen=True):
    """What `prepare` depends on beside the candidate.

    Attributes:
        profiles: Every known profile: one run of the rules serves them all.
        gate: Names of the profiles that decide whether a skill is withheld.
        require: Fields that every skill must have.
        site_url: As in the configuration: prompt files hold absolute locations with it.
        digest: SHA-256 over all of the above and the tool's version; part of every key.
        archives: Further archive formats: `tar.gz`, `skill`.
        legacy_discovery: Also serve every file as it is, for readers of the v0.1 index.
        thresholds: Code -> the lowest limit of a profile that is lower than the rule's own threshold.
        host_fields: Extension field -> the titles of the hosts that read it.
        accepted_secrets: The suppressions that say of texts and files that they are no secret.
        signers: Whose signatures count.
        own_signers: Source -> names of those whose file lies in its repository.
        require_signer: Whether only their signatures are accepted.
        verifies: Whether what verifies signatures by certificates and keys is installed.
        verifies_identities: Whether what verifies those with an identity of sigstore is.
    """

    tool_version: str
    profiles: tuple[Profile, ...]
    gate: tuple[str, ...]
    limits: Limits
    highlight: bool
    require: tuple[str, ...]
    site_url: str
    digest: str
    archives: tuple[str, ...] = ()
    legacy_discovery: bool = False
    accepted_secrets: tuple[Suppression, ...] = ()
    thresholds: Mapping[str, int] = field(default_factory=dict)
    host_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signers: tuple[Signer, ...] = ()
    own_signers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    require_signer: bool = False
    verifies: bool = False
    verifies_identities: bool = False

    @property
    def judging(self) -> tuple[Limits, tuple[str, ...], Mapping[str, int], Mapping[str, tuple[str, ...]]]:
        """What rules ask of the settings: limits, demanded fields, thresholds, fields of hosts."""
        return self.limits, self.require, self.thresholds, self.host_fields


class Picture(Struct, frozen=True):
    """A picture among the assets.

    Attributes:
        path: Below `assets/`.
        media_type: As the web calls it.
        width: In pixels as pages show it, like `height`; 0 where no page does.
    """

    path: str
    media_type: str
    width: int = 0
    height: int = 0


class Theme(Struct, frozen=True):
    """Templates, assets and strings as text and bytes; overrides already applied.

    Attributes:
        templates: File name -> Jinja2 source.
        assets: Path below `assets/` -> bytes.
        strings: Key -> text of the interface.
        digest: Of all of it.
        page_digest: Of what pages are rendered with: all but the bytes of assets, which no page holds.
        language: Tag of the language that the strings are in.
        languages: Every language that there are strings for, sorted.
        icon: Stands in the browser's tab.
        logo: Stands for the title at the top of pages; None for the title itself.
        compiled: Folder of Python modules that Jinja made of the built-in templates; empty for none.
        overriding: Names of templates in place of built-in ones or beside them, of which there are no modules.
    """

    templates: Mapping[str, str]
    assets: Mapping[str, bytes]
    strings: Mapping[str, str]
    digest: str
    page_digest: str
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    icon: Picture = Picture("icon.svg", "image/svg+xml")
    logo: Picture | None = None
    compiled: str = ""
    overriding: tuple[str, ...] = ()
