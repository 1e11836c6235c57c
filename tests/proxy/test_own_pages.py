import pytest

from webwinnow.document import Document
from webwinnow.proxy.own_pages import error_page, error_text


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
