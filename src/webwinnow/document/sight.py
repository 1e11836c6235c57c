"""What of a page readers see, found in one go by compiled code: runs, characters and blocks.

Views in which a prefilter hid text find that out by themselves, and so does numpy: `Document.starts_shown`,
`Document.characters_before` and `Document.blocks` are the definitions that this follows.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document.blocks import Blocks
from webwinnow.document.layout import Column
from webwinnow.document.markup import BREAKING, LINE_BREAK, Markup
from webwinnow.document.visibility import HIDDEN, MOSTLY, NEVER_SEEN
from webwinnow.kernels import Library, address

_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32


@dataclass(frozen=True, slots=True)
class Sight:
    """What readers see of a page from which no prefilter has hidden anything."""

    marks: npt.NDArray[np.uint8]
    """Per run: why it may not be seen."""
    shown: npt.NDArray[np.bool_]
    """Per run: whether it is seen."""
    characters_before: Column
    """Per gap: how many characters that readers see stand before it; one more entry closes the page."""
    blocks: Blocks


class _Columns(ctypes.Structure):
    """`Sight` of native/sight.c."""

    _fields_ = (
        *((name, _SIZE) for name in ("tags", "runs", "found", "blocks")),
        *((name, _POINTER) for name in ("code", "home", "gap", "characters", "element_marks", "breaking")),
        *((name, _NUMBER) for name in ("line_break", "hidden", "never_seen", "unused")),
        ("mostly", ctypes.c_double),
        *((name, _POINTER) for name in ("marks", "shown", "seen", "seen_before", "first")),
    )


def see(library: Library, markup: Markup) -> Sight:
    """Find what readers see."""
    runs, tags, count = markup.runs, len(markup.tokens.code), len(markup.runs)
    marks, shown = np.empty(count, np.uint8), np.empty(count, np.bool_)
    seen, first, before = np.empty(count, np.int32), np.empty(count + 1, np.int32), np.empty(tags + 2, np.int32)
    columns = _Columns(
        tags, count, 0, 0,
        address(markup.tokens.code), address(runs.home), address(runs.gap), address(markup.characters_before),
        address(markup.marks), address(BREAKING), LINE_BREAK, HIDDEN, NEVER_SEEN, 0, MOSTLY,
        address(marks), address(shown), address(seen), address(before), address(first),
    )  # fmt: skip
    library.see(ctypes.addressof(columns))
    return Sight(marks, shown, before, Blocks(first[: columns.blocks + 1], seen[: columns.found]))
