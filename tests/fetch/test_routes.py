"""Addresses, public and private, and the way by a proxy."""

import select
import socket
import ssl
import subprocess
import threading
import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import FetchError
from webwinnow.fetch import Client
from webwinnow.fetch.routes import is_public, literal, lookup, proxy_for
from webwinnow.fetch.urls import parse

SPECIAL_4 = [
    ("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    ("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
    ("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
]
NETWORKS_4 = [ip_network(network) for row in SPECIAL_4 for network in row]
NETWORKS_6 = [ip_network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]
EDGES = [int(edge) + step for network in NETWORKS_4 for edge in (network[0], network[-1]) for step in (-1, 0, 1)]

fours = st.sampled_from([IPv4Address(edge) for edge in EDGES if 0 <= edge < 2**32]) | st.ip_addresses(v=4)


PRIVATE = [
    *("127.0.0.1", "0.0.0.0", "10.1.2.3", "169.254.169.254", "255.255.255.255", "224.0.0.1", "::1", "::"),
    *("fe80::1", "fe80::1%2", "fc00::1", "fd12::1", "ff02::1", "fec0::1", "100::1", "2001:db8::1"),
    *("::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::1", "64:ff9b::7f00:1", "2002:7f00:1::"),
]
OPEN = Client(allow_private=True, timeout=5.0)


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
    given_up = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: given_up.wait(60) and [])
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        lookup("slow.example", 80, 0.05)
    given_up.set()
    assert time.monotonic() - started < 30


def refusal(client, url):
    with pytest.raises(FetchError) as raised:
        client(url)
    return str(raised.value)


@pytest.mark.parametrize(
    ("variables", "url", "proxy"),
    [
        ({}, "http://a.example/", None),
        ({"http_proxy": "http://p:3128"}, "http://a.example/", "http://p:3128/"),
        ({"HTTP_PROXY": "p:3128"}, "http://a.example/", "http://p:3128/"),
        ({"http_proxy": "http://p:3128"}, "https://a.example/", None),
        ({"https_proxy": "http://p:3128"}, "https://a.example/", "http://p:3128/"),
        ({"http_proxy": "http://p:3128", "no_proxy": "b.example, .a.example"}, "http://x.a.example/", None),
        ({"http_proxy": "http://p:3128", "no_proxy": "*"}, "http://a.example/", None),
        ({"http_proxy": "http://p:3128", "no_proxy": "a.example:81"}, "http://a.example:81/", None),
        ({"http_proxy": "http://p:3128", "no_proxy": "a.example:81"}, "http://a.example/", "http://p:3128/"),
        ({"http_proxy": "http://p:3128", "no_proxy": "::1"}, "http://[::1]:81/", None),
    ],
)
def test_the_environment_names_the_proxy(monkeypatch, variables, url, proxy):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = proxy_for(parse(url))
    assert (found and found.url) == proxy


@pytest.mark.parametrize("value", ["socks5://me:secret@p:1080", "https://p:3128", "http://me:sec/ret@:x"])
def test_other_proxies_are_refused_without_their_password(monkeypatch, value):
    monkeypatch.setenv("http_proxy", value)
    message = refusal(OPEN, "http://127.0.0.1:1/")
    assert "the variable http_proxy is no http:// proxy" in message
    assert "sec" not in message


@pytest.fixture
def proxy(site, monkeypatch):
    """A proxy on loopback for both schemes; it answers plain requests itself and opens tunnels."""
    monkeypatch.setenv("http_proxy", f"http://me:secret@127.0.0.1:{site.server_port}")
    monkeypatch.setenv("https_proxy", f"http://me:secret@127.0.0.1:{site.server_port}")
    site.pages["CONNECT"] = tunnel
    return site


def tunnel(handler):
    with socket.create_connection(("127.0.0.1", int(handler.path.rpartition(":")[2]))) as inner:
        handler.send_response(200)
        handler.end_headers()
        ways = {inner: handler.connection, handler.connection: inner}
        while True:
            for ready in select.select(list(ways), [], [], 5)[0]:
                data = ready.recv(65536)
                if not data:
                    handler.close_connection = True
                    return
                ways[ready].sendall(data)


def test_a_plain_request_goes_by_the_proxy(proxy, network, answer):
    network.names["public.example"] = ["8.8.8.8"]
    proxy.pages["http://public.example/x"] = answer(b"by proxy")
    fetched = Client()("http://public.example/x")
    assert (fetched.url, fetched.body) == ("http://public.example/x", b"by proxy")
    assert network.connects == ["127.0.0.1"]
    assert proxy.requests[0][1]["Proxy-Authorization"] == "Basic bWU6c2VjcmV0"
    assert proxy.requests[0][1]["Host"] == "public.example"


def test_a_name_only_the_proxy_knows_is_let_through(proxy, answer):
    proxy.pages["http://far.example/"] = answer(b"by proxy")
    assert Client()("http://far.example/").body == b"by proxy"


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "[::1]", "a.localhost", "10.0.0.1.", "known.example"])
def test_private_targets_are_refused_by_the_proxy_too(proxy, network, host):
    network.names["known.example"] = ["10.0.0.1"]
    for scheme in ("http", "https"):
        assert "private address" in refusal(Client(), f"{scheme}://{host}/")
    assert network.connects == []


def test_a_redirect_to_a_private_address_is_refused_by_the_proxy_too(proxy, answer):
    proxy.pages["http://far.example/"] = answer(b"", 302, Location="http://192.168.0.1/")
    assert "192.168.0.1 is a private address" in refusal(OPEN, "http://far.example/")
    assert len(proxy.requests) == 1


def test_a_proxy_that_opens_no_tunnel(proxy, answer):
    proxy.pages["CONNECT"] = answer(b"no", 407)
    message = refusal(OPEN, "https://far.example/")
    assert "the proxy opens no tunnel" in message
    assert "407 Proxy Authentication Required" in message
    assert "secret" not in message


def test_a_proxy_that_is_not_there(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://me:secret@nowhere.example:3128")
    assert "by way of the proxy nowhere.example:3128: the host name" in refusal(OPEN, "http://far.example/")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setenv("http_proxy", f"http://me:secret@127.0.0.1:{port}")
    assert f"by way of the proxy 127.0.0.1:{port}: the connection is refused" in refusal(OPEN, "http://far.example/")


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate that signs itself, for 127.0.0.1 and for secure.example."""
    folder = tmp_path_factory.mktemp("tls")
    key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem"
    name = "-subj /CN=test -addext subjectAltName=IP:127.0.0.1,DNS:secure.example"
    command = f"openssl req -x509 -days 2 {key} {name} -out certificate.pem"
    subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    return folder / "certificate.pem", folder / "key.pem"


@pytest.fixture
def secure_site(other_site, certificate, answer):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    other_site.socket = context.wrap_socket(other_site.socket, server_side=True, do_handshake_on_connect=False)
    other_site.handle_error = lambda *_: None  # a client that turns away is what we test
    other_site.pages["/"] = answer(b"secure")
    return other_site


def test_an_unknown_certificate_is_refused(secure_site):
    message = refusal(OPEN, secure_site.url(scheme="https"))
    assert "its TLS certificate is not trusted (self" in message


def test_a_certificate_for_another_host_is_refused(secure_site, certificate, network, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    network.names["other.example"] = ["127.0.0.1"]
    message = refusal(OPEN, secure_site.url(scheme="https", host="other.example"))
    assert "not trusted (Hostname mismatch" in message


@pytest.mark.parametrize("host", ["127.0.0.1", "secure.example", "secure.example."])
def test_a_trusted_certificate_is_accepted(secure_site, certificate, network, monkeypatch, host):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    network.names |= {"secure.example": ["127.0.0.1"], "secure.example.": ["127.0.0.1"]}
    assert OPEN(secure_site.url(scheme="https", host=host)).body == b"secure"


def test_tls_within_a_tunnel(proxy, secure_site, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    url = secure_site.url(scheme="https", host="secure.example")
    assert OPEN(url).body == b"secure"
    assert proxy.requests[0][0] == f"secure.example:{secure_site.server_port}"
    assert proxy.requests[0][1]["Proxy-Authorization"] == "Basic bWU6c2VjcmV0"
    assert "Proxy-Authorization" not in secure_site.requests[0][1]


def test_https_to_a_server_that_speaks_http(site):
    site.handle_error = lambda *_: None
    assert "no TLS connection" in refusal(OPEN, site.url(scheme="https"))
