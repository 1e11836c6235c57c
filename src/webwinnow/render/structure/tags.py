"""The start tags of elements, as they are written."""

from __future__ import annotations

from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.render.structure.gaps import Gaps

_SHORTEST: Final = len("<p lang=a>")


class StartTags(NamedTuple):
    """Where the start tag of each element is, as lists because single ones are looked up."""

    gaps: Gaps
    first: list[int]
    """Per element: the tag behind which its content starts."""
    owner: dict[int, int]

    @classmethod
    def of(cls, page: Document, gaps: Gaps | None = None) -> StartTags:
        """Take those of a page."""
        return cls(gaps or Gaps.of(page), page.elements.first.tolist(), page.elements.owner)

    def with_attributes(self, element: int) -> str:
        """Give an element's own start tag if it is long enough to have attributes; else nothing, quickly."""
        if element in self.owner:
            return self.written(element)
        tag = self.first[element]
        start, end = self.gaps.ends[tag], self.gaps.starts[tag + 1]
        return self.gaps.source[start:end] if end - start >= _SHORTEST else ""

    def written(self, element: int) -> str:
        """Give an element's start tag; empty if it has none."""
        tag = self.owner.get(element, self.first[element]) if self.owner else self.first[element]
        return self.gaps.tag(tag) if tag >= 0 else ""
