import pytest

from webwinnow.serve.guard import Guard
from webwinnow.serve.requests import RequestError

TOKEN = "a-token-nobody-knows"


def code(guard: Guard, method: str = "POST", path: str = "/v1/extract", **headers: str) -> str | None:
    named = {name.replace("_", "-"): value for name, value in ({"host": "localhost:8000"} | headers).items()}
    try:
        guard.judge(method, path, named)
    except RequestError as error:
        return error.code
    return None


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "127.1"])
def test_programs_on_this_machine_may_ask(host):
    assert code(Guard(), host=host) is None


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "10.0.0.5:8000", "", "[", "[::ffff:10.0.0.5]", "localhost.evil.example"],
)
def test_names_that_were_made_to_lead_here_are_refused(host):
    assert code(Guard(), host=host) == "bad_host"


def test_our_own_page_may_ask():
    assert code(Guard(), origin="http://localhost:8000", sec_fetch_site="same-origin") is None
    assert code(Guard(), method="GET", sec_fetch_site="none") is None


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:9000"},
        {"origin": "null"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_of_other_sites_are_refused(headers, method):
    assert code(Guard(), method=method, path="/r/https://example.org/", **headers) == "cross_site"
    assert code(Guard(TOKEN), method=method, authorization=f"Bearer {TOKEN}", **headers) == "cross_site"


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer \xff", TOKEN]
)
def test_who_does_not_know_the_token_is_refused(given):
    assert code(Guard(TOKEN), authorization=given) == "no_token"


@pytest.mark.parametrize("origin", ["chrome-extension://abc", "moz-extension://abc"])
def test_an_extension_of_the_browser_may_ask_if_it_knows_the_token(origin):
    known = {"authorization": f"Bearer {TOKEN}", "sec_fetch_site": "cross-site"}
    assert code(Guard(TOKEN), origin=origin, **known) is None
    assert code(Guard(TOKEN), origin=origin, sec_fetch_site="cross-site") == "cross_site"
    assert code(Guard(), origin=origin, **known) == "cross_site"


def test_who_knows_the_token_may_ask_from_anywhere():
    assert code(Guard(TOKEN), host="reader.example", authorization=f"Bearer {TOKEN}") is None
    assert code(Guard(TOKEN), host="reader.example", method="GET", path="/health") is None
