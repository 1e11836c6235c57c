"""Microdata (itemscope, itemprop, itemtype) and RDFa Lite (typeof, property), as the same items that JSON-LD gives.

Properties that stand in no item are collected in one without a type: pages often forget the scope.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from webwinnow.declared.json_ld import Item, plain_name
from webwinnow.declared.telling_tags import FoundTag, TagSearch
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.word_search import RAW, WordSearch

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


class _Syntax:
    """How items are written: by three attributes."""

    def __init__(self, scope: str, kind: str, name: str) -> None:
        """Take the attributes that open an item, tell its types, and name a property."""
        self.scope, self.kind, self.property = scope, kind, name
        words, attributes = WordSearch((scope, name), ignore_case=True), dict.fromkeys((scope, kind, name, *_OF_VALUES))
        self.search = TagSearch(~RAW, words, tuple(attributes))


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
    found = [each for each in syntax.search.find(page, LIMIT) if each.element >= 0]
    names = page.elements.tag[[each.element for each in found]].tolist() if found else []
    values = _values(page, syntax, found, names)
    loose = _Open({}, (), len(page.elements) + 1, 0, 0)
    items, open_items = [loose], [loose]
    for each, name, value in zip(found, names, values, strict=True):
        while open_items[-1].last <= each.element:
            open_items.pop()
        if name != _META or syntax is not _RDFA or len(open_items) > 1:
            _read(page, each, value, syntax, items, open_items)
    return tuple([_closed(each) for each in items if any(key[:1] != "@" for key in each.values)])


def _read(
    page: Document, found: FoundTag, said: str, syntax: _Syntax, items: list[_Open], open_items: list[_Open]
) -> None:
    """Add what one element says to the item around it; if it starts an item, open that."""
    _, start, _, element, end, attributes = found
    around = open_items[-1]
    names = [plain_name(each) for each in attributes.get(syntax.property, "").split()[:8]]
    value: object = said
    if syntax.scope in attributes:
        inner: dict[str, object] = {"@type": [plain_name(each) for each in attributes.get(syntax.kind, "").split()]}
        value = inner
        item = _Open(inner, (*around.path, *names[:1]), page.elements.last.item(element), start, end)
        items.append(item)
        open_items.append(item)
    for each in names:
        around.values[each] = _added(around.values.get(each), value)
        around.places.setdefault(each, []).append((start, end))


def _values(page: Document, syntax: _Syntax, found: list[FoundTag], names: list[int]) -> list[str]:
    """Read the values of elements: what an attribute states, else their text, else an address."""
    values: list[str | None] = [
        "" if syntax.scope in each.attributes else _stated(name, each.attributes)
        for each, name in zip(found, names, strict=True)
    ]
    told = [at for at, value in enumerate(values) if value is None]
    texts = page.all_texts.of(np.array([found[at].element for at in told], np.intp), _TEXT) if told else []
    for at, text in zip(told, texts, strict=True):
        values[at] = text or _address(names[at], found[at].attributes)
    return [value or "" for value in values]


def _stated(name: int, attributes: Mapping[str, str]) -> str | None:
    """Return the value of an element that needs no look at its text; None where it does."""
    if "content" in attributes:
        return attributes["content"]
    stated = attributes.get(_STATED_IN[name]) if name in _STATED_IN else None
    return stated or (_address(name, attributes) if name in _WITHOUT_TEXT else None)


def _address(name: int, attributes: Mapping[str, str]) -> str:
    if name not in _NAMED_BY_ADDRESS:
        return ""
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
