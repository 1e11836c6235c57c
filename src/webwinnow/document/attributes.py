"""What start tags say about elements: their attributes, read from one tag, and their names, read from many at once.

Names are what a page's author calls elements in `class`, `id`, `role` and `itemprop`; this is the one place that reads
them. `page.names.of(element)` returns the names of one element as they are written, with a blank between them.
`page.names.holding(("author", "byline"))` finds the elements in whose names one of the words stands.
`page.names.among(elements)` reads many: each different start tag is read once, and `words` are what its names are
made of, in small letters: `<div class="post-body comment_list" id="c12">` says post, body, comment, list and c. Names
stand near the front of a tag, so its first characters are looked at, and no more than a constant of each.

`AttributeSearch` looks for a few attributes in many tags at once and tells where their values stand: to read all
attributes of a tag takes as long as to find these few in twenty tags, and most values need no look at all.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.document.tokens import Tokens
from webwinnow.document.tree.elements import Elements
from webwinnow.kernels import LIBRARY, Library, NameTable, address, check
from webwinnow.language.characters import Units
from webwinnow.lazy_values import cached_property, kept_for_good

if TYPE_CHECKING:
    from webwinnow.document.document import Document


_ATTRIBUTE_NAME: Final = r"(?:[^\s/>=][^\s/>=]*+|=[^\s/>=]*+)"
_VALUE: Final = r"""(?:\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s>]*+)))?+"""
ATTRIBUTE: Final = re.compile(rf"[\s/]*+(?:(?P<name>{_ATTRIBUTE_NAME}){_VALUE}|>[\s\S]*+)")
"""One attribute, or the end of the tag and all that stands behind it, in which there are no more."""
TAG_NAME: Final = re.compile(r"<[^\s/>]*+")
Places = npt.NDArray[np.integer]
TagNumbers = npt.NDArray[np.int32]
Column = npt.NDArray[np.int32]
_NAMING: Final = ("class", "id", "role", "itemprop")
"""Attributes that name elements."""
_LARGE: Final = ("class", "id")
"""Those that are written in large letters, too."""
_BEHIND: Final = "|".join(rf"(?<=\s{name}=)" for name in _NAMING[1:])
_NAMES: Final = re.compile(
    rf"""=(?:(?<=\0=)(\0)|(?:(?<=\s({_NAMING[0]})=)|{_BEHIND})"""
    r"""(?:"([^"\0]*+)"|'([^'\0]*+)'|([^\s>"'\0]++)))"""
)
"""Found from the equals sign, of which there are few: the end of one tag, or a name and its value."""
_NEXT: Final = "\0=\0"
"""Stands between two tags."""
_LETTERS: Final = bytes(code if code > 127 or chr(code).isalpha() or not code else ord(" ") for code in range(256))
"""Turns everything in ASCII that is no letter into a blank, but for the mark between two tags."""
LONGEST: Final = 160
"""Characters of names that are cut into parts: generated class lists can be longer than the page's text."""
LONGEST_TAG: Final = 600
"""Characters of a tag in which names are looked for; no sweep was made."""
_SHORTEST_TAG: Final = len("<p id=x>")
_TOGETHER: Final = 1024
"""Tags that are looked through together."""
LINK, _NO_TAG = NUMBER["a"], -1


def read_attributes(tag: str) -> dict[str, str]:
    """Read a start tag's attributes: names in lower case, values with references resolved, the first one wins."""
    found: dict[str, str] = {}
    start = TAG_NAME.match(tag)
    for name, double, single, bare in ATTRIBUTE.findall(tag, start.end() if start else len(tag)):
        if name:
            value = double or single or bare
            found.setdefault(name.lower(), decode_references(value) if "&" in value else value)
    return found


def finder(name: str) -> Callable[[str], str | None]:
    """Return a function that reads one attribute of a tag, several times as fast as reading all; the first one wins.

    >>> finder("b")("<p a=1 B=2 b=3>")
    '2'
    """
    wanted = rf"(?i:{re.escape(name)})(?![^\s/>=])"
    other = rf"[\s/]*+(?!{wanted}){_ATTRIBUTE_NAME}{re.sub('[?]P<[a-z]+>', '?:', _VALUE)}"
    pattern = re.compile(rf"{TAG_NAME.pattern}(?:{other})*+[\s/]*+{wanted}{_VALUE}")

    def find(tag: str) -> str | None:
        match = pattern.match(tag)
        return _value(match) if match else None

    return find


def _value(match: re.Match[str]) -> str:
    return decode_references(match["double"] or match["single"] or match["bare"] or "")


@dataclass(frozen=True)
class NamedElements:
    """Per element the number of its different start tag; per such tag its class and all its names, as written."""

    number: TagNumbers
    """Tag 0 stands for all elements without names."""
    classes: list[str]
    written: list[str]

    @cached_property
    def kind(self) -> TagNumbers:
        """Per different tag: a number that it shares with those whose class differs in digits only."""
        bare = _translated("\0".join(self.classes), None, b"0123456789").split("\0")
        return np.array(_numbered(bare)[1], dtype=np.int32)

    def words(self, longest: int = LONGEST) -> list[tuple[str, ...]]:
        """Per different tag: the different words of its names, in small letters; of so many characters."""
        text = _translated("\0".join([each[:longest] for each in self.written]).lower(), _LETTERS)
        return [tuple(dict.fromkeys(each.split())) for each in text.split("\0")]


@dataclass(frozen=True)
class NameWords:
    """The words of the names of many elements, in the form in which a lexicon is asked for them."""

    number: TagNumbers
    """Per element: its different start tag; 0 for all elements without names."""
    kind: TagNumbers
    """Per different tag: a number that it shares with those whose class differs in digits only."""
    text: bytes
    """The words of each different tag, as `NamedElements.words`: a blank behind each, and a NUL between two tags."""

    @property
    def lines(self) -> list[str]:
        """Per different tag: its words, with a blank behind each."""
        return self.text.decode("utf-8", "surrogatepass").split("\0")


class Names:
    """Reads the names of elements when somebody asks for them."""

    __slots__ = ("_elements", "_every", "_source", "_tokens", "_units")

    def __init__(self, source: str, units: Units, tokens: Tokens, elements: Elements) -> None:
        """Take the page's tags and elements, and its characters as compiled code reads them."""
        self._source, self._units, self._tokens, self._elements = source, units, tokens, elements
        self._every: NamedElements | None = None

    def of(self, element: int) -> str:
        """Return the names of an element as they are written, with a blank between them; "" if it has none."""
        tag = self._elements.start_tag(element)
        if tag < 0:
            return ""
        start, end = int(self._tokens.tag_start[tag]), int(self._tokens.tag_end[tag])
        return _named([self._source[start : min(end, start + LONGEST_TAG)]])[1][0].strip()

    def among(self, elements: Places, *, links: bool = True) -> NamedElements:
        """Read the names of many elements; without `links`, those count as nameless: their addresses all differ."""
        read = np.arange(len(elements))
        if not links:
            read = np.flatnonzero(self._elements.tag[elements] != LINK)
        named, starts, ends = self._tags(elements[read])
        number = np.zeros(len(elements), dtype=np.int32)
        bounds = zip(starts.tolist(), ends.tolist(), strict=True)
        distinct, numbers = _numbered(["", *(self._source[start:end] for start, end in bounds)])
        number[read[named]] = numbers[1:]
        return NamedElements(number, *_named(distinct))

    def words_among(self, elements: Places, *, links: bool = False, longest: int = LONGEST) -> NameWords:
        """Read the words of the names of many elements, each up to so many characters; links may count as nameless."""
        if LIBRARY:
            found = self._read(LIBRARY, elements, _NO_TAG if links else LINK, longest)
            if found:
                return found
        names = self.among(elements, links=links)
        text = "\0".join(["".join([f"{part} " for part in parts]) for parts in names.words(longest)])
        return NameWords(names.number, names.kind, text.encode("utf-8", "surrogatepass"))

    def _read(self, library: Library, elements: Places, nameless: int, longest: int) -> NameWords | None:
        """Do as `words_among` by compiled code; None where Python must: where names are not plain ASCII."""
        count, size, tree = len(elements), ctypes.c_int64(0), self._elements
        number, kind = np.empty((2, count + 1), np.int32)
        text = np.empty((count + 1) * (longest + 2), np.uint8)
        chosen, start_tags = np.ascontiguousarray(elements, np.int32), tree.start_tags()
        numbers = library.of("read_names", self._units.width)(
            naming_table(library, longest), self._units.data, count, address(chosen), address(tree.tag),
            address(start_tags), address(self._tokens.edge), nameless, address(number), address(kind), address(text),
            ctypes.addressof(size),
        )  # fmt: skip
        check(numbers)
        if numbers < 0:
            return None
        return NameWords(number[:count], kind[:numbers].copy(), text[: size.value].tobytes())

    def every(self) -> NamedElements:
        """Read the names of all elements, once."""
        if self._every is None:
            self._every = self.among(np.arange(len(self._elements)))
        return self._every

    def holding(self, words: Sequence[str]) -> Places:
        """Find the elements in whose names, in small letters, one of the words stands."""
        every = self.every()
        holds = [any(word in names for word in words) for names in map(str.lower, every.written)]
        return np.flatnonzero(np.array(holds)[every.number])

    def _tags(self, elements: Places) -> tuple[Places, Column, Column]:
        """Return the places of those with a start tag that has room for names, and where that starts and ends."""
        tokens, tree = self._tokens, self._elements
        first = tree.start_tags()
        named = np.flatnonzero(first[elements] >= 0)
        tag = first[elements[named]]
        starts, ends = tokens.tag_start[tag], tokens.tag_end[tag]
        long = ends - starts >= _SHORTEST_TAG
        return named[long], starts[long], np.minimum(ends, starts + LONGEST_TAG)[long]


class NamingTable(ctypes.Structure):
    """`Naming` of native/kernels.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("attributes", "also_large")),
        *((name, ctypes.c_int32) for name in ("longest", "shortest_tag", "longest_tag")),
    )

    def __init__(self, library: Library, longest: int) -> None:
        """Collect which attributes name elements, and keep what that points to."""
        self._names, self._large = NameTable(library, _NAMING), np.array([name in _LARGE for name in _NAMING], np.uint8)
        super().__init__(ctypes.addressof(self._names), address(self._large), longest, _SHORTEST_TAG, LONGEST_TAG)


def naming_table(library: Library, longest: int) -> int:
    """Tell where the table of attributes that name elements stands."""
    return ctypes.addressof(_naming(library, longest))


@kept_for_good
def _naming(library: Library, longest: int) -> NamingTable:
    return NamingTable(library, longest)


def _numbered(texts: list[str]) -> tuple[list[str], list[int]]:
    """Return the different texts, and for each text its number among them."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return list(numbers), [numbers[text] for text in texts]


def _named(tags: list[str]) -> tuple[list[str], list[str]]:
    """Return for each tag its class, and all its names; one pattern runs over all tags."""
    classes, names = list[str](), list[str]()
    for at in range(0, len(tags), _TOGETHER):  # some at a time: each name that is found is a row of its own
        for all_names, some in zip((classes, names), _named_together(tags[at : at + _TOGETHER]), strict=True):
            all_names += some
    return classes, names


def _named_together(tags: list[str]) -> tuple[list[str], list[str]]:
    """Do that for some of the tags."""
    classes, names = [""] * len(tags), [""] * len(tags)
    at = 0
    joined = _NEXT.join(tags)
    if joined.count("\0") > 2 * (len(tags) - 1):  # tags may hold the mark between two tags themselves
        joined = _NEXT.join([tag.replace("\0", " ") for tag in tags])
    for name in _LARGE:
        joined = joined.replace(f" {name.upper()}=", f" {name}=")
    for next_tag, is_class, one, two, three in _NAMES.findall(joined):
        value = one or two or three
        if next_tag:
            at += 1
        elif value:
            names[at] = f"{names[at]} {value}"
            classes[at] = classes[at] or (value if is_class else "")
    return classes, names


def small_letters(text: str) -> str:
    """Make the capitals of ASCII small; `str.lower` takes many times as long for text that has other letters, too."""
    return (
        text.lower()
        if text.isascii()
        else text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    )


def _translated(text: str, table: bytes | None, dropped: bytes = b"") -> str:
    """Translate the ASCII characters of a text, many times as fast as `str.translate` does."""
    return text.encode("utf-8", "surrogatepass").translate(table, dropped).decode("utf-8", "surrogatepass")


ValuePlaces = npt.NDArray[np.int32]
"""Per tag and name: where the value starts and ends; -1 where the tag has no such attribute."""


class AttributeSearch:
    """Looks for attributes by their names, which are in small letters; the first of a name counts."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the names; places come in their order."""
        self.names = tuple(names)

    def places(self, page: Document, elements: npt.NDArray[np.integer]) -> ValuePlaces:
        """Find the values of the attributes of some elements."""
        tags = page.elements.start_tags()[elements]
        if LIBRARY is None:
            return self._places(page, tags)
        found = np.empty((len(tags), len(self.names), 2), np.int32)
        data, width = page.markup.units
        LIBRARY.of("find_attributes", width)(
            ctypes.addressof(_table(LIBRARY, self.names)), data, len(tags), address(tags), address(page.tokens.edge),
            address(found),
        )  # fmt: skip
        return found

    def read(self, page: Document, elements: Sequence[int]) -> list[dict[str, str]]:
        """Read the attributes of some elements, as `Document.attributes` does: at least those that have the names."""
        if LIBRARY is None or not elements:
            return [page.attributes(element) for element in elements]
        places, source, names = self.places(page, np.array(elements, np.intp)).tolist(), page.source, self.names
        return [
            {name: value_at(source, start, end) for name, (start, end) in zip(names, row, strict=True) if start >= 0}
            for row in places
        ]

    def _places(self, page: Document, tags: npt.NDArray[np.int32]) -> ValuePlaces:
        """Read each tag: the definition that compiled code follows."""
        edge, source, numbers = page.tokens.edge.data, page.source, {name: at for at, name in enumerate(self.names)}
        found = np.full((len(tags), len(self.names), 2), -1, np.int32)
        for row, tag in enumerate(tags.data):
            if tag >= 0:
                start = edge[2 * tag + 1]
                for name, place in self._in_tag(source[start : edge[2 * tag + 2]], start).items():
                    if name in numbers:
                        found[row, numbers[name]] = place
        return found

    @staticmethod
    def _in_tag(tag: str, start: int) -> dict[str, tuple[int, int]]:
        name = TAG_NAME.match(tag)
        places: dict[str, tuple[int, int]] = {}
        for match in ATTRIBUTE.finditer(tag, name.end() if name else len(tag)):
            if match["name"]:
                first, last = _value_place(match)
                places.setdefault(match["name"].lower(), (start + first, start + last))
        return places


@kept_for_good
def _table(library: Library, names: tuple[str, ...]) -> NameTable:
    return NameTable(library, names)


def _value_place(match: re.Match[str]) -> tuple[int, int]:
    """Return where the value of an attribute stands; behind its name where it has none."""
    kind = next((each for each in ("double", "single", "bare") if match[each] is not None), "name")
    return match.span(kind) if kind != "name" else (match.end(kind), match.end(kind))


def value_at(source: str, start: int, end: int) -> str:
    """Read the value that stands at a place, with its references decoded."""
    value = source[start:end]
    return decode_references(value) if "&" in value else value
