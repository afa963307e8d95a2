import pytest

from skillpack.errors import FetchError
from skillpack.sources.http.address import NetworkZone, is_loopback, is_url, network_zone, parse_address, redirected


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
        ("http://example.com/", "is not encrypted"),
        ("http://127.0.0.1.example.com/", "is not encrypted"),
        ("http://169.254.169.254/latest", "is not encrypted"),
        ("ftp://example.com/", "neither a folder nor an https address"),
        ("file:///etc/passwd", "not an address"),
        ("https:///x", "not an address"),
        ("https://user:secret@example.com/", "contains a user name or password"),
        ("https://example.com:99999/", "not an address"),
        ("https://example.com/a b", "not an address"),
        ("https://example.com/\r\nHost: evil", "not an address"),
        ("https://exa\\mple.com/", "not an address"),
        (f"https://{'a' * 64}.com/", "not an address"),
        ("https://[::1/", "not an address"),
        ("https://[fe80::1%25eth0]/", "not an address"),
        ("https://user:secret@example.com:99999/", "not an address"),
        ("https://user:secret@exa mple.com/", "not an address"),
        ("https://169.254.169.254/latest/meta-data/", "not an address for a site"),
        ("https://[::ffff:169.254.169.254]/", "not an address for a site"),
        ("https://[64:ff9b::a9fe:a9fe]/", "not an address for a site"),
        ("https://[fd00:ec2::254]/", "not an address for a site"),
        ("https://100.100.100.200/", "not an address for a site"),
        ("https://0.0.0.0/", "not an address for a site"),
        ("https://224.0.0.1/", "not an address for a site"),
        ("https://2852039166/", "four decimal numbers"),
        ("https://0xa9fea9fe/", "four decimal numbers"),
        ("https://0xA9.0376.169.254/", "four decimal numbers"),
        ("https://0251.0376.0251.0376/", "four decimal numbers"),
        ("https://169.254.43518/", "four decimal numbers"),
        ("https://127.1./", "four decimal numbers"),
        ("https://0x/", "four decimal numbers"),
        ("https://\uff11\uff12\uff17.1/", "four decimal numbers"),
        ("https://\uff11\uff16\uff19.254.169.254/", "not an address for a site"),
        ("https://169\u3002254\u3002169\u3002254/", "not an address for a site"),
        ("https://169.254.169.254./", "not an address for a site"),
        ("https://[::169.254.169.254]/", "not an address for a site"),
        ("https://[2002:a9fe:a9fe::]/", "not an address for a site"),
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


def test_a_host_that_may_be_read_by_http_is_named() -> None:
    assert str(parse_address("http://intern.example.com:8080/x", insecure={"intern.example.com"})).endswith(":8080/x")
    with pytest.raises(FetchError, match="is not encrypted"):
        parse_address("http://x.intern.example.com/", insecure={"intern.example.com"})
    with pytest.raises(FetchError, match="not an address for a site"):
        parse_address("http://169.254.169.254/", insecure={"169.254.169.254"})


def test_one_host_has_one_name() -> None:
    assert parse_address("https://MÜNCHEN.example/").host == "xn--mnchen-3ya.example"
    assert parse_address("https://münchen.example/").origin == parse_address("https://xn--mnchen-3ya.example/").origin
    assert parse_address("https://[::1]:8443/x").root == "https://[::1]:8443"
    assert parse_address("https://example.com:443/x").authority == "example.com"
    assert parse_address("https://Example.com./").origin == parse_address("https://example.com/").origin
    assert parse_address("https://[0:0:0:0:0:0:0:1]/").host == "::1"
    assert parse_address("https://a.1x/").host == "a.1x"


def test_messages_hold_no_query() -> None:
    assert parse_address("https://example.com/x?token=secret").shown == "https://example.com/x?…"
    for location in ("http://example.com/y?token=secret", "http://localhost/y?token=secret"):
        with pytest.raises(FetchError) as refused:
            redirected(parse_address("https://example.com/x?token=secret"), location)
        assert "secret" not in str(refused.value)


PUBLIC = ("example.com", "93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822")
PRIVATE = {
    "loopback": ("127.0.0.1", "127.255.255.254", "::1", "localhost", "a.localhost"),
    "of a company or a home": ("10.1.2.3", "172.16.0.1", "192.168.0.1", "fd12::1", "fec0::1"),
    "of a provider": ("100.64.0.1",),
    "for nobody": ("0.1.2.3", "192.0.2.1", "198.18.0.1", "240.0.0.1", "255.255.255.255", "2001:db8::1", "4000::1"),
    "mapped": ("::ffff:10.0.0.1", "::ffff:127.0.0.1"),
    "compatible": ("::10.0.0.1", "::127.0.0.1"),
    "translated": ("::ffff:0:10.0.0.1",),
    "6to4": ("2002:0a00:0001::", "2002:7f00:1::1"),
    "NAT64": ("64:ff9b::a00:1", "64:ff9b:1::a00:1"),
    "Teredo": ("2001:0:5db8:d822:0:0:f5ff:fffe",),
}
NEVER = {
    "link-local": ("169.254.169.254", "fe80::1", "fe80::1%eth0"),
    "multicast": ("224.0.0.1", "ff02::1"),
    "unspecified": ("0.0.0.0", "::"),
    "of clouds": ("fd00:ec2::254", "100.100.100.200", "192.0.0.192"),
    "wrapped": ("::ffff:169.254.169.254", "::169.254.169.254", "::ffff:0:169.254.169.254", "64:ff9b::a9fe:a9fe"),
    "6to4": ("2002:a9fe:a9fe::1",),
    "Teredo": ("2001:0:5db8:d822:0:0:5601:5601",),
}


@pytest.mark.parametrize("host", PUBLIC)
def test_the_public_internet(host) -> None:
    assert network_zone(host) is NetworkZone.PUBLIC


@pytest.mark.parametrize("host", [host for hosts in PRIVATE.values() for host in hosts])
def test_private_networks(host) -> None:
    assert network_zone(host) is NetworkZone.PRIVATE


@pytest.mark.parametrize("host", [host for hosts in NEVER.values() for host in hosts])
def test_where_no_site_is(host) -> None:
    assert network_zone(host) is NetworkZone.NEVER


def test_this_very_machine() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "::1", "localhost", "a.localhost")))
    assert not any(map(is_loopback, ("10.0.0.1", "localhost.example.com", "notlocalhost", "::ffff:127.0.0.1")))
