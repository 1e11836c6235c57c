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
from webwinnow.language.scripts import code_points

Places = npt.NDArray[np.intp]


def character_lines(page: Document, right_to_left: Places, width: int) -> Lines:
    """Give normalised lines in which right-to-left characters are content and ASCII characters code."""
    lines, counted = page.normalised_lines(width), _counted(page)
    content = _per_line(lines, right_to_left[counted[right_to_left]])
    neither_or_content = _per_line(lines, np.flatnonzero(counted & (code_points(page.source) > 127)))
    return replace(lines, content=content, code=lines.content + lines.code - neither_or_content)


def _per_line(lines: Lines, places: Places) -> npt.NDArray[np.int32]:
    return np.diff(np.searchsorted(places, lines.edge)).astype(np.int32)


def _counted(page: Document) -> npt.NDArray[np.bool_]:
    """Tell which characters are part of the stream: visible text, and tags that count as they are written."""
    tag_start, tag_end = page.tokens.tag_start, page.tokens.tag_end
    whole = (page.code == tag_end - tag_start) & (tag_end > tag_start)
    change = np.zeros(len(page.source) + 1, dtype=np.int8)
    for starts, ends in ((page.visible.starts, page.visible.ends), (tag_start[whole], tag_end[whole])):
        change[starts] += 1
        change[ends] -= 1
    counted: npt.NDArray[np.bool_] = np.cumsum(change, dtype=np.int8)[:-1] > 0
    return counted
