"""Many stretches of a page's text, read at once: references decoded, white space folded.

Most are written as they are read, which compiled code sees at once; those are copied from the source.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from webwinnow.document.markup import Markup
from webwinnow.document.references import decode_references
from webwinnow.kernels import LIBRARY, address

Places = npt.NDArray[np.integer]


def folded_texts(markup: Markup, starts: Places, ends: Places) -> list[str]:
    """Read each stretch in one line.

    >>> folded_texts(Markup("a  b&amp;c d"), np.array([0, 10]), np.array([9, 11]))
    ['a b&c', 'd']
    """
    source, plain = markup.source, as_read(markup, starts, ends)
    places = zip(starts.tolist(), ends.tolist(), plain, strict=True)
    return [source[start:end] if same else folded(source[start:end]) for start, end, same in places]


def folded(text: str) -> str:
    """Read a text of the source in one line."""
    return " ".join(decode_references(text).split())


def as_read(markup: Markup, starts: Places, ends: Places) -> list[bool]:
    """Tell which stretches are written as they are read; numpy, which would have to read them, says that of none."""
    if LIBRARY is None:
        return [False] * len(starts)
    (data, width), marks = markup.units, np.empty(len(starts), np.bool_)
    starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
    LIBRARY.of("mark_as_read", width)(data, len(starts), address(starts), address(ends), address(marks))
    found: list[bool] = marks.tolist()
    return found
