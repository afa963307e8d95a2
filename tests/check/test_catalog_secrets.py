"""Secrets beside the skills: in settings and in files."""

import pytest

from skillpack.check.catalog_secrets import secrets_in_file, secrets_in_settings, secrets_in_values
from skillpack.model.document import NOWHERE


@pytest.fixture(scope="module")
def token(made_credentials) -> str:
    return made_credentials.credentials()["github"].text


def settings(text: str) -> list[tuple[str, int]]:
    return [(each.message.partition(" holds ")[0], each.span.line) for each in secrets_in_settings("a.toml", text)]


def test_names_key_and_line_of_each(token) -> None:
    text = f'[catalog]\ntitle = "{token}"\n[[yanked]]\nreason = "a"\n[[yanked]]\nreason = "{token}"\n'
    assert settings(text) == [("`catalog.title`", 2), ("`yanked.reason`", 6)]


def test_one_in_the_name_of_a_key_is_said_once_and_not_shown(token) -> None:
    assert settings(f'[skill."{token}"]\nowner = "a"\ntags = ["b", "c"]\n') == [
        (f"`skill.ghp_{'x' * 36}.owner`", 1),
    ]


def test_reads_what_is_escaped_and_leaves_comments(token) -> None:
    assert settings(f"# {token}\na = 'b'\n") == []
    assert settings(f'a = "\\u0067{token[1:]}"\n') == [("`a`", NOWHERE.line)]


def test_what_is_no_toml_is_read_as_text(token) -> None:
    (finding,) = secrets_in_settings("a.toml", f"[\n{token}")
    assert (finding.message, finding.span.line) == ("a GitHub token: `ghp_…`, 40 characters", 2)


def test_the_words_of_the_key_count(made_credentials) -> None:
    made = made_credentials.credentials()["aws-secret"]
    assert settings(f'aws_secret_access_key = "{made.value}"\n') == [("`aws_secret_access_key`", 1)]


def test_settings_in_force_are_found_where_no_file_has_them(token, made_credentials) -> None:
    other = made_credentials.credentials("other")["github"].text
    values = [("title", token), ("site_url", other)]
    found = list(secrets_in_values(values, f'a = "{token}"'))
    assert [each.message.partition(" holds ")[0] for each in found] == ["`site_url`"]
    assert [each.secret for each in found] == [None]


def test_a_file_with_many_has_as_many_findings_as_can_be_read(made_credentials) -> None:
    text = "\n".join(made_credentials.credentials(str(number))["github"].text for number in range(30))
    found = list(secrets_in_file("a.md", text.encode()))
    assert len(found) == 21
    assert found[-1].message == "10 more credentials"
    assert len({each.secret for each in found}) == 21


def test_a_private_file_is_one() -> None:
    (finding,) = secrets_in_file("theme/assets/.netrc", b"machine a login b password c\n")
    assert (finding.rule, finding.secret.file) == ("PB018", "theme/assets/.netrc")
