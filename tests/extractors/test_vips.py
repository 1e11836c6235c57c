"""VIPS: blocks, separators and their weights, the tree, the labelling; on boxes that the tests give."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.document.geometry import Boxes, Geometry
from webwinnow.errors import ParameterError
from webwinnow.extraction import extract
from webwinnow.extractors.vips import VIPS, tree_json, tree_picture
from webwinnow.extractors.vips.layout import lay_out
from webwinnow.extractors.vips.tree import BlockPool, find_stripes, vision_tree

STORY = "Toss the grain into the air and let the wind take the chaff away from it, again and again. "
PAGE = Document(
    "<div id=head><a href=/1>Home</a> <a href=/2>News</a></div>"
    f"<div id=main><h1>How to winnow</h1><p>{STORY * 3}</p><p>{STORY * 2}</p></div>"
    "<div id=side><p>Boots for every weather, now at half of the price.</p><p><a href=/3>More boots</a></p></div>"
    "<div id=foot>Imprint</div>"
)
PLACES = {
    "Home": (0, 0, 100, 20),
    "News": (110, 0, 200, 20),
    "How to winnow": (0, 60, 500, 100),
    "Toss": (0, 120, 800, 220),
    "Boots": (950, 60, 1250, 100),
    "More": (950, 110, 1100, 130),
    "Imprint": (0, 600, 100, 620),
}


def laid_out(page: Document) -> Document:
    """The page with its main column on the left, a side column, a head and a foot."""
    elements, runs = Boxes.empty(len(page.elements)), Boxes.empty(len(page.runs))
    elements.known[:], elements.background[:], elements.shown[:] = True, -1, True
    elements.inline[:] = [page.name(each) in ("a", "b") for each in range(len(page.elements))]
    below = 0
    for run, (start, end) in enumerate(zip(page.runs.start.tolist(), page.runs.end.tolist(), strict=True)):
        left, top, right, bottom = next(box for text, box in PLACES.items() if page.source[start:end].startswith(text))
        shift = below if page.source[start:end].startswith("Toss") else 0
        below += 110 if page.source[start:end].startswith("Toss") else 0
        runs.left[run], runs.top[run] = left, top + shift
        runs.width[run], runs.height[run] = right - left, bottom - top
        runs.size[run] = 32 if page.source[start:end].startswith("How") else 16
    runs.known[:], runs.shown[:], runs.weight[:] = True, True, 400
    return page.with_geometry(Geometry(elements, runs, (1280, 800), (1280, 640)))


def pool(*boxes: tuple[float, float, float, float], **columns: list[float]) -> BlockPool:
    count = len(boxes)
    given = {name: np.array(columns.get(name, [0] * count), dtype=float) for name in ("size", "weight", "background")}
    ruled, text = (np.array(columns.get(name, [0] * count), dtype=bool) for name in ("ruled", "text"))
    return BlockPool(np.array(boxes, dtype=float).T, given["size"], given["weight"], given["background"], ruled, text)


def test_stripes_are_where_no_block_is() -> None:
    boxes = pool((0, 0, 100, 20), (0, 30, 40, 60), (60, 30, 100, 50), (0, 100, 100, 120))
    rows = find_stripes(boxes, vertical=False)
    assert list(zip(rows.start.tolist(), rows.end.tolist(), strict=True)) == [(20, 30), (60, 100)]
    assert len(find_stripes(boxes, vertical=True).weight) == 0
    columns = find_stripes(boxes.take(np.array([1, 2])), vertical=True)
    assert (columns.start.tolist(), columns.end.tolist()) == ([40], [60])


def test_distance_rules_backgrounds_and_fonts_weigh() -> None:
    above, below = (0, 0, 100, 20), (0, 28, 100, 48)

    def weight(**columns: list[float]) -> int:
        return find_stripes(pool(above, below, **columns), vertical=False).strongest

    assert weight() == 2
    assert find_stripes(pool(above, (0, 60, 100, 80)), vertical=False).strongest == 5
    assert weight(ruled=[0, 1]) == weight(background=[0, 1]) == 4
    assert weight(size=[32, 16]) == 3
    assert weight(size=[16, 32]) == 4
    assert weight(text=[1, 1]) == 1


def test_the_tree_has_head_columns_and_foot() -> None:
    page = laid_out(PAGE)
    tree = vision_tree(page, 8)
    top = [block for block in tree.blocks if block.parent == 0]
    assert [block.runs for block in top] == [(0, 2), (2, 8)], "the strongest separator is the one below the head"
    assert all(block.parent < place for place, block in enumerate(tree.blocks))
    assert any(separator.vertical for separator in tree.separators)
    covered = sorted(tree.blocks[leaf].runs for leaf in tree.leaves)
    assert [first for first, _ in covered] == sorted({first for first, _ in covered})
    assert sum(last - first for first, last in covered) == len(page.runs), "every run is in one leaf"


def test_it_wins_where_columns_tell() -> None:
    text = extract(laid_out(PAGE), "vips").text
    assert text.startswith("How to winnow\n\nToss")
    assert text.count("Toss") == 5
    assert "Boots" not in text and "Home" not in text and "Imprint" not in text
    assert not VIPS().warnings(laid_out(PAGE))


def test_it_loses_where_all_blocks_are_short() -> None:
    assert not len(VIPS()(Document("<p>One.<p>Two.<p>Three.")))


def test_without_a_browser_the_layout_is_an_estimate_and_says_so() -> None:
    layout = lay_out(PAGE)
    assert layout.estimated
    assert (np.diff(layout.runs[1][layout.seen]) >= 0).all(), "texts stand below each other"
    result = extract(PAGE, "vips")
    assert "Toss" in result.text
    assert any("estimated layout" in warning for warning in result.warnings)


def test_json_and_picture() -> None:
    page = laid_out(PAGE)
    labelled = VIPS().labelled(page)
    known = json.loads(json.dumps(tree_json(page, labelled)))
    assert [block["content"] for block in known["blocks"]].count(True) == 3
    assert known["separators"][0]["weight"] >= 1
    picture = tree_picture(page, labelled, b"\x89PNG")
    assert picture.startswith("<svg") and "data:image/png;base64,iVBORw==" in picture
    hostile = Document('<p>"><script>alert(1)</script>&lt;script>x')
    assert "<script" not in tree_picture(hostile, VIPS().labelled(hostile))


def test_panels_lead_back_to_the_text() -> None:
    value, coherence, kept = VIPS().curves(laid_out(PAGE))
    assert len(value) == len(coherence)
    assert PAGE.select(value.pairs()) == VIPS()(laid_out(PAGE))
    assert coherence.curves[0].values.max() == 10
    assert kept.chosen


def test_time_grows_with_the_page_not_with_its_square() -> None:
    def seconds(count: int) -> float:
        page = Document("<div><p>some words here</p><div>" * count)
        begun = time.process_time()
        VIPS()(page)
        return time.process_time() - begun

    seconds(200)
    pairs = ((max(seconds(1000), 0.01), seconds(8000)) for _ in range(3))
    assert any(large < 20 * small for small, large in pairs)  # squared it would be 64


@pytest.mark.parametrize("wrong", [{"permitted": 11}, {"price": -1}])
def test_parameters_are_checked(wrong: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        VIPS(**wrong)
