import pytest

from skillpack.errors import UsageError
from skillpack.model.installing import Header, InstallSettings, Registry
from skillpack.model.tree import Trust
from skillpack.parse.installing import days, merged, parse_install_settings

WHAT = "`config.toml`"
WHOLE = """\
[[registry]]
name = "team"
url = "https://skills.example.com/"
trust = "global"

[[registry]]
url = "../catalog"

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
    return parse_install_settings(text, WHAT, personal=personal)


def test_every_setting_is_read() -> None:
    assert parsed(WHOLE) == InstallSettings(
        registries=(
            Registry("team", "https://skills.example.com/", Trust.GLOBAL),
            Registry("", "../catalog", Trust.EXTERNAL),
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


@pytest.mark.parametrize("line", ['insecure = ["a"]', 'origins = ["https://a.org"]', 'mirror = "m"', "offline = true"])
def test_a_file_that_may_be_anybodys_says_nothing_about_the_web(line) -> None:
    with pytest.raises(UsageError, match=r"sets `\[http\]`, which only your own settings may"):
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
        ('[install]\nmin_age = "soon"\n', "`soon` is no number of days"),
        ("[[registry]]\nname = 1\n", "url"),
    ],
)
def test_what_cannot_be_is_named(text, words) -> None:
    with pytest.raises(UsageError, match=words):
        parsed(text)


def test_the_first_file_comes_first() -> None:
    both = merged(
        (
            InstallSettings(registries=(Registry("a", "a"),), min_age=1),
            InstallSettings(registries=(Registry("b", "b"),), targets=("global",), min_age=3, mirror="m", offline=True),
        )
    )
    assert [each.name for each in both.registries] == ["a", "b"]
    assert (both.targets, both.min_age, both.mirror, both.offline) == (("global",), 3, "m", True)


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("3d", 3), ("3 days", 3), ("1 day", 1), ("0", 0)])
def test_days(text, number) -> None:
    assert days(text) == number
