"""PNG pictures hold what the SVG holds, with letters, with and without fonts."""

import re
import struct
import sys
import zlib
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.drawing.png import fonts_are_found, renderer
from webwinnow.errors import MissingExtraError
from webwinnow.explain import explain
from webwinnow.explain.png import draw_png
from webwinnow.explain.svg import draw_svg
from webwinnow.extractors.dana import DANAg

pytest.importorskip("resvg_py")
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def pixels(png: bytes) -> np.ndarray:
    """Read a PNG with 8 bits for each of four colours, filters undone by their definition."""
    assert png.startswith(SIGNATURE)
    data, at = b"", len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            assert (depth, colours) == (8, 6)
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 4 * width)
    return unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, 4).astype(np.int64))


def unfiltered(filters: np.ndarray, rows: np.ndarray) -> np.ndarray:
    above = np.zeros_like(rows[0])
    for kind, row in zip(filters.tolist(), rows, strict=True):
        if kind == 1:
            row[:] = np.cumsum(row, axis=0) % 256
        elif kind == 2:
            row[:] = (row + above) % 256
        elif kind:
            sideways(kind, row, above)
        above = row
    return rows


def sideways(kind: int, row: np.ndarray, above: np.ndarray) -> None:
    left, corner = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for at in range(len(row)):
        if kind == 3:
            guess = (left + above[at]) // 2
        else:
            slope = left + above[at] - corner
            away = np.abs(slope - np.stack([left, above[at], corner]))
            guess = np.choose(np.argmin(away, axis=0), [left, above[at], corner])
        row[at] = (row[at] + guess) % 256
        left, corner = row[at], above[at]


def only_the_title(svg: str) -> str:
    """Cut a picture down to where the title stands: small enough for the slow reader above."""
    return re.sub(
        r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', 'viewBox="24 20 240 30" width="240" height="30"', svg
    )


def ink(png: bytes) -> int:
    """Count the dark pixels."""
    return int((pixels(png)[:, :, :3].sum(axis=2) < 250).sum())


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr("webwinnow.explain.png.draw_svg", lambda explanation: only_the_title(draw_svg(explanation)))


@pytest.mark.parametrize("system_fonts", [True, False])
def test_letters_are_drawn(example, small, system_fonts):
    png = draw_png(explain(example, DANAg()), zoom=1, system_fonts=system_fonts)
    assert pixels(png).shape == (30, 240, 4)
    assert 400 < ink(png) < 4000


def test_machines_without_fonts(example, small, monkeypatch):
    """Whatever the renderer finds on this machine, text is there when it finds nothing."""
    real = renderer("explain").svg_to_bytes
    bare = partial(real, skip_system_fonts=True)
    explanation = explain(example, DANAg())
    assert ink(bytes(bare(svg_string=only_the_title(draw_svg(explanation))))) == 0
    monkeypatch.setattr("webwinnow.drawing.png.renderer", lambda extra: SimpleNamespace(svg_to_bytes=bare))
    fonts_are_found.cache_clear()
    try:
        assert ink(draw_png(explanation, zoom=1)) > 400
    finally:
        fonts_are_found.cache_clear()


def test_the_picture_is_not_blank(example):
    explanation = explain(example, DANAg())
    assert struct.unpack(">II", draw_png(explanation)[16:24])[0] == 2 * 960
    colours = {tuple(colour) for colour in pixels(draw_png(explanation, zoom=0.1)).reshape(-1, 4).tolist()}
    assert len(colours) > 100


def test_a_page_without_anything():
    assert draw_png(explain(Document(""), DANAg())).startswith(SIGNATURE)


def test_the_missing_library_is_named(example, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"resvg_py.*webwinnow\[explain\]"):
        draw_png(explain(example, DANAg()))
