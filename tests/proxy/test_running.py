"""A real proxy in front of a real server: what is filtered, what is not, and how the answer is put together."""

import gzip
import os
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from proxy.running import PAGE, STORY, Reply
from webwinnow.extraction import extract
from webwinnow.proxy.bar import STYLE_SOURCE

FILTERED = extract(PAGE, "bte").html()
HTML = {"Content-Type": "text/html; charset=utf-8"}


def without_bar(text: str) -> str:
    return re.sub(r"<webwinnow-bar.*</webwinnow-bar>", "", text, flags=re.DOTALL)


def test_a_page_is_filtered(proxy, site):
    before = proxy.status()["pages_filtered"]
    answer = proxy.get(site.url)
    assert answer.status == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
    assert without_bar(answer.text) == FILTERED and "<webwinnow-bar" in answer.text
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert proxy.status()["pages_filtered"] == before + 1


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "deflate"])
def test_codings_and_chunks(proxy, site, coding, chunked):
    import zlib

    import brotli
    import zstandard

    ways = {"gzip": gzip.compress, "br": brotli.compress, "zstd": zstandard.compress, "deflate": zlib.compress}
    site.replies["/"] = Reply(ways[coding](PAGE), HTML | {"Content-Encoding": coding}, chunked=chunked)
    answer = proxy.get(site.url + "/", accept_encoding="gzip, br, zstd, deflate, dcb")
    assert without_bar(answer.text) == FILTERED
    assert not {"content-encoding", "transfer-encoding"} & set(answer.headers)
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert "dcb" not in site.asked[0][1]["accept-encoding"]


@pytest.mark.parametrize(
    "headers",
    [
        {"accept": "*/*"},
        {"sec_fetch_dest": "iframe"},
        {"sec_fetch_dest": "empty"},
        {"x_requested_with": "XMLHttpRequest"},
    ],
)
def test_pieces_of_pages_pass_untouched(proxy, site, headers):
    site.replies["/"] = Reply(gzip.compress(PAGE), HTML | {"Content-Encoding": "gzip", "ETag": '"x"'})
    answer = proxy.get(site.url + "/", **headers)
    assert gzip.decompress(answer.body) == PAGE
    assert answer.headers["etag"] == '"x"' and answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"\x89PNG" + bytes(range(256)) * 40, {"Content-Type": "image/png"}),
        Reply(b"<p>no page", {"Content-Type": "text/plain"}),
        Reply(PAGE, HTML, status=404),
        Reply(PAGE, HTML | {"Content-Disposition": "attachment"}),
        Reply(b"x" * 500_000, {"Content-Type": "application/octet-stream"}, chunked=True),
        Reply(b"", {}, status=204),
    ],
    ids=["picture", "text", "not found", "download", "chunks", "nothing"],
)
def test_what_is_no_page_passes_untouched(proxy, site, reply):
    site.replies["/"] = reply
    answer = proxy.get(site.url + "/")
    assert (answer.status, answer.body) == (reply.status, reply.body)


def test_what_is_no_page_streams(proxy, site):
    go_on, first = threading.Event(), b"first half "

    def slowly(handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Content-Length", "22")
        handler.end_headers()
        handler.wfile.write(first)
        go_on.wait(20)
        handler.wfile.write(b"second half")

    import http.client

    site.replies["/"] = slowly
    connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=120)
    connection.request("GET", site.url + "/", headers={"accept": "text/html"})
    response = connection.getresponse()
    assert response.read(len(first)) == first  # although the server has not ended
    go_on.set()
    assert response.read() == b"second half"
    connection.close()


def test_uploads_arrive(proxy, site):
    received = []

    def keep(handler) -> None:
        received.append(handler.uploaded)
        handler._send(Reply(b"thanks", {"Content-Type": "text/plain"}))

    site.replies["/"] = keep
    answer = proxy.get(site.url + "/", "POST", b"u" * 700_000)
    assert answer.body == b"thanks" and received == [b"u" * 700_000]


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("coding", ["", "gzip"])
def test_too_large_pages_pass_untouched_and_are_counted(proxy, site, coding, chunked):
    page = PAGE + b"<p>more</p>" * 30_000
    body = gzip.compress(page) if coding else page
    before = proxy.status()["passed_on"].get("too large", 0)
    site.replies["/"] = Reply(body, HTML | ({"Content-Encoding": coding} if coding else {}), chunked=chunked)
    assert proxy.get(site.url + "/").body == body
    assert proxy.status()["passed_on"]["too large"] == before + 1


def test_unreadable_pages_pass_untouched_and_are_counted(proxy, site):
    before = proxy.status()["passed_on"].get("unreadable", 0)
    site.replies["/"] = Reply(b"no gzip at all", HTML | {"Content-Encoding": "gzip"})
    answer = proxy.get(site.url + "/")
    assert answer.body == b"no gzip at all" and answer.headers["content-encoding"] == "gzip"
    assert proxy.status()["passed_on"]["unreadable"] == before + 1


def test_a_worker_that_dies_costs_one_page_which_passes_untouched(proxy, site):
    proxy.get(site.url)
    before = sum(proxy.status()["failures"].values())
    for worker in proxy.workers:
        os.kill(worker, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as reader:
        page = reader.submit(proxy.get, site.url)
        time.sleep(1)  # until the page is with a worker
        for worker in proxy.workers:
            os.kill(worker, signal.SIGKILL)
        assert page.result().body == PAGE
    assert without_bar(proxy.get(site.url).text) == FILTERED
    assert sum(proxy.status()["failures"].values()) == before + 1


def test_show_original_is_the_very_answer_and_the_server_does_not_see_the_wish(proxy, site):
    answer = proxy.get(f"{site.url}/?a=1&webwinnow=original&b=2")
    assert answer.body == PAGE and site.asked[-1][0] == "/?a=1&b=2"


def test_another_extractor_by_the_address(proxy, site):
    answer = proxy.get(f"{site.url}/?webwinnow=plain")
    assert without_bar(answer.text) == extract(PAGE, "plain").html() and site.asked[-1][0] == "/"
    assert f"{site.url}/?webwinnow=original" in answer.text
    proxy.get(f"{site.url}/?webwinnow=vote(1,bte)")
    assert site.asked[-1][0] == "/?webwinnow=vote(1,bte)"


def test_the_encoding_of_the_page_stays(proxy, site):
    page = PAGE.decode().replace(STORY, f"{STORY} Größe").encode("iso-8859-1")
    site.replies["/"] = Reply(page, {"Content-Type": "text/html; charset=iso-8859-1"})
    answer = proxy.get(site.url + "/")
    assert answer.headers["content-type"] == "text/html; charset=windows-1252"
    assert f"{STORY} Größe".encode("windows-1252") in answer.body


def test_tags_name_the_filtered_page(proxy, site):
    def reply(handler) -> None:
        known = handler.headers.get("If-None-Match") == '"v1"'
        handler._send(Reply(b"" if known else PAGE, HTML | {"ETag": '"v1"'}, status=304 if known else 200))

    site.replies["/"] = reply
    tag = proxy.get(site.url + "/").headers["etag"]
    assert tag.startswith('W/"') and tag != '"v1"'
    again = proxy.get(site.url + "/", if_none_match=tag)
    assert again.status == 304 and again.headers["etag"] == tag
    other = proxy.get(site.url + "/?webwinnow=plain", if_none_match=tag)
    assert other.status == 200 and other.headers["etag"] != tag
    assert proxy.get(site.url + "/", if_none_match='"v1"').status == 200  # of a copy from before there was a proxy
    assert proxy.get(site.url + "/?webwinnow=original", if_none_match='"v1"').status == 304


def test_headers_that_speak_of_the_servers_bytes_go_and_others_stay(proxy, site):
    given = {"Content-MD5": "x", "Accept-Ranges": "bytes", "Set-Cookie": "a=b", "X-Own": "stays"}
    site.replies["/"] = Reply(PAGE, HTML | given)
    answer = proxy.get(site.url + "/", if_modified_since="Mon, 16 Nov 2026 01:00:00 GMT")
    assert not {"content-md5", "accept-ranges"} & set(answer.headers)
    assert answer.headers["set-cookie"] == "a=b" and answer.headers["x-own"] == "stays"
    assert "if-modified-since" not in site.asked[-1][1]


def test_a_policy_lets_the_bar_in(proxy, site):
    site.replies["/"] = Reply(PAGE, HTML | {"Content-Security-Policy": "default-src 'none'; style-src 'self'"})
    policy = proxy.get(site.url + "/").headers["content-security-policy"]
    assert policy == f"default-src 'none'; style-src 'self' {STYLE_SOURCE}"


def test_eight_clients_at_once_get_their_own_pages(proxy, site):
    def page(at: int) -> bytes:
        return PAGE.replace(b"Day", f"Page{at}day".encode()).replace(b"<title>Mill", f"<title>Mill {at}".encode())

    for at in range(100):
        site.replies[f"/{at}"] = Reply(page(at), chunked=at % 2 == 0)
    with ThreadPoolExecutor(8) as clients:
        answers = list(clients.map(lambda at: proxy.get(f"{site.url}/{at}"), range(100)))
    for at, answer in enumerate(answers):
        assert without_bar(answer.text) == extract(page(at), "bte").html()
        assert f"{site.url}/{at}?webwinnow=original" in answer.text


def test_the_status_page(proxy):
    answer = proxy.get(f"{proxy.url}/")
    assert answer.status == 200 and "Pages filtered" in answer.text and "bte" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert proxy.get(f"{proxy.url}/nosuch").status == 404
    direct = proxy.get("/")  # as a browser asks that does not know it is talking to a proxy
    assert direct.status == 200 and "Pages filtered" in direct.text


def test_the_certificate_page(proxy):
    assert "mitmproxy" in proxy.get("http://mitm.it/").text


def test_another_outline_no_bar_and_only_named_hosts(start_proxy, site):
    proxy = start_proxy("-e", "bte", "--outline", "mark", "--no-bar", "--jobs", "1", "--allow-hosts", "127.0.0.*")
    assert proxy.get(site.url).text == extract(PAGE, "bte").html("mark")
    site.asked.clear()
    answer = proxy.get(site.url.replace("127.0.0.1", "localhost"))
    assert answer.status == 403 and "not among the hosts" in answer.text and not site.asked
    assert proxy.status()["requests_refused"] == 1
    tunnel = proxy.get("other.example:443", "CONNECT")
    assert tunnel.status == 403 and proxy.status()["requests_refused"] == 2
