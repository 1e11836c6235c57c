"""The tree of all that a rendering shows."""

from __future__ import annotations

import pytest

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.content import content_tree
from webwinnow.render.formats import RenderOptions
from webwinnow.result import Result

SOURCE = "<title>Grain</title><p>Winnow <a href=https://example.org/>the grain</a>.</p>"


def kinds(**options: bool) -> list[tuple[str, str]]:
    page = Document(SOURCE)
    result = Result(page, page.visible, Plain())
    return [(block.kind, block.text) for block in content_tree(result, page.visible, RenderOptions(**options))]


def test_options_shape_the_tree() -> None:
    paragraph = ("paragraph", "Winnow the grain.")
    assert kinds() == [("heading", "Grain"), paragraph]
    assert kinds(headline=False) == [paragraph]
    page = Document(SOURCE)
    tree = content_tree(Result(page, page.visible, Plain()), page.visible, RenderOptions(links=False))
    assert not any(inline.address for block in tree for inline in block.inlines)


def test_main_images_stand_where_they_stand() -> None:
    prose = "The mill had stood still for eighty years when the sea came back into the pond. " * 6
    source = (
        f"<article><p>{prose}</p><figure><img src=/mill.jpg alt=Mill width=800 height=600><figcaption>The mill"
        f"</figcaption></figure><p>{prose}<img src=/wave.gif alt=wave width=16 height=16> sign</p>"
        "<div><a href=https://ads.example.net/><img src=/banner.gif width=468 height=60></a></div>"
        f"<p>{prose}</p></article>"
    )
    page = Document(source, url="https://example.org/")
    written = Result(page, page.visible, Plain()).markdown
    assert "![Mill](https://example.org/mill.jpg)\n\n*The mill*" in written
    assert "![wave](https://example.org/wave.gif) sign" in written
    assert "banner.gif" not in written


MILL = "The mill had stood still for eighty years when the sea came back into the pond and turned the wheel again. " * 6


@pytest.mark.parametrize(
    ("inside", "wanted"),
    [
        (
            "<img src=/wheel.jpg width=800 height=600>The wheel turns.",
            "![](https://example.org/wheel.jpg)\n\nThe wheel",
        ),
        ("The wheel turns. <img src=/wheel.jpg width=800 height=600>", "turns.\n\n![](https://example.org/wheel.jpg)"),
        ("It <img src=/wheel.jpg width=800 height=600> turns.", "It ![](https://example.org/wheel.jpg) turns."),
        ("It turns <img src=/emoji/1f642.png alt=🙂 class=emoji> on.", "It turns 🙂 on."),
        ("It turns <img src=/smilies/grin.gif alt=grin> on.", "It turns on."),
        ("It turns <img src=/icon-x.png> on <img src=/icon-gear.png alt=Gear>.", "It turns on ![Gear](https"),
        ("It turns.<img src=https://b.scorecardresearch.com/p?c1=2>", "It turns.\n"),
    ],
)
def test_pictures_stand_apart_and_furniture_is_gone(inside: str, wanted: str) -> None:
    source = f"<article><h1>Mills</h1><p>{MILL}</p><p>{inside}</p><p>{MILL}</p></article>"
    assert wanted in extract(source, "plain", url="https://example.org/").markdown
