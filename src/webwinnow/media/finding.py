"""`find_media`: all media of a page that readers may see, with what the page says about each.

Elements: `img video audio embed object canvas svg` (bhardwaj2014, section III, step 7), and frames that show a player,
since that is how most videos stand in pages today; a frame counts if its address is in `players.txt`. What stands in a
medium only stands in for it, so the outermost is listed, with what it does not say itself taken from the inner one.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import value_at
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import base_address
from webwinnow.document.references import decode_references
from webwinnow.document.tree.elements import Marked, Places
from webwinnow.document.visibility import HIDDEN, Mark
from webwinnow.media.captions import caption_elements
from webwinnow.media.medium import Medium, Size, best, side
from webwinnow.media.sources import (
    ALTERNATIVE,
    LATE,
    READ,
    SIZING,
    Attributes,
    Said,
    Sources,
    address_in,
    file_address,
    is_data,
    is_placeholder,
    is_player,
    said_by,
    stated_sizes,
)
from webwinnow.spans import Spans

MEDIUM_OR_FRAME: Final = column("img image video audio embed object canvas svg iframe")
_IFRAME, _SVG, _PICTURE = NUMBER["iframe"], NUMBER["svg"], NUMBER["picture"]
NEVER: Final = np.uint8(Mark.TEMPLATE | Mark.CONTROL)
_AUDIO: Final = NUMBER["audio"]
_DRAWN: Final = column("svg canvas")
HOLDING: Final = column("object video audio")
"""Media that may hold another to stand in for them."""
_LONGEST: Final = 5_000
"""Characters of a caption that are read."""
_TITLE: Final = re.compile(r"<title[^>]*+>([^<]*+)", re.IGNORECASE)
_ROOM: Final = 10_000
"""Square pixels of a picture that had not come, above which its box is a room left for it, not the text in its place:
more than a line of 60 characters takes."""
_TITLE_WITHIN: Final = 2_000
"""Characters of a drawing in which its title is looked for."""


def find_media(page: Document, rendered: Mapping[int, Size] | None = None) -> tuple[Medium, ...]:
    """List the media of a page in the order of its source. Found once per page.

    `rendered` holds sizes as a browser showed them, by the offset in the source at which an element starts; they outdo
    what the page says.
    """
    return _found(page, rendered) if rendered else page.once(find_media, lambda: _found(page, {}))


def _found(page: Document, rendered: Mapping[int, Size]) -> tuple[Medium, ...]:
    places, every = find_places(page)
    reader = Reader(page, rendered, said_by(page, every))
    noscript = (page.markup.marks & np.uint8(Mark.NOSCRIPT)) > 0
    if noscript[places].any():
        places = reader.once(places, noscript)
    media = [reader.medium(element) for element in places.tolist()]
    return tuple(with_captions(page, media, caption_elements(page, places), lambda: places))


def find_places(page: Document) -> tuple[Places, Places]:
    """Find the elements of media, once per page: those that stand in no other, and all of them."""
    return page.once(find_places, lambda: _places(page))


def _places(page: Document) -> tuple[Places, Places]:
    elements = page.elements
    some = np.flatnonzero(MEDIUM_OR_FRAME[elements.tag])
    if not len(some):
        return some, some
    some = some[_shown(page, some)]
    frames = some[elements.tag[some] == _IFRAME]
    others = [each for each in frames.tolist() if not is_player_frame(page, each)]
    every = np.setdiff1d(some, others, assume_unique=True) if others else some
    ends = np.maximum.accumulate(elements.last[every])
    return every[np.append(True, ends[:-1] <= every[1:])] if len(every) else every, every


def _shown(page: Document, some: Places) -> Marked:
    """Tell which elements readers may see: not in templates, not hidden unless the page hides most of its text."""
    marks = page.markup.marks[some]
    hidden = (marks & np.uint8(HIDDEN)) > 0
    if hidden.any() and _shows_hidden(page):
        hidden = np.zeros_like(hidden)
    vanished = page.code[page.elements.first[some]] == 0  # a prefilter took the tag away
    shown: Marked = ~hidden & ~vanished & ((marks & NEVER) == 0)
    return shown & _rendered(page, some)


def _shows_hidden(page: Document) -> bool:
    """Tell whether text that is marked as hidden is seen."""
    hidden = (page.marks & np.uint8(HIDDEN)) > 0
    return bool(page.visible.contains(page.runs.start[hidden]).any())


def _rendered(page: Document, some: Places) -> Marked:
    """Tell which elements a browser showed; a picture that had not come may have had no room yet."""
    if page.geometry is None:
        return np.ones(len(some), dtype=np.bool_)
    boxes = page.geometry.elements
    shown: Marked = ~boxes.known[some] | boxes.shown[some] | ~boxes.loaded[some]
    return shown


def is_player_frame(page: Document, element: int) -> bool:
    """Tell whether a frame shows a player."""
    attributes = page.attributes(element)
    return any(is_player(attributes.get(name, "")) for name in ("src", "data-src", "data-lazy-src"))


_KEPT: Final = 512
"""Media whose attributes are kept: of all of a page, they would take many times its size."""


class Reader:
    """Reads media off their elements."""

    __slots__ = ("_known", "_said", "_values", "page", "rendered", "sized")

    def __init__(
        self, page: Document, rendered: Mapping[int, Size] | None = None, values: Mapping[int, Said] | None = None
    ) -> None:
        """Take the page, sizes as a browser showed them, and the values of attributes that were found before."""
        self.page, self.rendered = page, rendered or {}
        self._values, self._said = values or {}, dict[int, Said]()
        self._known: dict[int, tuple[Attributes, Attributes]] = {}
        self.sized: dict[int, Size | None] = {}
        """The sizes that are known."""

    @property
    def sources(self) -> Sources:
        """What elements inside media say; on most pages no medium is read."""
        return Sources.of(self.page)

    def said(self, element: int) -> Said:
        """Return where the values of a medium's attributes stand."""
        found = self._values.get(element) or self._said.get(element)
        if found is None:
            if len(self._said) >= _KEPT:
                self._said.clear()
            found = self._said[element] = said_by(self.page, np.array([element]))[element]
        return found

    def value(self, element: int, at: int) -> str:
        """Read the value of an attribute, by its place among what is said; empty where there is none."""
        return said_at(self.page, self.said(element), at)

    def once(self, places: Places, noscript: Marked) -> Places:
        """Leave out what stands in `noscript` and once more outside of it, where a script loads it."""
        inside = noscript[places]
        outside = {self.address(element) for element in places[~inside].tolist()}
        again = [element for element in places[inside].tolist() if self.address(element) in outside]
        return np.setdiff1d(places, again)

    def address(self, element: int) -> str | None:
        """Find where a medium comes from; what it does not say, the first one inside it may."""
        tag = self.page.elements.tag[element]
        if _DRAWN[tag]:
            return None
        found = self._plain_address(element) or self.sources.address(element, *self._read(element))
        if found or not HOLDING[tag] or (inner := self._inner(element)) is None:
            return found
        return self.sources.address(inner, *self._read(inner))

    def _plain_address(self, element: int) -> str | None:
        """Do so for what most media say; None where more must be read."""
        written = plain_source(self.page, self.said(element))
        return file_address(base_address(self.page), written) if written else None

    def is_larger(self, element: int, area: float, *, unknown: bool) -> bool:
        """Tell whether a medium has more square pixels, or is one to listen to; those of unknown size as asked."""
        size = self.size(element)
        return unknown if size is None else size.shown > area or bool(self.page.elements.tag[element] == _AUDIO)

    def stated_area(self, element: int) -> float | None:
        """Multiply width and height where both are stated, which nothing else outdoes; None where they are not."""
        width, height, style = (self.value(element, at) for at in (0, 2, 4))
        if style and ("width" in style.lower() or "height" in style.lower()):
            return None
        wide, high = side(width), side(height)
        return None if wide is None or high is None else wide * high

    def medium(self, element: int) -> Medium:
        """Read a medium; what it does not say, the first one inside it may."""
        kind, extent = self.page.name(element), self.page.extent(element)
        url, size = self.address(element), self.size(element)
        alt = self.alternative(element, within=extent if kind == "svg" else None)
        return Medium("img" if kind == "image" else kind, url, size, None, alt, (extent,), element)

    def alternative(self, element: int, *, within: tuple[int, int] | None = None) -> str | None:
        """Read what stands for a medium: `alt`, a label for screen readers, or a title; that of a drawing is within."""
        said = self.said(element)
        first = next((at for at in ALTERNATIVE if said[at] >= 0), None)
        text = None if first is None else self.value(element, first)
        if text is None and within is not None:
            start, end = within
            title = _TITLE.search(self.page.source[start : min(end, start + _TITLE_WITHIN)])
            text = decode_references(title[1]) if title else None
        return None if text is None else " ".join(text.split())

    def size(self, element: int) -> Size | None:
        """Find the size of a medium; each once."""
        if element not in self.sized:
            size = best(self._sizes(element, self._read(element)))
            inner = self._inner(element) if HOLDING[self.page.elements.tag[element]] else None
            if inner is not None:
                size = best([size, *self._sizes(inner, self._read(inner))])
            self.sized[element] = size
        return self.sized[element]

    def _read(self, element: int) -> tuple[Attributes, Attributes]:
        """Read the attributes of an element, and those of the first `source` that belongs to it; each once."""
        if element not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            around = int(self.page.elements.parent[element])
            in_picture = around >= 0 and self.page.elements.tag[around] == _PICTURE
            files = self.sources.file(around if in_picture else element)
            self._known[element] = attributes_in(self.page.source, self.said(element)), files
        return self._known[element]

    def _inner(self, element: int) -> int | None:
        """Find the first medium inside another, where it stands in for it."""
        every = find_places(self.page)[1]
        at = int(np.searchsorted(every, element, side="right"))
        following = int(every[at]) if at < len(every) else len(self.page.elements)
        return following if following < self.page.elements.last[element] else None

    def _sizes(self, element: int, read: tuple[Attributes, Attributes]) -> Iterator[Size | None]:
        if self.rendered:
            yield self.rendered.get(int(self.page.tokens.tag_start[self.page.elements.first[element]]))
        if self.page.geometry is not None:
            yield self._measured(element)
        yield from stated_sizes(*read, drawing=self.page.elements.tag[element] == _SVG)

    def _measured(self, element: int) -> Size | None:
        """Return the size that a browser showed; of a picture that had not come only if a style gave it room."""
        boxes = self.page.geometry.elements if self.page.geometry is not None else None
        if boxes is None or not boxes.known[element] or not (boxes.loaded[element] or boxes.area[element] >= _ROOM):
            return None
        return Size(float(boxes.width[element]), float(boxes.height[element]), "rendered")


def said_at(page: Document, said: Said, at: int) -> str:
    """Read the value of an attribute, by its place among what is said; empty where there is none."""
    return value_at(page.source, said[at], said[at + 1]) if said[at] >= 0 else ""


def plain_source(page: Document, said: Said) -> str:
    """Read `src` where nothing else can name another file, as most media have it; empty where more must be read."""
    if said[2 * SIZING] < 0 or max(said[LATE]) >= 0:
        return ""
    written = said_at(page, said, 2 * SIZING).strip()
    return "" if is_placeholder(written) else written


def picture_address(page: Document, element: int, said: Said) -> str:
    """Return the address of an image as it is written, or the one that a `picture` around it names.

    Empty where both only stand in for a file that a script chooses.
    """
    found = plain_source(page, said) or address_in(attributes_in(page.source, said))
    if not found or not is_placeholder(found):
        return found
    found = address_in(Sources.of(page).file(int(page.elements.parent[element]))) or found
    return "" if is_placeholder(found) and not is_data(found) else found


def attributes_in(source: str, said: Said) -> Attributes:
    """Read what matters of an element's attributes, in their order."""
    found = [
        (start, end, name) for start, end, name in zip(said[::2], said[1::2], READ.names, strict=True) if start >= 0
    ]
    return {name: value_at(source, start, end) for start, end, name in sorted(found)}


def with_captions(
    page: Document, media: list[Medium], captions: Mapping[int, int], near: Callable[[], Places]
) -> Iterator[Medium]:
    """Add captions, each read once; without the media among which these were found, which may stand in a caption."""
    elements = sorted({captions[medium.element] for medium in media if medium.element in captions})
    if not elements:
        yield from media
        return
    texts = {element: page.text_of(element, _LONGEST) for element in elements}
    asked = near() if any(texts.values()) else np.empty(0, np.intp)
    inside = asked[_touching(page, asked, elements)].tolist() if len(asked) else ()
    themselves = Spans([page.extent(each) for each in inside], size=len(page.source))
    left = deque(media)
    del media  # each is let go of as its caption is added
    while left:
        medium = left.popleft()
        caption = captions.get(medium.element)
        if caption is None or not texts[caption]:
            yield medium
        else:
            around = [page.extent(caption)]
            if len(themselves):  # it may hold its picture
                around = list(Spans(around, size=len(page.source)) - themselves)
            spans = (*medium.spans, *around)
            yield Medium(medium.kind, medium.url, medium.size, texts[caption], medium.alt, spans, medium.element)


def _touching(page: Document, media: Places, captions: list[int]) -> Marked:
    """Tell which media stand in a caption or around one."""
    marked = np.zeros(len(page.elements), dtype=np.bool_)
    marked[captions] = True
    return page.inside(marked)[media] | page.elements.hold(media, np.array(captions))
