"""Media beside the content: what is left out at once, and that compiled code leaves out no other."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from media.media_pages import BIG, PAGES, TEXT, URLS, choices
from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.media import Medium, candidates, find_media, main_media
from webwinnow.media.candidates import find_candidates

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")


def chosen(source: str) -> list[tuple[Medium, ...]]:
    pages = [Document(source, url=url) for url in URLS]
    return [main_media(page, spans) for page in pages for spans in choices(page)]


@needs_kernels
@pytest.mark.parametrize("name", PAGES)
def test_compiled_code_chooses_the_same(name: str) -> None:
    for source in (PAGES[name], f"<main><p>{TEXT}</p>{PAGES[name]}<p>{TEXT}</p></main>"):
        ours = chosen(source)
        with patch.object(candidates, "LIBRARY", None):
            assert ours == chosen(source)


@needs_kernels
@given(source=markup())
def test_compiled_code_chooses_the_same_of_any_page(source: str) -> None:
    ours = chosen(source)
    with patch.object(candidates, "LIBRARY", None):
        assert ours == chosen(source)


def test_small_and_silent_media_are_left_out() -> None:
    page = Document(f"<p>{TEXT}<img src=a width=20 height=20><img src=b><img src=c {BIG}>")
    found = find_candidates(page, page.visible, None)
    large = [element for element, each in found.found.items() if each.large or each.sides]
    assert [page.name(element) for element in large if element in {m.element for m in find_media(page)}]
    assert [medium.url for medium in main_media(page, page.visible)] == ["c"]


def test_a_view_from_which_tags_were_taken_is_read_by_python() -> None:
    page = Document(f"<p>{TEXT}<img src=a {BIG}><img src=b {BIG}>")
    lengths = np.where(np.arange(len(page.tokens.code)) == 1, 0, page.code)
    assert [medium.url for medium in main_media(page.with_code(lengths), page.visible)] == ["b"]
