"""Lines, physical and normalised."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markup import markup, well_formed

from webwinnow.document import Document
from webwinnow.document.lines import WIDTH, Lines


def totals(page: Document, lines: Lines) -> bool:
    return lines.content.sum() == page.visible.characters and lines.code.sum() == page.code.sum()


@given(markup())
def test_physical_lines_are_those_of_the_source(source: str) -> None:
    page = Document(source)
    edge = page.lines.edge.tolist()
    lines = [page.source[start:end] for start, end in zip(edge[:-1], edge[1:], strict=True)]
    newline = "\n" if "\n" in page.source else "\r"
    assert "".join(lines) == page.source
    assert [line.removesuffix(newline) for line in lines] == page.source.split(newline)
    assert totals(page, page.lines)


def test_content_and_code_of_physical_lines() -> None:
    page = Document("<p>one</p>\ntwo <b\nid=x>three</b>\n<script>\nvar x</script><!-- no\ncode -->")
    assert page.lines.content.tolist() == [3, 3, 5, 0, 0, 0]
    assert page.lines.code.tolist() == [7, 3, 9, 0, 0, 0]


def test_what_a_title_or_a_text_area_holds_is_no_code() -> None:
    page = Document('<title lang="en">A title</title><textarea>typed <b></textarea><iframe>x</iframe>')
    assert page.code.tolist() == [17, 8, 10, 11, 8, 9]


@given(markup(), st.integers(1, 60))
def test_normalised_lines_are_as_full_as_may_be(source: str, width: int) -> None:
    page = Document(source)
    lines, pieces = page.normalised_lines(width), page.words_and_tags
    assert lines.edge[0] == 0
    assert lines.edge[-1] == len(page.source)
    assert totals(page, lines)
    assert set(lines.edge[1:-1].tolist()) <= set(pieces.start.tolist())  # no word and no tag is split
    counts = counting(page)
    starts = np.append(pieces.start, len(page.source))
    for start, end in zip(lines.edge[:-1].tolist(), lines.edge[1:].tolist(), strict=True):
        inside = np.flatnonzero((pieces.start >= start) & (pieces.start < end))
        assert counts[start:end].sum() <= width or len(inside) <= 1
        if end < len(page.source):  # the next word or tag would have been too much
            assert counts[start : starts[starts.searchsorted(end, side="right")]].sum() > width


def counting(page: Document) -> npt.NDArray[np.int64]:
    """What each character of the source counts for: 1 in visible text and in tags."""
    counts = np.zeros(len(page.source), dtype=np.int64)
    tags = zip(page.tokens.tag_start.tolist(), (page.tokens.tag_start + page.code).tolist(), strict=True)
    for start, end in [*page.visible, *tags]:
        counts[start:end] = 1
    return counts


def reformatted(source: str, blanks: list[str]) -> str:
    """The same page with other white space between tags, and between text and tags."""
    parts = [part for part in re.split(r"(<[^>]*>)", source) if part.strip()]
    return "".join(
        part.strip() + blanks[at % len(blanks)] if part.startswith("<") else part.strip()
        for at, part in enumerate(parts)
    )


@given(well_formed(), st.lists(st.sampled_from(["", " ", "\n", "\n\t\t", "\r\n   "]), min_size=1, max_size=5))
def test_normalised_lines_do_not_depend_on_the_layout_of_the_source(source: str, blanks: list[str]) -> None:
    plain, other = (Document(reformatted(source, each)).normalised_lines(40) for each in ([""], blanks))
    assert plain.content.tolist() == other.content.tolist()
    assert plain.code.tolist() == other.code.tolist()


def test_scripts_comments_and_hidden_text_count_nothing() -> None:
    page = Document("<p>one two three four</p>")
    noisy = Document("<!-- c --><script>x = 1</script><p>one two three four</p><style>p {}</style>")
    assert page.normalised_lines(20).content.tolist() == noisy.normalised_lines(20).content.tolist()
    hidden = page.without(page.select([(3, 10)]))
    assert hidden.normalised_lines(100).content.tolist() == [11]


def test_a_long_word_has_its_own_line() -> None:
    page = Document(f"<p>a {'x' * 50} b</p>")
    assert page.normalised_lines(10).content.tolist() == [2, 51, 1]


def test_punctuation_before_the_first_word_counts_for_the_first_line() -> None:
    page = Document("!!!!! one two")
    assert (page.normalised_lines(8).content <= 8).all()


def test_tags_with_other_lengths_fill_lines_otherwise() -> None:
    page = Document("<a href='a long address'>x</a><a href='a long address'>y</a>")
    assert len(page.normalised_lines(30)) == 2
    short = page.with_code(np.minimum(page.code, 3))
    assert len(short.normalised_lines(30)) == 1


@pytest.mark.parametrize("source", ["", " ", "<!-- -->", "<script>x</script>"])
def test_pages_without_anything_have_one_line(source: str) -> None:
    page = Document(source)
    assert len(page.normalised_lines()) == 1
    assert page.normalised_lines().content.tolist() == [0]


def test_the_width_is_documented() -> None:
    assert WIDTH == 120
