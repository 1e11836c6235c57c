"""The text of single elements."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.document.element_texts import element_texts
from webwinnow.document.html_names import NUMBER


def texts(source: str, tags: int | None = None) -> list[str]:
    page = Document(source)
    elements = [at for at, tag in enumerate(page.elements.tag.tolist()) if tag == NUMBER["div"]]
    return list(element_texts(page, elements, tags))


def test_words_stay_together_and_blocks_apart() -> None:
    assert texts("<div>a<b>b</b> &amp;\n c<p>d</p>e</div>") == ["ab & c d e"]
    assert texts("<div></div><div>x<div>y</div></div>") == ["", "x y", "y"]


def test_long_texts_are_cut_after_some_tags() -> None:
    assert texts("<div>a<b>b</b>c<i>d</i></div>", 2) == ["ab"]
