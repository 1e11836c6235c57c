"""The report of a run: one self-contained `report.html`, drawn from the run's cells and its summary.

    write_report(run_folder)    reads the run, writes `report.html` beside its summary, gives its path

It needs no network, no library and no other file; every picture is SVG inside it. `page` holds the frame, `sections/`
one file for each section, `charts/` the drawing; all text from pages and packages is escaped in `markup` alone.
"""

from webwinnow.evaluate.report.writing import write_report

__all__ = ["write_report"]
