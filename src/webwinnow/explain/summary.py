"""An explanation in a few lines for a terminal: what was kept and dropped, stretch by stretch, and what decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.explain.explanation import Explanation
from webwinnow.explain.html import MarkedText, pieces
from webwinnow.stages.curves import Panel

_STRETCHES: Final = 16
"""Stretches that are listed, the longest; a terminal has 24 lines or more."""
_NUMBERS: Final = 4
"""The loudest numbers that are named for what was kept, and for what was dropped."""
_FIRST_WORDS: Final = 56


def write_summary(explanation: Explanation, page: Document) -> str:
    """Write the lines."""
    return "".join(f"{line}\n" for line in _lines(explanation, page))


def _lines(explanation: Explanation, page: Document) -> Iterator[str]:
    yield " ".join(explanation.name.split())
    yield f"{explanation.expression} {explanation.summary}"
    stretches = _stretches(page, explanation)
    longest = sorted(stretches, key=lambda each: each[0].start - each[-1].end)[:_STRETCHES]
    yield ""
    for stretch in sorted(longest, key=lambda each: each[0].start):
        yield _stretch(page, stretch)
    if len(stretches) > len(longest):
        yield f"         and {len(stretches) - len(longest)} shorter stretches"
    for panel in explanation.panels:
        yield from _decided(panel)
    yield ""
    yield "-o FILE.html draws it beside the text, --json has all numbers; 'webwinnow why' asks for one sentence."


def _stretches(page: Document, explanation: Explanation) -> list[list[MarkedText]]:
    marked = pieces(page, explanation.found)
    return [list(members) for _, members in groupby(marked, key=lambda piece: piece.kept)]


def _stretch(page: Document, stretch: list[MarkedText]) -> str:
    characters = sum(piece.end - piece.start for piece in stretch)
    beginning = (page.text(piece.start, piece.end) for piece in stretch[:_FIRST_WORDS])
    words = " ".join(" ".join(beginning).split())
    shown = words if len(words) <= _FIRST_WORDS else words[: _FIRST_WORDS - 1] + "…"
    return f"{'kept' if stretch[0].kept else 'dropped':7}  {characters:>7,} characters  {shown}"


def _decided(panel: Panel) -> Iterator[str]:
    """Name the numbers that add up to the decision, on average over the positions of each side."""
    adding = [curve for curve in panel.curves if curve.mark == "adds"]
    if not adding:
        return
    chosen = panel.is_chosen()
    yield ""
    yield "What decided, in log odds, on average (a block is kept if all together is above zero):"
    for side, where in (("kept", chosen), ("dropped", ~chosen)):
        if not where.any():
            continue
        means = [(curve.name, float(np.mean(curve.values[where]))) for curve in adding]
        loudest = sorted(means, key=lambda each: -abs(each[1]))[:_NUMBERS]
        total = round(sum(value for _, value in means), 2)
        rest = total - sum(round(value, 2) for _, value in loudest)  # so that what is shown adds up
        terms = ", ".join(f"{name} {value:+.2f}" for name, value in [*loudest, ("others", rest)])
        yield f"{side:7}  {terms} = {total:+.2f}"
