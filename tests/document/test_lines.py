"""Lines, physical and normalised, against a naive reading piece by piece."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK
from webwinnow.document.lines import WIDTH, Lines


def is_sound(page: Document, lines: Lines) -> bool:
    """From the first to the last character, nothing counted twice, no word and no tag split."""
    pieces = page.words_and_tags
    ends = lines.edge[0] == 0 and lines.edge[-1] == len(page.source)
    totals = lines.content.sum() == page.visible.characters and lines.code.sum() == page.code.sum()
    return bool(ends and totals and set(lines.edge[1:-1].tolist()) <= set(pieces.start.tolist()))


@given(markup())
def test_physical_lines_are_those_of_the_source(source: str) -> None:
    page = Document(source)
    edge = page.lines.edge.tolist()
    lines = [page.source[start:end] for start, end in itertools.pairwise(edge)]
    newline = "\n" if "\n" in page.source else "\r"
    assert "".join(lines) == page.source
    assert [line.removesuffix(newline) for line in lines] == page.source.split(newline)
    assert page.lines.content.sum() == page.visible.characters
    assert page.lines.code.sum() == page.code.sum()


def test_content_and_code_of_physical_lines() -> None:
    page = Document("<p>one</p>\ntwo <b\nid=x>three</b>\n<script>\nvar x</script><!-- no\ncode -->")
    assert page.lines.content.tolist() == [3, 3, 5, 0, 0, 0]
    assert page.lines.code.tolist() == [7, 3, 9, 0, 0, 0]


def test_what_a_title_or_a_text_area_holds_is_no_code() -> None:
    page = Document('<title lang="en">A title</title><textarea>typed <b></textarea><iframe>x</iframe>')
    assert page.code.tolist() == [17, 8, 10, 11, 8, 9]


def pieces_of(page: Document) -> list[tuple[int, int]]:
    """Where each word and tag starts, and what it is: 1 a word, -1 a block-level tag, 0 another tag."""
    pieces, numbers = page.words_and_tags, iter(page.tokens.code[page.code > 0].tolist())
    return [
        (start, (-1 if BLOCK[abs(next(numbers))] else 0) if is_tag else 1)
        for start, is_tag in zip(pieces.start.tolist(), pieces.is_tag.tolist(), strict=True)
    ]


def text_between(page: Document, start: int, end: int) -> int:
    return int(np.diff(page.visible.characters_before([start, end]))[0])


def naive_normalised(page: Document, width: int) -> list[int]:
    """Start a line where text and blocks meet, and where text and tags have filled one more width since then."""
    pieces = pieces_of(page)
    code_starts = list(zip(page.tokens.tag_start.tolist(), page.code.tolist(), strict=True))
    edges, last, since = [0], 0, pieces[0][0] if pieces else 0
    full = 0
    for start, kind in pieces:
        meets = kind != 0 and last not in (0, kind)
        if meets:
            since, full = start, 0
        code = sum(length for at, length in code_starts if since <= at < start)
        filled = (text_between(page, since, start) + code) // width
        if (meets or filled != full) and start > 0:
            edges.append(start)
        last, full = kind or last, filled
    return [*edges, len(page.source)]


def naive_wrapped(page: Document, width: int) -> list[int]:
    """Start a line where text and tags have filled one more width."""
    edges, full = [0], 0
    code_ends = list(zip(page.tokens.tag_start.tolist(), page.code.tolist(), strict=True))
    for start, _ in pieces_of(page):
        code = sum(length for at, length in code_ends if at < start)
        filled = (text_between(page, 0, start) + code) // width
        if filled != full and start > 0:
            edges.append(start)
        full = filled
    return [*edges, len(page.source)]


@given(markup(), st.integers(1, 60))
def test_lines_are_those_of_a_naive_reading(source: str, width: int) -> None:
    page = Document(source)
    for lines, edges in (
        (page.normalised_lines(width), naive_normalised(page, width)),
        (page.wrapped_lines(width), naive_wrapped(page, width)),
    ):
        assert is_sound(page, lines)
        assert lines.edge.tolist() == edges


@given(well_formed(), st.integers(5, 60))
def test_no_line_has_more_text_than_its_width_and_one_word(source: str, width: int) -> None:
    page = Document(source)
    longest = int((page.words_and_tags.end - page.words_and_tags.start)[~page.words_and_tags.is_tag].max(initial=0))
    assert page.normalised_lines(width).content.max() < width + longest


def reformatted(source: str, blanks: list[str]) -> str:
    """The same page with other white space between tags, and between text and tags."""
    parts = [part.strip() for part in re.split(r"(<[^>]*>)", source) if part.strip()]
    return "".join(part + blanks[at % len(blanks)] if part.startswith("<") else part for at, part in enumerate(parts))


@given(well_formed(), st.lists(st.sampled_from(["", " ", "\n", "\n\t\t", "\r\n   "]), min_size=1, max_size=5))
def test_lines_do_not_depend_on_the_layout_of_the_source(source: str, blanks: list[str]) -> None:
    plain, other = (Document(reformatted(source, each)) for each in ([""], blanks))
    for one, two in [
        (plain.normalised_lines(20), other.normalised_lines(20)),
        (plain.wrapped_lines(40), other.wrapped_lines(40)),
    ]:
        assert one.content.tolist() == two.content.tolist()
        assert one.code.tolist() == two.code.tolist()


def test_text_and_blocks_stand_on_lines_of_their_own() -> None:
    page = Document("<div><p>one <b>two</b> three</p></div><p>four")
    lines = page.normalised_lines(100)
    assert lines.content.tolist() == [0, 11, 0, 4]
    assert lines.code.tolist() == [8, 7, 13, 0]


def test_markup_between_texts_is_cut_as_text_is() -> None:
    """A head or a menu is not one giant line beside lines of text."""
    page = Document("<p>one</p>" + '<div class="a"></div>' * 20 + "<p>two</p>")
    lines = page.normalised_lines(80)
    assert lines.content.tolist() == [0, 3, 0, 0, 0, 0, 0, 0, 3, 0]
    assert lines.code.tolist() == [3, 0, 82, 84, 84, 84, 69, 24, 0, 4]


def test_scripts_comments_and_hidden_text_count_nothing() -> None:
    page = Document("<p>one two three four</p>")
    noisy = Document("<!-- c --><script>x = 1</script><p>one two three four</p><style>p {}</style>")
    assert page.normalised_lines(9).content.tolist() == noisy.normalised_lines(9).content.tolist()
    hidden = page.without(page.select([(3, 10)]))
    assert hidden.normalised_lines(100).content.sum() == 11


def test_tags_with_other_lengths_fill_lines_otherwise() -> None:
    page = Document("<a href='a long address'>x</a><a href='a long address'>y</a>")
    short = page.with_code(np.minimum(page.code, 3))
    assert len(page.wrapped_lines(30)) == 2
    assert len(short.wrapped_lines(30)) == 1


@pytest.mark.parametrize("source", ["", " ", "<!-- -->", "<script>x</script>"])
def test_pages_without_anything_have_one_line(source: str) -> None:
    page = Document(source)
    for lines in (page.normalised_lines(), page.wrapped_lines(WIDTH)):
        assert len(lines) == 1
        assert lines.content.tolist() == [0]


@given(markup())
def test_words_and_tags_stand_in_the_order_of_the_source(source: str) -> None:
    page = Document(source)
    sequence = page.words_and_tags
    assert len(sequence) == len(page.words) + int((page.code > 0).sum())
    assert (sequence.start[1:] >= sequence.end[:-1]).all()
    assert (sequence.end > sequence.start).all()
