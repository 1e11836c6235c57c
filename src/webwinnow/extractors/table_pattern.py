"""Table pattern: the repeated siblings that hold most text, as the posts of a forum do.

Paper: mohammadzadeh2013, section 3.2.6 (the second heuristic of Content-Seeker, for web forums); louvan2009.
Ours: siblings of one name are a group; a group's size, text and longest member are sums and maxima by group.
UNSPECIFIED: what the table pattern of forum posts is. Ours: siblings of one name, be they rows or tables as on old
boards, or list items, articles or divisions as on new ones. The pattern is the group with most unlinked text beyond
that of its longest member: a page's header, content and footer are siblings, too, but only one of them is long.
Of sums, sums without the longest, and medians, for 2 or 3 posts at least, this was best for forums (word-sequence F1
on 61 pages of wcxb-dev and magic-html, 2026-11-15).
Deviations: none.   Cost: O(elements log elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.document import Document
from webwinnow.document.subtrees import repeated
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, chosen_where
from webwinnow.stages.layouts import element_panel, kept_text

_SEEN: Final = (
    "Characters of text in each element. Chosen are the siblings of one name with most unlinked text beyond that of the"
    " longest of them, with all they hold (section 3.2.6 of mohammadzadeh2013)."
)


@dataclass(frozen=True, slots=True)
class TablePattern(Extractor):
    """Keeps repeated siblings with much text: made for forums; finds nothing where nothing repeats."""

    name: ClassVar[str] = "table-pattern"
    posts: int = 2
    """How many siblings make a pattern, at least."""

    def __post_init__(self) -> None:
        """Check the number."""
        self.require_range("posts", 2, 1000)

    def __call__(self, page: Document) -> Spans:
        """Find the pattern and keep all of its members."""
        return page.select_elements(page.inside(repeated(page, self.posts)))

    def curves(self, page: Document) -> Panels:
        """Show the text of every element with the siblings that repeat, and what they hold."""
        curve = Curve("characters", "columns", page.in_subtrees(page.characters_before))
        pattern = chosen_where(page.inside(repeated(page, self.posts)))
        panel = element_panel(page, str(self), "Text of each element", _SEEN, curve, chosen=pattern)
        return panel, kept_text(page, str(self), self(page))
