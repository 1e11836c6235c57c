"""Explanations show what the stages did: their regions select exactly what was found."""

from __future__ import annotations

import json
import subprocess
import sys
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
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.ccb import ACCB, CCB, TCCB
from webwinnow.extractors.cetd import CETD
from webwinnow.extractors.cetr import CETR
from webwinnow.extractors.dana import R2L, DANAg
from webwinnow.extractors.density import Density
from webwinnow.extractors.dsc import DSC
from webwinnow.extractors.lqf import LQF
from webwinnow.extractors.plain import Plain
from webwinnow.extractors.wlr import WLR
from webwinnow.prefilters.link_filters import Filter1, Filter3
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Refiner, Serial, Stage, Vote

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
        assert all(len(curve.values) == len(panel) for curve in panel.curves)
        assert all(np.isfinite(curve.values).all() for curve in panel.curves)
        assert all(0 <= each.first <= each.last < len(panel) for each in panel.chosen)
        assert (panel.start <= panel.end).all()
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
@settings(max_examples=8)
@given(source=markup())
def test_the_catalogue_on_any_markup(name, source):
    check(Document(source), parse(name))


@pytest.mark.parametrize("name", [name for name in STAGES if name != "plain"])
def test_every_decision_has_curves_of_its_own(name, example):
    """Filters share theirs, lines before and after; `plain` decides nothing."""
    kind = stage_class(name)
    assert getattr(kind, "curves", None) not in (None, Extractor.curves, Refiner.curves)
    assert explain(example, kind()).panels[0].title != "Share of linked text"


def test_members_show_their_decisions_and_the_votes(example):
    stage = Vote(2, (Filter3() >> DANAg(), LQF(), BTE()))
    *members, votes = explain(example, stage).panels
    assert [panel.stage for panel in members] == ["filter3 >> danag", "lqf", "bte"]
    assert votes.thresholds[0].value == 2
    results = [member(example) for member in stage.members]
    counted = np.sum([result.contains(votes.start) for result in results], axis=0)
    assert votes.curves[0].values.tolist() == counted.tolist()
    length = np.diff(votes.x_edges)
    for quorum in (1, 2, 3):
        enough = votes.curves[0].values >= quorum
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
    content, code = (curve.values for curve in counted.curves)
    assert content.sum() == example.visible.characters
    assert code.sum() == example.code.sum()


def test_a_filter_shows_before_and_after(example):
    before, after, hidden = explain(example, Filter1()).panels
    text = [int(panel.curves[0].values.sum()) for panel in (before, after)]
    assert text == [example.visible.characters, Filter1()(example).visible.characters]
    assert hidden.curves[1].values.sum() > 0


def test_blocks_show_links(example):
    _, share, blocks = explain(example, LQF()).panels
    text, linked = (curve.values for curve in blocks.curves)
    assert (text + linked).sum() == example.visible.characters
    assert share.curves[0].values == pytest.approx(linked / (text + linked))
    assert share.x_edges[-1] == example.visible.characters


def test_pictures_are_made_by_modules_that_wait():
    code = "import sys, webwinnow.explain; print([name for name in sys.modules if '.extractors.' in name])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_tag_ratios_of_the_papers_snippet():
    """Figure 3.11 of mohammadzadeh2013."""
    lines = ['<div id="topnav">', '<div id="storyPageContent2">', '<div id="author">James Smith</div>']
    lines += ["OKLAHOMA CITY - Police were told that", "The Oklahoman reported Sun. <br><br> Jones had", "</div></div>"]
    ratios, smoothed = explain(Document("\n".join(lines)), CETR(width=0)).panels
    assert ratios.curves[0].values.tolist()[:4] == [0, 0, 5.5, 37]
    assert [curve.name for curve in smoothed.curves] == ["smoothed", "change", "cluster"]
    kept = {at for region in smoothed.chosen for at in range(region.first, region.last + 1)}
    assert kept == set(np.flatnonzero(smoothed.curves[2].values).tolist())


@pytest.mark.parametrize("stage", [CCB(), ACCB(), TCCB()], ids=str)
def test_blurring_starts_with_the_vector(stage, example):
    vector, blurred = explain(example, stage).panels
    assert vector.x_edges[-1] == blurred.x_edges[-1]
    ones = vector.curves[0].values * np.diff(vector.x_edges)
    words = len(example.words)
    assert ones.sum() == (words if isinstance(stage, TCCB) else example.characters_before[-1])
    assert len(blurred) == words + (vector.curves[0].values == 0).sum()  # code is drawn as code
    starts = [int(blurred.start[at]) for region in blurred.chosen for at in range(region.first, region.last + 1)]
    above = stage.ratios(example) > blurred.thresholds[0].value
    tokens = example.words_and_tags
    assert set(tokens.start[~tokens.is_tag][above].tolist()) <= set(starts)


def test_strings_and_the_least_length(example):
    (panel,) = explain(example, Density()).panels
    longest = panel.curves[0].values.max()
    assert panel.thresholds[0].value == pytest.approx(0.333 * longest)
    chosen = {at for each in panel.chosen for at in range(each.first, each.last + 1)}
    assert int(panel.curves[0].values.argmax()) in chosen
    assert all(panel.curves[0].values[at] >= panel.thresholds[0].value for at in chosen)


def test_right_to_left_characters_and_ascii():
    page = Document("<nav><a href=/>Home</a></nav><p>" + "سلام به همه دوستان خوب " * 30 + "and Latin words</p>")
    counted, _ = explain(page, R2L(unit="characters")).panels
    assert [curve.name for curve in counted.curves] == ["right-to-left", "ASCII"]
    assert counted.curves[0].values.sum() == sum("\u0600" <= letter <= "\u06ff" for letter in page.source)


def test_elements_and_the_body(example):
    densities, kept = explain(example, CETD()).panels
    assert len(densities) == len(example.elements)
    assert densities.thresholds[0].label == "body:"
    assert kept.title == "Text kept and dropped"
    assert explain(example, CETD(select="density-sum")).panels[0].thresholds == ()


def test_the_chosen_subtree(example):
    stage = WLR(factor="bound")
    ratio, relevance, _ = explain(example, stage).panels
    assert ratio.chosen == relevance.chosen
    assert relevance.chosen[0].first == int(relevance.curves[0].values.argmax())
    inside = ratio.pairs()[0]
    assert stage(example) - Spans([inside], size=len(example.source)) == Spans(size=len(example.source))


def test_weighted_votes_are_weighed(example):
    stage = Vote.of(2.5, LQF() * 1.5, Plain(), BTE())
    votes = explain(example, stage).panels[-1]
    assert votes.thresholds[0].value == 2.5
    assert votes.curves[0].values.max() == 3.5
    assert votes.caption.startswith("What the votes weigh of the 3 extractors above that chose each place")
    assert np.diff(votes.x_edges)[votes.curves[0].values >= 2.5].sum() == stage(example).characters


def test_explanation_as_json(example):
    found = json.loads(explain(example, DANAg()).to_json())
    assert found["expression"] == "danag"
    assert found["title"].startswith("Tide mill")
    assert found["spans"] == [list(pair) for pair in DANAg()(example)]
    assert found["kept_characters"] == sum(end - start for start, end in found["spans"])
    assert found["share"] == pytest.approx(found["kept_characters"] / found["visible_characters"], abs=1e-6)
    lines = found["panels"][0]
    source = example.source
    assert "".join(source[a:b] for a, b in zip(lines["start"], lines["end"], strict=True)) == source
    region = found["panels"][-1]["regions"][0]
    assert "the sea itself has made flour" in source[region["start"] : region["end"]]


def test_json_of_a_long_page_is_not_grouped(long_page):
    found = json.loads(explain(long_page, Plain()).to_json())
    assert len(found["panels"][-1]["start"]) == len(long_page.blocks) > 2000


def test_nothing_kept_of_nothing():
    explanation = Explanation("x", None, None, Spans(size=0), Spans(size=0), ())
    assert json.loads(explanation.to_json())["panels"] == []
    assert json.loads(explain(Document(""), Plain()).to_json())["title"] is None
