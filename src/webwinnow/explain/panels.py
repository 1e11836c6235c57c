"""`explain`: from a page and a stage to the pictures of what the stage did.

One table says which stage has pictures of its own; the modules that make them are imported when they are needed. Every
picture is made from the very curves that the stage decides by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, Final, TypeAlias

from webwinnow.document import Document
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.page_panels import page_panels, vote_panel
from webwinnow.explain.panel import Panel
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Intersection, Prefilter, Refiner, Serial, Stage, Union, Vote

Panels: TypeAlias = tuple[Panel, ...]

PANELS: Final = {
    "webwinnow.extractors.bte:BTE": "webwinnow.explain.tag_panels:bte_panels",
    "webwinnow.extractors.ccb:ACCB": "webwinnow.explain.blurring_panels:ccb_panels",
    "webwinnow.extractors.ccb:CCB": "webwinnow.explain.blurring_panels:ccb_panels",
    "webwinnow.extractors.ccb:TCCB": "webwinnow.explain.blurring_panels:ccb_panels",
    "webwinnow.extractors.cetd:CETD": "webwinnow.explain.element_panels:cetd_panels",
    "webwinnow.extractors.cetr:CETR": "webwinnow.explain.ratio_panels:cetr_panels",
    "webwinnow.extractors.cetr:CETRThreshold": "webwinnow.explain.ratio_panels:cetr_threshold_panels",
    "webwinnow.extractors.consensus.consensus:Consensus": "webwinnow.explain.consensus_panels:consensus_panels",
    "webwinnow.extractors.dana:DANA": "webwinnow.explain.line_panels:right_to_left_panels",
    "webwinnow.extractors.dana:DANAg": "webwinnow.explain.line_panels:line_panels",
    "webwinnow.extractors.density:Density": "webwinnow.explain.length_panels:density_panels",
    "webwinnow.extractors.dsc:DSC": "webwinnow.explain.tag_panels:dsc_panels",
    "webwinnow.extractors.fe:FE": "webwinnow.explain.element_panels:fe_panels",
    "webwinnow.extractors.fe:KFE": "webwinnow.explain.element_panels:fe_panels",
    "webwinnow.extractors.gswce:GSWCE": "webwinnow.explain.blurring_panels:gswce_panels",
    "webwinnow.extractors.largest_block:LargestBlock": "webwinnow.explain.element_panels:largest_block_panels",
    "webwinnow.extractors.lqf:LQF": "webwinnow.explain.element_panels:lqf_panels",
    "webwinnow.extractors.mantratzis:Mantratzis": "webwinnow.explain.element_panels:mantratzis_panels",
    "webwinnow.extractors.dana:R2L": "webwinnow.explain.line_panels:right_to_left_panels",
    "webwinnow.extractors.textsweeper:TextSweeper": "webwinnow.explain.element_panels:textsweeper_panels",
    "webwinnow.extractors.wlr:WLRMedia": "webwinnow.explain.element_panels:wlr_panels",
    "webwinnow.extractors.wlr:WLR": "webwinnow.explain.element_panels:wlr_panels",
}
"""Places of stages, and of the functions that make their panels; the panel that shows the decision comes last."""


def explain(page: Document, stage: Stage) -> Explanation:
    """Show what a stage does with a page."""
    found = _left(page, stage)
    panels = _panels(page, stage, found)
    return Explanation(str(stage), page.title, page.url, found, page.visible, panels)


def _left(page: Document, stage: Stage) -> Spans:
    """Find what a stage leaves of a page; a refiner alone corrects the decision to keep everything."""
    if isinstance(stage, Prefilter):
        return stage(page).visible
    if isinstance(stage, Refiner):
        return page.select(stage(page, page.visible))
    return stage(page) if isinstance(stage, Extractor) else page.visible


def _panels(page: Document, stage: Stage, found: Spans) -> Panels:
    if isinstance(stage, Serial):
        return _of_a_series(page, stage, found)
    if isinstance(stage, Union | Intersection | Vote):
        return _of_members(page, stage)
    place = f"{type(stage).__module__}:{type(stage).__qualname__}"
    if place in PANELS:
        return _function(PANELS[place])(page, stage)
    if isinstance(stage, Prefilter):
        return _function("webwinnow.explain.prefilter_panels:prefilter_panels")(page, stage)
    return page_panels(page, str(stage), found)


def _of_a_series(page: Document, series: Serial, found: Spans) -> Panels:
    """Show the last extractor on the page as the stages before left it; refiners after it change the last picture."""
    deciding = [step for step in series.steps(page) if isinstance(step.stage, Extractor)]
    if not deciding:
        return page_panels(page, str(series), found)
    last = deciding[-1]
    panels = tuple(replace(panel, stage=str(series)) for panel in _panels(last.page, last.stage, last.found))
    return panels if last.found == found else (*panels, page_panels(page, str(series), found)[-1])


def _of_members(page: Document, stage: Union | Intersection | Vote) -> Panels:
    """Show the decision of each member, and how they add up."""
    results = [member(page) for member in stage.members]
    decisions = [_panels(page, member, found)[-1] for member, found in zip(stage.members, results, strict=True)]
    shares = stage.shares if isinstance(stage, Vote) else (1,) * len(results)
    return *decisions, vote_panel(page, str(stage), results, stage.quorum, shares)


def _function(place: str) -> Callable[[Document, Any], Panels]:
    module, _, name = place.partition(":")
    found: Callable[[Document, Any], Panels] = getattr(import_module(module), name)
    return found
