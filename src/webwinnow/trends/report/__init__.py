"""The report of a run: one self-contained `report.html`; `page` is its frame, the other files are its sections."""

from webwinnow.trends.report.page import write_report

__all__ = ["write_report"]
