"""Tag ratios line by line: CETR with its clusters, and with a threshold.

Paper: mohammadzadeh2013, figure 3.10 and Algorithm 9; weninger2010.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.explain.panel import Axis, Panel, Series, Threshold, regions
from webwinnow.extractors.cetr import CETR, CETRThreshold, RatioLines, clusters
from webwinnow.signals.runs import runs


def cetr_panels(page: Document, stage: CETR) -> tuple[Panel, ...]:
    """Show the ratios, and the smoothed ones with their change and the lines outside of the cluster at the origin."""
    lines, points = stage.points(page)
    cluster = clusters(points)
    seen = (
        "The ratios smoothed, and how much they change towards the next lines: the two dimensions in which lines are"
        " clustered. Chosen are the lines outside of the cluster at the origin."
        " Figure 3.10 of mohammadzadeh2013; weninger2010."
    )
    series = (
        Series("smoothed", "columns", points[:, 0]),
        Series("change", "line", points[:, 1], "code"),
        Series("cluster", "told", cluster),
    )
    return _ratios(str(stage), lines), _decision(str(stage), lines, seen, series, cluster > 0)


def cetr_threshold_panels(page: Document, stage: CETRThreshold) -> tuple[Panel, ...]:
    """Show the ratios, and the smoothed ones with the threshold."""
    lines, smooth, threshold = stage.smoothed(page)
    seen = (
        f"The ratios smoothed; chosen are the lines above the threshold, {stage.coefficient:g} standard deviations of"
        " all ratios. Figure 3.10 of mohammadzadeh2013; weninger2010."
    )
    limit = Threshold(threshold, "content above")
    series = (Series("smoothed", "columns", smooth),)
    return _ratios(str(stage), lines), _decision(str(stage), lines, seen, series, smooth > threshold, limit)


def _ratios(stage: str, lines: RatioLines) -> Panel:
    seen = (
        "Characters of text for each tag, line by line; a line without tags counts as one with one tag."
        " Figure 3.10 and Algorithm 9 of mohammadzadeh2013."
    )
    series = (Series("ratio", "columns", lines.ratio),)
    return _decision(stage, lines, seen, series, None, title="Tag ratio of each line")


def _decision(
    stage: str,
    lines: RatioLines,
    seen: str,
    series: tuple[Series, ...],
    keep: npt.NDArray[np.bool_] | None,
    *limits: Threshold,
    title: str = "Smoothed tag ratio of each line",
) -> Panel:
    return Panel(
        stage=stage,
        title=title,
        caption=seen,
        x=Axis("line of the page", "line"),
        y=Axis("characters per tag", "characters per tag"),
        start=lines.edge[:-1],
        end=lines.edge[1:],
        series=series,
        regions=() if keep is None else regions(*runs(keep)),
        thresholds=limits,
    )
