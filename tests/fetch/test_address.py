import pytest

from skillpack.errors import FetchError
from skillpack.fetch.address import is_url, parse_address, proxy, redirected


@pytest.mark.parametrize(
    "url", ["https://skills.example.com/", "http://localhost:8000/", "http://127.1.2.3/", "http://[::1]:8/x"]
)
def test_an_address_is_what_it_was(url) -> None:
    assert str(parse_address(url)) == url


def test_what_a_request_cannot_hold_is_escaped() -> None:
    assert parse_address("https://example.com/é?q=ü").target == "/%C3%A9?q=%C3%BC"
    assert parse_address("https://example.com").target == "/"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.com/", "without protection"),
        ("http://127.0.0.1.example.com/", "without protection"),
        ("http://169.254.169.254/latest", "without protection"),
        ("ftp://example.com/", "neither a folder nor an https address"),
        ("file:///etc/passwd", "no address"),
        ("https:///x", "no address"),
        ("https://user:secret@example.com/", "holds a name or a password"),
        ("https://example.com:99999/", "no address"),
        ("https://example.com/a b", "no address"),
        ("https://example.com/\r\nHost: evil", "no address"),
        ("https://exa\\mple.com/", "no address"),
        (f"https://{'a' * 64}.com/", "no address"),
        ("https://[::1/", "no address"),
    ],
)
def test_what_is_not_safe_to_read_from_is_refused(url, words) -> None:
    with pytest.raises(FetchError, match=words) as refused:
        parse_address(url)
    assert "secret" not in str(refused.value)


def test_a_folder_is_no_url() -> None:
    assert not is_url("dist")
    assert not is_url("C:\\dist")
    assert not is_url("./a:b")
    assert is_url("https://x.org")
    assert is_url("ftp://x.org")


@pytest.mark.parametrize(
    ("here", "location", "there"),
    [
        ("https://a.org/x/y", "../z", "https://a.org/z"),
        ("https://a.org/x", "https://b.org/y", "https://b.org/y"),
        ("http://localhost:1/x", "/y", "http://localhost:1/y"),
        ("http://localhost:1/x", "https://b.org/y", "https://b.org/y"),
    ],
)
def test_a_redirect_stays_or_leads_to_https(here, location, there) -> None:
    assert str(redirected(parse_address(here), location)) == there


@pytest.mark.parametrize(
    "location", ["http://a.org/x", "http://localhost/x", "//localhost:2/", "ftp://a.org/", "file:///etc"]
)
def test_a_redirect_elsewhere_is_refused(location) -> None:
    for here in ("https://a.org/", "http://localhost:1/"):
        if location.startswith("//") and here.startswith("https"):
            continue  # that would be https
        with pytest.raises(FetchError):
            redirected(parse_address(here), location)


def test_a_proxy_serves_https_alone() -> None:
    env = {"https_proxy": "http://proxy:3128", "no_proxy": "intern.example.com"}
    assert proxy(parse_address("https://example.com/"), env) == "http://proxy:3128"
    assert proxy(parse_address("https://intern.example.com/"), env) == ""
    assert proxy(parse_address("http://localhost/"), env) == ""
    assert proxy(parse_address("https://example.com/"), {}) == ""
