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
