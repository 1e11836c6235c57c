"""By hand: text inside some elements is kept, text inside others is dropped, whatever was decided before.

Paper: none of its own; content is pairs of positions (gottron2007, section 2), and who knows a site may name them.
Ours: selectors are CSS (see selectors/selector.py).
Deviations: none.   Cost: O(elements) for each part of a selector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.selectors import Selector
from webwinnow.spans import Spans
from webwinnow.stages import Refiner
from webwinnow.stages.curves import Panels, kept_text

_SEEN: Final = (
    "Each column is a block of the page: text outside of links above the axis, linked text below it. Chosen is "
    "what the stage before kept; what the selectors add and remove shows below."
)


@dataclass(frozen=True, slots=True)
class ByHand(Refiner):
    """Adds the text of elements that you name, and removes that of others: `by-hand(keep="main", drop=".ad")`."""

    name: ClassVar[str] = "by-hand"
    keep: str = ""
    """CSS selector of elements whose text is kept, all that readers see of it; empty for none."""
    drop: str = ""
    """CSS selector of elements whose text is dropped; it wins where an element is in both. Empty for none."""

    def __post_init__(self) -> None:
        """Check the selectors."""
        for parameter, css in (("keep", self.keep), ("drop", self.drop)):
            if not isinstance(css, str):
                raise ParameterError(f"{self.name}: {parameter} must be a CSS selector in quotes, not {css!r}")
            if css:
                Selector(css)

    def __call__(self, page: Document, found: Spans) -> Spans:
        """Add, then remove."""
        kept = found | Selector(self.keep).text(page) if self.keep else found
        return page.select(kept - Selector(self.drop).text(page) if self.drop else kept)

    def curves(self, page: Document, found: Spans) -> Panels:
        """Show the text before and after."""
        return (
            kept_text(page, str(self), found, "Text that was kept before", _SEEN),
            kept_text(page, str(self), self(page, found)),
        )
