"""Blocks: runs of text that readers see as one paragraph, heading, cell or list item.

A new block starts wherever a block-level element opens or closes, and at two line breaks in a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BLOCK, NUMBER, column
from webwinnow.document.markup import Markup

_BR: Final = NUMBER["br"]
_BREAKING: Final = BLOCK & ~column("script style template noscript svg title")
"""Blocks that readers see as such: an icon or a script inside a sentence does not part it."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Block i holds the runs `first[i]:first[i + 1]` of the page's visible runs."""

    first: npt.NDArray[np.int32]
    """Index of each block's first run, and the number of runs."""
    runs: npt.NDArray[np.int32]
    """The visible runs, as indices into the page's runs."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.first) - 1


def find_blocks(markup: Markup, runs: npt.NDArray[np.integer]) -> Blocks:
    """Group the given runs into blocks."""
    gap = markup.runs.gap[runs]
    cuts = np.concatenate([[0], np.cumsum(breaking_tags(markup))])[gap]
    starts = np.flatnonzero(np.diff(cuts, prepend=-1))
    return Blocks(np.append(starts, len(runs)).astype(np.int32), runs.astype(np.int32))


def breaking_tags(markup: Markup) -> npt.NDArray[np.bool_]:
    """Tell which tags break the flow of text: block-level ones, and a line break that follows another."""
    code = markup.tokens.code
    breaking = _BREAKING[np.abs(code)]
    lines = np.flatnonzero(code == _BR)
    blank_between = np.diff(markup.characters_before[lines + 1]) == 0 if len(lines) else np.empty(0, bool)
    return _set(breaking, lines[1:][blank_between])


def _set(column: npt.NDArray[np.bool_], places: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    column = column.copy()
    column[places] = True
    return column
