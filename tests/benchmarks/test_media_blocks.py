"""The tables of blocks: true sizes find what words alone cannot, and the counts can fail."""

from __future__ import annotations

import shutil
from statistics import mean

import pytest
from benchmarks.media_blocks import EXAMPLES, EXTENDED, PREVIOUS, BlockCount, count_blocks, counts, read_pages, written

from webwinnow.document import Document
from webwinnow.evaluate.package import load
from webwinnow.expression import parse_extractor
from webwinnow.geometry import Browser, RenderSettings
from webwinnow.geometry.chromium import NAMES
from webwinnow.media import media_rule


@pytest.mark.skipif(not any(map(shutil.which, NAMES)), reason="no chromium here to open pages with")
def test_with_true_sizes_nearly_all_blocks_are_found() -> None:
    pytest.importorskip("playwright")
    with Browser(RenderSettings(timeout=120)) as browser:
        pages = read_pages(load(EXAMPLES), browser)
    assert len(pages) >= 8
    found = counts(pages, EXTENDED)
    assert mean(each.recall for each in found.values()) >= 0.95
    assert mean(each.precision for each in found.values()) >= 0.9
    assert mean(each.recall for each in counts(pages, PREVIOUS).values()) < 0.7
    hidden = pages["slides"][0]
    alternatives = {each.alt for each in media_rule(parse_extractor(EXTENDED)).media(hidden)}
    assert alternatives == {"Slide 1 of 3"}, "slides beside the window are not seen"


def test_blocks_are_counted() -> None:
    page = Document("<p id=a>One two three four.<p id=b>Five six.<div id=c><img width=500 height=400></div>")
    blocks = {"relevant": ["#a", "#c"], "others": ["#b"]}
    assert count_blocks(page, parse_extractor("plain"), blocks) == BlockCount(2, 2, 1)
    assert count_blocks(page, parse_extractor("wlr-media"), blocks) == BlockCount(2, 2, 2)
    assert "67%" in written("t", {"page": BlockCount(2, 3, 2)})
    assert BlockCount(2, 0, 0).precision == 0
