"""How many right-to-left and how many ASCII characters each line of a page holds (R2L and DANA).

Paper: mohammadzadeh2013, section 4.3.2: the sets S1 and S2, the arrays T1 and T2. The paper reads the page as a stream,
without scripts, styles and comments: so characters in attributes count by what they are, and so do those in text.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from webwinnow.document.document import Document
from webwinnow.document.lines import Lines
from webwinnow.document.scripts import code_points

Places = npt.NDArray[np.intp]


def character_lines(page: Document, right_to_left: Places, width: int) -> Lines:
    """Give normalised lines in which right-to-left characters are content and ASCII characters code."""
    lines = page.normalised_lines(width)
    wide = np.flatnonzero(code_points(page.source) > 127)
    content = _per_line(lines, right_to_left[_counted(page, right_to_left)])
    neither = _per_line(lines, wide[_counted(page, wide)])
    return replace(lines, content=content, code=lines.content + lines.code - neither)


def _per_line(lines: Lines, places: Places) -> npt.NDArray[np.int32]:
    return np.diff(np.searchsorted(places, lines.edge)).astype(np.int32)


def _counted(page: Document, places: Places) -> npt.NDArray[np.bool_]:
    """Tell which characters are part of the stream: visible text, and tags that count as they are written."""
    whole = page.code == page.tokens.tag_end - page.tokens.tag_start
    tag = np.searchsorted(page.tokens.tag_start, places, side="right") - 1
    in_tag = (tag >= 0) & (places < np.append(page.tokens.tag_end, 0)[tag])
    counted: npt.NDArray[np.bool_] = page.visible.contains(places) | (in_tag & np.append(whole, False)[tag])
    return counted
