"""One page, from the bytes that the server sent to the bytes that the reader gets, and what is done to it, as one value
that can be sent to worker processes. Knows no network.

Pages are filtered in worker processes, so that the proxy's event loop never waits for an extractor.

Bodies travel compressed: gzip, deflate, br and zstd are undone piece by piece, so that a bomb is stopped early.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import Final

import numpy as np

from webwinnow.catalogue import DEFAULT, recipes
from webwinnow.document import Document
from webwinnow.document.charset.encodings import MULTIBYTE, SINGLE_BYTE
from webwinnow.document.html_names import column
from webwinnow.drawing.markup import Html
from webwinnow.errors import PageError, UsageError, WorkerError
from webwinnow.expression import parse_extractor
from webwinnow.extraction import extract
from webwinnow.fetch.fetched import inflated
from webwinnow.limits import Limits
from webwinnow.processes import Pool
from webwinnow.proxy.bar import STYLE_SOURCE, Removal, draw_bar, with_bar
from webwinnow.render.formats import FORMATS, OUTLINES, Outline
from webwinnow.result import Result
from webwinnow.spans import Spans
from webwinnow.version import __version__

LIMITS: Final = Limits(bytes=8 * 2**20, seconds=20.0)
"""A page that is over one passes unfiltered. Of 4,184 pages of published test packages, the largest has 5.3 million
bytes; after 20 seconds, a reader has long gone."""
OFFERED: Final = ("lqf >> bte", "addanag", "dsc", "accb", "plain")
"""What the bar offers besides the proxy's own expression: one of each family, and everything visible."""


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """How pages are filtered."""

    expression: str = DEFAULT
    outline: Outline = "remove"
    reader: bool = False
    bar: bool = True
    limits: Limits = LIMITS

    def __post_init__(self) -> None:
        """Complain at once about what would fail for every page."""
        parse_extractor(self.expression)
        if self.outline not in OUTLINES:
            raise UsageError(f"unknown outline {self.outline!r}: one of {', '.join(OUTLINES)}")
        if self.reader and "reader" not in FORMATS:
            raise UsageError("this version has no reader view: leave --reader out")

    @property
    def offered(self) -> tuple[str, ...]:
        """The expressions that the bar shows."""
        return tuple(dict.fromkeys((self.expression, *OFFERED)))

    @property
    def choices(self) -> frozenset[str]:
        """The expressions that a reader may ask for in an address: nobody can make the proxy run others."""
        return frozenset((*self.offered, *recipes()))

    def fingerprint(self, expression: str) -> str:
        """Return a short text that differs where pages would be filtered differently, if by this expression."""
        return _fingerprint(self, expression)


@lru_cache(maxsize=256)
def _fingerprint(settings: ProxySettings, expression: str) -> str:
    depends_on = (__version__, expression, settings.outline, settings.reader, settings.bar)
    return hashlib.sha256(repr(depends_on).encode()).hexdigest()[:10]


_PIECE: Final = 1 << 16
_BROTLI_PIECE: Final = 64
"""Brotli's library does not stop at a limit, so it is fed little by little: few bytes may stand for megabytes."""
_ZSTD_PIECE: Final = 256
"""As with Brotli, so that a broken end is noticed, too."""
_ZSTD_WINDOW: Final = 8 * 2**20
"""The largest window that content on the web may ask for (RFC 9659)."""
_MOST: Final = 4
"""Codings on top of each other; more is an attack."""


class TooLargeError(PageError):
    """A body is larger than the limit."""


def decoded(body: bytes, codings: str, limit: int) -> bytes:
    """Undo the codings that a Content-Encoding header names, the last one first.

    Raises PageError for a body that is broken or in a coding that is not known, TooLargeError past the limit.
    """
    named = [name for name in (part.strip().lower() for part in codings.split(",")) if name and name != "identity"]
    if len(named) > _MOST:
        raise PageError(f"{len(named)} codings on top of each other")
    for name in reversed(named):
        if name not in _WAYS:
            raise PageError(f"unknown coding {name[:40]!r}")
        body = _joined(_WAYS[name](body), name, limit)
    if len(body) > limit:
        raise TooLargeError(f"larger than {limit:,} bytes")
    return body


def _joined(pieces: Iterator[bytes], name: str, limit: int) -> bytes:
    found, total = [], 0
    try:
        for piece in pieces:
            found.append(piece)
            total += len(piece)
            if total > limit:
                raise TooLargeError(f"larger than {limit:,} bytes when decompressed")
    except TooLargeError:
        raise
    except Exception as error:  # each library has errors of its own; that this is one is all that matters
        raise PageError(f"broken {name}: {error}") from error
    return b"".join(found)


def _inflated(coding: str, body: bytes) -> Iterator[bytes]:
    return inflated((body[at : at + _PIECE] for at in range(0, len(body), _PIECE)), coding)


def _brotli(body: bytes) -> Iterator[bytes]:
    import brotli  # type: ignore[import-not-found,import-untyped,unused-ignore]  # comes with mitmproxy

    engine = brotli.Decompressor()
    for at in range(0, len(body), _BROTLI_PIECE):
        yield engine.process(body[at : at + _BROTLI_PIECE])
    if not engine.is_finished():
        raise PageError("it breaks off")


def _zstd(body: bytes) -> Iterator[bytes]:
    import zstandard

    source, engine = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW), None
    for at in range(0, len(body), _ZSTD_PIECE):
        rest = body[at : at + _ZSTD_PIECE]
        while rest:
            engine = engine or source.decompressobj()
            yield engine.decompress(rest)
            rest, engine = (engine.unused_data, None) if engine.eof else (b"", engine)
    if engine is not None:
        raise PageError("it breaks off")


_WAYS: Final[dict[str, Callable[[bytes], Iterator[bytes]]]] = {
    "gzip": partial(_inflated, "gzip"),
    "x-gzip": partial(_inflated, "gzip"),
    "deflate": partial(_inflated, "deflate"),
    "br": _brotli,
    "zstd": _zstd,
}


_LINK: Final = column("a")
_WRITTEN_AS_UTF_8: Final = frozenset({"x-user-defined", "iso-2022-jp"})
"""Encodings that Python cannot write as browsers read them."""
_TINY: Final = b"<!doctype html><title>A page</title><p>Some words to begin with, and a <a href=/>link</a>."
_TROUBLES: Final = {"timeout": "no result in time", "crash": "the worker process died", "memory": "MemoryError"}
"""How the status page counts the troubles of worker processes."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A page as it came: its body, still compressed, and what the server said about it."""

    body: bytes
    codings: str
    charset: str | None
    url: str
    expression: str


@dataclass(frozen=True, slots=True)
class Filtered:
    """A page as it goes on; `seconds` is the extractor's own share of the work."""

    body: bytes
    charset: str
    removal: Removal
    seconds: float


@dataclass(frozen=True, slots=True)
class NotFiltered:
    """Why a page was not filtered: it could not be read, or the extractor failed."""

    reason: str
    unreadable: bool
    too_large: bool = False


PagePool = Pool[Arrived, Filtered | NotFiltered]


def page_pool(settings: ProxySettings, jobs: int) -> PagePool:
    """Make the worker processes; each imports what is needed by filtering a tiny page."""
    tiny = Arrived(_TINY, "", None, "http://localhost/", settings.expression)
    work = partial(attempt, settings=settings)
    return Pool(work, jobs, timeout=settings.limits.seconds, memory=settings.limits.memory, warm=partial(work, tiny))


async def filtered_elsewhere(arrived: Arrived, pool: PagePool) -> Filtered | NotFiltered:
    """Have a page filtered by a worker; one that hangs or dies is counted as failed."""
    try:
        finished = await pool.ask(arrived)
    except WorkerError:
        return NotFiltered("no worker process", unreadable=False)
    if finished.trouble is not None:
        return NotFiltered(_TROUBLES.get(finished.trouble.kind, finished.trouble.reason), unreadable=False)
    return finished.get()


def attempt(arrived: Arrived, settings: ProxySettings) -> Filtered | NotFiltered:
    """Filter a page, or say why not."""
    try:
        return filtered(arrived, settings)
    except PageError as error:
        return NotFiltered(str(error), unreadable=True, too_large=isinstance(error, TooLargeError))
    except MemoryError:  # the pool makes another process
        raise
    except Exception as error:  # the fence: a page that breaks an extractor passes on, and is counted
        return NotFiltered(type(error).__name__, unreadable=False)


def filtered(arrived: Arrived, settings: ProxySettings) -> Filtered:
    """Filter a page; raises PageError if its body cannot be read."""
    data = decoded(arrived.body, arrived.codings, settings.limits.bytes)
    start = perf_counter()
    page = Document.from_bytes(data, url=arrived.url, transport=arrived.charset, limits=settings.limits)
    if page.cut:  # better the whole page than a part of it
        raise TooLargeError("; ".join(page.cut))
    result = extract(page, arrived.expression)
    markup = _rendered(result, settings)
    seconds = perf_counter() - start
    removal = removed(page, result.spans)
    if settings.bar:
        markup = with_bar(markup, _bar(removal, arrived, settings), STYLE_SOURCE)
    body, charset = written(markup, result)
    return Filtered(body, charset, removal, seconds)


def _rendered(result: Result, settings: ProxySettings) -> str:
    """Render the page as it is asked for."""
    if settings.reader:
        return result.render("reader")
    return result.html(settings.outline)


def removed(page: Document, spans: Spans) -> Removal:
    """Count what was kept: words that start in it, and links that have lost all their text."""
    words = page.words.start
    visible = page.in_subtrees(page.characters_before)
    kept = page.in_subtrees(page.within(spans).characters_before)
    links = _LINK[page.elements.tag] & (visible > 0) & (kept == 0)
    return Removal(len(words), int(np.count_nonzero(spans.contains(words))), int(np.count_nonzero(links)))


def written(markup: str, result: Result) -> tuple[bytes, str]:
    """Encode as the page was: its forms and links go on to be read by a server that expects that.

    What the encoding cannot hold becomes a character reference. Pages in UTF-16 become UTF-8, as their forms do.
    """
    name = result.page.encoding or "utf-8"
    codec = (SINGLE_BYTE | MULTIBYTE).get(name)
    if codec is None or name in _WRITTEN_AS_UTF_8:
        return markup.encode("utf-8", "replace"), "utf-8"
    return markup.encode(codec, "xmlcharrefreplace"), name


def _bar(removal: Removal, arrived: Arrived, settings: ProxySettings) -> Html:
    marked = settings.outline == "mark" and not settings.reader
    return draw_bar(removal, arrived.url, arrived.expression, settings.offered, marked=marked)
