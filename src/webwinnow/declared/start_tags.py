"""Words in start tags: a small part of a page, since scripts and text are not looked at."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.word_search import WordSearch

Tags = npt.NDArray[np.intp]
RAW: Final = column("script style textarea iframe noembed noframes xmp title")
"""Elements whose tags hold all of their text, too."""
_LONGEST: Final = 2000
"""Of a longer tag, the beginning is looked at."""


def tags_holding(page: Document, tags: Tags, words: WordSearch) -> Tags:
    """Return those of some tags in which one of the words stands."""
    starts = page.tokens.tag_start[tags]
    return tags[words.holding(page.markup, starts, np.minimum(page.tokens.tag_end[tags], starts + _LONGEST))]


def start_tags(page: Document, first: int = 0, last: int | None = None) -> Tags:
    """Return the numbers of the start tags in a stretch of the page's tags, without those that hold raw text."""
    code = page.tokens.code[max(first, 0) : last]
    return np.flatnonzero((code > 0) & ~RAW[np.maximum(code, 0)]) + max(first, 0)
