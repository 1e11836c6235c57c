"""What a prefilter changes: the lines as counted before and after it, and the text that it hides.

Paper: mohammadzadeh2013, figures 4.13 (before) and 4.14 (after); ghorbani2014, section 3.
"""

from __future__ import annotations

from typing import Final

from webwinnow.document import Document
from webwinnow.explain.line_panels import counted_lines
from webwinnow.explain.page_panels import page_panels
from webwinnow.explain.panel import Panel
from webwinnow.stages import Prefilter

_BEFORE: Final = (
    "Characters of text above the axis, characters of tags below it, for each line. Figure 4.13 of mohammadzadeh2013."
)
_AFTER: Final = (
    "The same with the filter: the text that it hides is gone, and tags count for what the filter makes of them."
    " Figure 4.14 of mohammadzadeh2013; section 3 of ghorbani2014."
)


def prefilter_panels(page: Document, stage: Prefilter) -> tuple[Panel, ...]:
    """Show the lines before, the lines after, and what is hidden."""
    after = stage(page)
    return (
        counted_lines(str(stage), page.normalised_lines(), "Before the filter", _BEFORE),
        counted_lines(str(stage), after.normalised_lines(), "After the filter", _AFTER),
        page_panels(page, str(stage), after.visible)[-1],
    )
