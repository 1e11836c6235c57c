"""Pages over https: filtered as others are; where the server cannot be trusted, a page says why."""

import http.client
import ssl
import threading
from collections.abc import Callable

import pytest

pytest.importorskip("cryptography", reason="mitmproxy is not installed")

from proxy.certificates import Authority
from proxy.running import PAGE, STORY, RunningProxy, Site
from servers import Answer


@pytest.fixture(scope="module")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def proxy(start_proxy, authority) -> RunningProxy:
    return start_proxy("-e", "bte", "--jobs", "1", "--trust", str(authority.file))


@pytest.fixture
def secured(site) -> Callable[..., int]:
    """Turn the site into one that speaks TLS with a certificate."""

    def secure(certificate) -> int:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        site.socket = context.wrap_socket(site.socket, server_side=True)
        return site.server_address[1]

    return secure


def ask(proxy: RunningProxy, port: int, path: str = "/") -> Answer:
    """Ask through a tunnel, trusting nobody but the proxy."""
    context = ssl.create_default_context(cafile=str(proxy.folder / "certificates" / "mitmproxy-ca-cert.pem"))
    context.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", 0)
    connection = http.client.HTTPSConnection("127.0.0.1", proxy.port, timeout=120, context=context)
    connection.set_tunnel("127.0.0.1", port)
    try:
        connection.request("GET", path, headers={"Sec-Fetch-Dest": "document"})
        return Answer.of(connection.getresponse())
    finally:
        connection.close()


def test_a_page_over_https_is_filtered(proxy, site, secured, authority):
    port = secured(authority.issue("good.pem"))
    answer = ask(proxy, port)
    assert answer.status == 200 and STORY in answer.text and "Entry 3" not in answer.text
    assert f"https://127.0.0.1:{port}/?webwinnow=original" in answer.text
    assert ask(proxy, port, "/?webwinnow=original").body == PAGE


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"days": -30}, "certificate has expired"),
        ({"host": "other.example"}, "for another site"),
    ],
)
def test_a_wrong_certificate_is_explained(proxy, site, secured, authority, wrong, said):
    answer = ask(proxy, secured(authority.issue("wrong.pem", **wrong)))
    assert answer.status == 502 and said in answer.text and not site.asked


def test_a_certificate_of_nobody_is_explained(proxy, site, secured, tmp_path):
    answer = ask(proxy, secured(Authority(tmp_path).issue("strange.pem")))
    assert answer.status == 502 and "not signed by anybody who is trusted" in answer.text and "--trust" in answer.text
    assert not site.asked


def test_a_server_without_tls_is_explained(proxy, site):
    answer = ask(proxy, site.server_address[1])
    assert answer.status == 502 and "The site does not speak https" in answer.text


def test_a_server_that_is_not_there_is_explained_over_https_too(proxy):
    with Site() as gone:
        port = gone.server_address[1]
    assert "refuses connections" in ask(proxy, port).text


def test_many_tunnels_at_once(proxy, site, secured, authority):
    port = secured(authority.issue("many.pem"))
    answers: list[Answer] = []
    clients = [threading.Thread(target=lambda: answers.append(ask(proxy, port))) for _ in range(8)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    assert len(answers) == 8 and all(STORY in answer.text for answer in answers)
