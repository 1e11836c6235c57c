"""Words to leaves with media: the text of `wlr`, and every large image, video, sound, drawing or embedded object.

Paper: bhardwaj2014, section III, steps 1 to 9.
Ours: a result is text, so the spans are those of `wlr`; media come from `media(page)`, which `Result.media` asks for.
They are shown with the elements around them and without what stands beside these (step 8): that is what the html
outlines `remove`, `comment` and `blank` do.
Deviations: those of `wlr`. The paper measures media as a browser shows them; ours takes what the page says (style,
attributes, `sizes`, `srcset`, the image itself in a data URI), a view box being no size; where one side is known, the
other is taken to be as in 400 x 300. Media whose size nobody tells are left out. `audio`, which step 7 forgets and
step 9 names, counts as the others do, and so does a frame that shows a player.
UNSPECIFIED: whether media inside noisy elements count. Ours: not in templates and hidden elements; in `noscript` they
do, unless the same medium stands outside of it, too.
Cost: O(elements + words), and one step per level; for media, one step for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webwinnow.document import Document
from webwinnow.extractors.wlr.text import WLR
from webwinnow.media import LARGE, Medium, large_media


@dataclass(frozen=True, slots=True)
class WLRMedia(WLR):
    """Keeps what `wlr` keeps, and all large media: for pages that show more than they say, such as galleries."""

    name: ClassVar[str] = "wlr-media"
    area: int = LARGE
    """Media of more square pixels belong to the content."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        self.require_range("longest", 0, 1_000_000)
        self.require_range("area", 0, 1_000_000_000)

    def media(self, page: Document) -> tuple[Medium, ...]:
        """Choose the main media: all that are large enough (step 7)."""
        return large_media(page, self.area)
