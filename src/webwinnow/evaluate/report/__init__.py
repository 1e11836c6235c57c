"""The report of a run: one self-contained `report.html`, drawn from the run's cells and its summary.

    write_report(run)    writes `report.html` into the folder of a run and returns its path

It needs no network, no library and no other file; every picture is SVG inside it. `page` puts the sections together,
each of which has its module; `material` is what they are made from; `frame` is what they are drawn
with. All text from pages and packages is escaped in `drawing.markup` alone.
"""

from webwinnow.evaluate.report.page import write_report

__all__ = ["write_report"]
