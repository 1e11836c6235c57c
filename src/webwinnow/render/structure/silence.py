"""Elements that say nothing about structure, which is most of them: the walk goes past them."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import NUMBERS, column
from webwinnow.render.structure.elements import IMAGES, MARKS
from webwinnow.render.structure.kept import Flags
from webwinnow.render.structure.meanings import MEANINGS
from webwinnow.render.structure.reading import Reading

_SHORTEST: Final = len("<p lang=a>")
_DIVISION: Final = column("p div aside")
"""These mean something only as footnotes, and inside of headings that were left open."""
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_SILENT: Final = np.ones(NUMBERS, dtype=np.bool_)
_SILENT[[*MARKS, *IMAGES, *MEANINGS]] = False
_SILENT[np.flatnonzero(_DIVISION)] = True


def silent(reading: Reading, closed: list[int]) -> Flags:
    """Mark the elements that change nothing for what is inside of them."""
    elements, tokens = reading.page.elements, reading.page.tokens
    found = _SILENT[elements.tag]
    found &= ~reading.page.inside(_HEADING[elements.tag])
    found[[0, *closed, *reading.notes.labels, *elements.owner]] = False
    length = (tokens.tag_end - tokens.tag_start)[elements.first] if len(tokens.code) else np.zeros(len(found))
    suspects = np.flatnonzero(found & reading.kept.needed & (length >= _SHORTEST)).tolist()
    speaking = [each for each in suspects if speaks(reading.start_tags.written(each))]
    found[speaking] = False
    return found


def speaks(tag: str) -> bool:
    """Tell whether a tag may name a language, a direction, or how blanks are shown."""
    return "lang" in tag or "dir" in tag or "white-space" in tag
