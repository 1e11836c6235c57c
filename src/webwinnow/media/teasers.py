"""What tells pictures of the content from others: links around them, repeats, names of icons, the declared picture."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from webwinnow.declared.pictures import declared_pictures, picture_rules
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import absolute, address_in, base_address, link_addresses
from webwinnow.document.reading import columns_of
from webwinnow.document.tree.elements import Places
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.media.medium import Medium

LINK: Final = column("a area")
_IMAGE: Final = NUMBER["img"]
_SHOWING: Final = column("img source")
PICTURES: Final = tuple("jpg jpeg png gif webp avif bmp tif tiff svg pjpeg".split())
"""What the names of files of pictures end in."""
_FILE: Final = re.compile(rf"\.(?:{'|'.join(PICTURES)})$", re.IGNORECASE)
"""Links to pictures: those to a larger one do not lead elsewhere."""
_SIZED: Final = re.compile(
    r"[-_](?:\d{2,4}x\d{2,4}|\d{2,4}w|scaled|thumb(?:nail)?|small|medium|large)(?=\.|$)|@\dx(?=\.|$)"
)
_ICON: Final = re.compile(
    r"(?<![a-z])(?:logo|icon|favicon|avatar|gravatar|sprite|badge|emoji|smil(?:ey|ie)|button|btn|arrow|zoom)s?(?![a-z])"
)
ICON: Final = WordSearch(
    tuple("logo icon avatar sprite badge emoji smil button btn arrow zoom".split()), ignore_case=True
)
"""What the names of icons have in common: most pictures have none of these."""
_FURNITURE: Final = re.compile(
    r"/(?:[a-z_-]*(?:smil(?:ie|ey)s?|emoticons?|emojis?|avatars?|userpics?|buttons?|badges?)|icons?|themes?|templates?|skins?)/"
    r"|//(?:[\w-]+\.)*(?:scorecardresearch|doubleclick|quantserve|gravatar|feedburner)\.|avatar[^/]*$",
    re.IGNORECASE,
)
"""Folders and hosts of what is shown on many pages of a site, or only counts visits."""
_NAMED_FURNITURE: Final = re.compile(
    r"(?<![a-z])(?:avatar|gravatar|userpic|smil(?:ie|ey)s?|emoji|twemoji|emoticon|icon)(?![a-z])", re.IGNORECASE
)
FURNITURE: Final = WordSearch(
    (*"smil emoticon emoji avatar userpic button badge icon theme template skin".split(),
     *"scorecardresearch doubleclick quantserve feedburner".split()), ignore_case=True
)  # fmt: skip
"""What all these have in common."""
_LONGEST: Final = 2_000
"""Characters of an address or a class that are read."""
_PLAIN_ADDRESS: Final = re.compile(
    r"https?://[\w.-]{1,150}+/(?:[!-\"$->@-~]{0,1500}/)?+([!-\"$-.0->@-~]{0,300}+)(?:[?#]|\Z)", re.A
)
"""An address as nearly all are, in which a pattern finds the name of the file many times as fast."""
SHORT: Final = 20
"""Characters of the smallest part of a page around a medium that says what it belongs to."""
TEASER: Final = 400
"""Characters of a teaser at most."""
LINKED: Final = 0.8
"""Share of its text that is a link."""
_STEM: Final = 8
"""Characters of a file's name by which the lead picture is known."""
_LEFT: Final = -3
_PLAYED: Final = frozenset({"audio", "video", "iframe"})
PLAYER: Final = column("audio video iframe")
UP: Final = 8
"""Elements around a medium that are asked whether they are links."""


def subtree_characters(page: Document) -> npt.NDArray[np.int32]:
    """Count the visible characters in each element, once per page."""
    return page.once(subtree_characters, lambda: page.in_subtrees(page.characters_before))


class Standing(NamedTuple):
    """Where a medium stands among links."""

    element: int
    link: int
    """The link around it; -1 for none."""
    part: int
    """The smallest part of the page around it that says what it belongs to, where that is short, nearly all links, and
    no link is around it; -1 for none."""

    @property
    def is_linked(self) -> bool:
        """Whether it may stand in a teaser."""
        return self.link >= 0 or self.part >= 0


def links_around(page: Document, some: Places) -> list[Standing]:
    """Find the links around some media."""
    parent, is_link = page.elements.parent.data, LINK[page.elements.tag].data  # single ones are asked
    links = [_link(each, parent, is_link) for each in some.tolist()]
    parts = _parts_of_links(page, some)
    return [
        Standing(element, link, part if link < 0 else -1)
        for element, link, part in zip(some.tolist(), links, parts.tolist(), strict=True)
    ]


def _link(element: int, parent: Sequence[int], is_link: Sequence[int]) -> int:
    """Find the link around an element, -1 if there is none."""
    for _ in range(UP):
        element = parent[element]
        if element < 0 or is_link[element]:
            return element
    return -1


def _parts_of_links(page: Document, some: Places) -> Places:
    """Return for each medium the part of the page that it belongs to, if short and nearly all links; else -1."""
    characters, tree = subtree_characters(page), page.elements
    part = page.nearest(characters >= SHORT)[some]
    text, linked = characters[part], page.in_subtrees(page.characters_inside(LINK[tree.tag]), part)
    of_links = (text >= SHORT) & (text < TEASER) & (linked >= LINKED * text)
    return np.where(of_links, part, -1).astype(np.intp)


class Teasers:
    """The parts of a page that lead to other pages."""

    def __init__(self, page: Document, lead: int | None = None) -> None:
        """Take the page; the lead picture may be linked to anything but the site's home."""
        self.page, self.lead = page, lead
        self._elsewhere: dict[int, bool] = {}
        self._addresses: dict[int, str] = {}

    @cached_property
    def _base(self) -> str:
        return base_address(self.page)

    def hold(self, medium: Medium, standing: Standing) -> bool:
        """Tell whether a medium stands in a teaser or is a banner: linked elsewhere, or in a part that is all links."""
        if not medium.caption:
            return self.hold_uncaptioned(standing)
        link = standing.link
        if medium.kind in _PLAYED or link < 0 or (medium.element == self.lead and not self._leads_home(link)):
            return False
        own = len(medium.spans) > 1 and medium.spans[1][0] >= self.page.extent(link)[1]  # a caption below the link
        return not (own and medium.size) and self._leads_elsewhere(link)

    def holding(self, some: Sequence[Standing]) -> set[int]:
        """Return those of some elements of media without a caption that stand in a teaser or are banners."""
        links = sorted({each.link for each in some if each.link >= 0})
        addresses = link_addresses(self.page, np.array(links, np.intp)) if links else ()
        for link, written in zip(links, addresses, strict=True):
            self._addresses[link] = (written or "").strip()
        return {each.element for each in some if self.hold_uncaptioned(each)}

    def hold_uncaptioned(self, standing: Standing) -> bool:
        """Tell the same of a medium that has no caption."""
        element, link, part = standing
        if not standing.is_linked or PLAYER[self.page.elements.tag[element]]:
            return False
        if link >= 0:
            return not (element == self.lead and not self._leads_home(link)) and self._leads_elsewhere(link)
        return element != self.lead and self._has_link_elsewhere(part)

    def is_linked(self, medium: Medium) -> bool:
        """Tell whether a link to another page stands around a medium."""
        link = links_around(self.page, np.array([medium.element]))[0].link
        return link >= 0 and self._leads_elsewhere(link)

    def _has_link_elsewhere(self, part: int) -> bool:
        last = int(self.page.elements.last[part])
        links = np.flatnonzero(LINK[self.page.elements.tag[part:last]]) + part
        return any(self._leads_elsewhere(link) for link in links[:UP].tolist())

    def _leads_home(self, link: int) -> bool:
        """Tell whether a link leads to the first page of a site, as those of logos do."""
        address = absolute(self._base, self._address(link))
        return address.partition("#")[0].partition("?")[0].partition("//")[2].partition("/")[2] == ""

    def _address(self, link: int) -> str:
        if link not in self._addresses:
            self._addresses[link] = (address_in(self.page.start_tag(link)) or "").strip()
        return self._addresses[link]

    def _leads_elsewhere(self, link: int) -> bool:
        if link not in self._elsewhere:
            self._elsewhere[link] = self._is_elsewhere(self._address(link))
        return self._elsewhere[link]

    def _is_elsewhere(self, address: str) -> bool:
        if not address or address.startswith(("#", "javascript:", "data:")):
            return False
        whole = absolute(self._base, address).partition("#")[0]
        return not _FILE.search(whole.partition("?")[0]) and whole != (self.page.url or "").partition("#")[0]


def is_icon(address: str) -> bool:
    """Tell whether the name of a file is one of icons, logos and buttons."""
    return bool(_ICON.search(_name(address).lower()))


def is_picture_file(address: str) -> bool:
    """Tell whether an address is that of a file of a picture, by its name."""
    return bool(_FILE.search(_name(address)))


def is_furniture(attributes: Mapping[str, str], address: str) -> bool:
    """Tell whether an image is an avatar, a smiley, a part of the site's design or one that counts visits."""
    return bool(
        _FURNITURE.search(address[:_LONGEST]) or _NAMED_FURNITURE.search(attributes.get("class", "")[:_LONGEST])
    )


def may_be_furniture(address: str) -> bool:
    """Tell whether an address holds anything that those of such images do."""
    lower = address.lower()
    return any(word in lower for word in FURNITURE.words)


def lead_element(page: Document) -> int | None:
    """Find the picture that the page declares for previews, by the name of its file; None if it is not in the page."""
    found = _LEFT if LIBRARY is None else _lead(LIBRARY, page)
    return _lead_element(page) if found == _LEFT else found if found >= 0 else None


def _lead_element(page: Document) -> int | None:
    stems = dict.fromkeys(_SIZED.sub("", _FILE.sub("", _name(address))) for address in declared_pictures(page))
    found = (_showing(page, stem) for stem in stems if len(stem) >= _STEM)
    return next((element for element in found if element is not None), None)


class _LeadRules(ctypes.Structure):
    """`LeadRules` of native/media.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("declared", "pictures", "showing")),
        *((name, ctypes.c_int32) for name in ("picture", "shortest")),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._kept = picture_rules(library), NameTable(library, PICTURES), _SHOWING.astype(np.uint8)
        declared, pictures, showing = self._kept
        super().__init__(declared.address, ctypes.addressof(pictures), address(showing), _IMAGE, _STEM)
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library) -> _LeadRules:
    return _LeadRules(library)


def _lead(library: Library, page: Document) -> int:
    """Do as `_lead_element`: -1 if there is none, `_LEFT` where Python must look."""
    data, width = page.markup.units
    found: int = library.of("find_lead", width)(_rules(library).address, data, ctypes.addressof(columns_of(page)))
    return found


def _showing(page: Document, stem: str) -> int | None:
    """Find the first picture in whose tag, or in that of one of its sources, a name stands."""
    some = np.flatnonzero(_SHOWING[page.elements.tag])
    if not len(some):
        return None
    first, tokens = page.elements.first[some], page.tokens
    at, last = int(tokens.tag_start[first[0]]), int(tokens.tag_end[first[-1]])
    while (at := page.source.find(stem, at, last)) >= 0:
        tag = int(np.searchsorted(tokens.tag_start, at, side="right")) - 1
        end = int(tokens.tag_end[tag])
        inside = at + len(stem) <= end
        low, high = np.searchsorted(first, [tag, tag + 1]).tolist() if inside else (0, 0)
        shown = (_picture(page, element) for element in some[low:high].tolist())
        if (found := next((each for each in shown if each is not None), None)) is not None:
            return found
        at = end if inside else at + 1
    return None


def _picture(page: Document, element: int) -> int | None:
    """Return the picture that an element is, or that it is a source of."""
    tag = page.elements.tag
    if tag[element] == _IMAGE:
        return element
    images = np.flatnonzero(tag[element : int(page.elements.last[page.elements.parent[element]])] == _IMAGE)
    return element + int(images[0]) if len(images) else None


def distinct(media: Iterable[Medium]) -> list[Medium]:
    """Keep each picture once, in whatever size it comes; of equal ones the first, or the first with a caption."""
    found: dict[object, Medium] = {}
    for medium in media:
        key = _same(medium)
        if key not in found or (medium.caption and not found[key].caption):
            found[key] = medium
    return sorted(found.values(), key=lambda medium: medium.start)


def _same(medium: Medium) -> object:
    """Return what copies of a picture share: its address without size and query; without address they share none."""
    if not medium.url or medium.url.startswith("data:"):
        return medium.url or medium.start
    return medium.kind, bare_address(medium.url)


def bare_address(address: str) -> str:
    """Return the part of an address that copies of a picture share: that of a file without size and query."""
    path = address.partition("#")[0]
    bare = path.partition("?")[0]
    return _SIZED.sub("", bare) if _FILE.search(bare) else path


def _name(address: str) -> str:
    """Return the name of the file that an address leads to."""
    if plain := _PLAIN_ADDRESS.match(address):
        return plain[1]
    try:
        return urlsplit(address[:2000]).path.rpartition("/")[2]
    except ValueError:  # an address that is none
        return ""
