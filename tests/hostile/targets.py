"""What bytes of strangers reach, each as a function of bytes: an answer, or one of our own errors, and nothing else."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from hostile.families import FAMILIES
from hostile.promises import broken
from kernels.twins import differences
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.document.charset.decode import decode
from webwinnow.document.markup import lay_out
from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.package import load
from webwinnow.expression import parse
from webwinnow.fetch.warc import Archive
from webwinnow.kernels import LIBRARY
from webwinnow.models import read_model
from webwinnow.selectors.selector import Selector, select_text
from webwinnow.serve.requests import read_json, read_request

Target = Callable[[bytes], object]
PAGES = Path(__file__).parent.parent / "pages"
_SMALL = 2_000
"""Bytes of a small page."""
_PAGE = Document("<main id=a class='b c'><p>one<p lang=en>two<a href=x>three</a></main>")


class BrokenPromiseError(AssertionError):
    """A page for which a form does not hold what it promises."""


def _pages(data: bytes) -> None:
    if wrong := broken(data):
        raise BrokenPromiseError("; ".join(wrong)[:2000])


def _small_pages(data: bytes) -> None:
    """Make a small page into what most people ask for."""
    result = extract(data[:_SMALL])
    for form in (result.text, result.markdown, result.json()):
        form.encode()


def _tree(data: bytes) -> None:
    source = Document.from_bytes(data).source
    lay_out(source)
    if LIBRARY is not None and (different := differences(source)):
        raise BrokenPromiseError(f"compiled code and numpy differ in {', '.join(different)}")


def _package(data: bytes) -> None:
    """Read a package whose description, gold and meta data are these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.toml", "a.html", "a.txt", "a.json", "a.md"):
            Path(folder, name).write_bytes(data)
        package = load(Path(folder))
        package.info()
        for page in package.pages:
            page.read().html()


def _request(data: bytes) -> None:
    read_request("extract", read_json(data), 10_000, 3)


def _selector(data: bytes) -> None:
    select_text(_PAGE, [Selector(data.decode("utf-8", "replace"))])


TARGETS: dict[str, tuple[Target, list[bytes]]] = {
    "pages": (_pages, [*(path.read_bytes() for path in sorted(PAGES.glob("*/source.html")))]),
    "small pages": (_small_pages, [path.read_bytes() for path in sorted(PAGES.glob("*/source.html"))]),
    "decode": (decode, [b"<meta charset=gbk>\xc4\xe3", b"\xff\xfe<\0p\0", b"\x1b$B0l\x1b(B", b"\xef\xbb\xbf<p>x"]),
    "tree": (_tree, [each(300).encode("utf-8", "replace") for each in list(FAMILIES.values())[::9]]),
    "expression": (
        lambda data: parse(data.decode("utf-8", "replace")),
        [b"filter3 >> danag(gap=20)", b"vote(2.5, danag*1.5, lqf, bte) | plain & accb"],
    ),
    "package": (_package, [b"name = 'x'\n[a]\nb = 1", b'{"url": "http://a", "language": "en", "with": ["x"]}']),
    "model": (
        lambda data: read_model(data, "overview", "here"),
        [files("webwinnow.kind").joinpath("overview.npz").read_bytes()[:20_000]],
    ),
    "archive": (
        lambda data: deque(Archive(BytesIO(data)), maxlen=0),
        [
            b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\nContent-Type: application/http\r\n"
            b"Content-Length: 45\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx\r\n\r\n"
        ],
    ),
    "request": (
        _request,
        [b'{"html": "<p>x", "format": "markdown", "keep": ["p"]}', b'{"pages": [{"url": "http://a"}]}'],
    ),
    "selector": (_selector, [b"main > p:nth-child(2n+1), a[href^='x']:not(.b) ~ p", b"p:has(> a), :is(p, a)::text"]),
}
"""Name to function and to what mutations begin with."""


def tried(name: str, data: bytes) -> None:
    """Let a target read bytes; our own errors are answers."""
    with suppress(WebwinnowError):
        TARGETS[name][0](data)
