"""A real proxy on this machine, small enough to see through."""

import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.request import ProxyHandler, build_opener

import pytest

from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters import Asked, NoAnswerError, ProxyAdapter
from webwinnow.evaluate.adapters.proxy import serving

PAGE = Asked("a", '<meta charset="utf-8"><nav>Menu</nav><p>Flour &amp; <b>wäter</b></p><script>x</script>'.encode())
DIRECT = build_opener(ProxyHandler({}))


class Proxy(ThreadingHTTPServer):
    """Fetches what it is asked for and answers with what `answer` makes of it."""

    daemon_threads = True
    answer: Callable[[BaseHTTPRequestHandler, bytes], None]
    fetches: bool

    def handle_error(self, request, client_address) -> None: ...


class Handler(BaseHTTPRequestHandler):
    server: Proxy

    def do_GET(self) -> None:
        self.server.answer(self, DIRECT.open(self.path).read() if self.server.fetches else b"")

    def log_message(self, *_: object) -> None: ...


def send(handler: BaseHTTPRequestHandler, body: bytes, kind: str | None = "text/html", status: int = 200) -> None:
    handler.send_response(status)
    if kind:
        handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy(("127.0.0.1", 0), Handler) as server:
        server.fetches = True
        server.answer = send
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def adapter(proxy: Proxy, timeout: float = 20.0) -> ProxyAdapter:
    return ProxyAdapter(f"http://127.0.0.1:{proxy.server_address[1]}", timeout)


def test_a_proxy_that_serves_pages_unchanged(proxy):
    assert adapter(proxy)(PAGE).text == "Menu Flour & wäter"


def test_a_proxy_that_extracts(proxy):
    def shorten(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        send(handler, body[body.index(b"<p>") : body.index(b"</p>")], "text/html; charset=utf-8")

    proxy.answer = shorten
    assert adapter(proxy)(PAGE).text == "Flour & wäter"


def test_a_proxy_that_answers_with_text(proxy):
    proxy.answer = lambda handler, _: send(handler, "<p> wörtlich".encode("latin-1"), "text/plain; charset=latin-1")
    assert adapter(proxy)(PAGE).text == "<p> wörtlich"
    proxy.answer = lambda handler, _: send(handler, b"no header", None)
    assert adapter(proxy)(PAGE).text == "no header"


def test_the_time_is_from_the_end_of_serving_to_the_end_of_receiving(proxy):
    def slowly(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        time.sleep(0.2)
        send(handler, body)

    proxy.answer = slowly
    assert 0.15 < adapter(proxy)(PAGE).seconds < 5
    proxy.answer = send
    assert adapter(proxy)(PAGE).seconds < 0.2


@pytest.mark.parametrize("status", [302, 404, 502])
def test_any_other_status_is_no_answer(proxy, status):
    proxy.answer = lambda handler, body: send(handler, body, status=status)
    with pytest.raises(NoAnswerError, match=str(status)) as caught:
        adapter(proxy)(PAGE)
    assert caught.value.kind == "crash"


def test_a_proxy_that_breaks_off(proxy):
    def cut(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b"half")

    proxy.answer = cut
    with pytest.raises(NoAnswerError, match="broke off"):
        adapter(proxy)(PAGE)


def test_a_proxy_that_is_not_there(proxy):
    asked = adapter(proxy)
    proxy.server_close()
    with pytest.raises(NoAnswerError, match=r"refused|broke off") as caught:
        asked(PAGE)
    assert caught.value.kind == "crash"


def test_a_proxy_that_does_not_answer_in_time(proxy):
    proxy.answer = lambda handler, body: time.sleep(1.5)
    with pytest.raises(NoAnswerError, match="in time") as caught:
        adapter(proxy, timeout=0.3)(PAGE)
    assert caught.value.kind == "timeout"


def test_a_proxy_that_does_not_ask_for_the_page(proxy):
    proxy.fetches = False
    proxy.answer = lambda handler, _: send(handler, b"<p>from my memory")
    with pytest.raises(NoAnswerError, match="without asking"):
        adapter(proxy)(PAGE)


@pytest.mark.parametrize("address", ["https://127.0.0.1:1", "ftp://x", "http://", "http://host:port"])
def test_what_is_no_proxy_is_told_at_once(address):
    with pytest.raises(UsageError, match="--proxy"):
        ProxyAdapter(address).version()


def test_the_scheme_may_be_left_out():
    assert ProxyAdapter("127.0.0.1:8080").version() == ""


def test_an_empty_document_is_served_too(proxy):
    assert adapter(proxy)(Asked("a", b"")).text == ""


def test_the_server_has_exactly_one_document():
    with serving(b"<p>One") as server:
        assert server.served is None
        assert DIRECT.open(server.url).read() == b"<p>One"
        assert server.served is not None
        with pytest.raises(OSError, match="404"):
            DIRECT.open(server.url.replace("page.html", "favicon.ico"))
    with pytest.raises(OSError, match="refused"):
        DIRECT.open(server.url)
