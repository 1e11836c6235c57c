"""Where a reader looks for author and date: around the headline, outside of comments, menus and lists of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from webwinnow.declared.start_tags import TagText, start_tags, tag_text
from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.headline import find_headline
from webwinnow.spans import Spans

_APART: Final = column("nav footer noscript template")
_BEFORE, _BEHIND = 150, 350
"""Bylines and dates are looked for in so many tags before and behind the headline."""
_OTHER: Final = re.compile(
    r"""(?:class|id)\s*=\s*["']?[^"'>]*?(?<![a-z])(?:comments?(?:-?list|-?area|-?section|-?body|-?author)?|"""
    r"""related|recommend(?:ed|ations)?|sidebar|popular|trending|most-read|footer|promo)(?![a-z])(?!-?(?:count|link))""",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The place of the headline, and the parts of the page that are about something else."""

    page: Document
    headline: int
    """Offset behind the headline; where the page has none, where the main content starts."""
    around_headline: frozenset[int]
    """The elements that hold the headline: they are about the page whatever they are called."""
    near: TagText
    """The start tags around the headline."""
    _known: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)
    """Answers given before; asking again gives the same."""

    def distance(self, at: int) -> int:
        """Count the runs of text between the headline and an offset; negative before the headline."""
        runs = self.page.runs.start
        return int(np.searchsorted(runs, at)) - int(np.searchsorted(runs, self.headline))

    def is_elsewhere(self, element: int) -> bool:
        """Tell whether an element stands in a menu, a footer, comments or a list of other pages."""
        way: list[int] = []
        while element > 0 and element not in self.around_headline and element not in self._known:
            way.append(element)
            if self._is_other(element):
                break
            element = int(self.page.elements.parent[element])
        answer = self._known.get(element, bool(way) and element == way[-1])
        self._known.update(dict.fromkeys(way, answer))
        return answer

    def _is_other(self, element: int) -> bool:
        page = self.page
        if _APART[page.elements.tag[element]]:
            return True
        tag = page.elements.start_tag(element)
        written = page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]][:600] if tag >= 0 else ""
        return "=" in written and _OTHER.search(written) is not None


def find_surroundings(page: Document, content: Spans | None) -> Surroundings:
    """Find what stands around the headline; where readers see none, around the start of the main content."""
    headline = find_headline(page, content=content)
    seen = page.select(headline.spans) if headline else page.select([])
    if not len(seen):
        start = int(content.starts[0]) if content is not None and len(content) else 0
        return Surroundings(page, start, frozenset(), _near(page, start))
    home = int(page.runs.home[np.searchsorted(page.runs.start, seen.starts[0], side="right") - 1])
    end = int(seen.ends[-1])
    return Surroundings(page, end, frozenset(_with_ancestors(page, home)), _near(page, end))


def _near(page: Document, at: int) -> TagText:
    tag = int(np.searchsorted(page.tokens.tag_start, at))
    return tag_text(page, start_tags(page, tag - _BEFORE, tag + _BEHIND))


def _with_ancestors(page: Document, element: int) -> Iterator[int]:
    while element >= 0:
        yield element
        element = int(page.elements.parent[element])
