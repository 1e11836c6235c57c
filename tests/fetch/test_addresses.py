"""Public or private: held against the registries of IANA, written out here."""

import socket
import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.fetch.addresses import is_public, literal, lookup

SPECIAL_4 = [
    ("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    ("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
    ("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
]
NETWORKS_4 = [ip_network(network) for row in SPECIAL_4 for network in row]
NETWORKS_6 = [ip_network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]
EDGES = [int(edge) + step for network in NETWORKS_4 for edge in (network[0], network[-1]) for step in (-1, 0, 1)]

fours = st.sampled_from([IPv4Address(edge) for edge in EDGES if 0 <= edge < 2**32]) | st.ip_addresses(v=4)


def naively_public(ip):
    if ip.version == 4:
        return not any(ip in network for network in NETWORKS_4)
    for wrapping in ("::ffff:0:0/96", "64:ff9b::/96"):
        if ip in ip_network(wrapping):
            return naively_public(IPv4Address(int(ip) % 2**32))
    return ip in ip_network("2000::/3") and not any(ip in network for network in NETWORKS_6)


@given(fours)
def test_four_matches_the_registry_and_so_does_what_wraps_it(ip):
    public = naively_public(ip)
    assert is_public(ip) == public
    assert is_public(IPv6Address((0xFFFF << 32) + int(ip))) == public  # IPv4-mapped
    assert is_public(IPv6Address(int(IPv6Address("64:ff9b::")) + int(ip))) == public  # NAT64
    assert not is_public(IPv6Address(int(ip)))  # IPv4-compatible, long withdrawn
    assert not is_public(IPv6Address((0x2002 << 112) + (int(ip) << 80)))  # 6to4


@given(st.ip_addresses(v=6) | st.integers(0, 2**125 - 1).map(lambda low: IPv6Address((1 << 125) + low)))
def test_six_matches_the_registry(ip):
    assert is_public(ip) == naively_public(ip)


PRIVATE = [
    *("127.0.0.1", "0.0.0.0", "10.1.2.3", "169.254.169.254", "255.255.255.255", "224.0.0.1", "::1", "::"),
    *("fe80::1", "fe80::1%2", "fc00::1", "fd12::1", "ff02::1", "fec0::1", "100::1", "2001:db8::1"),
    *("::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::1", "64:ff9b::7f00:1", "2002:7f00:1::"),
]


@pytest.mark.parametrize("text", PRIVATE)
def test_known_private_addresses(text):
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "172.32.0.1"])
def test_known_public_addresses(text):
    assert is_public(ip_address(text))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.0.1."]
)
def test_digits_in_every_spelling_are_an_address(host):
    assert literal(host) == IPv4Address("127.0.0.1")


def test_names_are_no_literals_but_localhost_is():
    assert literal("example.org") is None
    assert literal("localhost") == literal("a.localhost.") == IPv4Address("127.0.0.1")


def test_lookup_gives_what_to_connect_to(network):
    network.names["site.example"] = ["8.8.8.8", "2606:4700::1111"]
    four, six = lookup("site.example", 80, 5)
    assert (four.ip, four.place) == (ip_address("8.8.8.8"), ("8.8.8.8", 80))
    assert (six.ip, six.family) == (ip_address("2606:4700::1111"), socket.AF_INET6)


def test_lookup_passes_the_resolvers_error_on():
    with pytest.raises(socket.gaierror):
        lookup("missing.example", 80, 5)


def test_a_slow_resolver_is_given_up(monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(0.5) or [])
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        lookup("slow.example", 80, 0.05)
    assert time.monotonic() - started < 0.4
