"""What stands around elements: as bits, one column for all who ask whether text is part of a heading, a link, a list, a
table; and the tags around some of them that hold a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBERS, column
from webwinnow.document.layout import before
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY, Library, address

if TYPE_CHECKING:
    from webwinnow.document.document import Document

ALL_LEVELS: Final = 1 << 20
"""More than elements are nested."""
Places = npt.NDArray[np.integer]
Bits = npt.NDArray[np.uint16]
"""Per element: which of the following it is or stands in."""
_NAMES: Final = (
    "h1 h2 h3 h4 h5 h6", "a button", "pre listing xmp textarea", "pre code textarea samp kbd listing xmp", "li",
    "dd", "tr", "video audio",
)  # fmt: skip
HEADING, BY_HAND, PREFORMATTED, AS_IT_IS, ITEM, DESCRIPTION, ROW, PLAYED = (1 << at for at in range(len(_NAMES)))
_OF_NAME: Final = np.zeros(NUMBERS, dtype=np.uint16)
for _bit, _names in enumerate(_NAMES):
    _OF_NAME[column(_names)] |= 1 << _bit


def surroundings(page: Document) -> Bits:
    """Return the bits of all elements of a page. Found once."""
    return page.once(surroundings, lambda: _around(page))


def _around(page: Document) -> Bits:
    tree = page.elements
    if LIBRARY is None:
        return _by_numpy(page)
    found = np.empty(len(tree), np.uint16)
    LIBRARY.mark_surroundings(len(tree), address(tree.tag), address(tree.parent), address(_OF_NAME), address(found))
    return found


def _by_numpy(page: Document) -> Bits:
    own = _OF_NAME[page.elements.tag]
    found = np.zeros(len(own), dtype=np.uint16)
    for bit in range(len(_NAMES)):
        marked = (own & (1 << bit)) > 0
        if marked.any():
            found[page.inside(marked)] |= 1 << bit
    return found


def bits_around(page: Document, of_name: npt.NDArray[np.uint8], own: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return for each element its bits and those of all around it, given by the numbers of tags and for elements."""
    tree = page.elements
    if LIBRARY is None:
        both = of_name[tree.tag] | own
        inside = [np.where(page.inside((both & (1 << bit)) > 0), np.uint8(1 << bit), np.uint8(0)) for bit in range(8)]
        joined: npt.NDArray[np.uint8] = np.bitwise_or.reduce(inside)
        return joined
    found = np.empty(len(tree), np.uint8)
    LIBRARY.mark_bits(
        len(tree), address(tree.tag), address(tree.parent), address(of_name), address(own), address(found)
    )  # fmt: skip
    return found


def elements_around(page: Document, elements: Places, words: WordSearch, levels: int, shortest: int = 0) -> list[int]:
    """Return the elements around some, these included, so many levels up, whose start tag holds one of the words.

    Tags that are shorter than the shortest have no attribute that counts. Of levels, there are few or all.
    """
    if LIBRARY:
        return _searched_at_once(LIBRARY, page, elements, words, levels, shortest)
    return _searched(page, elements, words, levels, shortest)


def _searched(page: Document, elements: Places, words: WordSearch, levels: int, shortest: int) -> list[int]:
    tree, tokens = page.elements, page.tokens
    marked = np.zeros(len(tree), dtype=np.bool_)
    if levels < ALL_LEVELS:
        for _ in range(levels):
            marked[elements] = True
            elements = np.maximum(tree.parent[elements], 0)
    else:
        asked = before(np.bincount(elements, minlength=len(tree)), np.int32)
        marked = asked[tree.last] > asked[:-1]
    tags = tree.start_tags()
    around = np.flatnonzero(marked & (tags >= 0))
    starts, ends = tokens.tag_start[tags[around]], tokens.tag_end[tags[around]]
    long = ends - starts >= shortest
    found: list[int] = around[long][words.holding(page.markup, starts[long], ends[long])].tolist()
    return found


def _searched_at_once(
    library: Library, page: Document, elements: Places, words: WordSearch, levels: int, shortest: int
) -> list[int]:
    """Do as `_searched`."""
    (data, width), tree, tags = page.markup.units, page.elements, page.elements.start_tags()
    elements = np.ascontiguousarray(elements, np.int32)
    marked, found = np.zeros(len(tree), np.uint8), np.empty(len(tree), np.int32)
    count = library.of("search_around", width)(
        words.table, data, address(page.tokens.edge), len(tree), address(tree.parent), address(tags), len(elements),
        address(elements), levels, shortest, address(marked), address(found),
    )  # fmt: skip
    listed: list[int] = found[:count].tolist()
    return listed
