import json

import pytest

from webwinnow.document import Document
from webwinnow.proxy.bar import Removal
from webwinnow.proxy.filtering import Filtered, ProxySettings
from webwinnow.proxy.status import Tally, error_page, error_text, status_json, status_page


def counted() -> Tally:
    tally = Tally()
    for seconds in (0.01, 0.02, 0.06):
        tally.count(Filtered(b"", "utf-8", Removal(100, 40, 3), seconds), 2 * seconds)
    tally.fail("ValueError")
    tally.passed_on["too large"] += 2
    return tally


def test_as_data():
    told = json.loads(status_json(counted(), ProxySettings("bte")))
    assert told["extractor"] == "bte" and told["pages_filtered"] == 3
    assert (told["words"], told["words_kept"]) == (300, 120)
    assert told["milliseconds_extracting"] == 20 and told["milliseconds_added"] == 40
    assert told["milliseconds_added_most"] == 120
    assert told["failures"] == {"ValueError": 1} and told["passed_on"] == {"the extractor failed": 1, "too large": 2}


def test_as_page():
    page = status_page(counted(), ProxySettings("lqf >> bte"))
    text = Document(page).source
    for part in (
        "lqf &gt;&gt; bte",
        "40% of 300 words",
        "40.0 ms",
        "1 (ValueError: 1)",
        "http://mitm.it/",
        "too large: 2",
    ):
        assert part in text
    assert "no page yet" in status_page(Tally(), ProxySettings()) and "<script" not in page


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("Certificate verify failed: certificate has expired", "has expired"),
        ("Certificate verify failed: self-signed certificate", "not signed by anybody"),
        ("Certificate verify failed: unable to get local issuer certificate", "not signed by anybody"),
        ("Certificate verify failed: hostname mismatch", "for another site"),
        ("Certificate verify failed: something new", "cannot be trusted"),
        ("The remote server does not speak TLS.", "does not speak https"),
        ("OpenSSL Error([('SSL routines', '', 'handshake failure')])", "No secure connection"),
        ("[Errno -2] Name or service not known", "no site with this name"),
        ("[Errno 111] Connect call failed ('127.0.0.1', 9)", "refuses connections"),
        ("Multiple exceptions: [Errno 111] Connection refused", "refuses connections"),
        ("server disconnected", "broke off"),
        ("HTTP/1 protocol error: Invalid HTTP response line", "not HTTP"),
        ("something never heard of", "could not be fetched"),
    ],
)
def test_messages_are_explained(message, what):
    assert what in error_text(message).what


def test_the_page_is_a_page_in_ascii():
    page = error_page(502, "<b>größer</b> & more").decode("ascii")
    assert "<b>" not in page and "Status 502" in page
    assert Document(page).title == "The page could not be fetched"
