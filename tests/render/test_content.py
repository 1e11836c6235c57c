"""The tree of all that a rendering shows."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.extraction import Result
from webwinnow.extractors.plain import Plain
from webwinnow.render.content import content_tree
from webwinnow.render.formats import RenderOptions

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
