"""Plain: all visible text, unchanged. The baseline that every method must beat.

Paper: gottron2007, section 5 ("plain").
Deviations: none.   Cost: O(tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class Plain(Extractor):
    """Keeps all visible text: perfect recall, poor precision; the control in every comparison."""

    name: ClassVar[str] = "plain"

    def __call__(self, page: Document) -> Spans:
        """Keep everything that readers see."""
        return page.visible
