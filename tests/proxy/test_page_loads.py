import pytest

from webwinnow.proxy.page_loads import is_page, is_page_load, readable_codings

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("GET", BROWSER | {"sec-fetch-dest": "document"}, True),
        ("GET", BROWSER, True),
        ("GET", {}, True),
        ("GET", {"accept": "Text/HTML"}, True),
        ("GET", {"accept": "*/*"}, False),
        ("GET", {"accept": "application/json"}, False),
        ("GET", BROWSER | {"sec-fetch-dest": "iframe"}, False),
        ("GET", BROWSER | {"sec-fetch-dest": "empty"}, False),
        ("GET", BROWSER | {"x-requested-with": "XMLHttpRequest"}, False),
        ("GET", BROWSER | {"hx-request": "true"}, False),
        ("GET", BROWSER | {"turbo-frame": "list"}, False),
        ("POST", BROWSER | {"sec-fetch-dest": "document"}, False),
        ("HEAD", BROWSER, False),
    ],
)
def test_only_page_loads(method, headers, expected):
    assert is_page_load(method, headers) is expected


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (200, {"content-type": "text/html"}, True),
        (200, {"content-type": " TEXT/HTML ; charset=x"}, True),
        (404, {"content-type": "text/html"}, False),
        (206, {"content-type": "text/html"}, False),
        (304, {"content-type": "text/html"}, False),
        (200, {"content-type": "application/xhtml+xml"}, False),
        (200, {"content-type": "text/plain"}, False),
        (200, {}, False),
        (200, {"content-type": "text/html", "content-disposition": "Attachment; filename=x.html"}, False),
        (200, {"content-type": "text/html", "content-disposition": "inline"}, True),
    ],
)
def test_only_pages(status, headers, expected):
    assert is_page(status, headers) is expected


def test_codings_that_cannot_be_read_are_not_asked_for():
    assert readable_codings("gzip, deflate, br, zstd, dcb, dcz") == "gzip, deflate, br, zstd"
    assert readable_codings("GZIP;q=0.5, sdch") == "GZIP;q=0.5"
    assert readable_codings("dcb") == "identity"
