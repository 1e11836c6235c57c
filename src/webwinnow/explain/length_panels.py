"""Lengths of strings: Density.

Paper: mohammadzadeh2013, figure 3.13 and section 3.3.3.2; moreno2009.
"""

from __future__ import annotations

import numpy as np

from webwinnow.document import Document
from webwinnow.explain.panel import Axis, Panel, Series, Threshold, regions
from webwinnow.extractors.density import Density, lengths
from webwinnow.signals.runs import runs


def density_panels(page: Document, stage: Density) -> tuple[Panel, ...]:
    """Show how long each string is, the least length, and the strings near the longest that have it."""
    length, strings = lengths(page), page.blocks
    keep = np.zeros(len(length), dtype=np.bool_)
    keep[stage.chosen(length)] = True
    first, last = strings.runs[strings.first[:-1]], strings.runs[strings.first[1:] - 1]
    seen = (
        f"The length of each string between block-level tags. Chosen are the longest, and strings of at least"
        f" {stage.c1:g} of its length (C1) that follow within {stage.c2} places (C2). Figure 3.13 of mohammadzadeh2013."
    )
    panel = Panel(
        stage=str(stage),
        title="Length of each string",
        caption=seen,
        x=Axis("string of the page, in order", "string"),
        y=Axis("characters", "characters"),
        start=page.runs.start[first],
        end=page.runs.end[last],
        series=(Series("length", "columns", length),),
        regions=regions(*runs(keep)),
        thresholds=(Threshold(stage.c1 * int(length.max(initial=0)), "C1:"),),
    )
    return (panel,)
