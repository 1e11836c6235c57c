"""Words to leaves with media: steps 7 to 9 of the paper."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extraction import extract
from webwinnow.extractors.wlr.media import WLRMedia
from webwinnow.extractors.wlr.text import WLR

TEXT = "A paragraph of some more words, as there are in articles."
SOURCE = (
    "<body><ul><li><a>Home</a></li><li><a>News</a></li></ul>"
    f"<div id=text><p>{TEXT}</p><p>{TEXT}</p></div>"
    "<div id=show><h2>Slides</h2><div id=frame><img src=slide width=800 height=600><img src=next width=20 height=20>"
    "<p>Next</p></div></div>"
    "<footer><img src=logo width=300 height=400><p>Imprint</p></footer></body>"
)


def test_the_text_is_that_of_wlr() -> None:
    page = Document(SOURCE)
    assert WLRMedia()(page) == WLR()(page)
    assert WLRMedia(longest=3)(page) == WLR(longest=3)(page)


def test_larger_than_the_threshold_wherever_it_stands() -> None:
    page = Document(SOURCE)
    assert [medium.url for medium in WLRMedia().media(page)] == ["slide"]
    assert [medium.url for medium in WLRMedia(area=119_999).media(page)] == ["slide", "logo"]
    assert [medium.url for medium in WLRMedia(area=0).media(page)] == ["slide", "next", "logo"]


def test_ancestors_are_shown_and_siblings_are_not() -> None:
    shown = extract(SOURCE, "wlr-media").html()
    slide = "<img src=slide width=800 height=600>"
    assert shown == (
        f"<body><div id=text><p>{TEXT}</p><p>{TEXT}</p></div><div id=show><div id=frame>{slide}</div></div></body>"
    )


def test_other_areas_are_refused() -> None:
    for area in (-1, 2.5, True):
        with pytest.raises(ParameterError, match="wlr-media: area must be a whole number"):
            WLRMedia(area=area)


def test_pages_without_words_may_have_media() -> None:
    result = extract("<canvas width=800 height=600></canvas>", "wlr-media")
    assert [medium.kind for medium in result.media] == ["canvas"]
    assert result.html() == "<canvas width=800 height=600></canvas>"
