"""Which media belong to the main content."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.expression import parse
from webwinnow.extraction import extract
from webwinnow.media import find_media, large_media, main_media
from webwinnow.media.main_media import ChoosesMedia
from webwinnow.spans import Spans

TEXT = "The miller waits for the wind and sweeps the floor until it comes. " * 8
BIG = "width=640 height=480"
PAGE = (
    f"<nav><img src=logo {BIG}>{'<a href=/>Menu item</a> ' * 60}</nav>"
    f"<article><figure><img src=lead {BIG}><figcaption>dropped caption</figcaption></figure><p>{TEXT}</p>"
    f"<img src=icon width=16 height=16><img src=unknown><figure><img src=figure></figure><p>{TEXT}</p>"
    f"<video src=film></video><svg viewBox='0 0 900 900'></svg></article>"
    f"<aside>{f'<div><img src=teaser {BIG}><a href=/x>Another story to read today</a></div>' * 20}</aside>"
)


def names(page: Document, spans: Spans) -> list[str | None]:
    return [medium.url for medium in main_media(page, spans)]


def kept(page: Document) -> Spans:
    """The two paragraphs."""
    places = [page.source.index(TEXT), page.source.rindex(TEXT)]
    return page.select([(place, place + len(TEXT)) for place in places])


def test_media_beside_kept_text_are_main() -> None:
    page = Document(PAGE)
    assert names(page, kept(page)) == ["lead", "figure", "film"]


def test_the_caption_does_not_decide_but_much_text_does() -> None:
    page = Document(PAGE)
    assert names(page, page.select([])) == []
    assert names(page, page.visible)[-3:] == ["lead", "figure", "film"]


def test_a_page_without_text_is_all_media() -> None:
    page = Document(f"<div><img src=a {BIG}></div><img src=b width=399 height=300>")
    assert names(page, page.visible) == ["a"]


@pytest.mark.parametrize(("width", "is_main"), [(400, False), (401, True)])
def test_more_than_the_threshold(width: int, is_main: bool) -> None:
    page = Document(f"<p>{TEXT}<img src=x width={width} height=300>")
    assert bool(main_media(page, page.visible)) == is_main
    assert bool(large_media(page)) == is_main


def test_placeholders_of_unknown_size_do_not_count() -> None:
    page = Document(f"<p>{TEXT}</p><figure><img src=/placeholder.png></figure>")
    assert main_media(page, page.visible) == ()


def test_an_extractor_may_have_a_rule_of_its_own() -> None:
    page = Document(PAGE)
    for expression in ("wlr-media", "lqf >> wlr-media", "bte | wlr-media", "wlr-media >> lqf"):
        assert sum(medium.url == "teaser" for medium in extract(page, expression).media) == 20
    assert isinstance(parse("wlr-media"), ChoosesMedia)
    assert not isinstance(parse("wlr"), ChoosesMedia)


@given(markup())
def test_main_media_are_media(source: str) -> None:
    page = Document(source)
    assert set(main_media(page, page.visible)) <= set(find_media(page))


@pytest.mark.parametrize(
    ("image", "is_main"),
    [
        ("<p><img src=/2024/wheel.jpg></p>", True),
        ("<div><a href=/2024/wheel-large.jpg><img src=/2024/wheel.jpg></a></div>", True),
        ("<p><img src=/2024/wheel></p>", False),  # no file of a picture
        ("<p><a href=/other><img src=/2024/wheel.jpg></a></p>", False),
        ("<p><img src=/themes/mill/line.png></p>", False),
        ("<p><img src=/u/17.jpg class=avatar></p>", False),
        ("<p><img src=/forum/smilies/grin.gif></p>", False),
        ("<p><img src=/share-button.png></p>", False),
    ],
)
def test_pictures_of_unknown_size_are_judged_by_their_place(image: str, is_main: bool) -> None:
    page = Document(f"<article><p>{TEXT}</p>{image}<p>{TEXT}</p></article>", url="https://example.org/story")
    assert bool(main_media(page, page.visible)) is is_main
    behind = Document(f"<article><p>{TEXT}</p><p>{TEXT}</p>{image}</article>", url="https://example.org/story")
    assert main_media(behind, behind.visible) == ()
