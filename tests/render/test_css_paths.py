"""CSS paths: each leads to the element it is the path of, as a browser's parser sees it."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from render.structured_pages import ADDRESS, PAGES
from webwinnow.document import Document
from webwinnow.render.css_paths import LONGEST, CssPaths
from webwinnow.render.structure.building import build_tree

MOVED = {"broken markup", "link around blocks"}
"""Pages on which browsers move elements, which our tree does not do (see ARCHITECTURE.md)."""


@pytest.mark.parametrize("name", sorted(set(PAGES) - MOVED))
def test_paths_lead_to_the_text(name):
    page = Document(PAGES[name].source, url=ADDRESS)
    paths, browser = CssPaths(page), LexborHTMLParser(page.source)
    for block in build_tree(page, page.visible):
        found = browser.css(paths.path(block.element))
        assert len(found) == 1
        if not any(inline.kind == "formula" for inline in block.inlines):
            assert all(word in found[0].text() for word in block.text.split())


def test_steps():
    page = Document("<div id=a><p>1<p>2<o:p>3</o:p></div><div id='b c'><p>4</div><i id=x>5</i><i id=x>6</i>")
    paths = CssPaths(page)
    found = [paths.path(element) for element in range(len(page.elements))]
    assert "#a > p:nth-of-type(2)" in found
    assert "html > body > div:nth-of-type(2) > p" in found
    assert "html > body > i:nth-of-type(2)" in found
    assert any(path.endswith("o\\:p") for path in found)


def test_deep_pages_stay_small():
    page = Document("<div>" * 400 + "text")
    assert CssPaths(page).path(len(page.elements) - 1).count(">") < LONGEST
