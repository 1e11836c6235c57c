"""Meta tags: all of a page, or those of a few keys, which are found without reading the others.

`MetaSearch(("og:title",)).read(page)` gives what `read_meta_tags(page)` has under these keys, many times as fast.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes, value_at
from webwinnow.document.html_names import NUMBER
from webwinnow.document.reading import columns_of
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import LONGEST_TAG, WordSearch, places_of_tags
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import kept_for_good

META: Final = NUMBER["meta"]
NAMING_WORDS: Final = WordSearch((
    "title", "headline", '"name"', "'name'", "=name", "site_name", "application-name", "publisher", "app_name",
    "og:url", "twitter:url", "web:url", '"cre"', "'cre'", "=cre",
), ignore_case=True)  # fmt: skip
"""What tags hold whose keys name a page or its site: those of `headline.candidates` and `headline.site`."""
ONE_KEY: Final = ("name", "http-equiv")
SEVERAL_KEYS: Final = ("property", "itemprop")
"""Attributes that may list several names, parted by white space."""
_KEYS: Final = (*ONE_KEY, *SEVERAL_KEYS)
_KEY: Final = r'(?P<attribute>name|property|itemprop)="(?P<key>[^"&\s]++)"'
_CONTENT: Final = r'content="(?P<content>[^"]*+)"'
_OTHER: Final = r'(?:data-[a-z-]++="[^"]*+"\s++)?+'
_PLAIN_META: Final = re.compile(rf"<meta\s++{_OTHER}{_KEY}\s++{_CONTENT}\s*+/?+>", re.ASCII)
_TURNED_META: Final = re.compile(rf"<meta\s++{_CONTENT}\s++{_KEY}\s*+/?+>", re.ASCII)
"""Meta tags as most are written: one name, one value; several times as fast as reading all attributes."""
_HOLDS_VALUE: Final = re.compile("content|value", re.IGNORECASE | re.ASCII)
"""Stands in each that says something."""
METAS: Final = 2000
"""How many meta tags of a page are read; a third of fundus, wcxb-dev and postlight-parser has no page with over 211."""
_ROOM: Final = 64
"""Tags of the keys that there is room for; a page with more is read by Python."""


class MetaTag(NamedTuple):
    """One name and its value; a tag that has several names gives several of these."""

    key: str
    """The name, in lower case."""
    content: str
    """The value, with character references resolved and white space folded."""
    start: int
    end: int
    """Where the tag stands in the source."""
    attribute: str = "name"
    """Which attribute held the name: name, property, itemprop or http-equiv."""


class MetaSearch:
    """Looks for meta tags by their keys, which are in small letters: of most tags nobody asks what they say."""

    def __init__(self, keys: Iterable[str], words: WordSearch | None = None) -> None:
        """Take the keys, and what the tags hold, if only those are asked that hold one of some words."""
        self.keys, self.words = tuple(dict.fromkeys(keys)), words

    def read(self, page: Document) -> tuple[MetaTag, ...]:
        """Read the tags in the order of the page; one that has several of the keys is listed under each."""
        found = self._found(LIBRARY, page) if LIBRARY else None
        return self._read(page) if found is None else found

    def _found(self, library: Library, page: Document) -> tuple[MetaTag, ...] | None:
        """Read them by compiled code; None where Python must: a key is written with references, or there are many."""
        (data, width), rows, source = page.markup.units, np.empty((_ROOM, 6), np.int32), page.source
        count = library.of("find_metas", width)(
            meta_rules(library, self).address, data, ctypes.addressof(columns_of(page)), address(rows)
        )
        if count < 0:
            return None
        found = dict[tuple[int, int], MetaTag]()  # the first attribute with a key counts
        for key, said, said_end, attribute, start, end in rows[:count].tolist():
            content = " ".join(value_at(source, said, said_end).split())
            if content and (start, key) not in found:
                found[start, key] = MetaTag(self.keys[key], content, start, end, _KEYS[attribute])
        return tuple(found.values())

    def _read(self, page: Document) -> tuple[MetaTag, ...]:
        """Choose from all tags: the definition that compiled code follows."""
        if self.words is None:
            every = page.once(read_meta_tags, lambda: read_meta_tags(page))
        else:
            every = _read_tags(page, places_of_tags(page, META, METAS, self.words))
        return tuple([meta for meta in every if meta.key in self.keys])


class MetaRules(ctypes.Structure):
    """`MetaRules` of native/meta_tags.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("words", "attributes", "keys")),
        *((name, ctypes.c_int32) for name in ("meta", "metas", "longest_tag", "of_one_key", "room")),
    )

    def __init__(self, library: Library, search: MetaSearch) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._tables = [NameTable(library, each) for each in ((*_KEYS, "content", "value"), search.keys)]
        words = search.words.table if search.words else None
        super().__init__(
            words, *map(ctypes.addressof, self._tables), META, METAS, LONGEST_TAG, len(ONE_KEY), _ROOM
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def meta_rules(library: Library, search: MetaSearch) -> MetaRules:
    """Return what compiled code finds these tags by."""
    return MetaRules(library, search)


@kept_for_good
def search_for(*keys: str) -> MetaSearch:
    """Return a search for some keys, which is made once."""
    return MetaSearch(keys)


def by_key(metas: Iterable[MetaTag]) -> Mapping[str, list[MetaTag]]:
    """Sort meta tags by their keys."""
    found: dict[str, list[MetaTag]] = {}
    for meta in metas:
        found.setdefault(meta.key, []).append(meta)
    return found


def read_meta_tags(page: Document) -> tuple[MetaTag, ...]:
    """Read the meta tags in the order of the page; those without a name or a value are left out.

    >>> read_meta_tags(Document('<meta property="og:title" content="Salt &amp; pepper">'))[0].content
    'Salt & pepper'
    """
    return _read_tags(page, page.tokens.places(META, METAS))


def _read_tags(page: Document, places: Iterable[Sequence[int]]) -> tuple[MetaTag, ...]:
    found, source = list[MetaTag](), page.source
    for start, end in places:
        plain = _PLAIN_META.match(source, start, end) or _TURNED_META.match(source, start, end)
        if plain is None or plain.end() != end:
            found += _read_meta(source[start:end], start, end)
            continue
        key, content, attribute = plain.group("key", "content", "attribute")
        if content := " ".join((decode_references(content) if "&" in content else content).split()):
            found.append(MetaTag(key.lower(), content, start, end, attribute))
    return tuple(found)


def _read_meta(tag: str, start: int, end: int) -> list[MetaTag]:
    if not _HOLDS_VALUE.search(tag):
        return []
    attributes = read_attributes(tag)
    content = " ".join(attributes.get("content", attributes.get("value", "")).split())
    if not content:
        return []
    keys = [(attributes.get(name, "").strip(), name) for name in ONE_KEY]
    keys += [(key, name) for name in SEVERAL_KEYS for key in attributes.get(name, "").split()[:8]]
    distinct: dict[str, str] = {}
    for key, name in keys:
        if key:
            distinct.setdefault(key.lower(), name)
    return [MetaTag(key, content, start, end, name) for key, name in distinct.items()]
