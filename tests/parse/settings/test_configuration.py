import pytest

from skillpack.errors import UsageError
from skillpack.model.evidence import SigstoreIdentity
from skillpack.model.finding import Suppression
from skillpack.model.settings import (
    Bundle,
    Configuration,
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
from skillpack.parse.settings.configuration import parse_configuration

EVERYTHING = """\
[catalog]
name = "northwind-skills"
title = "Northwind skills"
description = "Reviewed procedures our agents share"
site_url = "https://skills.example.com"
language = "en"
owner = { name = "Platform team", url = "https://wiki.example.com/platform", email = "platform@example.com" }
repository = "https://git.example.com/platform/skills"
profiles = ["publish", "metis"]
hosts = ["codex"]
previous = "https://skills.example.com/"
dates = "git"
revision = "abc"
published = true
roles = true
highlight = false

[[source]]
path = "skills"
[[source]]
path = "./vendor/"
trust = "external"
formats = ["folder", "markdown", "yaml"]
depth = 2
exclude = ["old/*"]

[skill."pdf-forms"]
owner = "Documents team"
tags = ["pdf", "forms"]
status = "deprecated"
successor = "pdf-tools"
hidden = true

[[bundle]]
name = "release-kit"
description = "Everything for a release"
skills = ["release-notes", "test-fix"]
version = "1.0.0"

[[page]]
path = "pages/contribute.md"

[policy]
fail_on = "warning"
withhold = false
require = ["license"]
max_index_tokens = 2000
baseline = "accepted.json"

[[suppress]]
rule = "BD003"
skill = "claude-api"
reason = "split planned"
expires = 2027-01-31
[[suppress]]
rule = "FM006"
[[suppress]]
rule = "SF003"
skill = "pdf-forms"
file = "references/api.md"
fingerprint = "0123456789abcdef"
reason = "a sample"

[[renamed]]
from = "old-name"
to = "new-name"
reason = "clearer"
[[yanked]]
name = "pdf-forms"
version = "1.2.0"
reason = "leaks form data"

[discovery]
legacy = true
[archives]
also = ["tar.gz", "skill"]
[install]
clients = ["claude-code"]
[theme]
path = "theme"
accent = "#7A1FA2"
accent_dark = "#daf"
logo = "brand/logo.svg"
favicon = "brand/icon.png"
"""


def refusal(text: str) -> UsageError:
    with pytest.raises(UsageError) as error:
        parse_configuration(text)
    return error.value


def test_nothing_is_the_defaults() -> None:
    assert parse_configuration("") == Configuration()


def test_every_key_is_read() -> None:
    """Interfaces section 1."""
    assert parse_configuration(EVERYTHING) == Configuration(
        name="northwind-skills",
        title="Northwind skills",
        description="Reviewed procedures our agents share",
        site_url="https://skills.example.com/",
        language="en",
        owner=Owner("Platform team", "https://wiki.example.com/platform", "platform@example.com"),
        repository="https://git.example.com/platform/skills",
        profiles=("publish", "metis"),
        hosts=("codex",),
        previous="https://skills.example.com/",
        dates="git",
        revision="abc",
        published=True,
        roles=True,
        highlight=False,
        sources=(
            Source("skills"),
            Source("vendor", Trust.EXTERNAL, (Form.FOLDER, Form.MARKDOWN, Form.YAML), 2, ("old/*",), file_depth=2),
        ),
        skills=(SkillNote("pdf-forms", "Documents team", ("pdf", "forms"), "deprecated", "pdf-tools", hidden=True),),
        bundles=(Bundle("release-kit", "Everything for a release", ("release-notes", "test-fix"), "1.0.0"),),
        pages=("pages/contribute.md",),
        policy=FindingPolicy(
            "warning", withhold=False, require=("license",), max_index_tokens=2000, baseline="accepted.json"
        ),
        suppressions=(
            Suppression("BD003", "claude-api", "split planned", "2027-01-31"),
            Suppression("FM006", "", "", ""),
            Suppression("SF003", "pdf-forms", "a sample", "", "references/api.md", "0123456789abcdef"),
        ),
        renamed=(Renamed("old-name", "new-name", "clearer"),),
        yanked=(Yanked("pdf-forms", "1.2.0", "leaks form data"),),
        legacy_discovery=True,
        archives=("tar.gz", "skill"),
        clients=("claude-code",),
        theme=ThemeOptions("theme", "#7a1fa2", "#ddaaff", "brand/logo.svg", "brand/icon.png"),
    )


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("https://a.example", "https://a.example/"),
        ("https://a.example/b/c/", "https://a.example/b/c/"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8000/x/"),
        ("", ""),
    ],
)
def test_an_address_ends_in_a_slash(url: str, read: str) -> None:
    assert parse_configuration(f'[catalog]\nsite_url = "{url}"').site_url == read


@pytest.mark.parametrize(
    "url", ["a.example", "/skills/", "ftp://a.example/", "https:///x", "https://a.example/?x", "https://a b/"]
)
def test_an_address_is_absolute_and_plain(url: str) -> None:
    message = str(refusal(f'[catalog]\nsite_url = "{url}"'))
    assert message == f"`catalog.site_url` is `{url}`, but an address such as `https://skills.example.com/` is wanted"


@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("skills", "skills"),
        ("./skills/", "skills"),
        (".", "."),
        ("./", "."),
        ("/", "/"),
        ("/a/b/", "/a/b"),
        ("../a", "../a"),
    ],
)
def test_paths_of_sources_lose_what_means_nothing(path: str, read: str) -> None:
    assert parse_configuration(f'[[source]]\npath = "{path}"').sources == (Source(read),)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[catalog]\nsite-url = 'x'", "`catalog.site-url` is not a setting", "did you mean `site_url`?"),
        ("[catalogue]", "`catalogue` is not a setting", "did you mean `catalog`?"),
        ("[catalog.owner]\nmail = 'x'", "`catalog.owner.mail` is not a setting", "did you mean `email`?"),
        ("[[source]]\npath = 'a'\nformat = []", "`source[0].format` is not a setting", "did you mean `formats`?"),
        ("[skill.a]\ntag = []", "`skill.a.tag` is not a setting", "did you mean `tags`?"),
        ("[policy]\nfail-on = 1", "`policy.fail-on` is not a setting", "did you mean `fail_on`?"),
        (
            "[theme]\nfolder = 1",
            "`theme.folder` is not a setting",
            "known here: `accent`, `accent_dark`, `favicon`, `logo`, `path`",
        ),
        (
            "[theme]\naccent_dark = '#d9a7ef'",
            "`theme.accent_dark` needs `theme.accent`",
            "give the colour on light pages as `accent`",
        ),
        ("[[source]]\ntrust = 'local'", "`source[0].path` is missing", "give a text"),
        ("[[suppress]]\nreason = 'x'", "`suppress[0].rule` is missing", "give a text"),
        ("[[bundle]]\nname = 'a'", "`bundle[0].skills` is empty, but the name of at least one skill is wanted", ""),
    ],
)
def test_mistakes_are_told_with_their_path_and_a_way_out(text: str, message: str, hint: str) -> None:
    error = refusal(text)
    assert (str(error), error.hint) == (message, hint)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("[catalog]\nname = 'Our Skills'", "`catalog.name` is `Our Skills`"),
        ("[catalog]\nlanguage = 'english language'", "`catalog.language` is `english language`"),
        ("[catalog]\nrepository = 'data:text/html,x'", "`catalog.repository` is `data:text/html,x`"),
        ("[catalog.owner]\nurl = 'javascript:alert(1)'", "`catalog.owner.url` is `javascript:alert(1)`"),
        ("[catalog]\ndates = 'today'", "`catalog.dates` is `today`"),
        ("[catalog]\npublished = 'yes'", "`catalog.published` is a text"),
        ("[catalog]\nprofiles = 'publish'", "`catalog.profiles` is a text"),
        ("[[source]]\npath = 'a'\nformats = []", "`source[0].formats` is empty"),
        ("[[source]]\npath = 'a'\nformats = ['zip']", "`source[0].formats[0]` is `zip`"),
        ("[[source]]\npath = 'a'\ntrust = 'some'", "`source[0].trust` is `some`"),
        ("[[source]]\npath = 'a'\ndepth = -1", "`source[0].depth` is -1"),
        ("[skill.a]\nstatus = 'old'", "`skill.a.status` is `old`"),
        ("skill.a = 1", "`skill.a` is a whole number"),
        ("[[bundle]]\nname = 'a'\nskills = ['x']\n[[bundle]]\nname = 'a'\nskills = ['y']", "`bundle[1].name` is `a`"),
        ("[policy]\nfail_on = 'info'", "`policy.fail_on` is `info`"),
        ("[[suppress]]\nrule = 'body'", "`suppress[0].rule` is `body`"),
        ("[[suppress]]\nrule = 'BD003'\nexpires = '2027-02-30'", "`suppress[0].expires` is `2027-02-30`"),
        ("[archives]\nalso = ['zip']", "`archives.also[0]` is `zip`"),
        ("[theme]\naccent = 'purple'", "`theme.accent` is `purple`"),
        ("[theme]\naccent = '#7a1fa'", "`theme.accent` is `#7a1fa`"),
        ("source = 'skills'", "`source` is a text"),
    ],
)
def test_values_that_cannot_be_are_told(text: str, start: str) -> None:
    assert str(refusal(text)).startswith(start + ",") or str(refusal(text)).startswith(start + " like")


def test_sources_in_repositories_come_with_installing() -> None:
    error = refusal("[[source]]\ngit = 'https://git.example.com/a'\nrev = 'main'")
    assert str(error) == "`source[0].git` cannot be used yet: a catalog reads folders"
    assert error.hint == "clone the repository and give the folder as `path`"


def test_topics_keep_their_order_and_their_words() -> None:
    text = '[topics]\n"Web and mobile" = ["react", "css"]\nData = ["sql"]\n'
    assert parse_configuration(text).topics == (Topic("Web and mobile", ("react", "css")), Topic("Data", ("sql",)))


@pytest.mark.parametrize("words", ["[]", '"react"', "[1]"])
def test_a_topic_without_words_is_refused(words: str) -> None:
    with pytest.raises(UsageError, match=r"topics\.Web"):
        parse_configuration(f"[topics]\nWeb = {words}\n")


IDENTITY = '[[signers.sigstore]]\nissuer = "https://a.test"\nidentity = "a@example.test"\n'


def test_results_are_required_only_where_somebody_says_so() -> None:
    assert not parse_configuration("").evaluation.require
    assert parse_configuration("[eval]\nrequire = true\n").evaluation.require
    with pytest.raises(UsageError, match=r"eval\.require"):
        parse_configuration('[eval]\nrequire = "yes"\n')


def test_signers_are_identities_of_sigstore_too() -> None:
    text = f'[signers]\nsigstore_root = "root.json"\nrequire = true\n{IDENTITY}'
    text += '[[signers.sigstore]]\nissuer = "https://b.test"\nrepository = "https://github.com/a/b"\n'
    found = parse_configuration(text).signers
    assert found.identities == (
        SigstoreIdentity("https://a.test", "a@example.test"),
        SigstoreIdentity("https://b.test", repository="https://github.com/a/b"),
    )
    assert (found.sigstore_root, found.require, found.paths) == ("root.json", True, ("root.json",))
    inline = '[signers]\nsigstore_root = "r"\nsigstore = [{ issuer = "https://a.test", identity = "a@example.test" }]\n'
    assert parse_configuration(inline).signers.identities == found.identities[:1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (IDENTITY, r"`signers\.sigstore` needs `signers\.sigstore_root`"),
        ('[signers]\nsigstore_root = "x"\n', r"`signers\.sigstore_root` needs `signers\.sigstore`"),
        (f'{IDENTITY}repository = "https://github.com/a/b"\n', r"`signers\.sigstore\[0\]` needs either"),
        ('[[signers.sigstore]]\nissuer = "https://a.test"\n', r"`signers\.sigstore\[0\]` needs either"),
        ('[[signers.sigstore]]\nissuer = "a.test"\nidentity = "a"\n', r"signers\.sigstore\[0\]\.issuer"),
        ('[[signers.sigstore]]\nidentity = "a"\n', r"signers\.sigstore\[0\]\.issuer"),
        (
            '[[signers.sigstore]]\nissuer = "https://a.test"\nrepository = "a/b"\n',
            r"signers\.sigstore\[0\]\.repository",
        ),
        (f"{IDENTITY}prefix = true\n", "prefix"),
        ("[signers]\nsigstore = 5\n", r"signers\.sigstore"),
    ],
)
def test_what_is_no_identity_is_refused_by_its_place(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        parse_configuration(text)


def test_signers_are_files_and_may_be_required() -> None:
    text = '[signers]\nfiles = ["keys/root.pem"]\nrequire = true\n'
    assert parse_configuration(text).signers == SignerSettings(("keys/root.pem",), require=True)
    assert parse_configuration("").signers == SignerSettings()
    with pytest.raises(UsageError, match=r"signers\.require"):
        parse_configuration("[signers]\nrequire = true\n")
    with pytest.raises(UsageError, match=r"signers\.file"):
        parse_configuration('[signers]\nfile = ["a"]\n')


def test_reviews_are_required_by_nobody_unless_somebody_says_so() -> None:
    assert parse_configuration("").review == ReviewSettings()
    text = '[review]\nrequire = "any"\npeople = ["Ada"]\nfrom = ["https://a.example/", "../b"]\n'
    text += 'sarif = ["scans/*.sarif"]\n'
    assert parse_configuration(text).review == ReviewSettings(
        "any", ("Ada",), ("https://a.example/", "../b"), ("scans/*.sarif",)
    )
    assert parse_configuration('[review]\nsarif = "a.sarif"\n').review.sarif == ("a.sarif",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('require = "all"', "`review.require` is `all`, but one of `person`, `any` is wanted"),
        ("require = true", "`review.require` is `true` or `false`, but a text is wanted"),
        ('sarif = ""', "`review.sarif` is empty, but a text is wanted"),
        ("sarif = 3", "`review.sarif` is a whole number, but a list is wanted"),
        ('people = "Ada"', "`review.people` is a text, but a list is wanted"),
        ("persons = []", "`review.persons` is not a setting"),
    ],
)
def test_what_cannot_be_of_reviews_is_refused(text, said) -> None:
    with pytest.raises(UsageError) as caught:
        parse_configuration(f"[review]\n{text}\n")
    assert str(caught.value) == said
