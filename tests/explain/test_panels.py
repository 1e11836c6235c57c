"""Pictures show what the stages did: their regions select exactly what was found."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings

from markup import markup
from webwinnow import parse
from webwinnow.catalogue import STAGES, recipes, stage_class
from webwinnow.document import Document
from webwinnow.explain import Explanation, explain
from webwinnow.explain.panels import PANELS
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.danag import DANAg
from webwinnow.extractors.dsc import DSC
from webwinnow.extractors.lqf import LQF
from webwinnow.extractors.plain import Plain
from webwinnow.prefilters.filter1 import Filter1
from webwinnow.prefilters.filter3 import Filter3
from webwinnow.spans import Spans
from webwinnow.stages import Refiner, Serial, Stage, Vote

READ_A_PART = {"r2l"}
"""Stages that read only some of the characters in the regions they choose."""
OTHER_LANGUAGES = {"r2l", "dana"}
"""Stages that find nothing on the bundled page."""
COMBINED = [
    Filter3() >> DANAg(),
    Filter1() >> DSC(),
    LQF() >> BTE(),
    DANAg(smoothing=1, gap=0),
    DSC() | BTE(),
    DSC() & LQF(),
    Vote(2, (Filter3() >> DANAg(), LQF(), BTE())),
    (DSC() | LQF()) >> BTE(),
    Vote(1, (DSC() & BTE(), Plain())),
]
KNOWN = [DANAg(), DSC(), BTE(), LQF(), Plain(), Filter1(), Filter3()]


@dataclass(frozen=True, slots=True)
class FirstHalf(Refiner):
    name: ClassVar[str] = "first-half"

    def __call__(self, page: Document, found: Spans) -> Spans:
        return found & Spans([(0, len(page.source) // 2)], size=len(page.source))


def seen(page: Document, stage: Stage) -> Document:
    """The page as the last extractor sees it."""
    if not isinstance(stage, Serial):
        return page
    return [step.page for step in stage.steps(page) if step.stage.kind == "extractor"][-1]


def check(page: Document, stage: Stage) -> Explanation:
    explanation = explain(page, stage)
    assert explanation.expression == str(stage)
    assert explanation.panels
    for panel in explanation.panels:
        assert panel.title and panel.caption.endswith(".") and panel.stage
        assert len(panel.x_edges) == len(panel) + 1
        assert all(len(series.values) == len(panel) for series in panel.series)
        assert all(np.isfinite(series.values).all() for series in panel.series)
        assert all(0 <= region.first <= region.last < len(panel) for region in panel.regions)
        assert ((panel.start < panel.end) | (len(page.source) == 0)).all()
        assert (np.diff(panel.start) >= 0).all() and (panel.end <= len(page.source)).all()
    shown = seen(page, stage).select(explanation.panels[-1].pairs())
    if stage.name in READ_A_PART:
        assert explanation.found - shown == Spans(size=len(page.source))
    else:
        assert shown == explanation.found
    return explanation


@pytest.mark.parametrize("name", [*STAGES, *recipes()])
def test_everything_in_the_catalogue_has_an_explanation(name, example, bare):
    stage = parse(name)
    check(bare, stage)
    explanation = check(example, stage)
    assert explanation.share <= 1
    assert (explanation.share == 0) == (name in OTHER_LANGUAGES)


@pytest.mark.parametrize("stage", [*KNOWN, *COMBINED], ids=str)
def test_regions_select_what_was_found(stage, example, real, bare):
    for page in (example, real, bare):
        check(page, stage)


@pytest.mark.parametrize("stage", COMBINED, ids=str)
@settings(max_examples=20)
@given(source=markup())
def test_on_any_markup(stage, source):
    check(Document(source), stage)


@pytest.mark.parametrize("name", STAGES)
@settings(max_examples=20)
@given(source=markup())
def test_the_catalogue_on_any_markup(name, source):
    check(Document(source), parse(name))


def test_the_table_names_stages_that_exist():
    for place in PANELS:
        module, _, name = place.partition(":")
        assert getattr(__import__(module, fromlist=[name]), name).__module__ == module


def test_every_stage_has_the_pictures_of_the_table(example):
    for name in STAGES:
        kind = stage_class(name)
        general = explain(example, kind()).panels[0].title in {"Share of linked text", "Before the filter"}
        assert general != (f"{kind.__module__}:{kind.__qualname__}" in PANELS)


def test_members_show_their_decisions_and_the_votes(example):
    stage = Vote(2, (Filter3() >> DANAg(), LQF(), BTE()))
    *members, votes = explain(example, stage).panels
    assert [panel.stage for panel in members] == ["filter3 >> danag", "lqf", "bte"]
    assert votes.thresholds[0].value == 2
    results = [member(example) for member in stage.members]
    counted = np.sum([result.contains(votes.start) for result in results], axis=0)
    assert votes.series[0].values.tolist() == counted.tolist()
    length = np.diff(votes.x_edges)
    for quorum in (1, 2, 3):
        enough = votes.series[0].values >= quorum
        assert length[enough].sum() == Spans.covered(results, at_least=quorum).characters


def test_the_last_extractor_is_shown_on_what_the_filters_left(example):
    filtered = Filter3()(example)
    expected = explain(filtered, DANAg()).panels
    found = explain(example, Filter3() >> DANAg()).panels
    for one, other in zip(expected, found, strict=True):
        assert one.to_json() | {"stage": ""} == other.to_json() | {"stage": ""}
    assert found[0].to_json()["series"] != explain(example, DANAg()).panels[0].to_json()["series"]


def test_a_refiner_after_the_decision_is_shown_too(example):
    series = LQF() >> FirstHalf()
    explanation = check(example, series)
    assert explanation.found.characters < LQF()(example).characters
    assert explanation.panels[-1].stage == str(series)
    assert check(example, FirstHalf()).share < 1


def test_lines_add_up_to_the_page(example):
    counted = explain(example, DANAg()).panels[0]
    content, code = (series.values for series in counted.series)
    assert content.sum() == example.visible.characters
    assert code.sum() == example.code.sum()


def test_a_filter_shows_before_and_after(example):
    before, after, hidden = explain(example, Filter1()).panels
    text = [int(panel.series[0].values.sum()) for panel in (before, after)]
    assert text == [example.visible.characters, Filter1()(example).visible.characters]
    assert hidden.series[1].values.sum() > 0


def test_blocks_show_links(example):
    share, blocks = explain(example, LQF()).panels
    text, linked = (series.values for series in blocks.series)
    assert (text + linked).sum() == example.visible.characters
    assert share.series[0].values == pytest.approx(linked / (text + linked))
    assert share.x_edges[-1] == example.visible.characters
