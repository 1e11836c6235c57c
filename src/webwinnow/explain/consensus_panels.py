"""What `consensus` thought of each block, and which families of signals spoke for it and against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.explain.page_panels import page_panels
from webwinnow.explain.panel import Axis, Panel, Series, regions
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.signals.runs import runs

_LIKELY: Final = (
    "How likely each block is content. Blocks are kept by falling probability as long as the expected F1 of what is"
    " kept rises, so the limit differs from page to page. Each block tells what every family of signals adds to its log"
    " odds: above zero it speaks for content, below against."
)
_SPOKEN: Final = (
    "What all families of signals together add to the log odds of each block: above the axis what speaks for it, below"
    " what speaks against it."
)


def consensus_panels(page: Document, stage: Consensus) -> tuple[Panel, ...]:
    """Show the probability of each block, what spoke for and against it, and the text that is kept."""
    kept = page_panels(page, str(stage), stage(page))[-1]
    if not len(page.blocks):
        return (kept,)
    verdict, reasons = stage.verdict(page), stage.reasons(page)
    said = np.array(list(reasons.said.values()))
    told = tuple(Series(f"{family} says", "told", values) for family, values in reasons.said.items())
    chosen = regions(*runs(verdict.keep))
    likely = _panel(page, str(stage), "Probability", _LIKELY, Series("probability", "columns", verdict.likely), *told)
    speaking = (
        Series("for", "above", np.maximum(said, 0).sum(axis=0)),
        Series("against", "below", np.maximum(-said, 0).sum(axis=0)),
    )
    spoken = _panel(page, str(stage), "For and against", _SPOKEN, *speaking, *told)
    return replace(likely, regions=chosen), replace(spoken, regions=chosen), kept


def _panel(page: Document, stage: str, title: str, caption: str, *series: Series) -> Panel:
    first, last = page.blocks.runs[page.blocks.first[:-1]], page.blocks.runs[page.blocks.first[1:] - 1]
    drawn = [each.name for each in series if each.mark != "told"]
    return Panel(
        stage=stage,
        title=title,
        caption=caption,
        x=Axis("block of the page", "block"),
        y=Axis(" and ".join(drawn), series[0].name),
        start=page.runs.start[first],
        end=page.runs.end[last],
        series=series,
    )
