"""Time against page size."""

from __future__ import annotations

from webwinnow.drawing.markup import Html, element
from webwinnow.evaluate.report.charts.frame import figure
from webwinnow.evaluate.report.charts.marks import named
from webwinnow.evaluate.report.charts.time_and_size import Timed, points_of_each, time_and_size
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count, seconds


def section(material: Material) -> Html:
    """Draw a panel for each candidate."""
    timed = [Timed(mark, *material.scores.timed(mark.name)) for mark in material.order]
    panels = time_and_size(timed)
    if not panels:
        return element("p", "No page was timed.")
    drawn = (element("div", _name(each), panel, class_="panel") for each, panel in panels)
    return figure(_caption(timed, len(panels)), element("div", *drawn, class_="panels"))


def _name(each: Timed) -> Html:
    told = element("span", f"median {seconds(each.typical)} per kB", class_="told")
    return element("h3", named(each.mark), " ", told)


def _caption(timed: list[Timed], panels: int) -> str:
    limit, most = points_of_each(panels), max(len(each.sizes) for each in timed)
    said = "Time against page size, both in powers of ten. The line joins medians of pages of about one size."
    others = " Faint: the other candidates." * (panels > 1)
    sampled = f" Drawn are {count(limit)} of up to {count(most)} pages, evenly by size; medians are of all."
    return said + others + sampled * (most > limit)
