"""What is read from a page's source once, each column when it is first asked for, and shared by all views of it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import Names
from webwinnow.document.html_names import BLOCK, NUMBER, column
from webwinnow.document.references import decode_references, source_kinds
from webwinnow.document.tokens import Cut, Tokens, cut, start_tag_length
from webwinnow.document.tree.building import build
from webwinnow.document.visibility import element_marks, suspects, tags_that_hide
from webwinnow.language.words import BETWEEN, BLANK, INVISIBLE_JOINER, REST, character_ends, visible, word_positions

Column = npt.NDArray[np.int32]

_BR, _TITLE, _DRAWING = NUMBER["br"], NUMBER["title"], NUMBER["svg"]
_BREAKING: Final = BLOCK & ~column("script style template noscript svg title")
"""Blocks that readers see as such: an icon or a script inside a sentence does not part it."""


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


class Markup:
    """The columns of a page's source."""

    def __init__(self, source: str) -> None:
        """Read the tags; the rest waits until it is asked for."""
        self.source = source
        pieces = cut(source)
        self.tokens: Tokens = pieces.tokens
        self._lay_out(pieces)

    def _lay_out(self, pieces: Cut) -> None:
        """Find the runs and the tree; both need the pieces, which are not kept."""
        lengths = self.tokens.gap_end - self.tokens.gap_start
        bound = _bounds(lengths)
        kind = source_kinds(BETWEEN.join(pieces.texts))
        seen = visible(kind)
        seen_before: Column = _before(seen, np.int32)
        self.characters_before: Column = seen_before[bound]
        """Per gap: how many visible characters stand before it; one more entry closes the page."""
        gaps = (lengths > 0).astype(np.int8) + (self.characters_before[1:] > self.characters_before[:-1])
        self.elements, home = build(pieces, gaps, quirks=_is_quirky(pieces))
        self._suspects = suspects(pieces)
        gap = np.flatnonzero(gaps == 2)
        if (kind == INVISIBLE_JOINER).any():  # a mark such as ZWNJ or one for right-to-left is part of the text, too
            seen = (kind != BLANK) & (kind != REST)
            seen_before = _before(seen, np.int32)
        inked = np.flatnonzero(seen)
        start = inked[seen_before[bound[gap]]]
        end = character_ends(kind, inked[seen_before[bound[gap + 1]] - 1])
        shift = self.tokens.gap_start[gap] - bound[gap]
        self.runs = Runs(
            gap.astype(np.int32), (start + shift).astype(np.int32), (end + shift).astype(np.int32), home[gap]
        )

    @cached_property
    def marks(self) -> npt.NDArray[np.uint8]:
        """Per element: why its text may not be seen (see visibility.Mark)."""
        return element_marks(
            self.elements, tags_that_hide(self.source, self.tokens, self._suspects), len(self.tokens.code)
        )

    @cached_property
    def breaks_before(self) -> Column:
        """Per gap: how many tags that break the flow of text stand before it."""
        return _before(self.breaking_tags, np.int32)

    @property
    def breaking_tags(self) -> npt.NDArray[np.bool_]:
        """Per tag: whether readers see one paragraph end and another begin there.

        Block-level tags, and line breaks that follow another with nothing to see between them.
        """
        breaking = _BREAKING[np.abs(self.tokens.code)]
        lines = np.flatnonzero(self.tokens.code == _BR)
        if len(lines) > 1:
            seen_before = self.characters_before[lines + 1]
            breaking[lines[1:][seen_before[1:] == seen_before[:-1]]] = True
        return breaking

    @cached_property
    def title(self) -> str | None:
        """The text of the first title element, white space folded; None if there is none or if it says nothing."""
        titles, tokens = self.elements.tag == _TITLE, self.tokens
        if not titles.any():
            return None
        titles &= ~self.elements.inside(self.elements.tag == _DRAWING)  # drawings have titles, too
        for tag in self.elements.first[titles][:1].tolist():
            token = self.source[tokens.tag_start[tag] : tokens.tag_end[tag]]
            following = self.source[tokens.gap_start[tag + 1] : tokens.gap_end[tag + 1]]
            return " ".join(decode_references(token[start_tag_length(token) :] or following).split()) or None
        return None

    @cached_property
    def names(self) -> Names:
        """The names of elements."""
        return Names(self.source, self.tokens, self.elements)

    @property
    def words(self) -> tuple[Column, Column]:
        """Where each word of the text starts and ends, also of text that nobody sees."""
        return self.words_in(np.arange(len(self.runs)))

    def words_in(self, runs: npt.NDArray[np.integer]) -> tuple[Column, Column]:
        """Where each word of some runs starts and ends; found anew each time, for who asks keeps them."""
        starts, ends = self.runs.start[runs], self.runs.end[runs]
        text = BETWEEN.join([self.source[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)])
        bound = _bounds(ends - starts)[:-1]
        first, last = word_positions(source_kinds(text))
        in_run = np.diff(np.searchsorted(first, bound), append=len(first))
        shift = np.repeat(starts - bound, in_run)
        return (first + shift).astype(np.int32), (last + shift).astype(np.int32)


def _bounds(lengths: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Where each text starts when all are joined with a blank between them, and where the last one ends."""
    bound = _before(lengths + 1, np.int64)
    bound[-1] = max(bound[-1] - 1, 0)
    return bound


def _before(amounts: npt.NDArray[Any], kind: type[Any]) -> npt.NDArray[Any]:
    """Add up the amounts before each place, and all of them."""
    sums = np.zeros(len(amounts) + 1, dtype=kind)
    np.cumsum(amounts, out=sums[1:])
    return sums


_DOCTYPE: Final = re.compile(r"!doctype\s+html\s*+(?P<rest>[^>]*+)", re.IGNORECASE)
_QUIRKY: Final = re.compile(
    r"-//(?:ietf|softquad|w3o|netscape|microsoft|spyglass|sun|webtechs|o'reilly|sq|as|advasoft|metrius)|"
    r"-//w3c//dtd html (?:3|4\.0 (?:transitional|frameset)|experimental)|-//w3c//dtd w3 html|^html$",
    re.IGNORECASE,
)


def _is_quirky(pieces: Cut) -> bool:
    """Tell whether browsers would show the page in quirks mode, where a table does not end a paragraph."""
    for rest, code in zip(pieces.rests[:8], pieces.tokens.code[:8], strict=True):
        declared = _DOCTYPE.match(rest)
        if declared:
            identifiers = re.findall(r"[\"']([^\"']*)", declared["rest"])[::2]
            old = any(_QUIRKY.match(identifier) for identifier in identifiers[:1])
            loose = len(identifiers) == 1 and re.match("-//w3c//dtd html 4.01 (?:trans|frame)", identifiers[0], re.I)
            return old or bool(loose)
        if code:
            break
    return True
