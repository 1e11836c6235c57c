"""Microdata (itemscope, itemprop, itemtype) and RDFa Lite (typeof, property), as the same items that JSON-LD gives.

Properties that stand in no item are collected in one without a type: pages often forget the scope.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from webwinnow.declared.json_ld import Item, plain_name
from webwinnow.document import Document
from webwinnow.document.attributes import value_at
from webwinnow.document.html_names import NUMBER
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import extents
from webwinnow.document.word_search import LONGEST_TAG, RAW, WordSearch, start_tags, tags_holding
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import kept_for_good

LIMIT: Final = 3000
"""How many tags with such attributes are read."""
_TEXT: Final = 400
"""Characters of an element's text that are read."""
_ADDRESS: Final = ("href", "src", "data")
_NAMED_BY_ADDRESS: Final = frozenset(
    NUMBER[name] for name in "a link img audio video source iframe embed object".split()
)
_STATED_IN: Final = {NUMBER["time"]: "datetime", NUMBER["data"]: "value", NUMBER["meter"]: "value"}
"""Attributes that say what these elements mean."""
_META: Final = NUMBER["meta"]
_WITHOUT_TEXT: Final = frozenset(NUMBER[name] for name in ("meta", "link", "img"))


_OF_VALUES: Final = ("content", "datetime", "value", *_ADDRESS)
"""Attributes that hold values."""


class _Element(NamedTuple):
    """An element that opens an item or says something about it: by its number, its tag's, where it stands, and what it
    says: of the attributes that are looked for those that it has.
    """

    number: int
    tag: int
    start: int
    end: int
    attributes: Mapping[str, str]


class _Syntax:
    """How items are written: by three attributes."""

    def __init__(self, scope: str, kind: str, name: str) -> None:
        """Take the attributes that open an item, tell its types, and name a property."""
        self.scope, self.kind, self.property = scope, kind, name
        self.words = WordSearch((scope, name), ignore_case=True)
        self.attributes = (*dict.fromkeys((scope, kind, name)), *_OF_VALUES)

    def elements(self, page: Document) -> list[_Element]:
        """Find the elements that open items or say something about them."""
        if LIBRARY is None:
            return self._elements(page)
        (data, width), rows = page.markup.units, np.empty((LIMIT, 4 + 2 * len(self.attributes)), np.int32)
        count = LIBRARY.of("find_elements", width)(
            _rules(LIBRARY, self).address, data, ctypes.addressof(columns_of(page)), LIMIT, address(rows)
        )
        found, source = list[_Element](), page.source
        for number, tag, start, end, *places in rows[:count].tolist():
            said = zip(self.attributes, places[::2], places[1::2], strict=True)
            found.append(
                _Element(
                    number, tag, start, end,
                    {name: value_at(source, first, last) for name, first, last in said if first >= 0},
                )
            )  # fmt: skip
        return found

    def _elements(self, page: Document) -> list[_Element]:
        """Do that by numpy: the definition that compiled code follows."""
        tags = tags_holding(page, start_tags(page), self.words)
        numbers = [element for element in map(page.elements.opened_by, tags.tolist()) if element >= 0][:LIMIT]
        places = extents(page.tokens, page.elements, np.array(numbers, np.intp))
        return [
            _Element(number, page.elements.tag.item(number), start, end, page.attributes(number))
            for number, (start, end) in zip(numbers, places, strict=True)
        ]


class _Rules(ctypes.Structure):
    """`ElementRules` of native/near.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("words", "attributes", "raw")),
        ("longest_tag", ctypes.c_int32),
    )

    def __init__(self, library: Library, syntax: _Syntax) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._names = NameTable(library, syntax.attributes)
        super().__init__(syntax.words.table, ctypes.addressof(self._names), address(RAW), LONGEST_TAG)
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library, syntax: _Syntax) -> _Rules:
    return _Rules(library, syntax)


_MICRODATA: Final = _Syntax("itemscope", "itemtype", "itemprop")
_RDFA: Final = _Syntax("typeof", "typeof", "property")


@dataclass(slots=True)
class _Open:
    """An item while it is read."""

    values: dict[str, object]
    path: tuple[str, ...]
    last: int
    start: int
    end: int
    places: dict[str, list[tuple[int, int]]] = field(default_factory=dict)


def read_microdata(page: Document) -> tuple[Item, ...]:
    """Read the page's microdata, outer items before those that they hold.

    >>> page = Document('<p itemscope itemtype="http://schema.org/Article">By <b itemprop=author>Ada</b></p>')
    >>> read_microdata(page)[0].types, read_microdata(page)[0].properties["author"]
    (('Article',), 'Ada')
    """
    return _items(page, _MICRODATA)


def read_rdfa(page: Document) -> tuple[Item, ...]:
    """Read the page's RDFa Lite; what meta tags say is left to declaration.py."""
    return _items(page, _RDFA)


def _items(page: Document, syntax: _Syntax) -> tuple[Item, ...]:
    elements = syntax.elements(page)
    values = _values(page, syntax, elements)
    loose = _Open({}, (), len(page.elements) + 1, 0, 0)
    items, open_items = [loose], [loose]
    for element, value in zip(elements, values, strict=True):
        while open_items[-1].last <= element.number:
            open_items.pop()
        if element.tag != _META or syntax is not _RDFA or len(open_items) > 1:
            _read(page, element, value, syntax, items, open_items)
    return tuple([_closed(each) for each in items if any(key[:1] != "@" for key in each.values)])


def _read(
    page: Document, element: _Element, said: str, syntax: _Syntax, items: list[_Open], open_items: list[_Open]
) -> None:
    """Add what one element says to the item around it; if it starts an item, open that."""
    number, _, start, end, attributes = element
    around = open_items[-1]
    names = [plain_name(each) for each in attributes.get(syntax.property, "").split()[:8]]
    value: object = said
    if syntax.scope in attributes:
        inner: dict[str, object] = {"@type": [plain_name(each) for each in attributes.get(syntax.kind, "").split()]}
        value = inner
        item = _Open(inner, (*around.path, *names[:1]), page.elements.last.item(number), start, end)
        items.append(item)
        open_items.append(item)
    for each in names:
        around.values[each] = _added(around.values.get(each), value)
        around.places.setdefault(each, []).append((start, end))


def _values(page: Document, syntax: _Syntax, elements: list[_Element]) -> list[str]:
    """Read the values of elements: what an attribute states, else their text, else an address."""
    values: list[str | None] = ["" if syntax.scope in each.attributes else _stated(each) for each in elements]
    told = [at for at, value in enumerate(values) if value is None]
    numbers = np.array([elements[at].number for at in told], np.intp)
    texts = page.all_texts.of(numbers, _TEXT) if told else []
    for at, text in zip(told, texts, strict=True):
        values[at] = text or _address(elements[at])
    return [value or "" for value in values]


def _stated(element: _Element) -> str | None:
    """Return the value of an element that needs no look at its text; None where it does."""
    _, tag, _, _, attributes = element
    if "content" in attributes:
        return attributes["content"]
    stated = attributes.get(_STATED_IN[tag]) if tag in _STATED_IN else None
    return stated or (_address(element) if tag in _WITHOUT_TEXT else None)


def _address(element: _Element) -> str:
    if element.tag not in _NAMED_BY_ADDRESS:
        return ""
    return next((element.attributes[each] for each in _ADDRESS if element.attributes.get(each)), "")


def _added(known: object, value: object) -> object:
    if known is None:
        return value
    if isinstance(known, list):
        known.append(value)
        return known
    return [known, value]


def _closed(item: _Open) -> Item:
    kinds = item.values.get("@type")
    types = tuple(each for each in kinds if isinstance(each, str)) if isinstance(kinds, list) else ()
    places = {key: tuple(each) for key, each in item.places.items()}
    return Item(types, item.values, item.start, item.end, item.path, places)
