"""Where a medium comes from, and how large its element says it is.

Pages that load images late write their address into another attribute and a placeholder into `src`; a `picture`, a
`video` or an `audio` names files in its `source` elements, an old `object` in its `param` elements. `srcset` and
`sizes` name the files an image may come from and how wide it is shown. Players of video and sound stand in frames; the
list of them is data, in `players.txt`.

The size of an image in the page itself is read from the first bytes of its data URI, so that one of many megabytes
costs no more than a small one. Bytes that are no image, or say nothing, give no size.
"""

from __future__ import annotations

import binascii
import re
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import AttributeSearch, read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.links import absolute, base_address
from webwinnow.document.tree.elements import Places
from webwinnow.document.word_search import WordSearch
from webwinnow.lazy_values import weakly
from webwinnow.media.medium import Size, sensible, side, stated, styled

Sides: TypeAlias = tuple[float, float]

_READ: Final = 120_000
"""Characters of the address that are read: a JPEG may hold a preview of up to 64 kB before its own size."""
_DECLARED: Final = re.compile(r"data:image/[a-z0-9.+-]++(?P<more>[^,]*+),", re.IGNORECASE)
_NOT_BASE64: Final = re.compile(r"[^A-Za-z0-9+/]")
_SVG: Final = re.compile(r"<svg(?=[\s/>])[^>]*+", re.IGNORECASE)
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of JPEG behind which the size stands."""


def image_size(address: str) -> Size | None:
    """Read the size of the image in a data URI."""
    start = address[:_READ]
    declared = _DECLARED.match(start)
    if declared is None:
        return None
    data = _decoded(start[declared.end() :], is_base64="base64" in declared["more"].lower())
    for signature, read in _READERS.items():
        if data.startswith(signature):
            sides = read(data)
            return stated(sensible(sides[0]), sensible(sides[1]), "data") if sides else None
    drawing = _SVG.search(data[:20_000].decode("latin-1"))
    return _drawing_size(read_attributes(drawing[0])) if drawing else None


def _drawing_size(attributes: Mapping[str, str]) -> Size | None:
    """Return the size of a drawing: its own, else that of its view box."""
    own = stated(side(attributes.get("width")), side(attributes.get("height")), "data")
    box = view_box(attributes)
    return own or (stated(*box, "data") if box else None)


def view_box(attributes: Mapping[str, str]) -> Sides | None:
    """Read the width and the height of a drawing's view box."""
    numbers = attributes.get("viewbox", "")[:200].replace(",", " ").split()
    width, height = (side(number) for number in numbers[2:4]) if len(numbers) == 4 else (None, None)
    return None if width is None or height is None else (width, height)


def _decoded(body: str, *, is_base64: bool) -> bytes:
    written = unquote_to_bytes(body)
    if not is_base64:
        return written
    letters = _NOT_BASE64.sub("", written.decode("latin-1"))
    return binascii.a2b_base64(letters[: len(letters) // 4 * 4])


def _png(data: bytes) -> Sides | None:
    return struct.unpack(">II", data[16:24]) if len(data) >= 24 else None


def _gif(data: bytes) -> Sides | None:
    return struct.unpack("<HH", data[6:10]) if len(data) >= 10 else None


def _jpeg(data: bytes) -> Sides | None:
    """Go from segment to segment to the one that holds the size."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        alone = marker == 0xFF or marker == 0x01 or 0xD0 <= marker <= 0xD8  # filling, and markers without a segment
        at += (1 if marker == 0xFF else 2) if alone else 2 + max(int.from_bytes(data[at + 2 : at + 4]), 2)
    return None


def _webp(data: bytes) -> Sides | None:
    """Read any of the three forms: lossy, lossless, extended."""
    if len(data) < 30 or data[8:12] != b"WEBP":
        return None
    if data[12:16] == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1


_READERS: Final[dict[bytes, Callable[[bytes], Sides | None]]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"GIF8": _gif,
    b"\xff\xd8": _jpeg,
    b"RIFF": _webp,
}


Attributes = Mapping[str, str]

_LATE: Final = frozenset(
    "data-src data-original data-lazy-src data-lazy data-original-src data-hi-res-src nitro-lazy-src data-original-mos "
    "data-pagespeed-lazy-src lazysrc".split()
)
"""Where scripts that load images late put the address: the commonest on 1,900 pages of the packages (2026-11-18)."""
SETS: Final = frozenset("data-srcset data-lazy-srcset nitro-lazy-srcset data-pagespeed-lazy-srcset srcset".split())
SIZES: Final = frozenset({"sizes", "data-sizes"})
_SOURCE, _PARAM = NUMBER["source"], NUMBER["param"]
_PARAMETERS: Final = frozenset({"movie", "src", "url", "filename"})
_STAND_INS: Final = "placeholder spacer transparent 1x1 blank.gif blank.png pixel.gif lazyload"
STAND_IN: Final = WordSearch(tuple(_STAND_INS.split()), ignore_case=True)
"""Words in the names of files that stand in for others; for one picture, four ask."""
_find_placeholder: Final = lru_cache(maxsize=1024)(re.compile("|".join(map(re.escape, STAND_IN.words))).search)
_STATING: Final = ("width", "height", "style", "viewbox", *sorted(SIZES | SETS), *sorted(_LATE))
READ: Final = AttributeSearch((*_STATING, "src", "data", "alt", "aria-label", "title", "class"))
"""The attributes that anything is read from."""
SIZING: Final = len(_STATING)
"""How many of them, the first, tell a size, or another address than `src`, which may hold an image of a size."""
LATE: Final = slice(2 * (SIZING - len(_LATE)), 2 * SIZING)
"""Those of what is said that outdo `src`,"""
ALTERNATIVE: Final = range(2 * (SIZING + 2), 2 * (SIZING + 5), 2)
"""that stand for a medium, the first first,"""
CLASS: Final = 2 * (SIZING + 5)
"""and the class."""
_FEW: Final = 512
"""Media whose rows are kept as lists: of all of a page of nothing but media, lists take many times its size."""
Said: TypeAlias = list[int]
"""Where the values of the attributes that are read start and end, one behind the other; -1 where there is none."""
DATA: Final = 20
"""Characters among the first of which it stands whether an address is data."""
_NAME: Final = 200
_NO_FILE: Final = ("about:", "blob:", "javascript:", "#")
_SCHEME: Final = max(map(len, _NO_FILE))
WINDOW: Final = 1280.0
"""Pixels of the window that `sizes` is read for: a computer's, for which its last entry is mostly written."""

_CANDIDATE: Final = re.compile(r"(?P<url>[^\s,]\S*+)(?:(?<=,)|\s*+(?P<descriptor>[^\s,]*+)[^,]*+)")
_DESCRIPTOR: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)([wx])")
_ENTRY: Final = re.compile(
    r"\s*+(?:\(\s*+(?P<which>max|min)-width\s*+:\s*+(?P<limit>[0-9.]++[a-z]*+)\s*+\)\s*+)?"
    r"(?P<length>[0-9.]++)(?P<unit>px|r?em|vw)\s*+"
)
_LONGEST: Final = 2_000
"""Characters of `sizes` that are read."""
_LONGEST_ADDRESS = 2_000


@dataclass(frozen=True, slots=True)
class Sources:
    """What elements inside media say about where they come from; read once for a page."""

    page: Document
    base: str
    named: Mapping[int, int]
    """The first `source` in each picture, video and audio."""
    parameters: Mapping[int, str]
    """The address in the parameters of each object."""

    @classmethod
    def of(cls, page: Document) -> Sources:
        """Read the sources of a page, once."""
        return page.once(Sources, lambda: cls._read(weakly(page)))

    @classmethod
    def _read(cls, page: Document) -> Sources:
        tag, parent = page.elements.tag, page.elements.parent
        sources = np.flatnonzero(tag == _SOURCE)[::-1]
        named = dict(zip(parent[sources].tolist(), sources.tolist(), strict=True))
        parameters: dict[int, str] = {}
        for element in np.flatnonzero(tag == _PARAM).tolist():
            read = page.attributes(element)
            if read.get("name", "").lower() in _PARAMETERS:
                parameters.setdefault(int(parent[element]), read.get("value", ""))
        return cls(page, base_address(page), named, parameters)

    def file(self, element: int) -> Attributes:
        """Read the attributes of the first `source` in an element; none where it has none."""
        source = self.named.get(element)
        return {} if source is None else self.page.attributes(source)

    def address(self, element: int, attributes: Attributes, more: Attributes) -> str | None:
        """Find the absolute address of a medium; None if it has none that leads anywhere."""
        found = address_in(attributes)
        if not found or is_placeholder(found):
            found = (address_in(more) or self.parameters.get(element, "").strip()) or found
        return file_address(self.base, found) if found else None


def file_address(base: str, address: str) -> str | None:
    """Make the address of a file absolute; None if it leads nowhere."""
    if address[:_SCHEME].lower().startswith(_NO_FILE):
        return None
    return address if is_data(address) else absolute(base, address)


def stated_sizes(attributes: Attributes, more: Attributes, *, drawing: bool) -> Iterator[Size | None]:
    """Yield the sizes that an element states, the surest first."""
    if "style" in attributes:
        yield styled(attributes["style"])
    yield stated(side(attributes.get("width")), side(attributes.get("height")), "attributes")
    if drawing:
        box = view_box(attributes)
        yield stated(*box, "viewbox") if box else None
        return
    for each in (attributes, more):
        if sizes := _first(each, SIZES):
            yield stated(slot_width(sizes), None, "sizes")
        candidate = largest(_first(each, SETS))
        yield stated(candidate.width, None, "srcset") if candidate else None
    yield image_size(address) if (address := address_in(attributes)) else None


def said_by(page: Document, elements: Places) -> Mapping[int, Said]:
    """Find where the values of attributes of some elements stand."""
    return said_in_rows(elements, READ.places(page, elements).reshape(len(elements), 2 * len(READ.names)))


def said_in_rows(elements: Places, rows: npt.NDArray[np.integer]) -> Mapping[int, Said]:
    """Tell where the values of attributes of elements stand, given a row of numbers for each."""
    many = len(elements) > _FEW
    return SaidRows(elements, rows) if many else dict(zip(elements.tolist(), rows.tolist(), strict=True))


class SaidRows(Mapping[int, Said]):
    """Where the values of attributes of many elements stand: a row of numbers each, until it is asked for.

    Media of a page of nothing but media state the same few attributes: no other columns are kept.
    """

    __slots__ = ("_columns", "_elements", "_rows", "_width")

    def __init__(self, elements: Places, rows: npt.NDArray[np.integer]) -> None:
        """Take the elements, in any order, and the row of each."""
        order, self._width = np.argsort(elements), rows.shape[1]
        self._columns = np.flatnonzero([column.max(initial=-1) >= 0 for column in rows.T]).tolist()
        self._elements, self._rows = elements[order], rows[:, self._columns][order]

    def __getitem__(self, element: int) -> Said:
        """Return the row of an element."""
        at = bisect_left(self._elements.data, element)
        if at == len(self._elements) or self._elements[at] != element:
            raise KeyError(element)
        said: Said = [-1] * self._width
        for column, place in zip(self._columns, self._rows[at].tolist(), strict=True):
            said[column] = place
        return said

    def __iter__(self) -> Iterator[int]:
        """Go through the elements in their order."""
        return iter(self._elements.tolist())

    def __len__(self) -> int:
        """Count the elements."""
        return len(self._elements)


def is_placeholder(address: str) -> bool:
    """Tell whether an address is one that only stands in until the medium is loaded."""
    file = address[-_NAME:].partition("?")[0].rpartition("/")[2].lower()
    return _find_placeholder(file) is not None or is_data(address)


def address_in(attributes: Attributes) -> str:
    """Choose an address: one to be loaded late, else `src`, unless that is a placeholder for what a set names.

    What names no file, as `data-lazy="true"`, is none. Empty if the element has no address.
    """
    late, src = _first(attributes, _LATE).strip(), (attributes.get("src") or attributes.get("data", "")).strip()
    if "." in late or "/" in late:
        return late
    if src and not is_placeholder(src):
        return src
    candidate = largest(_first(attributes, SETS))
    return candidate.url if candidate else src


def _first(attributes: Attributes, names: frozenset[str]) -> str:
    """Return the first of these attributes that says anything, in the order of the tag."""
    if names.isdisjoint(attributes):
        return ""
    return next((value for name, value in attributes.items() if name in names and value.strip()), "")


def may_be_data(source: str, start: int, end: int) -> bool:
    """Tell whether the value at a place of the source, which is -1 for none, may hold data instead of an address."""
    beginning = source[start : min(end, start + DATA)] if start >= 0 else ""
    return "&" in beginning or is_data(beginning)


def is_data(address: str) -> bool:
    """Tell whether an address holds the medium itself."""
    return not address.startswith("http") and address[:DATA].lstrip()[:5].lower() == "data:"


class ImageFile(NamedTuple):
    """A file that an image may come from."""

    url: str
    width: float | None
    """What its descriptor says (`640w`), if it does and makes sense."""
    density: float
    """What its descriptor says (`2x`), else 1."""


def candidates(srcset: str) -> Iterator[ImageFile]:
    """Read the files of a `srcset`; what is broken in one entry does not spoil the others."""
    for found in _CANDIDATE.finditer(srcset):
        url, described = found["url"].rstrip(","), _DESCRIPTOR.fullmatch(found["descriptor"] or "")
        amount = float(described[1]) if described else 1.0
        wide = described is not None and described[2] == "w"
        if url:
            yield ImageFile(url, sensible(amount) if wide else None, 1.0 if wide else amount)


def largest(srcset: str) -> ImageFile | None:
    """Choose the file with most pixels; of equal ones the first."""
    if not srcset:
        return None
    return max(candidates(srcset), key=lambda each: (each.width or 0.0, each.density), default=None)


def slot_width(sizes: str) -> float | None:
    """Find how wide an image is shown in a window of `WINDOW` pixels; entries that are not understood are passed over.

    >>> slot_width("(max-width: 600px) 100vw, 640px")
    640.0
    """
    for entry in sizes[:_LONGEST].lower().split(","):
        found = _ENTRY.fullmatch(entry)
        if found and _holds(found["which"], found["limit"]):
            return _share(found["length"]) if found["unit"] == "vw" else side(found["length"] + found["unit"])
    return None


def _share(percent: str) -> float | None:
    """Read a length in hundredths of the window."""
    amount = side(percent)
    return None if amount is None else sensible(amount * WINDOW / 100)


def _holds(which: str | None, limit: str | None) -> bool:
    """Tell whether a condition holds in the window."""
    bound = side(limit)
    return which is None or (bound is not None and (bound >= WINDOW if which == "max" else bound <= WINDOW))


def is_player(address: str) -> bool:
    """Tell whether an absolute address, or one without its scheme, is that of a player."""
    try:
        parts = urlsplit(address[:_LONGEST_ADDRESS])
        host, path = (parts.hostname or "").rstrip("."), parts.path
    except ValueError:  # no address at all
        return False
    labels = host.split(".")[-8:]
    names = (".".join(labels[at:]) for at in range(len(labels)))
    return any(path.startswith(beginning) for name in names for beginning in _players().get(name, ()))


@cache
def _players() -> dict[str, tuple[str, ...]]:
    """Read the list: beginnings of paths by host."""
    text = resources.files("webwinnow.media").joinpath("players.txt").read_text(encoding="utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for line in (line.strip() for line in text.splitlines()):
        if line and not line.startswith("#"):
            host, _, path = line.partition("/")
            found[host] = (*found.get(host, ()), f"/{path}")
    return found
