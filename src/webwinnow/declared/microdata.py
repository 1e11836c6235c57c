"""Microdata (itemscope, itemprop, itemtype) and RDFa Lite (typeof, property), as the same items that JSON-LD gives.

Properties that stand in no item are collected in one without a type: pages often forget the scope.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from webwinnow.declared.json_ld import Item, plain_name
from webwinnow.document import Document
from webwinnow.document.attributes import AttributeSearch
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree.elements import extents
from webwinnow.document.word_search import WordSearch, start_tags, tags_holding

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


@dataclass(frozen=True, slots=True)
class _Words:
    scope: str
    kind: str
    property: str
    either: WordSearch
    """Finds the tags that open an item or say something about it."""
    attributes: AttributeSearch
    """Finds these attributes, and those that hold values."""


_MICRODATA: Final = _Words(
    "itemscope", "itemtype", "itemprop", WordSearch(("itemscope", "itemprop"), ignore_case=True),
    AttributeSearch(("itemscope", "itemtype", "itemprop", *_OF_VALUES)),
)  # fmt: skip
_RDFA: Final = _Words(
    "typeof", "typeof", "property", WordSearch(("typeof", "property"), ignore_case=True),
    AttributeSearch(("typeof", "property", *_OF_VALUES)),
)  # fmt: skip


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


def _items(page: Document, words: _Words) -> tuple[Item, ...]:
    tags = tags_holding(page, start_tags(page), words.either)[:LIMIT]
    elements = [element for element in map(page.elements.opened_by, tags.tolist()) if element >= 0]
    loose = _Open({}, (), len(page.elements) + 1, 0, 0)
    items, open_items = [loose], [loose]
    places = extents(page.tokens, page.elements, np.array(elements, np.intp))
    tags = page.elements.tag[elements].tolist()
    for element, tag, place, attributes in zip(
        elements, tags, places, words.attributes.read(page, elements), strict=True
    ):
        while open_items[-1].last <= element:
            open_items.pop()
        if tag != _META or words is not _RDFA or len(open_items) > 1:
            _read(page, _Element(element, tag, place[0], place[1], attributes), words, items, open_items)
    return tuple([_closed(each) for each in items if any(key[:1] != "@" for key in each.values)])


class _Element(NamedTuple):
    number: int
    tag: int
    start: int
    end: int
    attributes: Mapping[str, str]


def _read(page: Document, element: _Element, words: _Words, items: list[_Open], open_items: list[_Open]) -> None:
    """Add what one element says to the item around it; if it starts an item, open that."""
    number, tag, start, end, attributes = element
    around = open_items[-1]
    names = [plain_name(each) for each in attributes.get(words.property, "").split()[:8]]
    value: object
    if words.scope in attributes:
        inner: dict[str, object] = {"@type": [plain_name(each) for each in attributes.get(words.kind, "").split()]}
        value = inner
        item = _Open(inner, (*around.path, *names[:1]), page.elements.last.item(number), start, end)
        items.append(item)
        open_items.append(item)
    elif names:
        value = _value(page, number, tag, attributes)
    for each in names:
        around.values[each] = _added(around.values.get(each), value)
        around.places.setdefault(each, []).append((start, end))


def _value(page: Document, element: int, tag: int, attributes: Mapping[str, str]) -> str:
    if "content" in attributes:
        return attributes["content"]
    stated = attributes.get(_STATED_IN[tag]) if tag in _STATED_IN else None
    text = stated or ("" if tag in _WITHOUT_TEXT else page.text_of(element, _TEXT, hidden=True))
    if text or tag not in _NAMED_BY_ADDRESS:
        return text
    return next((attributes[each] for each in _ADDRESS if attributes.get(each)), "")


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
