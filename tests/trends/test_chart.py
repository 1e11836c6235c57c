"""Pictures: whole files, every query and source drawn, gaps left open, and letters also without fonts."""

import xml.etree.ElementTree as Xml
from dataclasses import replace

import numpy as np
import pytest

from webwinnow.drawing.markup import element
from webwinnow.trends.chart import ChartLine, as_strokes, chart, draw_png, draw_svg, frame_for, time_of

SPACE = "{http://www.w3.org/2000/svg}"


def drawn(lines, **settings) -> Xml.Element:
    frame = frame_for(lines, 400, 200, "unit", **settings)
    return Xml.fromstring(element("svg", chart(lines, frame)))


def test_the_svg_has_all_queries_and_sources(trends, made_up) -> None:
    root = Xml.fromstring(draw_svg(trends))
    texts = {"".join(text.itertext()) for text in root.iter(f"{SPACE}text")}
    assert {"biodiversity", "evolution", "conservation", "genome", *made_up.JOURNALS, "Trends of 2,400 texts"} <= texts
    lines = [path for path in root.iter(f"{SPACE}path") if path.get("class", "").startswith("line ")]
    assert len(lines) == 4 * (1 + len(made_up.JOURNALS))


def test_the_png_is_one_with_and_without_fonts(trends) -> None:
    pytest.importorskip("resvg_py")
    few = replace(trends, series=trends.series[:4])
    for system_fonts in (True, False):
        assert draw_png(few, zoom=1.0, system_fonts=system_fonts).startswith(b"\x89PNG\r\n\x1a\n")


def test_strokes_stand_where_the_text_would() -> None:
    left, right = as_strokes("Il", "quiet", 100, 50, "start"), as_strokes("Il", "quiet", 100, 50, "end")
    assert "M100.00 " in left and "M100.00 " not in right
    assert as_strokes("", "quiet", 0, 0) == '<path class="strokes" d="M0 0"/>'


def test_lines_are_open_where_periods_are_missing() -> None:
    line = ChartLine("q", 0, ("2001", "2002", "2005", "2006"), np.array([1.0, 2.0, 3.0, 4.0]))
    (path,) = (each for each in drawn([line]).iter("path") if each.get("class") == "line line-0")
    assert path.get("d", "").count("M") == 2


def test_a_ring_marks_a_change() -> None:
    values = np.array([1.0, 2.0, 3.0])
    line = ChartLine("q", 1, ("2001", "2002", "2003"), values, values - 1, values + 1, (2,))
    rings = [each for each in drawn([line]).iter("circle") if each.get("class") == "change change-1"]
    assert [ring.find("title").text for ring in rings] == ["q: a new level from 2003"]


def test_names_do_not_cover_each_other() -> None:
    lines = [ChartLine(f"q{at}", at, ("2001", "2002"), np.array([1.0, 1.0])) for at in range(4)]
    names = [each for each in drawn(lines).iter("text") if each.get("class", "").startswith("name ")]
    heights = sorted(float(name.get("y", 0)) for name in names)
    assert min(np.diff(heights)) >= 13


@pytest.mark.parametrize("periods", [("2001",), ("2001-03",), ("2001-03", "2001-04")])
def test_short_series_and_zeros_can_be_drawn(periods) -> None:
    zeros = np.zeros(len(periods))
    assert drawn([ChartLine("<&>", 0, periods, zeros, zeros, zeros)]) is not None


def test_time() -> None:
    assert time_of("2001-12") == pytest.approx(2001 + 11 / 12)
