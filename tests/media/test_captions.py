"""Captions: those of figures, and those that only a class names."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.media import find_media, main_media


def captions(source: str) -> list[str | None]:
    return [medium.caption for medium in find_media(Document(source))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<figure><img><figcaption>The <b>mil</b>l<p>by night</figcaption></figure>", ["The mill by night"]),
        ("<figure><figcaption>above</figcaption><img><img></figure><img>", ["above", "above", None]),
        ("<figure><img><figure><img><figcaption>inner</figcaption></figure></figure>", [None, "inner"]),
        ("<figure><img><figcaption> </figcaption></figure>", [None]),
        ("<figcaption>alone</figcaption><img>", [None]),
        ("<div class=wp-caption><img><p class=wp-caption-text>WordPress</p></div>", ["WordPress"]),
        ("<div><a><img></a><span class=photoCaption>camel</span></div>", ["camel"]),
        ("<div><div><img></div><div itemprop=caption>data</div></div>", ["data"]),
        ("<div><img><p class=caption>first</p><p class=caption>second</p></div>", ["first"]),
        ("<div><img><img><p class='media__caption'>last</p></div>", [None, "last"]),
        ("<div><p class=caption>before</p><img></div>", [None]),
        ("<div><img></div><section><div><div class=caption>elsewhere</div></div></section>", [None]),
        ("<div><img><p class=recaptioned>no</p></div>", [None]),
        ("<div><img><p title=caption>no</p></div>", [None]),
        ("<figure><img><figcaption>own</figcaption><p class=caption>other</p></figure>", ["own"]),
    ],
)
def test_captions(source: str, expected: list[str | None]) -> None:
    assert captions(source) == expected


def test_text_between_parts_a_medium_from_a_caption() -> None:
    assert captions(f"<div><img><p>{'word ' * 60}</p><p class=caption>of a table</p></div>") == [None]
    assert captions("<div><img><small>Photo: A. Miller</small><p class=caption>near</p></div>") == ["near"]


def test_a_caption_has_its_place() -> None:
    source = "<p>x<figure><img><figcaption>here</figcaption></figure>"
    (medium,) = find_media(Document(source))
    assert [source[start:end] for start, end in medium.spans] == ["<img>", "<figcaption>here</figcaption>"]


def test_a_caption_of_several_main_media_stands_with_the_first() -> None:
    source = "<p>x<figure><img src=a width=900 height=900><img src=b width=900 height=900><figcaption>c</figcaption>"
    page = Document(source)
    first, second = main_media(page, page.visible)
    assert [source[start:end] for start, end in first.spans][1:] == ["<figcaption>c</figcaption>"]
    assert len(second.spans) == 1 and second.caption == "c"
