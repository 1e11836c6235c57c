"""What a stage shows of itself, as plain data."""

from __future__ import annotations

import json

import numpy as np
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages.curves import (
    AxisLabel,
    Chosen,
    Curve,
    Panel,
    Threshold,
    block_panel,
    chosen_where,
    content_and_code,
    element_panel,
    kept_text,
    line_panel,
    subtree,
    text_panels,
    votes,
)

PANEL = Panel(
    stage="sieve",
    title="Holes",
    caption="Seen.",
    x=AxisLabel("hole of the sieve", "hole"),
    y=AxisLabel("grains", "grains"),
    start=np.array([0, 4, 8], np.int32),
    end=np.array([4, 8, 20], np.int32),
    curves=(Curve("grain", "above", np.array([1, 2, 3])), Curve("share", "line", np.array([0.1, 1 / 3, 1]))),
    chosen=(Chosen(1, 2),),
    thresholds=(Threshold(0.5, "half"),),
)


def test_regions_as_stretches_of_the_source():
    assert PANEL.pairs().tolist() == [[4, 20]]
    assert PANEL.bounds().tolist() == [[1, 2]]
    assert PANEL.x_edges.tolist() == [0, 1, 2, 3]


def test_json_holds_everything():
    found = json.loads(json.dumps(PANEL.to_json()))
    assert found == {
        "stage": "sieve",
        "title": "Holes",
        "caption": "Seen.",
        "x": {"name": "hole of the sieve", "unit": "hole"},
        "y": {"name": "grains", "unit": "grains"},
        "start": [0, 4, 8],
        "end": [4, 8, 20],
        "series": [
            {"name": "grain", "mark": "above", "tone": "content", "values": [1, 2, 3]},
            {"name": "share", "mark": "line", "tone": "content", "values": [0.1, 0.333333, 1.0]},
        ],
        "regions": [{"first": 1, "last": 2, "start": 4, "end": 20}],
        "thresholds": [{"value": 0.5, "label": "half"}],
    }


def test_positions_that_were_chosen():
    assert PANEL.is_chosen().tolist() == [False, True, True]
    assert chosen_where(np.array([True, True, False, True])) == (Chosen(0, 1), Chosen(3, 3))
    assert chosen_where(np.zeros(3, np.bool_)) == ()


PAGE = Document(
    "<nav><a href=/>Home</a></nav><div><p>Winnow the <a href=/grain>grain</a>.</p><p>Drop the chaff.</p></div>"
)


@given(markup())
def test_kept_text_adds_up_to_the_visible_text_and_selects_what_was_kept(source: str) -> None:
    page = Document(source)
    half = page.visible & Spans([(0, len(source) // 2)], size=len(source))
    share, kept = text_panels(page, "half", half)
    text, linked = (curve.values for curve in kept.curves)
    assert (text + linked).sum() == page.visible.characters == share.x_edges[-1]
    assert page.select(kept.pairs()) == page.select(share.pairs()) == half


def test_blocks_are_cut_only_where_kept_text_meets_dropped_text() -> None:
    whole, (start, end) = kept_text(PAGE, "all", PAGE.visible), (PAGE.source.index("Winnow"), PAGE.source.index("the"))
    cut = kept_text(PAGE, "first word", PAGE.select([(start, end)]))
    assert (len(whole), len(cut)) == (3, 4)
    assert cut.chosen == (Chosen(1, 1),)


def test_votes_are_counted_where_members_differ() -> None:
    first, rest = PAGE.select([(0, PAGE.source.index("<div>"))]), PAGE.select([(PAGE.source.index("<div>"), 10_000)])
    panel = votes(PAGE, "vote", [first, PAGE.visible, rest & first], 2, (1, 1, 1))
    assert panel.curves[0].values.tolist() == [2, 1, 1]
    assert PAGE.select(panel.pairs()) == first


def test_lines_blocks_and_elements_lead_back_to_the_source() -> None:
    lines = PAGE.normalised_lines()
    counted = line_panel("stage", lines, "title", "Seen.", *content_and_code(lines))
    assert "".join(PAGE.source[a:b] for a, b in zip(counted.start, counted.end, strict=True)) == PAGE.source
    blocks = block_panel(PAGE, PAGE.blocks, "stage", "title", "Seen.", Curve("one", "columns", np.ones(3)))
    assert next(PAGE.source[a:b] for a, b in zip(blocks.start, blocks.end, strict=True)) == "Home"
    elements = element_panel(PAGE, "stage", "title", "Seen.", Curve("one", "columns", np.ones(len(PAGE.elements))))
    division = next(each for each in range(len(PAGE.elements)) if PAGE.name(each) == "div")
    chosen = subtree(PAGE, division)
    assert PAGE.source[elements.start[chosen.first] : elements.end[chosen.first]].endswith("Drop the chaff.</p>")
    assert (elements.end[chosen.first : chosen.last + 1] <= elements.end[chosen.first]).all()
