"""Asked from another address than this machine's own loopback, the proxy reaches nothing private."""

import ipaddress
import socket

import pytest

from proxy.running import RunningProxy


def address_in_the_network() -> str | None:
    """Our address as others see it; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


ADDRESS = address_in_the_network()
pytestmark = pytest.mark.skipif(
    ADDRESS is None or not ipaddress.ip_address(ADDRESS).is_private or ADDRESS.startswith("127."),
    reason="this machine has no address in a private network",
)


@pytest.fixture(scope="module")
def proxy(start_proxy) -> RunningProxy:
    return start_proxy("-e", "bte", "--jobs", "1", "--listen", "0.0.0.0:0")


def ask(proxy: RunningProxy, request: str) -> str:
    with socket.create_connection((str(ADDRESS), proxy.port), timeout=120) as client:
        client.sendall(f"{request}\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: client.recv(65536), b"")).decode()


def test_nothing_private_is_reached(proxy, site):
    for host in ("127.0.0.1", "localhost", "2130706433", "[::1]", str(ADDRESS), "169.254.169.254"):
        answer = ask(proxy, f"GET http://{host}:{site.server_address[1]}/ HTTP/1.1")
        assert answer.startswith("HTTP/1.1 403"), (host, answer)
        assert ask(proxy, f"POST http://{host}:{site.server_address[1]}/ HTTP/1.1").startswith("HTTP/1.1 403")
    assert not site.asked


def test_no_tunnel_leads_to_anything_private(proxy, site):
    answer = ask(proxy, f"CONNECT 127.0.0.1:{site.server_address[1]} HTTP/1.1")
    assert answer.startswith("HTTP/1.1 403") and not site.asked


def test_the_status_is_shown(proxy):
    assert "Pages filtered" in ask(proxy, f"GET http://{ADDRESS}:{proxy.port}/ HTTP/1.1")


def test_this_machine_itself_reaches_everything(proxy, site):
    assert proxy.get(site.url).status == 200
