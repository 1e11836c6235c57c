"""Very many media, and very long attributes: linear, and a sensible answer."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.limits import Limits
from webwinnow.media import find_media, finding

MANY = 4_000
LONG = 300_000
HOSTILE = {
    "images": ("<img src=a.jpg width=800 height=600>" * MANY, MANY),
    "captions": ("<div><img><p class=caption>x</p></div>" * MANY, MANY),
    "one figure": ("<figure>" + "<img>" * MANY + "<figcaption>" + "word <b>x</b>" * MANY + "</figcaption>", MANY),
    "figures in figures": ("<figure><img><figcaption>" * MANY, MANY),
    "one picture": ("<picture>" + "<source srcset=a><img>" * MANY, MANY),
    "objects in objects": ("<object>" * MANY, 1),
    "videos": ("<video><source src=a><object><embed></object></video>" * MANY, MANY),
    "candidates": ("<img srcset='" + "a 1w," * (LONG // 50) + "'>", 1),
    "commas": ("<img srcset='" + "," * LONG + "'>", 1),
    "blanks": ("<img srcset='a" + " " * LONG + "' style=';" + " " * LONG + "' sizes='" + " " * LONG + "'>", 1),
    "data": ("<img src='data:image/png;base64," + "A" * 1_000_000 + "'>", 1),
    "digits": ("<img width=" + "9" * LONG + " height=9e99>", 1),
    "styles": ("<img style='" + "width:1px;" * (LONG // 10) + "'>", 1),
    "drawings": ("<svg>" * MANY, 1),
    "classes": ("<img><p class='" + "caption " * (LONG // 8) + "'>x", 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_answer_for_all(name: str) -> None:
    source, count = HOSTILE[name]
    page = Document(source, limits=Limits(repetition=MANY, density=1_000))  # read whole, as unlike ones would be
    assert len(find_media(page)) == count
    result = extract(page, "wlr-media")
    assert len(result.html("blank")) == len(source)
    assert all(medium.area > 120_000 for medium in result.media)


def test_a_reader_keeps_the_attributes_of_some_media_and_reads_the_same() -> None:
    page = Document("".join(f"<p>x<object data=a{n}.png width=900 height=900></object>" for n in range(40)))
    whole = find_media(page)
    with patch.object(finding, "_KEPT", 2):
        assert find_media(Document(page.source)) == whole
