"""Clients that go away, servers that hang, die or talk nonsense: the proxy lives on, and its memory comes back."""

import http.client
import os
import signal
import socket
import time
from pathlib import Path
from threading import Event

import pytest

from proxy.running import PAGE, STORY, Reply

REQUEST = "GET {}/ HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n"


def works(proxy, site) -> bool:
    return STORY in proxy.get(site.url + "/fine").text


def client(proxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=120)


def raw(data: bytes):
    """A server that sends these very bytes and hangs up."""

    def reply(handler) -> None:
        handler.wfile.write(data)
        handler.close_connection = True

    return reply


def test_a_client_that_goes_away_before_the_answer(proxy, site):
    for _ in range(20):
        with client(proxy) as connection:
            connection.sendall(REQUEST.format(site.url).encode())
    assert works(proxy, site)


def test_a_client_that_is_killed_in_the_middle_of_a_large_answer(proxy, site):
    site.replies["/"] = Reply(bytes(20_000_000), {"Content-Type": "application/octet-stream"})
    for _ in range(3):
        with client(proxy) as connection:
            connection.sendall(REQUEST.format(site.url).encode())
            assert connection.recv(1000)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # hang up with a reset
    assert works(proxy, site)


def test_a_server_that_hangs_holds_up_nobody_else(proxy, site):
    go_on = Event()
    site.replies["/"] = lambda handler: go_on.wait(30)
    waiting = [client(proxy) for _ in range(20)]
    for connection in waiting:
        connection.sendall(REQUEST.format(site.url).encode())
    assert works(proxy, site)
    for connection in waiting:
        connection.close()
    go_on.set()
    assert works(proxy, site)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"garbage without any meaning\r\n\r\n",
        b"\x00\xff" * 5000,
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>half",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnonsense",
        b"HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nBroken header\r\n\r\n",
    ],
    ids=["nothing", "garbage", "binary", "half", "bad chunk", "negative length", "bad header"],
)
def test_a_server_that_talks_nonsense_is_explained(proxy, site, answer):
    site.replies["/"] = raw(answer)
    try:
        found = proxy.get(site.url + "/")
        assert found.status == 502 and "<h1>" in found.text and "Status 502" in found.text
    except (http.client.HTTPException, ConnectionError):
        pass  # what has begun cannot be explained any more
    assert works(proxy, site)


def test_a_server_that_is_not_there_is_explained(proxy):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        answer = proxy.get(f"http://127.0.0.1:{nobody.getsockname()[1]}/")
    assert answer.status == 502 and "The site refuses connections" in answer.text
    assert "no site with this name" in proxy.get("http://nosuch.invalid/").text


def test_a_client_that_talks_nonsense(proxy, site):
    for nonsense in (b"\x16\x03\x01" + bytes(50), b"GET\r\n\r\n", b"\xff" * 3000, b"GET http://[ HTTP/1.1\r\n\r\n"):
        with client(proxy) as connection:
            connection.sendall(nonsense)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1000)
    assert works(proxy, site)


def test_the_proxy_asked_for_itself_does_not_go_round(proxy, site):
    answer = proxy.get(f"http://localhost.localdomain:{proxy.port}/") if _resolves() else None
    assert answer is None or answer.status == 502
    assert proxy.get(f"http://[::ffff:127.0.0.1]:{proxy.port}/").status in (200, 502)
    assert works(proxy, site)


def _resolves() -> bool:
    try:
        return bool(socket.getaddrinfo("localhost.localdomain", 80))
    except OSError:
        return False


def test_a_thousand_connections_opened_and_dropped_and_memory_comes_back(proxy, site):
    def round_of(count: int) -> None:
        for at in range(count):
            with client(proxy) as connection:
                if at % 3:
                    connection.sendall(REQUEST.format(site.url).encode()[: None if at % 3 == 1 else 20])
        deadline = time.monotonic() + 30
        while proxy.sockets > 20 and time.monotonic() < deadline:
            time.sleep(0.1)

    round_of(300)  # what is kept once is no leak
    before = proxy.memory()
    round_of(1000)
    assert works(proxy, site)
    assert proxy.sockets <= 20
    assert proxy.memory() - before < 30_000  # kilobytes: well below one of the thousand staying with its page


def test_large_pages_do_not_stay_in_memory(proxy, site):
    site.replies["/"] = Reply(PAGE + b"<p>words and words</p>" * 6000)
    for _ in range(5):
        proxy.get(site.url + "/")
    before = proxy.memory()
    for _ in range(60):
        proxy.get(site.url + "/")
    assert proxy.memory() - before < 8_000  # kilobytes; sixty pages are as many


def test_it_ends_when_told_to_and_its_workers_with_it(start_proxy, site):
    proxy = start_proxy("-e", "bte", "--jobs", "2", "--no-bar")
    workers = proxy.workers
    assert len(workers) == 2
    os.kill(proxy.process.pid, signal.SIGKILL)
    proxy.process.wait(20)
    deadline = time.monotonic() + 20
    while any(map(_lives, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_lives, workers))


def _lives(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
