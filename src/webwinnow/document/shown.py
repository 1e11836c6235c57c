"""What a page shows, or a view of one, as compiled code reads it: which runs, and its words and tags as one stream.

A view that hides whole runs needs no new words: those of its page are read, and those of hidden runs passed over. What
these find is defined by the columns of `Document` and by `lines.in_one_sequence`.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BREAKING, LINE_BREAK
from webwinnow.document.reading import Column, PageColumns, Seen
from webwinnow.document.tree.elements import tags_of
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Callable

    from webwinnow.document.document import Document
    from webwinnow.document.markup import Markup

_POINTER, _SIZE = ctypes.c_void_p, ctypes.c_int64


class _View(ctypes.Structure):
    """`View` of native/sight.c."""

    _fields_ = (
        ("page", _POINTER), ("breaking", _POINTER), ("line_break", _SIZE), ("spans", _SIZE),
        *((name, _POINTER) for name in ("start", "end", "shown", "run", "before", "first")), ("runs", _SIZE),
        ("blocks", _SIZE),
    )  # fmt: skip


def seen_in_view(library: Library, markup: Markup, shown: Spans) -> Seen | None:
    """Return what a view of a page shows; None where that is not whole runs, or where Python read the page."""
    page, seen = markup.columns, markup.seen
    if page is None or seen is None:
        return None
    runs, gaps = page.runs, page.tags + 1
    numbers, flags = np.empty(2 * runs + gaps + 2, np.int32), np.empty(runs, np.bool_)
    start = address(numbers)
    view = _View(
        ctypes.addressof(page), address(BREAKING), LINE_BREAK, len(shown), address(shown.starts), address(shown.ends),
        address(flags), start, start + 4 * runs, start + 4 * (runs + gaps + 1), 0, 0,
    )  # fmt: skip
    if not library.see_view(ctypes.addressof(view)):
        return None
    before, first = numbers[runs : runs + gaps + 1], numbers[runs + gaps + 1 :]
    return Seen(seen.element_marks, seen.marks, flags, before, first[: view.blocks + 1], numbers[: view.runs])


def taking_away(page: Document, marked: npt.NDArray[np.bool_], view: Document) -> Document:
    """Take marked elements, with all they hold, out of a new view of a page, and let their tags count as nothing."""
    view._present = page.present & ~page.inside(marked)
    view._code = np.where(tags_of(page.tokens, page.elements, marked), 0, page.code)
    return view


def without_emptied(page: Document, view: Document) -> Document:
    """Take the elements out of a new view of a page that had text there, and have none in the view."""
    if LIBRARY and _without_emptied(LIBRARY, page, view):
        return view
    had, has = (each.in_subtrees(each.characters_before) for each in (page, view))
    return taking_away(page, (had > 0) & (has == 0), view)


def _without_emptied(library: Library, page: Document, view: Document) -> bool:
    """Do as `without_emptied`; tell whether it could be done."""
    columns, had, has = page.markup.columns, page._seen, view._seen
    if columns is None or had is None or has is None:
        return False
    gone, code = np.empty(columns.elements, np.bool_), page.code.copy()
    given = had.characters_before, has.characters_before, gone, code
    check(library.take_away(ctypes.addressof(columns), *map(address, given)))
    view._present = ~gone if page._present is None else page._present & ~gone
    view._code = code
    return True


class Shown(ctypes.Structure):
    """`Shown` of native/shown.h, and what it points to."""

    _fields_ = (*((name, _POINTER) for name in ("page", "run_shown", "code", "word")), ("words", _SIZE))

    def __init__(self, columns: PageColumns, shown: npt.NDArray[np.bool_], code: Column, word: Column) -> None:
        """Take what a page shows, what its tags count for, and where its words start."""
        self._kept = columns, shown, code, word
        self.most = columns.runs + len(word) + columns.tags
        """More spans than a stage can make of it."""
        super().__init__(ctypes.addressof(columns), address(shown), address(code), address(word), len(word))


def shown_of(page: Document) -> Shown | None:
    """Return what a page shows; None where Python must read it. Found once."""
    return page.once(Shown, lambda: _shown(page))


def _shown(page: Document) -> Shown | None:
    columns, seen = page.markup.columns, page._seen
    if columns is None or seen is None:
        return None
    return Shown(columns, seen.shown, np.ascontiguousarray(page.code, np.int32), page.markup.words_seen.start)


def kept_by(find: Callable[..., int], page: Document, *given: int) -> Spans | None:
    """Let compiled code choose of what a page shows; None where Python must."""
    shown = shown_of(page)
    if shown is None:
        return None
    kept = np.empty((2, shown.most), np.int32)
    found = find(*given, ctypes.addressof(shown), address(kept), address(kept) + 4 * shown.most)
    check(found)
    return Spans.from_sorted(kept[0, :found], kept[1, :found], len(page.source), apart=True)  # of different runs
