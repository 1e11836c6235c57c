"""Bodies as they travel: gzip, deflate, br and zstd undone piece by piece, so that a bomb is stopped early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from webwinnow.errors import PageError
from webwinnow.fetch.fetched import inflated

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
