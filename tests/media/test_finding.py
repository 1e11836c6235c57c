"""All media of a page."""

from __future__ import annotations

import base64
import struct

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.media import Medium, Size, find_media
from webwinnow.prefilters.crunch import CrunchImages

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 500, 400) + b"\0" * 5).decode()


def found(source: str, url: str | None = "https://example.org/news/story") -> tuple[Medium, ...]:
    return find_media(Document(source, url=url))


def urls(source: str) -> list[str | None]:
    return [medium.url for medium in found(source)]


def test_everything_that_is_known() -> None:
    source = (
        "<p>x</p><figure><img src=m.jpg width=640 height=480 alt=' A  mill '><figcaption>Mill</figcaption></figure>"
    )
    start, end = source.index("<img"), source.index("<figcaption")
    caption = (end, source.index("</figure"))
    assert found(source) == (
        Medium(
            "img",
            "https://example.org/news/m.jpg",
            Size(640, 480, "attributes"),
            "Mill",
            "A mill",
            ((start, end), caption),
            4,
        ),
    )
    assert found(source)[0].to_json() == {
        "kind": "img",
        "url": "https://example.org/news/m.jpg",
        "width": 640,
        "height": 480,
        "size_source": "attributes",
        "caption": "Mill",
        "alt": "A mill",
        "spans": [[start, end], list(caption)],
    }


def test_kinds() -> None:
    source = (
        "<img><video></video><audio></audio><embed><object></object><canvas></canvas><svg><image/></svg><image>"
        "<iframe src=//www.youtube.com/embed/x></iframe><iframe src=//ads.example.org></iframe><input type=image>"
    )
    kinds = [medium.kind for medium in found(source)]
    assert kinds == ["img", "video", "audio", "embed", "object", "canvas", "svg", "img", "iframe"]


@pytest.mark.parametrize(
    ("source", "url"),
    [
        ("<img src=/a.jpg>", "https://example.org/a.jpg"),
        ("<base href=//cdn.example.org/x/><img src='a b.jpg '>", "https://cdn.example.org/x/a b.jpg"),
        ("<img src=gray.gif data-src=a.jpg>", "https://example.org/news/a.jpg"),
        ("<img src=1.Ji.gif data-pagespeed-lazy-src=a.jpg>", "https://example.org/news/a.jpg"),
        ("<img src=missing-image.svg data-original-mos=a.jpg>", "https://example.org/news/a.jpg"),
        ("<img src='data:image/svg+xml;base64,PHN2' nitro-lazy-src=a.jpg>", "https://example.org/news/a.jpg"),
        ("<img src='data:image/gif;base64,R0lGOD' data-srcset='a.jpg 1x, b.jpg 2x'>", "https://example.org/news/b.jpg"),
        ("<img src=/img/placeholder.png srcset='a.jpg 10w'>", "https://example.org/news/a.jpg"),
        ("<img src=/img/placeholder.png>", "https://example.org/img/placeholder.png"),
        ("<picture><source srcset='a.webp 9w, b.webp 8w'><img></picture>", "https://example.org/news/a.webp"),
        ("<picture><source srcset=a.webp><img src=b.jpg></picture>", "https://example.org/news/b.jpg"),
        ("<video><source src=a.mp4><source src=b.webm></video>", "https://example.org/news/a.mp4"),
        ("<video src=blob:x></video>", None),
        ("<object data=a.swf></object>", "https://example.org/news/a.swf"),
        ("<object><param name=x value=y><param name=Movie value=a.swf></object>", "https://example.org/news/a.swf"),
        ("<object><embed src=a.swf></object>", "https://example.org/news/a.swf"),
        ("<img src='javascript:alert(1)'>", None),
        ("<img src=http://[>", "http://["),
        ("<img>", None),
        ("<svg src=x><path/></svg>", None),
        ("<canvas></canvas>", None),
    ],
)
def test_addresses(source: str, url: str | None) -> None:
    assert urls(source) == [url]


@pytest.mark.parametrize(
    ("tag", "size"),
    [
        ("<img width=640 height=480>", Size(640, 480, "attributes")),
        ("<img width=1 height=2 style='width:300px;height:200px'>", Size(300, 200, "style")),
        ("<img width=600 height=400 style='width:300px'>", Size(300, 200, "style+attributes")),
        ("<img srcset='a 320w, b 1200w'>", Size(1200, None, "srcset")),
        ("<img srcset='a 320w, b 1200w' sizes='700px'>", Size(700, None, "sizes")),
        ("<picture><source srcset='a 900w'><img src=b></picture>", Size(900, None, "srcset")),
        (f"<img src='data:image/png;base64,{PNG}'>", Size(500, 400, "data")),
        (f"<img src='data:image/png;base64,{PNG}' data-src=late.jpg>", None),
        ("<svg viewBox='0 0 24 12'></svg>", Size(24, 12, "viewbox")),
        ("<svg width=48 viewBox='0 0 24 12'></svg>", Size(48, 24, "attributes+viewbox")),
        ("<object><embed width=640 height=360></object>", Size(640, 360, "attributes")),
        ("<img width=9e99 height=-3>", None),
        ("<img width=100% height=NaN>", None),
        ("<img width=9e99 height=300>", Size(None, 300, "attributes")),
        ("<img width=99999999 height=99999999>", None),
        ("<img srcset=',,, 5w, x -1w'>", None),
    ],
)
def test_sizes(tag: str, size: Size | None) -> None:
    (medium,) = found(tag)
    assert medium.size == size


def test_a_browser_knows_better() -> None:
    source = "<p>x<img width=9 height=9><img>"
    page, at = Document(source), source.index("<img>")
    sizes = {at: Size(700, 500, "rendered"), 4: Size(10, None, "rendered")}
    assert [medium.size for medium in find_media(page, sizes)] == [
        Size(10, 10, "rendered+attributes"),
        Size(700, 500, "rendered"),
    ]


@pytest.mark.parametrize(
    ("tag", "alt"),
    [
        ("<img alt=''>", ""),
        ("<img>", None),
        ("<img alt='a &amp; b' title=c>", "a & b"),
        ("<video aria-label=film></video>", "film"),
        (
            "<iframe src=//youtu.be title=x></iframe><iframe src=//youtube.com/embed/x title='The film'></iframe>",
            "The film",
        ),
        ("<svg><title>Icon &lt;</title><path/></svg>", "Icon <"),
    ],
)
def test_alternative_texts(tag: str, alt: str | None) -> None:
    (medium,) = found(tag)
    assert medium.alt == alt


def test_what_stands_in_for_a_medium_is_not_another() -> None:
    source = "<video><object><embed></object><img></video><object><img src=a></object><svg><svg></svg></svg>"
    assert [medium.kind for medium in found(source)] == ["video", "object", "svg"]


def test_what_nobody_sees_is_left_out() -> None:
    hidden = "<div hidden><img></div><img style='display:none'><template><img></template>"
    assert found(f"<p>some words</p>{hidden}") == ()
    assert len(found(f"<p>a</p><div hidden><img>{'most words ' * 9}</div>")) == 1


def test_what_a_script_loads_is_listed_once() -> None:
    assert urls("<img data-src=/a.jpg><noscript><img src=/a.jpg></noscript>") == ["https://example.org/a.jpg"]
    assert urls("<i></i><noscript><img src=/a.jpg></noscript>") == ["https://example.org/a.jpg"]


def test_what_a_filter_took_away_is_gone() -> None:
    page = Document("<p>words<img><video></video>")
    assert [medium.kind for medium in find_media(CrunchImages()(page))] == ["video"]


@given(markup())
def test_any_page_has_media_or_none(source: str) -> None:
    page = Document(source)
    media = find_media(page)
    places = [medium.start for medium in media]
    assert places == sorted(set(places))
    for medium in media:
        start, end = medium.spans[0]
        assert 0 <= start < end <= len(page.source)
        assert page.source[start] == "<"
