"""Marks on text that a reader may not see, each with its reason.

Only tags that hold one of the few words that hide things are looked at closer. A mark holds for the whole subtree.
"""

from __future__ import annotations

import re
from enum import IntFlag
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import finder
from webwinnow.document.html_names import NUMBER, NUMBERS, RAW_TEXT, column
from webwinnow.document.tokens import Cut, Tokens
from webwinnow.document.tree.elements import Elements, Marked
from webwinnow.language.words import occurrences

if TYPE_CHECKING:
    from webwinnow.document.document import Document


class Mark(IntFlag):
    """Why text may not be seen."""

    HIDDEN = 1
    """The `hidden` attribute."""
    STYLE = 2
    """Inline `display: none` or `visibility: hidden`."""
    TEMPLATE = 4
    """Inside `<template>`, which is not shown until a script copies it."""
    CONTROL = 8
    """Choices of a form: `<option>`, `<datalist>`."""
    DRAWING = 16
    """Labels inside `<svg>`."""
    ARIA = 32
    """`aria-hidden`: shown, but kept from screen readers."""
    NOSCRIPT = 64
    """Inside `<noscript>`: shown where scripts are off. Forums keep whole threads there."""


NEVER_SEEN: Final = Mark.TEMPLATE | Mark.CONTROL | Mark.DRAWING
HIDDEN: Final = Mark.HIDDEN | Mark.STYLE
"""Marks of text that readers do not see, at least not at once; the others only tell where text stands."""

MOSTLY: Final = 0.5
"""A page that hides more than this share of its text shows it later by a script (sections to unfold, a body hidden
until it is loaded), so what is hidden counts as seen. Of 0 to 1.1 in steps, 0.5 gave the best balance of precision and
recall of all visible text over seven packages (2026-11-15)."""

_BY_NAME: Final = {
    NUMBER["template"]: Mark.TEMPLATE,
    NUMBER["option"]: Mark.CONTROL,
    NUMBER["datalist"]: Mark.CONTROL,
    NUMBER["select"]: Mark.CONTROL,
    NUMBER["svg"]: Mark.DRAWING,
    NUMBER["noscript"]: Mark.NOSCRIPT,
}
OF_NAME: Final = np.zeros(NUMBERS, dtype=np.uint8)
OF_NAME[list(_BY_NAME)] = list(_BY_NAME.values())
_RAW: Final = column(RAW_TEXT)
_NEVER_SHOWN: Final = column("head title base link meta style script template param source track area")
_SHORTEST: Final = len("<p hidden>")
_STYLE: Final = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b")
_MAY_BE_STYLE: Final = re.compile(r":\s*+(?:none|hidden)")
_SUSPICIOUS: Final = ("hidden", "none")
_MAY_BE_HIDDEN: Final = re.compile(r"""hidden(?<=[\s/"']hidden)(?![^\s/>=])""")  # as a name, not as a part of one
HIDING_WORDS: Final = (
    "aria-hidden", "hidden", "style", "true", "until-found", "display", "none", "visibility", "hidden",
)  # fmt: skip
"""The words of what follows, as compiled code is handed them: attributes, values, and pairs of styles."""
HIDING_MARKS: Final = (Mark.ARIA, Mark.HIDDEN, Mark.STYLE)
"""Per attribute."""
_FIND_ARIA, _FIND_HIDDEN, _FIND_STYLE = finder("aria-hidden"), finder("hidden"), finder("style")


def seen(marks: npt.NDArray[np.uint8], lengths: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Tell which runs readers see, given the runs' marks and lengths."""
    hidden = (marks & np.uint8(HIDDEN)) > 0
    if lengths[hidden].sum() > MOSTLY * lengths.sum():
        hidden = np.zeros_like(hidden)
    shown: npt.NDArray[np.bool_] = ~hidden & ((marks & np.uint8(NEVER_SEEN)) == 0)
    return shown


def rendered_runs(page: Document) -> Marked:
    """Tell which runs readers see, as far as a browser showed the page: all of them, where none did.

    Where it showed less than half of the text, a script would have shown the rest (see MOSTLY), and all counts as seen.
    """
    every = np.ones(len(page.runs), dtype=np.bool_)
    if page.geometry is None:
        return every
    boxes = page.geometry.runs
    hidden = boxes.known & ~boxes.shown & page.starts_shown
    lengths = np.diff(page.characters_before)[page.runs.gap]
    return every if lengths[hidden].sum() > MOSTLY * lengths.sum() else ~hidden


def shown_elements(page: Document) -> Marked:
    """Tell which elements readers may see; tags that a prefilter lets count as nothing vanish."""
    elements, marks = page.elements, page.markup.marks
    vanished = np.append(page.code, np.int32(1))[elements.first] == 0
    vanished[elements.implied] = False  # opened by no tag of their own
    vanished |= _NEVER_SHOWN[elements.tag] | ((marks & np.uint8(NEVER_SEEN)) > 0)
    hidden = (marks & np.uint8(HIDDEN)) > 0
    vanished |= hidden & (page.in_subtrees(page.characters_before) == 0)
    seen: Marked = ~vanished
    return seen


def suspects(pieces: Cut) -> list[int]:
    """List the tags that may hide something: those with one of the words that do, as nearly everybody writes them."""
    code, edge = pieces.tokens.code, pieces.tokens.edge
    places = [at for word in _SUSPICIOUS for at in occurrences(pieces.source, word)]
    piece = np.searchsorted(edge, np.array(places, np.int32), side="right") - 1
    named = np.zeros(len(code), dtype=np.bool_)
    named[piece[piece % 2 == 1] >> 1] = True
    tags = np.flatnonzero(named)
    of_some = (code[tags] > 0) & (edge[2 * tags + 2] - edge[2 * tags + 1] >= _SHORTEST) & ~_RAW[code[tags]]
    found: list[int] = tags[of_some].tolist()
    return found


def tag_marks(source: str, tokens: Tokens, suspected: list[int]) -> list[int]:
    """Read the marks off tags whose attributes may hide something, or keep it from screen readers."""
    starts, ends = tokens.tag_start[suspected].tolist(), tokens.tag_end[suspected].tolist()
    tags = [source[start:end] for start, end in zip(starts, ends, strict=True)]
    mark_of = {tag: _mark_of(tag.lower()) for tag in set(tags)}  # many are written more than once
    return [mark_of[tag] for tag in tags]


def element_marks(source: str, tokens: Tokens, elements: Elements, suspected: list[int]) -> npt.NDArray[np.uint8]:
    """Collect for each element its own marks and those of the elements around it."""
    own = OF_NAME[elements.tag]
    if suspected:
        marks_of = np.zeros(len(tokens.code) + 1, dtype=np.uint8)  # the last is for the tag that implied elements lack
        marks_of[suspected] = tag_marks(source, tokens, suspected)
        own |= marks_of[elements.start_tags()]
    return _inherited(own, elements)


def _mark_of(tag: str) -> int:
    """Read the marks off a tag in lower case; an attribute is looked for only where its words stand in the tag."""
    mark = 0
    if "aria-hidden" in tag and _FIND_ARIA(tag) == "true":
        mark |= Mark.ARIA.value
    if _MAY_BE_HIDDEN.search(tag) and _FIND_HIDDEN(tag) not in (None, "until-found"):
        mark |= Mark.HIDDEN.value
    if _MAY_BE_STYLE.search(tag) and _STYLE.search(_FIND_STYLE(tag) or ""):
        mark |= Mark.STYLE.value
    return mark


def _inherited(own: npt.NDArray[np.uint8], elements: Elements) -> npt.NDArray[np.uint8]:
    """Spread marks over subtrees: an element is in a marked one if a mark before it reaches further than itself."""
    spread, places = np.zeros(len(own), dtype=np.uint8), np.arange(len(own), dtype=np.int32)
    found = int(np.bitwise_or.reduce(own))
    for mark in (np.uint8(1 << bit) for bit in range(8) if found >> bit & 1):
        reach = np.where(own & mark, elements.last, 0)
        spread |= (np.maximum.accumulate(reach) > places) * mark
    return spread
