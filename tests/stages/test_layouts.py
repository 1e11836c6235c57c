"""Panels over the parts of a page: positions stand for the text they are said to stand for."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages.curves import Chosen, Curve
from webwinnow.stages.layouts import (
    block_panel,
    content_and_code,
    element_panel,
    kept_text,
    line_panel,
    subtree,
    text_panels,
    votes,
)

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
