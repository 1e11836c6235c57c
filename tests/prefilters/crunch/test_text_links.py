"""Links that are text."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.prefilters.crunch.text_links import CrunchTextLinks


def left(source: str) -> list[str]:
    page = CrunchTextLinks()(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def test_links_go_wherever_they_stand() -> None:
    assert left("<p>text with <a href=x>a <b>link</b></a> in it</p><a href=y>link</a>") == ["text with", "in it"]


def test_links_with_an_image_directly_in_them_stay() -> None:
    assert left("<a href=x><img>caption</a><a href=x><b><img></b>caption</a>") == ["caption"]


def test_anchors_without_an_address_stay() -> None:
    assert left("<a name=x>anchor</a>") == ["anchor"]
