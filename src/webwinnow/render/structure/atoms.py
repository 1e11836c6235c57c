"""What stands in a line and is no text: pictures and formulas."""

from __future__ import annotations

import numpy as np

from webwinnow.document.attributes import read_attributes
from webwinnow.render.structure.block import Inline
from webwinnow.render.structure.context import Context
from webwinnow.render.structure.gaps import Piece
from webwinnow.render.structure.images import image_of
from webwinnow.render.structure.kinds import InlineKind
from webwinnow.render.structure.reading import Reading


def put_image(reading: Reading, element: int, context: Context) -> None:
    """Put a picture where it stands, if it is kept and can be shown."""
    if not reading.kept.atoms[element]:
        return
    found = image_of(read_attributes(reading.start_tags.written(element)), reading.addresses)
    if found:
        _put_atom(reading, element, Inline(found[1], InlineKind.IMAGE, source=found[0]), context)


def put_formula(reading: Reading, element: int, context: Context) -> None:
    """Put the source of a formula in the place of all its forms."""
    formula = reading.formulas[element]
    if formula.source:
        source = "display" if formula.display else ""
        places = _places_inside(reading, element)
        atom = Inline(formula.source, InlineKind.FORMULA, source=source, places=places)
        _put_atom(reading, element, atom, context)


def _places_inside(reading: Reading, element: int) -> tuple[tuple[int, int], ...]:
    elements, kept = reading.page.elements, reading.kept
    first, last = np.searchsorted(kept.gap, [elements.first[element] + 1, elements.close[element] + 1])
    return tuple(zip(kept.start[first:last].tolist(), kept.end[first:last].tolist(), strict=True))


def _put_atom(reading: Reading, element: int, atom: Inline, context: Context) -> None:
    first = reading.first[element]
    behind = min(max(int(reading.page.elements.close[element]), first) + 1, len(reading.gaps.starts) - 1)
    before = Piece(reading.gaps.ends[first], reading.gaps.ends[first], first, reading.lines[first])
    start = reading.gaps.starts[behind]
    after = Piece(start, start, behind, reading.lines[behind])
    reading.writing.line(context, reading.breaks[first], element).put_atom(before, after, atom, context.setting)
