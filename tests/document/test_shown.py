"""What a view of a page shows: found at once from the columns of its page, as the definitions find it one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.bte import BTE, stretch
from webwinnow.extractors.dana import DANAg
from webwinnow.kernels import LIBRARY
from webwinnow.spans import Spans

PAGE = "<nav><a>Home</a> <b>now</b></nav><p>Winnow the <i>grain</i>, then<br><br>drop the chaff.<div>Foot</div>"
needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")


def some_runs(page: Document) -> Document:
    return page.reduced(page.select_runs(np.arange(len(page.runs)) % 3 != 1))


def test_a_view_shows_its_runs_and_no_others() -> None:
    page = Document(PAGE)
    view = page.within(page.select_runs(np.array([2, 3, 5])))
    assert view.starts_shown.tolist() == [False, False, True, True, False, True, False]
    words = [PAGE[start:end] for start, end in zip(view.words.start, view.words.end, strict=True)]
    assert words == ["Winnow", "the", "grain", "drop", "the", "chaff"]
    assert view.blocks.first.tolist() == [0, 2, 3]


def test_elements_that_lost_their_text_are_gone_with_their_tags() -> None:
    page = Document(PAGE)
    view = page.reduced(page.select_runs(np.array([2, 3, 4, 5, 6])))
    gone = {page.name(element) for element in np.flatnonzero(~view.present).tolist()}
    assert gone == {"nav", "a", "b"}
    assert [PAGE[start:end] for start, end in zip(*(each[view.code == 0] for each in _tags(page)), strict=True)] == [
        "<nav>", "<a>", "</a>", "<b>", "</b>", "</nav>",
    ]  # fmt: skip


def _tags(page: Document) -> tuple[np.ndarray, np.ndarray]:
    return page.tokens.tag_start, page.tokens.tag_end


def test_the_characters_of_a_view_are_those_of_its_runs() -> None:
    page = Document(PAGE)
    view = some_runs(page)
    shown = page.runs.end[view.starts_shown], page.runs.start[view.starts_shown]
    assert view.characters_before[-1] == sum(
        len("".join(page.source[start:end].split())) for end, start in zip(*shown, strict=True)
    )


@needs_kernels
def test_a_view_of_parts_of_runs_is_left_to_numpy() -> None:
    page = Document(PAGE)
    assert some_runs(page)._seen is not None
    assert page.within(page.visible.first(2))._seen is None


@given(markup())
def test_what_a_stage_keeps_of_a_view_is_what_its_definition_keeps(source: str) -> None:
    view = some_runs(Document(source))
    tokens = view.words_and_tags
    body = view.select([(tokens.start[first], tokens.end[last]) for first, last in stretch(tokens.is_tag)])
    assert BTE()(view) == body
    stage = DANAg(width=20, gap=2)
    lines = stage.counted_lines(view)
    regions = stage.regions(view, lines)
    pairs = np.column_stack([lines.edge[regions.first], lines.edge[regions.last + 1]])
    assert DANAg(width=20, gap=2)(view) == view.select(pairs)


def test_nothing_is_kept_where_nothing_is_shown() -> None:
    view = Document(PAGE).within(Spans(size=len(PAGE)))
    assert not len(BTE()(view))
    assert not len(DANAg()(view))
