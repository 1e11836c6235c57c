"""Filter 2: links lose their attributes, so that `<a href="...">` counts as `<a>`.

Paper: ghorbani2014, section 3.2, Algorithm 2; mohammadzadeh2013, section 4.6.1.2.
Deviations: none.   Cost: O(tags).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.stages import Prefilter

_LINK: Final = NUMBER["a"]


@dataclass(frozen=True, slots=True)
class Filter2(Prefilter):
    """Strips links of their addresses: keeps links in the content, but menus look like content, too."""

    name: ClassVar[str] = "filter2"

    def __call__(self, page: Document) -> Document:
        """Let the start tags of links count as three characters."""
        return page.with_code(np.where(page.tokens.code == _LINK, len("<a>"), page.code))
