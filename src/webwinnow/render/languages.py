"""The language and direction of a whole result: the page's own word, else what most of its blocks have."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.render.structure.block import Tree
from webwinnow.render.structure.kinds import Direction

_HTML: Final = NUMBER["html"]


def page_language(page: Document, tree: Tree) -> str | None:
    """Name the language of a page as it names it itself, else as most of its text does."""
    for element in np.flatnonzero(page.elements.tag == _HTML)[:1].tolist():
        attributes = page.attributes(element)
        if named := (attributes.get("lang") or attributes.get("xml:lang") or "").strip():
            return named
    told = Counter[str]()
    for block in tree:
        if block.language:
            told[block.language] += len(block.text)
    return told.most_common(1)[0][0] if told else None


def page_direction(tree: Tree) -> Direction:
    """Give the direction that most of the text has."""
    characters = Counter[Direction]()
    for block in tree:
        characters[block.direction] += len(block.text)
    return "rtl" if characters["rtl"] > characters["ltr"] else "ltr"
