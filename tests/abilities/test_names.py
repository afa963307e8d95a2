import pytest

from skillpack.abilities.names import credential_file, host_in, is_credential, plain


@pytest.mark.parametrize(
    "name", ["API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "db_password", "SSH_AUTH_SOCK", "AWS_SECRET_ACCESS_KEY"]
)
def test_a_name_of_a_credential(name: str) -> None:
    assert is_credential(name)


@pytest.mark.parametrize(
    "name", ["PWD", "OLDPWD", "HOME", "CACHE_KEY", "PUBLIC_KEY", "MAX_TOKENS", "KEYBOARD", "AUTHOR", "PATH"]
)
def test_a_name_of_no_credential(name: str) -> None:
    assert not is_credential(name)


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("~/.aws/credentials", ".aws/credentials"),
        ("/home/me/.ssh/id_ed25519", ".ssh/id_ed25519"),
        ("$HOME/.netrc", ".netrc"),
        ("/etc/shadow", "etc/shadow"),
        ("my.ssh", ""),
        ("docs/aws/credentials", ""),
        (".sshx", ""),
        ("**/.npmrc", ""),
    ],
)
def test_a_file_of_credentials(text: str, file: str) -> None:
    assert credential_file(text) == file


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("https://API.example.com/x", "api.example.com"),
        ("see wss://user@a.example:80", "a.example"),
        ("http://localhost:80", ""),
        ("http://192.168.0.1", ""),
        ("https://{}.example.com", ""),
        ("a.example", ""),
    ],
)
def test_the_host_of_an_address(text: str, host: str) -> None:
    assert host_in(text) == host


def test_what_may_hold_a_secret_is_not_shown() -> None:
    assert plain("a/b.txt") == "a/b.txt"
    assert plain("a b") == plain("a1" * 12) == ""
