"""JSON-LD: the objects in `<script type="application/ld+json">`, flat, however deep and however broken they are.

Scripts hold comments, trailing commas, raw line breaks, or are wrapped for old browsers; `read_json` mends that. What
cannot be read even so is left out: a page's other sources may still speak. Nothing here recurses, and what is read is
bounded by constants.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from webwinnow.document.references import decode_references

DEPTH: Final = 16
"""How deep objects inside objects are looked for; those that describe the page stand in the first few levels."""
LIMIT: Final = 1000
"""How many values of a page are looked at; a long list of products or of links has no more to say."""
PREFIXES: Final = ("https://schema.org/", "http://schema.org/", "schema:")
_DECODER: Final = json.JSONDecoder(strict=False)  # raw line breaks and tabs inside texts are allowed
_WRAPPING: Final = re.compile(r"<!--|-->|(?:(?://|/\*)\s*+)?(?:<!\[CDATA\[|\]\]>)(?:\s*+\*/)?")
_BLANK: Final = re.compile(r"[\s;,\ufeff\0]*+")
# What is fine, as far as it goes; or else a text, a comment, or commas before a closing bracket. Possessive, and commas
# together with what blank follows, so that nothing is read twice.
_SLIP: Final = re.compile(
    r"""(?P<fine>(?:[^",/]++|"(?:[^"\\]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+"|,[\s,]*+(?![\s,\]}])|/(?![/*]))++)"""
    r"""|(?P<text>"(?:[^"\\]++|\\[\s\S])*+"?+)|/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)|//[^\n]*+|,[\s,]*+"""
)
_ESCAPED: Final = re.compile(r"[\s\[{]*+&(?:quot|#34);")
_BAD_ESCAPE: Final = re.compile(r"""\\(?:(?P<good>["\\/bfnrt]|u[0-9a-fA-F]{4})|(?P<bad>[\s\S]?))""")
VALUES: Final = 64
"""How many values one script may hold one after the other."""


class Item(NamedTuple):
    """One object that says something about the page, whether it is written as JSON-LD, microdata or RDFa."""

    types: tuple[str, ...]
    """Its types without the vocabulary's address: NewsArticle, Person."""
    properties: Mapping[str, object]
    """Its properties without the vocabulary's prefix; values as in the source, nested objects included."""
    start: int
    end: int
    """Where the script (or the element) stands that holds it."""
    path: tuple[str, ...] = ()
    """The properties that lead to it from the outermost object; lists and graphs leave no trace."""
    places: Mapping[str, tuple[tuple[int, int], ...]] = MappingProxyType({})
    """Where the elements stand that hold each property's values, if it has elements of its own."""


def read_json_ld(source: str, scripts: Iterable[tuple[int, int]]) -> tuple[Item, ...]:
    """Read the objects of JSON-LD scripts, given where their content stands: outer ones before those that they hold.

    >>> source = '{"@type": "Article", "author": {"name": "Ada"}}'
    >>> [(item.types, item.path) for item in read_json_ld(source, [(0, len(source))])]
    [(('Article',), ()), ((), ('author',))]
    """
    found: list[Item] = []
    left = LIMIT
    for start, end in scripts:
        for value in read_json(source[start:end]):
            items = list(_flatten(value, start, end, left))
            left -= len(items)
            found += items
    return tuple(found)


def _flatten(value: object, start: int, end: int, limit: int) -> Iterator[Item]:
    waiting: list[tuple[Any, tuple[str, ...], int]] = [(value, (), 0)]
    for value, path, depth in islice(waiting, limit):  # which grows while it is read
        if isinstance(value, dict):
            properties = value if ":" not in "".join(value) else {plain_name(key): each for key, each in value.items()}
            says = False
            for key, each in properties.items():  # a plain loop, because pages have hundreds of objects
                says = says or key[:1] != "@"
                if (type(each) is dict or type(each) is list) and depth < DEPTH:
                    waiting.append((each, path if key == "@graph" else (*path, key), depth + 1))
            if says:
                yield Item(_types(properties), properties, start, end, path)
        elif depth < DEPTH and isinstance(value, list):
            waiting += [(each, path, depth + 1) for each in value[:limit] if type(each) is dict or type(each) is list]


def _types(properties: Mapping[str, object]) -> tuple[str, ...]:
    types = properties.get("@type", properties.get("type", ()))
    if isinstance(types, str):
        return (plain_name(types),)
    return tuple([plain_name(each) for each in types if isinstance(each, str)]) if isinstance(types, list) else ()


def plain_name(name: str) -> str:
    """Take the vocabulary's address or prefix off a name."""
    if ":" not in name:
        return name
    for prefix in PREFIXES:
        if name.startswith(prefix):
            return name[len(prefix) :]
    return name


def texts(value: object, *names: str) -> tuple[str, ...]:
    """Return the texts that a property's value holds: itself, those of a list, of `@value`, or an object's name.

    >>> texts([{"@type": "Person", "name": "Ada &amp; Co"}, " Bob "])
    ('Ada & Co', 'Bob')
    """
    if type(value) is str:  # as most are
        folded = " ".join(decode_references(value).split())
        return (folded,) if folded else ()
    names = names or ("@value", "name")
    found: list[str] = []
    waiting = deque([(value, 0)])
    while waiting and len(found) < LIMIT:
        value, depth = waiting.popleft()
        if isinstance(value, str):
            found += [folded] if (folded := " ".join(decode_references(value).split())) else []
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found.append(str(value))
        elif isinstance(value, list) and depth < DEPTH:
            waiting.extendleft((each, depth + 1) for each in reversed(value[:LIMIT]))
        elif isinstance(value, dict) and depth < DEPTH:
            said = next((value[name] for name in names if value.get(name)), None)
            waiting.appendleft((said, depth + 1))
    return tuple(found)


def read_json(text: str) -> list[Any]:
    """Read all values that stand in the text one after the other; what cannot be mended is left out.

    >>> read_json('<!-- {"a": [1, 2,], /* two */ } -->')
    [{'a': [1, 2]}]
    """
    found, whole = _values(text)
    if whole:
        return found
    mended, _ = _values(_mended(text))
    return mended if len(mended) >= len(found) else found


def _values(text: str) -> tuple[list[Any], bool]:
    """Read values until one is broken; tell whether all the text was read."""
    found: list[Any] = []
    at = _skip(text, 0)
    while at < len(text) and len(found) < VALUES:
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):  # nested deeper than Python reads is as good as broken
            return found, False
        found.append(value)
        at = _skip(text, at)
    return found, True


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _mended(text: str) -> str:
    text = _WRAPPING.sub("", text)
    if _ESCAPED.match(text):
        text = decode_references(text)
    return _SLIP.sub(_slip, _SLIP.sub(_slip, text))  # twice: behind a comma may stand a comment and then a bracket


def _slip(match: re.Match[str]) -> str:
    return match["fine"] or (_BAD_ESCAPE.sub(_escape, match["text"]) if match["text"] else "")


def _escape(match: re.Match[str]) -> str:
    return match[0] if match["good"] else match["bad"]
