"""Right-to-left and ASCII characters per line, against a loop over the stream that the paper reads."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.document.character_lines import character_lines
from webwinnow.language.scripts import right_to_left


def naive(page: Document, edge: list[int]) -> tuple[list[int], list[int]]:
    """T1 and T2: of visible text and whole tags, the characters of S1 and those of S2; other tags are all code."""
    rtl, content, code = set(right_to_left(page.source).tolist()), [0] * (len(edge) - 1), [0] * (len(edge) - 1)
    lengths = page.tokens.tag_end - page.tokens.tag_start
    tags = zip(page.tokens.tag_start.tolist(), lengths.tolist(), page.code.tolist(), strict=True)
    places = [at for start, end in page.visible for at in range(start, end)]
    for start, length, counted in tags:
        line = int(np.searchsorted(edge, start, side="right")) - 1
        if counted == length:
            places += range(start, start + length)
        else:
            code[min(line, len(code) - 1)] += counted
    for at in places:
        line = int(np.searchsorted(edge, at, side="right")) - 1
        content[line] += at in rtl
        code[line] += page.source[at].isascii()
    return content, code


@given(markup(), st.integers(10, 60))
def test_counts_are_those_of_a_loop(source: str, width: int) -> None:
    page = Document(source)
    lines = character_lines(page, right_to_left(page.source), width)
    assert (lines.content.tolist(), lines.code.tolist()) == naive(page, lines.edge.tolist())


def test_attributes_count_by_their_characters_unless_a_filter_took_them() -> None:
    page = Document('<p title="سلام">abc شب é</p>')
    lines = character_lines(page, right_to_left(page.source), 30)
    assert lines.content.tolist() == [4, 2, 0]
    assert lines.code.tolist() == [12, 5, 4]  # the letter with an accent is neither
    bare = page.with_code(np.array([3, 4]))
    lines = character_lines(bare, right_to_left(page.source), 30)
    assert lines.content.tolist() == [0, 2, 0]
    assert lines.code.tolist() == [3, 5, 4]
