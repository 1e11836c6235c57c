"""Media beside the content that may belong to it: where each stands, and what it plainly says about its size.

A medium is beside the content if most text around it was kept. Small ones, and those of unknown size that nothing
speaks for, are left out at once: pages have many icons, and to read what all of them say would take most of the time.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import ValuePlaces as Values
from webwinnow.document.html_names import BLOCK, NUMBER, column
from webwinnow.document.links import base_address
from webwinnow.document.reading import columns_of, is_as_read
from webwinnow.document.tree.elements import Marked, Places
from webwinnow.document.visibility import HIDDEN, Mark
from webwinnow.kernels import LIBRARY, Library, NameTable, address, check, given_back, passing_room
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.media import sources, teasers
from webwinnow.media.captions import BETWEEN, NO_CAPTION, PART, SHORTEST, caption_elements
from webwinnow.media.finding import HOLDING, MEDIUM_OR_FRAME, NEVER, Reader, find_places, is_player_frame
from webwinnow.media.medium import LARGEST, USUAL
from webwinnow.media.sources import READ, Said, said_in_rows
from webwinnow.media.teasers import Standing, subtree_characters
from webwinnow.spans import Spans

LARGE: Final = 120_000
"""Square pixels, 400 x 300: bhardwaj2014, section III, step 7."""
SURROUNDING: Final = 400
"""Characters without blanks: more than any of 212 captions on 240 pages of fundus, wcxb-dev, daniel-waddle and xmu-zh
(median 62, 99 % below 277, longest 364; 2026-11-16)."""
_FIGURE: Final = column("figure")
_IMAGE: Final = column("img image")
_SVG, _IFRAME, _PICTURE = NUMBER["svg"], NUMBER["iframe"], NUMBER["picture"]
_SOURCE, _FIGCAPTION = NUMBER["source"], NUMBER["figcaption"]
_SIDES: Final = 3
"""How many of the attributes that are read, the first, are width, height and style."""
_SHOWN, _STATES_SIDES, _ALONE, _MAY_BE_CAPTIONED, _SILENT, _HAS_LARGE_SIDES, _FRAMED, _IN_NOSCRIPT = (
    1 << bit for bit in range(8)
)
"""Flags of a row; native/media.h has the same."""
_MAIN: Final = 256
"""A flag of images that surely are main ones."""
_SAYS_SIDES: Final = _HAS_LARGE_SIDES | _STATES_SIDES
_VALUES: Final = 8
"""Fields of a row before the places of attributes."""
_FIELDS: Final = _VALUES + 2 * len(READ.names)
_TOGETHER: Final = 256
"""Rows that are made into objects together."""
_ROOM: Final = 64
"""Rows that there is room for at first."""
_TELLS_SIZES, _TELLS_FILES = 1, 2
_NO_ROOM, _LEFT = -1, -3
_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32


class NearMedium(NamedTuple):
    """What is known of a medium beside the content."""

    standing: Standing
    figure: int
    """The figure that it stands in; -1 for none."""
    shown: bool
    """Whether it belongs to the content if its size is not known, with or without a caption."""
    alone: bool
    """Whether it is an image that is alone in its block, inside of the content."""
    silent: bool
    """Whether nothing is said for which it may be large."""
    large: tuple[int, int] | None
    """Width and height, where they were read and are large."""
    sides: bool
    """Whether width and height are stated, but were not read."""


class NearMedia(NamedTuple):
    """The media beside the content, without those that cannot belong to it."""

    found: Mapping[int, NearMedium]
    """By their elements, in the order of the page."""
    captions: Mapping[int, int]
    """The caption of each medium of the page that has one."""
    values: Mapping[int, Said]
    """Where the values of their attributes stand."""
    near: Callable[[], Places]
    """Lists all media beside the content."""


def find_candidates(page: Document, spans: Spans, lead: int | None) -> NearMedia:
    """Find the media beside the content; the one that the page declares for previews is wherever it stands."""
    plain = page.geometry is None and is_as_read(page)
    found = _compiled(LIBRARY, page, spans, lead) if LIBRARY is not None and plain else None
    return found or _candidates(page, spans, lead)


class MainImage(NamedTuple):
    """What is known of an image that is a main one, if no other shows the same."""

    figure: int
    """The figure that it stands in; -1 for none."""
    sized: bool
    """Whether its size is known."""
    key: int | None
    """A number that copies of it share, if it is known; the last two bits tell how its address is written."""


class NearImages(NamedTuple):
    """The images beside the content, whatever their captions are."""

    sure: Mapping[int, MainImage]
    """Those that surely are main ones, by their elements, in the order of the page."""
    found: Mapping[int, NearMedium]
    """The others."""
    values: Mapping[int, Said]
    """Where the values of the attributes of all of them stand."""
    captioned: frozenset[int]
    """Those that may have a caption."""
    doubtful: frozenset[int]
    """Those that stand where scripts are off, and perhaps once more where they are on."""
    others: frozenset[int]
    """The figures in which other media stand that may be large."""


def find_images(page: Document, spans: Spans, lead: int | None) -> NearImages | frozenset[int] | None:
    """Find only the images, which takes less; the main ones where these are settled.

    None for pages on which all media must be looked at.
    """
    if LIBRARY is None or page.geometry is not None or not is_as_read(page):
        return None
    rows = _rows(LIBRARY, page, spans, lead, images=True)
    if rows is None:
        return None
    return _images_in_rows(page, rows.media) if rows.settled is None else frozenset(rows.settled)


def _images_in_rows(page: Document, rows: Values) -> NearImages:
    images, others = list[list[int]](), list[list[int]]()
    is_image = _IMAGE[page.elements.tag[rows[:, 0]]]
    for row, is_one in zip(rows[:, :_VALUES].tolist(), is_image.tolist(), strict=True):
        (images if is_one else others).append(row)
    of_images = rows[is_image] if others else rows
    return NearImages(
        {row[0]: MainImage(row[2], bool(row[1] & _HAS_LARGE_SIDES), row[5]) for row in images if row[1] & _MAIN},
        {row[0]: _near(row) for row in images if not row[1] & _MAIN},
        said_in_rows(of_images[:, 0].astype(np.intp), of_images[:, _VALUES:]),
        frozenset([row[0] for row in images if row[1] & _MAY_BE_CAPTIONED]),
        frozenset([row[0] for row in images if row[1] & _IN_NOSCRIPT]),
        frozenset([row[2] for row in others if row[1] & _SAYS_SIDES or not row[1] & _SILENT]),
    )


def _candidates(page: Document, spans: Spans, lead: int | None) -> NearMedia:
    """Look at all media: the definition that compiled code follows."""
    places = _once_read(page, find_places(page)[0])
    setting = _Setting(page, spans, lead)
    near = places[setting.is_near(places)]
    values = READ.places(page, near)
    found = {each.standing.element: each for each in _described(setting, near, values)}
    said = said_in_rows(near, values.reshape(len(near), 2 * len(READ.names)))
    return NearMedia(found, caption_elements(page, places), said, lambda: near)


def _once_read(page: Document, places: Places) -> Places:
    """Leave out what stands where scripts are off, and once more where they are on."""
    noscript = (page.markup.marks & np.uint8(Mark.NOSCRIPT)) > 0
    return (
        Reader(page, values=sources.said_by(page, places)).once(places, noscript) if noscript[places].any() else places
    )


def _described(setting: _Setting, near: Places, values: Values) -> list[NearMedium]:
    page, lead = setting.page, setting.lead
    measured = np.bool_(page.geometry is not None)  # then what is stated does not count
    figured, alone = setting.in_figures(near), setting.show(near)
    shown = teasers.PLAYER[page.elements.tag[near]] | figured | alone | (near == (-1 if lead is None else lead))
    stated = (values[:, 0, 0] >= 0) & (values[:, 1, 0] >= 0) & ~HOLDING[page.elements.tag[near]]
    columns = (
        np.where(figured, setting.figure[near], -1), shown | measured, alone, _silent(page, near, values) & ~measured,
        stated & ~measured,
    )  # fmt: skip
    return [
        NearMedium(standing, figure, is_shown, is_alone, silent, large=None, sides=sides)
        for standing, figure, is_shown, is_alone, silent, sides in zip(
            teasers.links_around(page, near), *(each.tolist() for each in columns), strict=True
        )
    ]


def _silent(page: Document, some: Places, values: Values) -> Marked:
    """Tell which media cannot be large for all that is said, of which a view box does not count."""
    tag, around = page.elements.tag, page.elements.parent[some]
    drawn = tag[some] == _SVG
    unsaid = np.where(drawn, (values[:, :_SIDES, 0] < 0).all(axis=1), (values[:, : sources.SIZING, 0] < 0).all(axis=1))
    alone = ~HOLDING[tag[some]] & ~((around >= 0) & (tag[around] == _PICTURE))
    silent: Marked = unsaid & (drawn | alone)
    named = set(page.elements.parent[tag == _SOURCE].tolist())
    for at in np.flatnonzero(silent & ~drawn).tolist():
        place = values[at, sources.SIZING].tolist()
        silent[at] = not sources.may_be_data(page.source, *place) and int(some[at]) not in named
    return silent


class _Setting:
    """Where media stand: beside text that was kept, in a figure, alone in a block of the content."""

    def __init__(self, page: Document, spans: Spans, lead: int | None) -> None:
        self.page, self.spans, self.lead = page, spans, lead

    def is_near(self, places: Places) -> Marked:
        """Tell of some elements whether what is around them was mostly kept; the lead picture is wherever it stands."""
        visible = subtree_characters(self.page)
        decides = self.page.nearest(visible >= SURROUNDING)[places]
        mostly: Marked = 2 * self._kept(decides) >= visible[decides]
        return mostly if self.lead is None else mostly | (places == self.lead)

    def _kept(self, elements: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
        """Count the characters of some elements that were kept; by runs of text, where these were kept as a whole."""
        page, runs, spans = self.page, self.page.runs, self.spans
        run = runs.that_make(spans.starts, spans.ends) if page.shows_whole_runs else None
        if run is None:
            return page.in_subtrees(page.within(spans).characters_before, elements)
        gap, characters = runs.gap[run], page.characters_before
        before = np.concatenate([[0], np.cumsum(characters[gap + 1] - characters[gap])])
        first, close = page.elements.first[elements] + 1, page.elements.close[elements]
        kept: npt.NDArray[np.integer] = (
            before[np.searchsorted(gap, close, side="right")] - before[np.searchsorted(gap, first)]
        )
        return kept

    @cached_property
    def figure(self) -> npt.NDArray[np.int32]:
        """Per element: the figure that it stands in; 0 for none."""
        figures = _FIGURE[self.page.elements.tag]
        return self.page.nearest(figures) if figures.any() else np.zeros(len(figures), dtype=np.int32)

    def in_figures(self, places: Places) -> Marked:
        """Tell which of some elements stand in a figure."""
        inside: Marked = _FIGURE[self.page.elements.tag[self.figure[places]]]
        return inside

    def show(self, places: Places) -> Marked:
        """Tell which of some media are images that are alone in their block, inside of the content."""
        images: Marked = _IMAGE[self.page.elements.tag[places]]
        if not len(self.spans) or not images.any():
            return np.zeros(len(places), dtype=np.bool_)
        start = self.page.tokens.tag_start[self.page.elements.first[places]]
        within = (start > self.spans.starts[0]) & (start < self.spans.ends[-1])
        block = self.page.nearest(BLOCK[self.page.elements.tag])[places]
        alone: Marked = images & within & (subtree_characters(self.page)[block] == 0)
        return alone


class _Rules(ctypes.Structure):
    """`MediaRules` of native/media.h."""

    _fields_ = (
        *((name, _POINTER) for name in "names href pictures caption stand_in icon furniture".split()),
        *((name, _POINTER) for name in "medium holding played image figure link no_caption block telling".split()),
        *((name, _NUMBER) for name in "svg iframe picture source figcaption never hidden noscript sizing".split()),
        *((name, _NUMBER) for name in "late class_ data longest_side surrounding between shortest_tag".split()),
        *((name, _NUMBER) for name in "part teaser up".split()),
        *((name, ctypes.c_double) for name in ("larger", "linked", "window", "usual")),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what they point to."""
        self._tables = [NameTable(library, names) for names in (READ.names, ("href",), teasers.PICTURES)]
        columns = (MEDIUM_OR_FRAME, HOLDING, teasers.PLAYER, _IMAGE, _FIGURE, teasers.LINK, NO_CAPTION, BLOCK)
        telling = np.array(
            [_TELLS_SIZES * (name in sources.SIZES) + _TELLS_FILES * (name in sources.SETS) for name in READ.names]
        )
        self._columns = [each.astype(np.uint8) for each in (*columns, telling)]
        super().__init__(
            *map(ctypes.addressof, self._tables), PART.table, sources.STAND_IN.table, teasers.ICON.table,
            teasers.FURNITURE.table, *map(address, self._columns), _SVG, _IFRAME, _PICTURE, _SOURCE, _FIGCAPTION,
            int(NEVER), HIDDEN, Mark.NOSCRIPT, sources.SIZING, sources.LATE.start // 2, sources.CLASS, sources.DATA,
            LARGEST, SURROUNDING, BETWEEN, SHORTEST, teasers.SHORT, teasers.TEASER, teasers.UP, LARGE, teasers.LINKED,
            sources.WINDOW, USUAL,
        )  # fmt: skip


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


class _Asked(ctypes.Structure):
    """`MediaAsked` of native/media.h."""

    _fields_ = (
        ("spans", _SIZE), ("start", _POINTER), ("end", _POINTER), ("lead", _SIZE), ("images", _SIZE), ("room", _SIZE),
        ("places", _SIZE), ("url", ctypes.c_char_p), ("url_size", _SIZE), ("plain_base", _SIZE), ("settled", _SIZE),
    )  # fmt: skip


def _compiled(library: Library, page: Document, spans: Spans, lead: int | None) -> NearMedia | None:
    """Do as `_candidates`, without media that cannot belong to the content; None for pages that it must read."""
    found = _rows(library, page, spans, lead, images=False)
    return None if found is None else _from_rows(page, spans, lead, found.media, found.places)


class _Rows(NamedTuple):
    """What compiled code says of media."""

    media: Values
    """A row for each beside the content that may belong to it; of those that are no images, if these alone are asked
    for, only for those in figures."""
    places: Places
    """All media that stand in no other."""
    settled: list[int] | None
    """The main images, where these are asked for and nothing else is to be looked at."""


def _rows(library: Library, page: Document, spans: Spans, lead: int | None, *, images: bool) -> _Rows | None:
    """Find the media beside the content; None for pages that Python must read."""
    columns, (data, width) = columns_of(page), page.markup.units
    url = (page.url or "").partition("#")[0].encode(errors="replace")
    asked = _Asked(
        len(spans), address(spans.starts), address(spans.ends), -1 if lead is None else lead, images, _ROOM, 0, url,
        len(url), images and not teasers.may_be_furniture(base_address(page)), -1,
    )  # fmt: skip
    place, count = np.empty(columns.elements, np.int32), _NO_ROOM
    while count == _NO_ROOM:
        room = passing_room(4 * _FIELDS * asked.room)
        count = library.of("find_near_media", width)(
            ctypes.addressof(_rules(library)), data, ctypes.addressof(columns), ctypes.addressof(asked),
            address(place), address(room),
        )  # fmt: skip
        asked.room *= 8
        if count == _NO_ROOM:
            del room  # before others are made
    check(count)
    if count < 0:
        return None
    settled = None if asked.settled < 0 else place[: asked.settled].tolist()
    rows = given_back(room, 4 * _FIELDS * count).view(np.int32).reshape(-1, _FIELDS)
    return _Rows(rows, place[: asked.places], settled)


def _from_rows(page: Document, spans: Spans, lead: int | None, rows: Values, place: Places) -> NearMedia:
    found, said_of_any = dict[int, NearMedium](), 0
    some = (rows[at : at + _TOGETHER, :_VALUES].tolist() for at in range(0, len(rows), _TOGETHER))
    for row in chain.from_iterable(some):
        if row[1] & _FRAMED and not is_player_frame(page, row[0]):
            continue
        said_of_any |= row[1]
        found[row[0]] = _near(row)
    places = place
    if said_of_any & (_MAY_BE_CAPTIONED | _IN_NOSCRIPT):
        several = _without_other_frames(page, place)
        places = _once_read(page, several)
        if places is not several:
            found = {element: found[element] for element in places.tolist() if element in found}
    captions = _captions(page, places, rows) if said_of_any & _MAY_BE_CAPTIONED else {}
    of_found = said_in_rows(rows[:, 0].astype(np.intp), rows[:, _VALUES:])
    return NearMedia(found, captions, of_found, lambda: places[_Setting(page, spans, lead).is_near(places)])


def _captions(page: Document, places: Places, rows: Values) -> dict[int, int]:
    """Find the captions of media that may have one."""
    captioned = np.zeros(len(page.elements), np.bool_)
    captioned[rows[(rows[:, 1] & _MAY_BE_CAPTIONED) > 0, 0]] = True
    return caption_elements(page, places, captioned[places])


def _near(row: list[int]) -> NearMedium:
    element, flags, figure, link, part, _, width, height = row
    return NearMedium(
        Standing(element, link, part), figure, bool(flags & _SHOWN), bool(flags & _ALONE), bool(flags & _SILENT),
        (width, height) if flags & _HAS_LARGE_SIDES else None, bool(flags & _STATES_SIDES),
    )  # fmt: skip


def _without_other_frames(page: Document, place: Places) -> Places:
    frames = place[page.elements.tag[place] == _IFRAME].tolist()
    others = [each for each in frames if not is_player_frame(page, each)]
    return np.setdiff1d(place, others, assume_unique=True) if others else place
