"""The curve of tags and its plateaus: BTE and DSC.

Paper: mohammadzadeh2013, figures 3.5 (BTE) and 3.6 (DSC), formulas 3.3 and 3.4.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.explain.panel import Axis, Panel, Region, Series, Threshold, Values, regions
from webwinnow.extractors.bte import BTE, stretch
from webwinnow.extractors.dsc import DSC, Slopes, low_slope, slopes
from webwinnow.signals.runs import runs

_TOKENS: Final = Axis("token of the page (a word or a tag)", "token")
_CURVE: Final = (
    "Tags counted from the start of the page: where the curve is flat there are words, where it is steep tags."
)


def bte_panels(page: Document, stage: BTE) -> tuple[Panel, ...]:
    """Show the curve of tags and the one stretch that was chosen."""
    is_tag = page.words_and_tags.is_tag
    chosen = tuple(Region(first, last) for first, last in stretch(is_tag))
    seen = (
        f"{_CURVE} Chosen is the one stretch with most words inside and most tags outside (formula 3.3)."
        " Figure 3.5 of mohammadzadeh2013."
    )
    return (_tag_curve(page, str(stage), np.cumsum(is_tag), chosen, seen),)


def dsc_panels(page: Document, stage: DSC) -> tuple[Panel, ...]:
    """Show the slope in each window with its limit, and the curve of tags with its plateaus."""
    tokens = page.words_and_tags
    measured = slopes(tokens.is_tag)
    chosen = regions(*runs(low_slope(tokens.is_tag)))
    seen = (
        f"{_CURVE} Chosen are the plateaus: three windows with a low slope open one, three others close it"
        " (formula 3.4, Algorithm 6). Figure 3.6 of mohammadzadeh2013."
    )
    return _slopes(page, stage, measured), _tag_curve(page, str(stage), measured.curve, chosen, seen)


def _tag_curve(page: Document, stage: str, curve: Values, chosen: tuple[Region, ...], seen: str) -> Panel:
    tokens = page.words_and_tags
    return Panel(
        stage=stage,
        title="Curve of tags",
        caption=seen,
        x=_TOKENS,
        y=Axis("tags so far", "tags"),
        start=tokens.start,
        end=tokens.end,
        series=(Series("tags so far", "line", curve),),
        regions=chosen,
    )


def _slopes(page: Document, stage: DSC, measured: Slopes) -> Panel:
    """Draw each window where it starts, as wide as the step to the next one."""
    tokens, last = page.words_and_tags, measured.at + measured.size - 1
    edges = np.append(measured.at, measured.at[-1:] + measured.size // 2) if len(measured.at) else np.zeros(1)
    return Panel(
        stage=str(stage),
        title="Slope in each window",
        caption=f"Share of tags in windows of {measured.size} tokens, one every {measured.size // 2} tokens. Windows"
        " below the limit, half of the slope of the whole page, have a low slope."
        " Section 3.3.1.2 and Algorithm 6 of mohammadzadeh2013.",
        x=_TOKENS,
        y=Axis("tags per token", "tags per token"),
        start=tokens.start[measured.at],
        end=tokens.end[last],
        series=(Series("slope", "columns", measured.slope, "code"),),
        thresholds=(Threshold(measured.limit, "low below"),),
        edges=edges,
    )
