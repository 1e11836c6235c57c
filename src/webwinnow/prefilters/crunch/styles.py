"""Crunch: the `style` attributes of `div` elements go; in a page of spans that means that they count as no code.

Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("ignoreDivStyles"); gupta2003. Style elements count as no code
anyway.
Deviations: what such an attribute hides stays hidden; no prefilter brings text back.   Cost: O(tags).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.stages import Prefilter

_DIV: Final = NUMBER["div"]
_STYLE: Final = re.compile(r"""\sstyle\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CrunchStyles(Prefilter):
    """Removes inline styles of divisions: no text changes, but methods that count code see less."""

    name: ClassVar[str] = "crunch-styles"

    def __call__(self, page: Document) -> Document:
        """Shorten the tags of divisions by their style attributes."""
        code, source = page.code.copy(), page.source
        tags = np.flatnonzero((page.tokens.code == _DIV) & (code > 0))
        starts, ends = page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist()
        for tag, start, end in zip(tags.tolist(), starts, ends, strict=True):
            found = _STYLE.search(source, start, end)
            if found:
                code[tag] = max(int(code[tag]) - len(found[0]), len("<div>"))
        return page.with_code(code)
