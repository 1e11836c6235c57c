"""One SVG file: well formed, alone, and honest about what it shows."""

import re
import struct
import sys
import xml.etree.ElementTree as Xml
import zlib
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow import catalogue, parse
from webwinnow.document import Document
from webwinnow.drawing.png import fonts_are_found, renderer
from webwinnow.errors import MissingExtraError
from webwinnow.explain import explain
from webwinnow.explain.plot import BOTTOM, LEFT, RIGHT, TOP
from webwinnow.explain.svg import draw_png, draw_svg
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.dana import DANAg
from webwinnow.extractors.dsc import DSC
from webwinnow.extractors.lqf import LQF
from webwinnow.prefilters.link_filters import Filter3
from webwinnow.stages import Vote

SVG = "{http://www.w3.org/2000/svg}"
STAGES = [Filter3() >> DANAg(), DSC(), BTE(), LQF(), Filter3(), Vote(2, (DANAg(), LQF(), BTE()))]


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in Xml.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("stage", STAGES, ids=str)
def test_well_formed_and_alone(stage, example, bare):
    for page in (example, bare):
        svg = draw_svg(explain(page, stage))
        root = Xml.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert not re.search(r"href|url\(|@import|<script|<image|<foreignObject|\son\w+=", svg)
        assert re.findall(r"https?://[^\"\s]+", svg) == ["http://www.w3.org/2000/svg"]


@given(title=st.text(), source=markup())
def test_any_page_and_any_title(title, source):
    page = Document(f"<title>{title}</title>{source}")
    Xml.fromstring(draw_svg(explain(page, DANAg())))


def test_hostile_titles_are_text():
    title = '</text><script>alert(1)</script><a href="javascript:x">'
    page = Document(f"<title>{title.replace('<', '&lt;')}</title><p>Grain.</p>")
    svg = draw_svg(explain(page, LQF()))
    assert "<script" not in svg and "<a " not in svg
    assert texts(svg)[0] == title


def test_words_are_said(example):
    said = texts(draw_svg(explain(example, DANAg(width=30))))  # short lines, so that there is room for words
    assert said[0].startswith("Tide mill grinds again")
    assert said[1] == "danag(width=30)"
    assert any(re.fullmatch(r"kept 1,\d\d\d of 1,\d\d\d visible characters \(\d\d %\)", text) for text in said)
    lines = re.compile(r"(chosen: )?lines \d+–\d+")
    assert sum(bool(lines.fullmatch(text)) for text in said) >= 2
    assert "↑ content" in said and "↓ code" in said
    assert any("formula 4.2" in text for text in said)


def test_bands_cover_the_regions(example):
    """What is shaded in the picture is what the panel says, in its scale."""
    explanation = explain(example, DANAg())
    panel, root = explanation.panels[-1], Xml.fromstring(draw_svg(explanation))
    band = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("class") == "band"][-1]
    left, right = (float(number) for number in re.findall(r"(?:M|H)([\d.]+)", band)[:2])
    unit = (RIGHT - LEFT) / len(panel)
    assert left == pytest.approx(LEFT + unit * panel.chosen[0].first, abs=0.01)
    assert right == pytest.approx(LEFT + unit * (panel.chosen[0].last + 1), abs=0.01)


def test_everything_stays_inside(example, real):
    for page in (example, real):
        root = Xml.fromstring(draw_svg(explain(page, DANAg())))
        for path in root.iter(f"{SVG}path"):
            if path.get("class") in {"content", "content-left", "code", "code-left", "band"}:
                assert all(LEFT - 0.01 <= float(x) <= RIGHT + 0.8 for x in re.findall(r"[MH]([\d.-]+)", path.get("d")))
                assert all(TOP - 0.1 <= float(y) <= BOTTOM + 0.1 for y in re.findall(r"V([\d.-]+)", path.get("d")))


def test_one_huge_tag_does_not_hide_the_rest():
    page = Document(f"<p>{'grain ' * 40}</p><p data-x='{'x' * 9000}'>{'chaff ' * 40}</p>")
    assert any("go on below it" in text for text in texts(draw_svg(explain(page, DANAg()))))


def test_a_long_page_is_grouped_and_small(long_page):
    svg = draw_svg(explain(long_page, DSC()))
    assert "columns of about" in svg
    assert len(svg) < 400_000


@pytest.mark.parametrize("name", catalogue.STAGES)
def test_every_stage_has_its_picture(name, example):
    explanation = explain(example, parse(name))
    root = Xml.fromstring(draw_svg(explanation))
    shapes = [path.get("class") for path in root.iter(f"{SVG}path")]
    assert shapes.count("zero") >= len(explanation.panels)
    assert "nothing to draw here" not in texts(draw_svg(explanation))


def test_numbers_below_zero_say_so(example):
    """Where both sides of the axis count upwards, no number has a sign."""
    assert any(text.startswith("\u2212") for text in texts(draw_svg(explain(example, parse("mss")))))
    assert not any(text.startswith("\u2212") for text in texts(draw_svg(explain(example, DANAg()))))


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
    monkeypatch.setattr("webwinnow.explain.svg.draw_svg", lambda explanation: only_the_title(draw_svg(explanation)))


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
