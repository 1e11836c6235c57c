"""The tree of a page as a collapsible outline: every element with the numbers that a stage gave it, chosen ones marked.

It is made of the panels whose positions are elements. On large pages the elements with most text are shown; an element
never has less text than one inside it, so what is around an element that is shown is shown, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.tree.elements import Amounts, Marked, around
from webwinnow.drawing.markup import Html, element, join
from webwinnow.stages.curves import Curve, Panel

MOST: Final = 1_500
"""Elements of an outline; more would make browsers slow, and nobody would read them."""
_LONGEST: Final = 40
"""Characters of an element's name with its identifier and classes."""
_NOTE: Final = (
    "Each line is an element: its characters of text, then the numbers of the curves. Open and close by a click."
)


def outline(page: Document, panels: Sequence[Panel]) -> Html | None:
    """Write the outline; None if no panel speaks of elements."""
    speaking = [panel for panel in panels if panel.x.unit == "element" and len(panel) == len(page.elements)]
    if not speaking:
        return None
    chosen = speaking[-1].is_chosen()
    characters = page.in_subtrees(page.characters_before)
    shown = _shown(characters)
    left_out = int((characters > 0).sum()) - len(shown)
    note = f"{_NOTE} {left_out:,} smaller elements are left out." if left_out else _NOTE
    writer = _Writer(page, [curve for panel in speaking for curve in panel.curves], chosen, characters)
    tree = writer.tree(shown) if shown else element("p", "No element has any text.", class_="note")
    heading = element("h2", "Tree of the page: ", element("span", "chosen", class_="kept"))
    hint = element("p", note, class_="hint")
    return element("section", heading, hint, tree, class_="outline", aria_label="Tree of the page")


def _shown(characters: Amounts) -> list[int]:
    """Choose the elements with most text, in the order of the document."""
    order = np.argsort(-characters, kind="stable")[:MOST]
    found: list[int] = np.sort(order[characters[order] > 0]).tolist()
    return found


class _Writer:
    """Writes elements from the last to the first, so that what stands inside is there before what is around it."""

    __slots__ = ("characters", "chosen", "curves", "open", "page")

    def __init__(self, page: Document, curves: list[Curve], chosen: Marked, characters: Amounts) -> None:
        self.page, self.curves, self.chosen, self.characters = page, curves, chosen, characters
        self.open = around(page.elements, chosen & ~np.append(chosen, False)[page.elements.parent])

    def tree(self, shown: list[int]) -> Html:
        """Write the elements that are shown, each inside the one around it."""
        inside: dict[int, list[Html]] = {}
        for each in reversed(shown):
            parts = inside.pop(each, [])
            written = self._branch(each, parts[::-1]) if parts else self._leaf(each)
            inside.setdefault(int(self.page.elements.parent[each]), []).append(written)
        return join(part for parts in inside.values() for part in reversed(parts))

    def _branch(self, each: int, parts: list[Html]) -> Html:
        return element("details", element("summary", *self._line(each)), *parts, open=bool(self.open[each]))

    def _leaf(self, each: int) -> Html:
        return element("p", *self._line(each), class_="leaf")

    def _line(self, each: int) -> list[Html]:
        start, end = self.page.extent(each)
        mark = "kept" if self.chosen[each] else "dropped"
        name = element("code", self._name(each), class_=mark, data_start=str(start), data_end=str(end))
        numbers = [f"{curve.name} {curve.values[each]:.4g}" for curve in self.curves]
        numbers_of_it = " · ".join([f"{int(self.characters[each]):,} characters", *numbers])
        return [name, Html(" "), element("span", numbers_of_it, class_="numbers")]

    def _name(self, each: int) -> str:
        """Name an element as style sheets do."""
        attributes = self.page.attributes(each)
        identifier = "".join(f"#{name}" for name in attributes.get("id", "").split()[:1])
        classes = "".join(f".{name}" for name in attributes.get("class", "").split()[:3])
        return f"{self.page.name(each)}{identifier}{classes}"[:_LONGEST]
