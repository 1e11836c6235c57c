"""Bare tags: every tag loses its attributes, so that `<div class="...">` counts as `<div>`.

Paper: ghorbani2014, section 3.2, for links alone (Filter 2); that it is done to all tags is ours.
On today's pages class names, sources of images and data for scripts outweigh the text around them, which the methods
that compare text with code were not made for. The recipe `addanag-bare` has a word-bag F1 of .910 on the 709 articles
of wcxb-dev and .721 on Wikipedia where `addanag` has .854 and .396, and .801 on average over samples of 12 sets of
pages where that has .729 (2026-11-16; document/lines.py names them).
Deviations: none, being ours.   Cost: O(tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NAMES
from webwinnow.stages import Prefilter

_LENGTHS: Final = [0, *map(len, NAMES)]


@dataclass(frozen=True, slots=True)
class BareTags(Prefilter):
    """Strips all tags of their attributes: text is weighed against the number of tags rather than their length."""

    name: ClassVar[str] = "bare-tags"

    def __call__(self, page: Document) -> Document:
        """Let each tag count for its name and its brackets, never for more than it did."""
        code = page.tokens.code
        names = np.array(_LENGTHS + [len(name) for name in page.tokens.invented] + [0])
        bare = names[np.minimum(np.abs(code), len(names) - 1)] + np.where(code < 0, len("</>"), len("<>"))
        return page.with_code(np.minimum(bare, page.code))
