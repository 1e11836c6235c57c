"""What each element of HTML means for the structure of a page."""

from __future__ import annotations

from typing import Final

from webwinnow.document.html_names import NUMBER
from webwinnow.render.structure.kinds import Marks


def _numbers(names: str) -> list[int]:
    return [NUMBER[name] for name in names.split()]


MARKS: Final = {
    **dict.fromkeys(_numbers("b strong"), Marks.STRONG),
    **dict.fromkeys(_numbers("i em cite dfn var"), Marks.EMPHASIS),
    **dict.fromkeys(_numbers("del s strike"), Marks.DELETED),
    **dict.fromkeys(_numbers("ins u"), Marks.INSERTED),
    **dict.fromkeys(_numbers("mark"), Marks.HIGHLIGHTED),
    **dict.fromkeys(_numbers("sup"), Marks.SUPERSCRIPT),
    **dict.fromkeys(_numbers("sub"), Marks.SUBSCRIPT),
    **dict.fromkeys(_numbers("code tt kbd samp"), Marks.CODE),
}
"""The mark that an element puts on its text."""

HEADINGS: Final = {NUMBER[f"h{level}"]: level for level in range(1, 7)}
LISTS: Final = frozenset(_numbers("ul ol menu dir"))
CELLS: Final = frozenset(_numbers("td th"))
CAPTIONS: Final = frozenset(_numbers("figcaption caption"))
IMAGES: Final = frozenset(_numbers("img image"))
