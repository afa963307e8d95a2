"""What a catalog publishes beside its skills is looked through before anything is rendered.

A made-up credential is put into every key of the configuration, and into every file that shapes a site; then nothing
that a build writes or says has it.
"""

import json
import re
from collections.abc import Callable, Iterator

import pytest

from skillpack import resources
from skillpack.cli.main import run
from skillpack.errors import UsageError
from skillpack.parse.settings.configuration import parse_configuration

UNKNOWN = "0 = 1"
"""A key that no table has: the refusal names those that it has."""

VALUES = ('"{}"', '["{}"]', '{{ name = "{}" }}', '{{ url = "https://{}.example/" }}', '{{ email = "{}" }}')
GIVEN = {"skills": '["alpha"]', "rule": '"BD003"', "path": '"skills"'}
"""Values of keys that must be given; others are given a word."""


def known_keys(before: str, required: dict[str, str]) -> tuple[str, ...]:
    """Return the keys of the table that a text ends with; none where keys are free.

    Keys that must be given are added to `required`.
    """
    while True:
        given = "".join(f"{key} = {value}\n" for key, value in required.items())
        try:
            parse_configuration(f"{before}{given}{UNKNOWN}\n")
        except UsageError as error:
            said, hint = str(error), error.hint
        else:
            return ()
        if missing := re.search(r"`(?:[^`]*[.])?(\w+)` is (?:missing|empty)", said):
            assert missing[1] not in required, said
            required[missing[1]] = GIVEN.get(missing[1], '"word"')
        elif "is not a setting" in said:
            assert hint.startswith("known here: "), hint
            return tuple(re.findall(r"`(\w+)`", hint))
        else:
            raise AssertionError(said)


def heads() -> Iterator[str]:
    """Yield the head of every table that a configuration may have."""
    for name in known_keys("", {}):
        for head in (f"[{name}]", f"[[{name}]]"):
            try:
                parse_configuration(f"{head}\n{UNKNOWN}\n")
            except UsageError as error:
                if f"`{name}` is" in str(error):
                    continue  # the other form is wanted
                free = f"`{name}.0` is" in str(error)
                wants_tables = free and "a table is wanted" in str(error)
                yield f"[{name}.alpha]" if wants_tables else head
                break


def planted() -> Iterator[str]:
    """Yield configurations with `{}` in the place of one value or key, one for each place."""
    for head in heads():
        required: dict[str, str] = {}
        try:
            keys = known_keys(f"{head}\n", required)
        except AssertionError:  # free keys, such as the titles of topics
            keys = ("alpha",)
            yield f'{head}\n"{{}}" = ["alpha"]\n'
        for key in keys:
            others = "".join(f"{name} = {value}\n" for name, value in required.items() if name != key)
            for value in VALUES:
                yield f"{head}\n{others.replace('{', '{{').replace('}', '}}')}{key} = {value}\n"
        if head.endswith(".alpha]"):
            yield f"{head.replace('alpha', chr(34) + '{}' + chr(34))}\n"
    yield '"{}" = 1\n'


PLANTED = tuple(dict.fromkeys(planted()))


def test_every_table_and_key_is_tried() -> None:
    """The list comes from the parser; these were there when it was written."""
    places = {(text.split("\n")[0], text.rstrip().rpartition("\n")[2].split(" = ")[0]) for text in PLANTED}
    for place in (
        ("[catalog]", "title"),
        ("[catalog]", "owner"),
        ("[catalog]", "previous"),
        ("[[source]]", "path"),
        ("[[source]]", "exclude"),
        ("[skill.alpha]", "tags"),
        ("[[bundle]]", "description"),
        ("[[suppress]]", "reason"),
        ("[[yanked]]", "reason"),
        ("[[renamed]]", "to"),
        ("[topics]", "alpha"),
        ("[policy]", "require"),
        ("[theme]", "logo"),
        ("[install]", "clients"),
    ):
        assert place in places
    assert len(places) > 50


@pytest.fixture(scope="module")
def token(made_credentials) -> str:
    return made_credentials.credentials()["github"].text


@pytest.fixture
def told(catalog, token, monkeypatch, capfd) -> Callable[..., tuple[int, str]]:
    """Return a function that builds, asserts that nothing has the token, and returns exit status and what was said."""
    monkeypatch.chdir(catalog.source)
    catalog.write("alpha", "1.0.0")

    def tell(*more: str) -> tuple[int, str]:
        status = run(["build", ".", "-o", "../out", "--cache", "../cache", *more])
        printed = capfd.readouterr()
        said = printed.out + printed.err
        assert token not in said
        for folder in ("out", "cache"):
            top = catalog.folder / folder
            held = [path for path in top.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]
            assert held == []
            assert not [path for path in top.rglob("*") if token in path.name]
        return status, said

    return tell


def plant(catalog, text: str) -> None:
    (catalog.source / "skillpack.toml").write_text(text)


@pytest.mark.parametrize("text", PLANTED)
def test_a_credential_in_the_configuration_is_published_nowhere(catalog, told, token, text) -> None:
    plant(catalog, text.format(token))
    status, _ = told()
    assert status in {2, 3}
    assert not (catalog.folder / "out").exists()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[catalog]\ndescription = "Key {}"\n', "catalog.description"),
        ('[catalog]\nowner = {{ name = "{}" }}\n', "catalog.owner.name"),
        ('[[yanked]]\nname = "alpha"\nversion = "0.1.0"\nreason = "leaked {}"\n', "yanked.reason"),
        ('[[bundle]]\nname = "kit"\nskills = ["alpha"]\ndescription = "{}"\n', "bundle.description"),
        ('[skill.alpha]\ntags = ["a", "{}"]\n', "skill.alpha.tags"),
        ('[topics]\n"Our {}" = ["a"]\n', "topics.Our ghp_xxxx"),
    ],
)
def test_the_refusal_names_key_and_line_and_check_finds_it(catalog, told, token, capfd, text, key) -> None:
    plant(catalog, text.format(token))
    status, said = told()
    line = text.split("{}")[0].count("\n") + 1
    assert status == 3
    assert f"error: `skillpack.toml:{line}`: `{key}" in said
    assert "holds a GitHub token: `ghp_…`, 40 characters; nothing was built" in said
    assert run(["check", ".", "--json"]) == 1
    found = [each for each in json.loads(capfd.readouterr().out)["findings"] if each["secret"]]
    assert [(each["code"], each["path"], each["line"], each["skill"]) for each in found] == [
        ("SF003", "skillpack.toml", line, "")
    ]


def test_a_sample_in_the_configuration_is_accepted_by_file_and_fingerprint(catalog, told, token, capfd) -> None:
    text = f'[catalog]\ndescription = "As in the manual: {token}"\n'
    plant(catalog, text)
    assert told()[0] == 3
    assert run(["check"]) == 1
    shown = capfd.readouterr().out
    block = shown[shown.index("[[suppress]]") :].split("\n\n")[0].replace('reason = ""', 'reason = "a sample"')
    plant(catalog, f"{text}{block}\n")
    assert run(["build", "-o", "../sample", "--no-cache"]) == 0
    assert "let through: skillpack.toml:2: SF003: a sample" in capfd.readouterr().err
    assert token.encode() in (catalog.folder / "sample/index.html").read_bytes()
    plant(catalog, f"{text.replace('manual', 'hand-out')}{block}\n")
    assert told()[0] == 3


def test_a_comment_is_published_nowhere_and_stops_nothing(catalog, told, token) -> None:
    plant(catalog, f"# {token}\n[catalog]\n")
    assert told()[0] == 0


def test_escapes_hide_nothing(catalog, told, token) -> None:
    plant(catalog, f'[catalog]\ndescription = "\\u{ord(token[0]):04x}{token[1:]}"\n')
    status, said = told()
    assert (status, "`catalog.description` holds a GitHub token" in said) == (3, True)


THEME = tuple(sorted(resources.theme_files(resources.folders()[1])))


@pytest.mark.parametrize("path", THEME)
def test_a_credential_in_a_file_of_the_theme_stops_the_build(catalog, told, token, path) -> None:
    before = (resources.folders()[1] / path).read_bytes()
    file = catalog.source / "theme" / path
    file.parent.mkdir(parents=True)
    quoted = f"'more.key' = '{token}'" if path.endswith(".toml") else token
    file.write_bytes(before + f"\n{quoted}\n".encode())
    plant(catalog, '[theme]\npath = "theme"\n')
    status, said = told()
    assert (status, f"error: `theme/{path}:" in said) == (3, True), said


def test_a_private_file_among_the_assets_of_a_theme_stops_the_build(catalog, told) -> None:
    (catalog.source / "theme/assets").mkdir(parents=True)
    (catalog.source / "theme/assets/.netrc").write_text("machine a login b password c\n")
    plant(catalog, '[theme]\npath = "theme"\n')
    status, said = told()
    assert (status, "`theme/assets/.netrc` is private" in said) == (3, True)


def test_a_credential_in_a_picture_stops_the_build(catalog, told, token) -> None:
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>{token}</title></svg>'
    (catalog.source / "logo.svg").write_text(picture)
    for key in ("logo", "favicon"):
        plant(catalog, f'[theme]\n{key} = "logo.svg"\n')
        status, said = told()
        assert (status, "error: `logo.svg:1`" in said) == (3, True)


@pytest.mark.parametrize("file", ["README.md", ".claude-plugin/plugin.json"])
def test_a_credential_in_the_title_that_is_taken_from_elsewhere_stops_the_build(catalog, told, token, file) -> None:
    (catalog.source / "skillpack.toml").unlink()
    (catalog.source / file).parent.mkdir(exist_ok=True)
    (catalog.source / file).write_text(f"# Ours {token}\n" if file == "README.md" else f'{{"name": "{token}"}}')
    status, said = told()
    assert (status, "`title` holds a GitHub token" in said) == (3, True)


def test_a_credential_in_the_address_that_is_typed_or_of_the_environment_stops_the_build(
    catalog, told, token, monkeypatch
) -> None:
    assert told("--site-url", f"https://skills.example.com/{token}/")[0] == 3
    monkeypatch.setenv("SKILLPACK_SITE_URL", f"https://skills.example.com/{token}/")
    assert told()[0] == 3
    assert not (catalog.folder / "out").exists()


def test_a_reason_that_was_published_with_a_credential_is_not_published_again(catalog, told, token, capfd) -> None:
    catalog.write("beta", "1.0.0")
    catalog.write("gamma", "1.0.0")
    assert run(["build", ".", "-o", "../first", "--no-cache"]) == 0
    catalog.remove("gamma")
    plant(
        catalog,
        '[[renamed]]\nfrom = "gamma"\nreason = "held REASON"\n'
        '[[yanked]]\nname = "beta"\nversion = "1.0.0"\nreason = "leaked REASON"\npurge = true\n',
    )
    catalog.write("beta", "1.0.1")
    assert run(["build", ".", "-o", "../second", "--no-cache", "--previous", "../first"]) == 0
    for name in ("beta", "gamma"):
        record = catalog.folder / f"second/skills/{name}/skill.json"
        record.write_text(record.read_text().replace("REASON", token))
    listed = catalog.folder / "second/catalog.json"
    listed.write_text(listed.read_text().replace("REASON", token))
    plant(catalog, "")
    capfd.readouterr()
    status, said = told("--previous", "../second")
    assert status == 0, said
    assert "ghp_xxxx" in (catalog.folder / "out/skills/gamma/skill.json").read_text()
    assert "ghp_xxxx" in (catalog.folder / "out/skills/beta/skill.json").read_text()
