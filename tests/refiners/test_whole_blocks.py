"""Whole blocks: no block comes out cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.refiners.whole_blocks import SnapToBlocks
from webwinnow.spans import Spans

PLACES = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=5)


def blocks_of(page: Document) -> list[Spans]:
    """The visible text of each block."""
    blocks = page.blocks
    runs = [blocks.runs[first:last] for first, last in zip(blocks.first[:-1], blocks.first[1:], strict=True)]
    return [page.select_runs(each) for each in runs]


@given(markup(), PLACES, st.sampled_from([0, 0.3, 0.5, 1]))
def test_blocks_are_kept_whole_or_not_at_all(source: str, pairs: list[tuple[int, int]], share: float) -> None:
    page = Document(source)
    found = page.select(pairs)
    kept = SnapToBlocks(share)(page, found)
    expected = Spans(size=len(page.source))
    for block in blocks_of(page):
        part = block & found
        if part.characters and part.characters >= share * block.characters:
            expected |= block
    assert kept == expected


def test_it_completes_paragraphs_and_drops_scraps() -> None:
    page = Document("<p>one two three four five</p><p>six seven eight nine ten</p><ul><li>menu</ul>")
    cut = page.select([(page.source.index("three"), page.source.index("seven") - 1)])
    kept = SnapToBlocks()(page, cut)
    assert [page.source[start:end] for start, end in kept] == ["one two three four five"]


def test_the_named_variant_of_addanag() -> None:
    assert parse("addanag-whole") == parse("filter3 >> danag >> whole-blocks")
    with pytest.raises(ParameterError, match="whole-blocks: share must be from 0 to 1, not 2"):
        SnapToBlocks(2)
