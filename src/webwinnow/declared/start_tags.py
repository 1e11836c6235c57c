"""Words in start tags: a small part of a page, since scripts and text are not looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import small_letters
from webwinnow.document.html_names import column
from webwinnow.document.word_search import WordSearch
from webwinnow.language.words import occurrences

Tags = npt.NDArray[np.intp]
RAW: Final = column("script style textarea iframe noembed noframes xmp title")
"""Elements whose tags hold all of their text, too."""
_LONGEST: Final = 2000
"""Of a longer tag, the beginning is looked at."""


@dataclass(frozen=True, slots=True)
class TagText:
    """Some tags of a page as one text with small letters."""

    tags: Tags
    text: str
    edges: npt.NDArray[np.int64]
    """Where each tag ends in the text."""

    def holding(self, words: Iterable[str]) -> Tags:
        """Return the tags in which one of the words, in small letters of ASCII, stands."""
        hits = [at for word in words for at in occurrences(self.text, word)]
        return self.tags[np.unique(np.searchsorted(self.edges, hits, side="right"))] if hits else self.tags[:0]


def tag_text(page: Document, tags: Tags) -> TagText:
    """Read tags as one text."""
    starts = page.tokens.tag_start[tags]
    ends = np.minimum(page.tokens.tag_end[tags], starts + _LONGEST)
    source = page.source
    text = "".join([source[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
    return TagText(tags, small_letters(text), np.cumsum(ends - starts, dtype=np.int64))


def tags_holding(page: Document, tags: Tags, words: WordSearch) -> Tags:
    """Return those of some tags in which one of the words stands."""
    starts = page.tokens.tag_start[tags]
    return tags[words.holding(page.markup, starts, np.minimum(page.tokens.tag_end[tags], starts + _LONGEST))]


def all_start_tags(page: Document) -> TagText:
    """Read all start tags of a page as one text, once per page."""
    return page.once(all_start_tags, lambda: tag_text(page, start_tags(page)))


def start_tags(page: Document, first: int = 0, last: int | None = None) -> Tags:
    """Return the numbers of the start tags in a stretch of the page's tags, without those that hold raw text."""
    code = page.tokens.code[max(first, 0) : last]
    return np.flatnonzero((code > 0) & ~RAW[np.maximum(code, 0)]) + max(first, 0)
