import socket

import pytest

from webwinnow.fetch import routes
from webwinnow.proxy import network
from webwinnow.proxy.network import (
    Destination,
    is_loopback,
    is_own,
    known_destination,
    leads_here,
    looked_up_destination,
)

NEIGHBOUR = "192.168.1.7"


def judged(client: str, host: str, port: int, allowed: tuple[str, ...] = ()) -> Destination:
    return known_destination(client, host, allowed) or looked_up_destination(host, port)


@pytest.fixture
def names(monkeypatch) -> dict[str, list[str]]:
    """What names resolve to, without asking anybody."""
    known = {"open.example": ["93.184.216.34"], "inside.example": ["10.0.0.5"], "both.example": ["1.1.1.1", "10.0.0.5"]}

    def look_up(host: str, port: int, seconds: float):
        found = known.get(host) or ([host] if routes.literal(host) else [])
        if not found:
            raise socket.gaierror(-2, "Name or service not known")
        return tuple(routes.Address(socket.AF_INET6 if ":" in ip else socket.AF_INET, (ip, port)) for ip in found)

    monkeypatch.setattr(network, "lookup", look_up)
    return known


@pytest.mark.parametrize("client", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["inside.example", "open.example", "127.0.0.1", "nosuch.example"])
def test_clients_on_this_machine_reach_everything(names, client, host):
    assert judged(client, host, 80) == Destination(host)


def test_others_reach_the_open_internet_at_the_address_that_was_judged(names):
    assert judged(NEIGHBOUR, "open.example", 80) == Destination("93.184.216.34")
    assert judged("fe80::1%eth0", "open.example", 80) == Destination("93.184.216.34")


@pytest.mark.parametrize(
    "host", ["inside.example", "both.example", "127.0.0.1", "10.0.0.5", "::1", "169.254.169.254", "nosuch.example"]
)
def test_others_reach_nothing_private(names, host):
    assert judged(NEIGHBOUR, host, 80).refusal


@pytest.mark.parametrize("client", ["127.0.0.1", NEIGHBOUR])
def test_named_hosts_and_no_others(names, client):
    allowed = ("*.example.org", "inside.example")
    assert judged(client, "a.example.org", 443, allowed) == Destination("a.example.org")
    assert judged(client, "A.Example.org.", 443, allowed).refusal is None
    assert judged(client, "inside.example", 80, allowed) == Destination("inside.example")
    assert "not among the hosts" in judged(client, "open.example", 80, allowed).refusal
    assert judged(client, "example.org", 80, allowed).refusal


def test_own_addresses():
    assert is_own("127.0.0.1", "127.0.0.1") and is_own("localhost", "127.0.0.1") and is_own("[::1]", "::1")
    assert is_own("192.168.1.2", "::ffff:192.168.1.2") and is_own("192.168.1.2", "192.168.1.2")
    assert not is_own("192.168.1.3", "192.168.1.2") and not is_own("evil.example", "127.0.0.1")
    assert is_loopback("::1") and not is_loopback(NEIGHBOUR)


def test_a_name_that_leads_here(names):
    names["rebound.example"] = ["127.0.0.1"]
    assert leads_here("rebound.example", 80) and leads_here("127.0.0.1", 80)
    assert not leads_here("open.example", 80) and not leads_here("nosuch.example", 80)
