import pytest

from skillpack.sources.http.network import NetworkZone, is_loopback, network_zone

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
