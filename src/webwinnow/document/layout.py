"""The layout of a page: its tags, the runs of text between them, and the tree, read from the source in one go."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.references import source_kinds
from webwinnow.document.tokens import Tokens, cut
from webwinnow.document.tree.builder import DEPTH
from webwinnow.document.tree.building import build
from webwinnow.document.tree.elements import Elements
from webwinnow.document.visibility import suspects
from webwinnow.language.words import BETWEEN, BLANK, INVISIBLE_JOINER, REST, character_ends, visible

if TYPE_CHECKING:
    from webwinnow.document.reading import PageColumns

Column = npt.NDArray[np.int32]


class Runs:
    """Stretches of text between two tags, where there is something to see; blanks at their edges are cut off."""

    __slots__ = ("end", "gap", "home", "start")

    def __init__(self, gap: Column, start: Column, end: Column, home: Column) -> None:
        """Take the columns."""
        self.gap, self.start, self.end = gap, start, end
        self.home = home
        """The element around each run."""

    def __len__(self) -> int:
        """Count the runs."""
        return len(self.gap)

    def that_make(self, starts: Column, ends: Column) -> npt.NDArray[np.intp] | None:
        """Return the runs that some spans are, each a whole one; None where one is not."""
        run = np.searchsorted(self.start, starts, side="right") - 1
        whole = np.array_equal(self.start[run], starts) and np.array_equal(self.end[run], ends) if len(run) else True
        return run if whole else None


@dataclass(frozen=True, slots=True)
class Seen:
    """What readers see of a page from which no prefilter has hidden anything, where compiled code found it at once.

    `Document.starts_shown`, `Document.characters_before` and `Document.blocks` are the definitions that this follows.
    """

    element_marks: npt.NDArray[np.uint8]
    """Per element: why its text may not be seen."""
    marks: npt.NDArray[np.uint8]
    """Per run: the same,"""
    shown: npt.NDArray[np.bool_]
    """and whether it is seen."""
    characters_before: Column
    """Per gap: how many characters that readers see stand before it; one more entry closes the page."""
    first: Column
    """Per block: its first run among those that are seen; one more entry closes the page."""
    runs: Column
    """The runs that are seen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a source is read into."""

    tokens: Tokens
    characters_before: Column
    """Per gap: how many visible characters stand before it; one more entry closes the page."""
    runs: Runs
    elements: Elements
    suspects: list[int]
    """Tags that may hide something; none where it is known what they hide."""
    seen: Seen | None = None
    columns: PageColumns | None = None
    """All columns as compiled code knows them, if it read the page."""


def lay_out(source: str, depth: int = DEPTH) -> Layout:
    """Read a source: the definition that compiled code follows (`reading.read_page`)."""
    pieces = cut(source)
    tokens = pieces.tokens
    lengths = tokens.gap_end - tokens.gap_start
    bound = bounds(lengths)
    kind = source_kinds(BETWEEN.join(pieces.texts))
    seen = visible(kind)
    seen_before: Column = before(seen, np.int32)
    characters_before = seen_before[bound]
    gaps = (lengths > 0).astype(np.int8) + (characters_before[1:] > characters_before[:-1])
    elements, home = build(pieces, gaps, quirks=is_quirky(pieces.rests[:FIRST_TAGS], tokens.code), depth=depth)
    gap = np.flatnonzero(gaps == 2)
    if (kind == INVISIBLE_JOINER).any():  # a mark such as ZWNJ or one for right-to-left is part of the text, too
        seen = (kind != BLANK) & (kind != REST)
        seen_before = before(seen, np.int32)
    inked = np.flatnonzero(seen)
    start = inked[seen_before[bound[gap]]]
    end = character_ends(kind, inked[seen_before[bound[gap + 1]] - 1])
    shift = tokens.gap_start[gap] - bound[gap]
    runs = Runs(gap.astype(np.int32), (start + shift).astype(np.int32), (end + shift).astype(np.int32), home[gap])
    return Layout(tokens, characters_before, runs, elements, suspects(pieces))


def bounds(lengths: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Return where each text starts when all are joined with a blank between them, and where the last one ends."""
    bound = before(lengths + 1, np.int64)
    bound[-1] = max(bound[-1] - 1, 0)
    return bound


def before(amounts: npt.NDArray[Any], kind: type[Any]) -> npt.NDArray[Any]:
    """Add up the amounts before each place, and all of them."""
    sums = np.zeros(len(amounts) + 1, dtype=kind)
    np.cumsum(amounts, out=sums[1:])
    return sums


FIRST_TAGS: Final = 8
"""A declaration of the document's type stands among these, or nowhere."""
PLAIN_TYPES: Final = ("!doctype html>",)
"""The declarations that nearly all pages have, in small letters: they are not shown in quirks mode."""
_DOCTYPE: Final = re.compile(r"!doctype\s+html\s*+(?P<rest>[^>]*+)", re.IGNORECASE)
_QUIRKY: Final = re.compile(
    r"-//(?:ietf|softquad|w3o|netscape|microsoft|spyglass|sun|webtechs|o'reilly|sq|as|advasoft|metrius)|"
    r"-//w3c//dtd html (?:3|4\.0 (?:transitional|frameset)|experimental)|-//w3c//dtd w3 html|^html$",
    re.IGNORECASE,
)


def is_quirky(tags: Iterable[str], code: npt.NDArray[np.int16]) -> bool:
    """Tell whether browsers would show the page in quirks mode, where a table does not end a paragraph.

    Only a page's first tags are looked at, without their "<".
    """
    for tag, number in zip(tags, code.tolist(), strict=False):
        declared = _DOCTYPE.match(tag)
        if declared:
            identifiers = re.findall(r"[\"']([^\"']*)", declared["rest"])[::2]
            old = any(_QUIRKY.match(identifier) for identifier in identifiers[:1])
            loose = len(identifiers) == 1 and re.match("-//w3c//dtd html 4.01 (?:trans|frame)", identifiers[0], re.I)
            return old or bool(loose)
        if number:
            break
    return True
