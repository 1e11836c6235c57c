"""What tells pictures of the content from others: links around them, repeats, names of icons, the declared picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.links import absolute, address_in, base_address, link_addresses
from webwinnow.lazy_values import cached_property
from webwinnow.media.medium import Medium

_LINK: Final = column("a area")
_IMAGE: Final = NUMBER["img"]
_SHOWING: Final = column("img source")
_FILE: Final = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|svg|pjpeg)$", re.IGNORECASE)
"""Links to pictures: those to a larger one do not lead elsewhere."""
_SIZED: Final = re.compile(
    r"[-_](?:\d{2,4}x\d{2,4}|\d{2,4}w|scaled|thumb(?:nail)?|small|medium|large)(?=\.|$)|@\dx(?=\.|$)"
)
_ICON: Final = re.compile(
    r"(?<![a-z])(?:logo|icon|favicon|avatar|gravatar|sprite|badge|emoji|smil(?:ey|ie)|button|btn|arrow|zoom)s?(?![a-z])"
)
_FURNITURE: Final = re.compile(
    r"/(?:[a-z_-]*(?:smil(?:ie|ey)s?|emoticons?|emojis?|avatars?|userpics?|buttons?|badges?)|icons?|themes?|templates?|skins?)/"
    r"|//(?:[\w-]+\.)*(?:scorecardresearch|doubleclick|quantserve|gravatar|feedburner)\.|avatar[^/]*$",
    re.IGNORECASE,
)
"""Folders and hosts of what is shown on many pages of a site, or only counts visits."""
_NAMED_FURNITURE: Final = re.compile(
    r"(?<![a-z])(?:avatar|gravatar|userpic|smil(?:ie|ey)s?|emoji|twemoji|emoticon|icon)(?![a-z])", re.IGNORECASE
)
_LONGEST: Final = 2_000
"""Characters of an address or a class that are read."""
_SHORT: Final = 20
"""Characters of the smallest part of a page around a medium that says what it belongs to."""
_TEASER: Final = 400
"""Characters of a teaser at most."""
_LINKED: Final = 0.8
"""Share of its text that is a link."""
_STEM: Final = 8
"""Characters of a file's name by which the lead picture is known."""
_PLAYED: Final = frozenset({"audio", "video", "iframe"})
_PLAYER: Final = column("audio video iframe")
_UP: Final = 8
"""Elements around a medium that are asked whether they are links."""


def subtree_characters(page: Document) -> npt.NDArray[np.int32]:
    """Count the visible characters in each element, once per page."""
    return page.once(subtree_characters, lambda: page.in_subtrees(page.characters_before))


class Teasers:
    """The parts of a page that lead to other pages."""

    def __init__(self, page: Document, lead: int | None = None) -> None:
        """Take the page; the lead picture may be linked to anything but the site's home."""
        self.page, self.lead = page, lead
        self._parent, self._is_link = page.elements.parent.data, _LINK[page.elements.tag].data  # single ones are asked
        self._elsewhere: dict[int, bool] = {}
        self._addresses: dict[int, str] = {}

    @cached_property
    def _base(self) -> str:
        return base_address(self.page)

    @cached_property
    def _linked(self) -> npt.NDArray[np.int32]:
        """Per gap: how many characters of links stand before it."""
        return self.page.characters_inside(_LINK[self.page.elements.tag])

    @cached_property
    def _around(self) -> npt.NDArray[np.int32]:
        return self.page.nearest(subtree_characters(self.page) >= _SHORT)

    def hold(self, medium: Medium) -> bool:
        """Tell whether a medium stands in a teaser or is a banner: linked elsewhere, or in a part that is all links."""
        if not medium.caption:
            return self.hold_element(medium.element)
        if medium.kind in _PLAYED:
            return False
        link = self._link(medium.element)
        if link < 0 or (medium.element == self.lead and not self._leads_home(link)):
            return False
        own = len(medium.spans) > 1 and medium.spans[1][0] >= self.page.extent(link)[1]  # a caption below the link
        return not (own and medium.size) and self._leads_elsewhere(link)

    def holding(self, some: list[int]) -> set[int]:
        """Return those of some elements of media without a caption that stand in a teaser or are banners."""
        links = sorted({link for each in some if (link := self._link(each)) >= 0})
        for link, address in zip(links, link_addresses(self.page, np.array(links, np.intp)), strict=True):
            self._addresses[link] = (address or "").strip()
        return {each for each in some if self.hold_element(each)}

    def hold_element(self, element: int) -> bool:
        """Tell the same of the element of a medium that has no caption."""
        if _PLAYER[self.page.elements.tag[element]]:
            return False
        link = self._link(element)
        if link >= 0:
            return not (element == self.lead and not self._leads_home(link)) and self._leads_elsewhere(link)
        if element == self.lead:
            return False
        part = int(self._around[element])
        text = int(subtree_characters(self.page)[part])
        if not _SHORT <= text < _TEASER:
            return False
        tree, linked = self.page.elements, self._linked
        of_links = int(linked[tree.close[part] + 1] - linked[tree.first[part] + 1])
        return of_links >= _LINKED * text and self._has_link_elsewhere(part)

    def is_linked(self, medium: Medium) -> bool:
        """Tell whether a link to another page stands around a medium."""
        link = self._link(medium.element)
        return link >= 0 and self._leads_elsewhere(link)

    def _link(self, element: int) -> int:
        """Find the link around an element, -1 if there is none."""
        for _ in range(_UP):
            element = self._parent[element]
            if element < 0 or self._is_link[element]:
                return element
        return -1

    def _has_link_elsewhere(self, part: int) -> bool:
        last = int(self.page.elements.last[part])
        links = np.flatnonzero(_LINK[self.page.elements.tag[part:last]]) + part
        return any(self._leads_elsewhere(link) for link in links[:_UP].tolist())

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


def lead_element(page: Document) -> int | None:
    """Find the picture that the page declares for previews, by the name of its file; None if it is not in the page."""
    said = (each.content or "" for each in declared(page).said("og:image", "og:image:url", "twitter:image"))
    stems = dict.fromkeys(_SIZED.sub("", _FILE.sub("", _name(address))) for address in said)
    found = (_showing(page, stem) for stem in stems if len(stem) >= _STEM)
    return next((element for element in found if element is not None), None)


def _showing(page: Document, stem: str) -> int | None:
    """Find the first picture in whose tag, or in that of one of its sources, a name stands."""
    tag, last = page.elements.tag, page.elements.last
    some = np.flatnonzero(_SHOWING[tag])
    first = page.elements.first[some]
    places = zip(page.tokens.tag_start[first].tolist(), page.tokens.tag_end[first].tolist(), strict=True)
    for element, (start, end) in zip(some.tolist(), places, strict=True):
        if page.source.find(stem, start, end) < 0:
            continue
        if tag[element] == _IMAGE:
            return int(element)
        images = np.flatnonzero(tag[element : int(last[page.elements.parent[element]])] == _IMAGE)
        if len(images):
            return int(element + images[0])
    return None


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
    path = medium.url.partition("#")[0]
    bare = path.partition("?")[0]
    return medium.kind, _SIZED.sub("", bare) if _FILE.search(bare) else path


def _name(address: str) -> str:
    """Return the name of the file that an address leads to."""
    try:
        return urlsplit(address[:2000]).path.rpartition("/")[2]
    except ValueError:  # an address that is none
        return ""
