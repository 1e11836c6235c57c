"""Private addresses: refused in every spelling, on every step, and by the address that is connected to."""

import socket

import pytest

from webwinnow.errors import FetchError
from webwinnow.fetch import Client

PUBLIC, OTHER = "8.8.8.8", "9.9.9.9"  # the fixture `network` leads both to loopback


def refusal(client, url):
    with pytest.raises(FetchError) as raised:
        client(url)
    return str(raised.value)


HOSTS = [
    *("127.0.0.1", "localhost", "0.0.0.0", "0", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "１２７.0.0.1"),
    *("169.254.169.254", "10.0.0.1", "224.0.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[fe80::1]"),
    *("[fd00::1]", "[ff02::1]", "[64:ff9b::7f00:1]"),
]


@pytest.mark.parametrize("host", HOSTS)
def test_loopback_and_its_kin_are_refused_unasked(network, host):
    message = refusal(Client(), f"http://{host}:1/")
    assert message.endswith("is a private address: use --allow-private if you mean it")
    assert network.connects == []


def test_a_name_is_shown_with_its_address(network):
    network.names["intranet.example"] = ["10.1.2.3"]
    assert "intranet.example (10.1.2.3) is a private address" in refusal(Client(), "http://intranet.example/")


def test_one_private_address_among_public_ones_refuses_the_host(network):
    network.names["mixed.example"] = [PUBLIC, "192.168.0.1"]
    assert "192.168.0.1" in refusal(Client(), "http://mixed.example/")
    assert network.connects == []


def test_a_public_address_is_fetched(network, site, answer):
    network.names["public.example"] = [PUBLIC]
    site.pages["/"] = answer(b"page")
    assert Client()(site.url(host="public.example")).body == b"page"
    assert network.connects == [PUBLIC]


def test_the_address_judged_is_the_address_connected_to(network, site, answer, monkeypatch):
    replies = iter([PUBLIC, "127.0.0.1", "127.0.0.1"])
    resolve = socket.getaddrinfo

    def rebinding(host, port, *arguments, **options):
        return resolve(next(replies), port, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    site.pages["/"] = answer(b"page")
    assert Client()(site.url(host="rebinding.example")).body == b"page"
    assert network.connects == [PUBLIC]
    assert len(list(replies)) == 2


def test_the_same_name_is_judged_again_after_a_redirect(network, site, answer, monkeypatch):
    replies = iter([PUBLIC, "127.0.0.1"])
    resolve = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _, *rest, **options: resolve(next(replies), *rest, **options))
    site.pages |= {"/": answer(b"", 302, Location="/secret"), "/secret": answer(b"secret")}
    assert "(127.0.0.1) is a private address" in refusal(Client(), site.url(host="rebinding.example"))
    assert [path for path, _ in site.requests] == ["/"]


@pytest.mark.parametrize("allow_private", [False, True])
def test_a_public_page_never_leads_to_a_private_one(network, site, answer, allow_private):
    network.names |= {"public.example": [PUBLIC], "other.example": [OTHER]}
    site.pages["/"] = answer(b"", 302, Location=site.url("/step", host="other.example"))
    site.pages["/step"] = answer(b"", 302, Location=site.url("/secret"))
    message = refusal(Client(allow_private=allow_private), site.url(host="public.example"))
    assert "127.0.0.1 is a private address" in message
    assert network.connects == [PUBLIC, OTHER]


def test_a_private_page_may_lead_anywhere_when_allowed(network, site, answer):
    network.names["public.example"] = [PUBLIC]
    site.pages |= {"/": answer(b"", 302, Location="/b"), "/c": answer(b"page")}
    site.pages["/b"] = answer(b"", 302, Location=site.url("/c", host="public.example"))
    assert Client(allow_private=True)(site.url()).body == b"page"


def test_a_silent_address_leaves_time_for_the_next(network, site, answer, monkeypatch):
    network.names["two.example"] = [PUBLIC, OTHER]
    connect = socket.socket.connect

    def first_is_silent(self, place):
        if place[0] == PUBLIC:
            assert self.gettimeout() < 2.6
            raise TimeoutError
        connect(self, place)

    monkeypatch.setattr(socket.socket, "connect", first_is_silent)
    site.pages["/"] = answer(b"page")
    assert Client(timeout=5)(site.url(host="two.example")).body == b"page"
