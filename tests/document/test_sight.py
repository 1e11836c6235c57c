"""What readers see of a page, found at once."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.document.sight import see
from webwinnow.kernels import LIBRARY

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")


@needs_kernels
@pytest.mark.parametrize(
    ("source", "shown", "blocks"),
    [
        ("", [], []),
        ("<p>one <b>two</b><p>three", [True, True, True], [2, 1]),
        ("one<br>two<br><br>three<hr>four", [True] * 4, [2, 1, 1]),
        ("<p>some text that is seen<p hidden>not seen", [True, False], [1]),
        ("<p hidden>most of the text<p>rest", [True, True], [1, 1]),
        ("<option>a choice</option><p>text", [False, True], [1]),
    ],
)
def test_runs_and_blocks(source: str, shown: list[bool], blocks: list[int]) -> None:
    sight = see(LIBRARY, Document(source).markup)
    assert sight.shown.tolist() == shown
    assert np.diff(sight.blocks.first).tolist() == blocks
    assert len(sight.blocks.runs) == sum(shown) == sum(blocks)


@needs_kernels
def test_characters_are_those_of_the_runs_that_are_seen() -> None:
    sight = see(LIBRARY, Document("<p>four<p hidden>no<p>fi ve").markup)
    assert sight.characters_before.tolist() == [0, 0, 4, 4, 8]
