"""The colours of queries: apart for colour-blind readers, and with dashes of their own: colour is never alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webwinnow.drawing.palette import PALETTE, Colour

LINES: Final = (
    PALETTE["content"],
    PALETTE["code"],
    PALETTE["threshold"],
    PALETTE["chosen-ink"],
    Colour("#25788c", "#7fd0e0"),
    Colour("#856a00", "#d9c25a"),
    Colour("#b3261e", "#f2938c"),
    PALETTE["quiet"],
)
_DASHES: Final = ("", "7 3", "2 3", "8 3 2 3")


def style_number(query: int) -> int:
    """Give the number of the style that a query is drawn in; after the last comes the first again."""
    return query % len(LINES)


def line_rules(paper: Callable[[Colour], str]) -> str:
    """Write the style rules of all lines, for one paper: `line_rules(lambda colour: colour.light)`."""
    rules = (
        f".line-{at}{{stroke:{paper(colour)};stroke-dasharray:{_DASHES[at % len(_DASHES)] or 'none'}}}"
        f".band-{at},.mark-{at},.name-{at}{{fill:{paper(colour)}}}.change-{at}{{stroke:{paper(colour)}}}"
        for at, colour in enumerate(LINES)
    )
    return "".join(rules)


SHAPES: Final = (
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}.band{fill-opacity:.15}"
    ".change{fill:none;stroke-width:2}.name{font-weight:600}"
)
"""The rules that all lines share."""
