import pytest

from skillpack.errors import UsageError
from skillpack.model.evidence import SigstoreIdentity
from skillpack.model.install_settings import Header, InstallSettings, Registry
from skillpack.model.tree import Trust
from skillpack.parse.settings.install import days, merged, parse_install_settings

WHOLE = """\
[[registry]]
name = "team"
url = "https://skills.example.com/"
trust = "global"

[[registry]]
url = "../catalog"
list_signers = ["team.pem", "~/key.pem"]
list_catalog = "https://skills.example.com/"

[install]
targets = ["global", "claude-code"]
min_age = "3 days"

[http]
insecure = ["intern.example.com"]
origins = ["https://cdn.example.com/"]
mirror = "~/mirror"
offline = true

[[http.header]]
origin = "https://skills.example.com/"
name = "PRIVATE-TOKEN"
env = "TEAM_TOKEN"
"""


def parsed(text: str, *, personal: bool = True) -> InstallSettings:
    return parse_install_settings(text, personal=personal)


def test_every_setting_is_read() -> None:
    assert parsed(WHOLE) == InstallSettings(
        registries=(
            Registry("team", "https://skills.example.com/", Trust.GLOBAL),
            Registry(
                "",
                "../catalog",
                Trust.EXTERNAL,
                list_signers=("team.pem", "~/key.pem"),
                list_catalog="https://skills.example.com/",
            ),
        ),
        targets=("global", "claude-code"),
        min_age=3,
        insecure=("intern.example.com",),
        headers=(Header("https://skills.example.com", "PRIVATE-TOKEN", "TEAM_TOKEN"),),
        origins=("https://cdn.example.com",),
        mirror="~/mirror",
        offline=True,
    )


def test_nothing_is_set_by_default() -> None:
    assert parsed("") == InstallSettings()


@pytest.mark.parametrize(("key", "value"), [("list_signers", '["mine.pem"]'), ("list_catalog", '"acme"')])
def test_a_file_that_may_be_anybodys_names_nobody_who_signs_lists(key: str, value: str) -> None:
    with pytest.raises(UsageError, match=rf"`registry.*{key}` is set, which only your own settings may"):
        parsed(f'[[registry]]\nurl = "a"\n{key} = {value}\n', personal=False)


def test_a_catalog_is_named_only_where_its_list_is_wanted() -> None:
    with pytest.raises(UsageError, match="list_catalog` needs `list_signers`"):
        parsed('[[registry]]\nurl = "a"\nlist_catalog = "acme"\n')


@pytest.mark.parametrize("line", ['insecure = ["a"]', 'origins = ["https://a.org"]', 'mirror = "m"', "offline = true"])
def test_a_file_that_may_be_anybodys_says_nothing_about_the_web(line) -> None:
    with pytest.raises(UsageError, match=r"`http` is set, which only your own settings may"):
        parsed(f"[http]\n{line}\n", personal=False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[http]\nproxy = 1\n", "proxy"),
        ('[http]\norigins = ["https://a.org/path"]\n', "`https://a.org/path`"),
        ('[http]\norigins = ["file:///etc"]\n', "`file:///etc`"),
        ('[http]\norigins = ["https://us:pw@a.org"]\n', "origin"),
        ('[http]\ninsecure = ["http://a.org"]\n', "`http://a.org`"),
        ('[[http.header]]\norigin = "https://a.org"\nname = "X: y"\nenv = "A"\n', "`X: y`"),
        ('[[http.header]]\norigin = "https://a.org"\nname = "X"\nenv = "$A"\n', "the name of a variable"),
        ('[[http.header]]\norigin = "https://a.org"\nname = "X"\nvalue = "secret"\n', "env"),
        ('[install]\nmin_age = "soon"\n', "`soon` is not a number of days"),
        ("[[registry]]\nname = 1\n", "url"),
    ],
)
def test_what_cannot_be_is_named(text, words) -> None:
    with pytest.raises(UsageError, match=words):
        parsed(text)


@pytest.mark.parametrize("target", ["global", "claude-code:global", "~/skills", "/etc/skills", "C:\\skills", "../x"])
def test_a_file_that_may_be_anybodys_sends_nothing_out_of_its_project(target) -> None:
    text = f"[install]\ntargets = ['workspace', '{target}']\n"

    assert parsed(text).targets == ("workspace", target)
    with pytest.raises(UsageError, match=r"names `.*`, which only your own settings may") as raised:
        parsed(text, personal=False)
    assert f"`{target}`" in str(raised.value)


@pytest.mark.parametrize("target", ["workspace", "claude-code"])
def test_it_may_name_folders_of_its_own(target) -> None:
    assert parsed(f'[install]\ntargets = ["{target}"]\n', personal=False).targets == (target,)


@pytest.mark.parametrize("trust", ["local", "global"])
def test_a_file_that_may_be_anybodys_gives_no_trust(trust) -> None:
    text = f'[[registry]]\nurl = "https://a.example/"\ntrust = "{trust}"\n'

    assert parsed(text).registries[0].trust == trust
    with pytest.raises(UsageError, match=f"`registry\\[0\\].trust` is `{trust}`, which only your own settings may say"):
        parsed(text, personal=False)


def test_a_registry_has_signers_of_its_own() -> None:
    text = '[[registry]]\nurl = "https://a.example/"\nsigners = ["keys/team.pem"]\nrequire_signer = true\n'
    (found,) = parsed(text).registries
    assert (found.signers, found.require_signer) == (("keys/team.pem",), True)


def test_a_registry_has_identities_of_its_own() -> None:
    who = '{ issuer = "https://accounts.example", identity = "release@example.org" }'
    text = f'[[registry]]\nurl = "https://a.example/"\nsigstore_root = "root.json"\nsigstore = [{who}]\n'
    (found,) = parsed(text).registries
    assert found.identities == (SigstoreIdentity("https://accounts.example", "release@example.org"),)
    assert found.sigstore_root == "root.json"
    with pytest.raises(UsageError, match=r"`registry\[0\].sigstore` needs `registry\[0\].sigstore_root`"):
        parsed(text.replace('sigstore_root = "root.json"\n', ""))


@pytest.mark.parametrize("line", ['signers = ["team.pem"]', "signers = []", "require_signer = false", "sigstore = []"])
def test_a_file_that_may_be_anybodys_names_no_signers_of_a_registry(line) -> None:
    key = line.partition(" ")[0]
    with pytest.raises(UsageError, match=f"`registry\\[0\\].{key}` is set, which only your own settings may"):
        parsed(f'[[registry]]\nurl = "https://a.example/"\n{line}\n', personal=False)


@pytest.mark.parametrize("name", ["-x", "a b", "a/b", "\u202ex"])
def test_a_registry_has_a_name_that_can_be_typed(name) -> None:
    with pytest.raises(UsageError, match=r"`registry\[0\].name` is"):
        parsed(f'[[registry]]\nname = "{name}"\nurl = "a"\n')


def test_two_registries_of_one_name_are_a_mistake() -> None:
    with pytest.raises(UsageError, match="two registries are called `a`"):
        parsed('[[registry]]\nname = "a"\nurl = "1"\n[[registry]]\nname = "a"\nurl = "2"\n')


OWN = Registry("a", "https://own.example/")
THEIRS = Registry("b", "https://theirs.example/", personal=False)


def test_a_project_adds_registries_and_replaces_none() -> None:
    taken = Registry("a", "https://theirs.example/", personal=False)
    both = merged(InstallSettings(registries=(OWN,)), InstallSettings(registries=(taken, THEIRS)))

    assert both.registries == (OWN, THEIRS)
    assert both.overruled == ((OWN, taken),)


def test_the_same_registry_twice_overrules_nothing() -> None:
    same = Registry("a", "https://own.example", personal=False)
    both = merged(InstallSettings(registries=(OWN,)), InstallSettings(registries=(same,)))

    assert (both.registries, both.overruled) == ((OWN,), ())


@pytest.mark.parametrize(("user", "project", "age"), [(7, 0, 7), (7, 3, 7), (0, 3, 3)])
def test_a_project_may_ask_for_an_age_and_not_lower_it(user, project, age) -> None:
    assert merged(InstallSettings(min_age=user), InstallSettings(min_age=project)).min_age == age


def test_where_a_project_says_nothing_the_user_has_the_word() -> None:
    user = InstallSettings(targets=("global",), mirror="m", offline=True, insecure=("a",), origins=("https://b",))

    assert merged(user, InstallSettings()) == user
    assert merged(user, InstallSettings(targets=("workspace",))).targets == ("workspace",)


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("3d", 3), ("3 days", 3), ("1 day", 1), ("0", 0)])
def test_days(text, number) -> None:
    assert days(text) == number


def test_signers_are_only_the_users_own() -> None:
    text = '[signers]\nfiles = ["root.pem"]\nrequire = true\n'
    assert parsed(text) == InstallSettings(signers=("root.pem",), require_signer=True)
    identity = 'sigstore = [{ issuer = "https://a.test", identity = "a@example.test" }]\n'
    assert parsed(f'[signers]\nsigstore_root = "~/root.json"\n{identity}') == InstallSettings(
        identities=(SigstoreIdentity("https://a.test", "a@example.test"),), sigstore_root="~/root.json"
    )
    with pytest.raises(UsageError, match=r"sigstore_root"):
        parsed(f"[signers]\n{identity}")
    with pytest.raises(UsageError, match="`signers` is set"):
        parsed(text, personal=False)
