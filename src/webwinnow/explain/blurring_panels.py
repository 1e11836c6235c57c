"""The blurred vector of content and code: CCB, ACCB, TCCB, and GSWCE's smoothed sequence.

Paper: mohammadzadeh2013, figure 3.8 (the vector before and after blurring) and section 3.2.8.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from webwinnow.document import Document
from webwinnow.explain.page_panels import page_panels
from webwinnow.explain.panel import Axis, Panel, Region, Series, Threshold, regions
from webwinnow.extractors.ccb import ACCB, CCB, TCCB, Vector
from webwinnow.extractors.gswce import GSWCE, nodes
from webwinnow.signals.runs import runs
from webwinnow.signals.smoothing import Numbers

Blurring: TypeAlias = CCB | ACCB | TCCB


def ccb_panels(page: Document, stage: Blurring) -> tuple[Panel, ...]:
    """Show the vector of content and code, and the same blurred, with the words above the threshold."""
    vector, ratios = stage.vector(page), stage.ratios(page)
    unit = "token" if isinstance(stage, TCCB) else "character"
    return _vector(str(stage), vector, unit), _blurred(page, stage, vector, ratios, unit)


def _axis(unit: str) -> Axis:
    return Axis(f"{unit}s of the page, text and code", unit)


def _vector(stage: str, vector: Vector, unit: str) -> Panel:
    filled = vector.lengths > 0
    seen = (
        f"The vector before blurring: 1 for {unit}s of text, 0 for {unit}s of code. The upper part of figure 3.8 of"
        " mohammadzadeh2013."
    )
    return Panel(
        stage=stage,
        title="Content code vector",
        caption=seen,
        x=_axis(unit),
        y=Axis("content", "content"),
        start=vector.start[filled],
        end=vector.end[filled],
        series=(Series("content", "columns", (vector.ones[filled] > 0).astype(np.int64)),),
        edges=np.concatenate([[0], np.cumsum(vector.lengths[filled])]),
    )


def _blurred(page: Document, stage: Blurring, vector: Vector, ratios: Numbers, unit: str) -> Panel:
    """Draw each word from the middle between it and the word before to the middle between it and the next."""
    tokens = page.words_and_tags
    size, places = float(vector.lengths.sum()), vector.places + 0.5
    middles = (places[1:] + places[:-1]) / 2
    seen = (
        f"The vector blurred {stage.rounds} times with a Gaussian that reaches {stage.radius} {unit}s, at each word."
        " Words above the threshold are chosen. The lower part of figure 3.8 and Algorithm 7 of mohammadzadeh2013."
    )
    return Panel(
        stage=str(stage),
        title="Blurred: content code ratio",
        caption=seen,
        x=_axis(unit),
        y=Axis("content code ratio", "ratio"),
        start=tokens.start[~tokens.is_tag],
        end=tokens.end[~tokens.is_tag],
        series=(Series("ratio", "line", ratios),),
        regions=regions(*runs(ratios > stage.threshold)),
        thresholds=(Threshold(stage.threshold, "content above"),),
        edges=np.concatenate([[0.0], middles, [size]]) if len(places) else np.zeros(1),
    )


def gswce_panels(page: Document, stage: GSWCE) -> tuple[Panel, ...]:
    """Show the smoothed sequence with its longest stretch above the threshold, and the element kept around it."""
    (smooth, is_word), node, tokens = stage.smoothed(page), nodes(page), page.words_and_tags
    seen = (
        f"Words count 1 and start tags 0, smoothed {stage.rounds} times over {stage.radius} tokens on either side. The"
        " stretch above the threshold with most words is chosen; kept is the element around it."
        " Section 3.2.8 and figure 3.4 of mohammadzadeh2013."
    )
    sequence = Panel(
        stage=str(stage),
        title="Smoothed ratio of words to tags",
        caption=seen,
        x=Axis("token of the page (a word or a start tag)", "token"),
        y=Axis("smoothed ratio", "ratio"),
        start=tokens.start[node],
        end=tokens.end[node],
        series=(Series("ratio", "line", smooth),),
        regions=tuple(Region(first, last) for first, last in stage.longest(smooth, is_word)),
        thresholds=(Threshold(stage.threshold, "content above"),),
    )
    return sequence, page_panels(page, str(stage), stage(page))[-1]
