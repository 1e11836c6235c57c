"""Crunch: what is no content is taken out of the tree, filter by filter; what they leave is the content.

Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1; gottron2007, section 5.1; gupta2003. Switches and thresholds start
as in Crunch's own program.
Ours: links, words and characters of all elements are differences of prefix sums. An element that is taken out stays in
the source: its text is hidden, its tags count as nothing, and html is written without it. `crunch-filters` is all
filters, each with a switch. Algorithm 1 looks at an element before its children, so cells and lists are judged with
their links still there; therefore they come first and the filter of links after them. Tables come last, as the program
has it.
Deviations: the program also removes forms, of which Algorithm 1 knows nothing.   Cost: O(elements) for each filter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar, Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.tree.elements import Marked, child_sums, subtree_sums
from webwinnow.errors import ParameterError
from webwinnow.lazy_values import kept_for_good
from webwinnow.spans import Spans
from webwinnow.stages import Prefilter
from webwinnow.stages.combined import taken_out_by

_CELL: Final = column("td")
_LETTERS: Final = 4
"""Letters of a word: Crunch's program takes five characters with the blank, and ours count no blanks."""
_LIST: Final = column("ul ol dl dir menu nav")
_LINK: Final = column("a")
_WITH_ADDRESS: Final = column("a area iframe frame img embed")
_HOST: Final = re.compile(
    r"""[\s"'/](?:href|src)\s*+=\s*+["']?+\s*+(?:https?:)?//(?:[^/"'\s>?#@]*+@)?([^/"'\s>?#:]++)""", re.IGNORECASE
)
_LONGEST: Final = 8
"""Parts of a host name that are looked at; a hostile one may have thousands."""
_IMAGE_IN_LINK: Final = column("img image")
_IMAGE: Final = column("img image picture")
_DIV: Final = NUMBER["div"]
_STYLE: Final = re.compile(r"""\sstyle\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+)""", re.IGNORECASE)
_TABLE: Final = column("table")


@dataclass(frozen=True, slots=True)
class CrunchLinkCells(Prefilter):
    """Removes table cells with too many links for their text: menus of pages laid out in tables.

    Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("getLinkTextRatio"); gupta2003. The ratio, links for each word
    outside of links, and its threshold of 0.25 are those of Crunch's own program.
    """

    name: ClassVar[str] = "crunch-link-cells"
    threshold: float = 0.25
    """Cells with more links for each word are removed."""

    def __post_init__(self) -> None:
        """Check the threshold."""
        self.require_range("threshold", 0, 1000)

    def __call__(self, page: Document) -> Document:
        """Hide the cells."""
        return page.without_elements(self.link_cells(page))

    def link_cells(self, page: Document) -> Marked:
        """Mark the cells that hold links and too few words for them."""
        elements, link = page.elements, links(page)
        linked = page.in_subtrees(page.characters_inside(link))
        words = (page.in_subtrees(page.characters_before) - linked) / _LETTERS
        count = subtree_sums(elements, link.astype(np.int32))
        marked: Marked = _CELL[elements.tag] & (count > self.threshold * words)
        return marked


@dataclass(frozen=True, slots=True)
class CrunchLinkLists(Prefilter):
    """Removes lists that are mostly links: menus, and lists of sources, too.

    Paper: mohammadzadeh2013, section 3.2.1 ("the Link Quota Filter technique has been utilized"), and 3.2.4; gupta2003.
    UNSPECIFIED: which elements are link lists, and the threshold. Ours: `ul`, `ol`, `dl`, `dir`, `menu` and `nav`; 0.5,
    the middle one of gottron2007.
    """

    name: ClassVar[str] = "crunch-link-lists"
    threshold: float = 0.5
    """Lists with a larger share of linked characters are removed."""

    def __post_init__(self) -> None:
        """Check the threshold."""
        self.require_range("threshold", 0, 1)

    def __call__(self, page: Document) -> Document:
        """Hide the lists."""
        return page.without_elements(self.link_lists(page))

    def link_lists(self, page: Document) -> Marked:
        """Mark the lists with too large a quota of links."""
        total = page.in_subtrees(page.characters_before)
        linked = page.in_subtrees(page.characters_inside(links(page)))
        marked: Marked = _LIST[page.elements.tag] & (linked > self.threshold * total)
        return marked


@dataclass(frozen=True, slots=True)
class CrunchAds(Prefilter):
    """Removes links and frames that lead to advertisement servers.

    Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("isAdLink"); gupta2003. The servers are data, in
    `ad_servers.txt`.
    UNSPECIFIED: the list of servers. Ours: a short one of well-known names.
    Deviations: addresses that start with `//` count, too; there were none then.
    """

    name: ClassVar[str] = "crunch-ads"

    def __call__(self, page: Document) -> Document:
        """Hide the advertisements."""
        return page.without_elements(advertisements(page))


def advertisements(page: Document) -> Marked:
    """Mark the elements whose address is on an advertisement server."""
    marked = np.zeros(len(page.elements), dtype=np.bool_)
    places = np.flatnonzero(_WITH_ADDRESS[page.elements.tag])
    starts, ends = start_tags(page)
    found = (_HOST.search(page.source, starts[place], ends[place]) for place in places.tolist())
    hosts = [match[1].lower() if match else "" for match in found]
    known = {host: is_ad_server(host) for host in set(hosts)}
    marked[places] = [known[host] for host in hosts]
    return marked


def is_ad_server(host: str) -> bool:
    """Say whether a host, or a domain that it belongs to, is on the list."""
    first, _, rest = host.partition(".")
    if rest and first in _servers().first_parts:
        return True
    parts = host.rstrip(".").split(".")[-_LONGEST:]
    return any(".".join(parts[start:]) in _servers().domains for start in range(len(parts) - 1))


class _Servers(NamedTuple):
    domains: frozenset[str]
    first_parts: frozenset[str]


@kept_for_good
def _servers() -> _Servers:
    text = resources.files("webwinnow.prefilters").joinpath("ad_servers.txt").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    first_parts = frozenset(line.removesuffix(".*") for line in lines if line.endswith(".*"))
    return _Servers(frozenset(line for line in lines if not line.endswith(".*")), first_parts)


@dataclass(frozen=True, slots=True)
class CrunchTextLinks(Prefilter):
    """Removes links with their texts, those in the content, too: `--links-at-end` brings them back below it.

    Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("isTextLink"); gupta2003. A link is text unless an image
    stands directly in it, as in Crunch's own program.
    """

    name: ClassVar[str] = "crunch-text-links"

    def __call__(self, page: Document) -> Document:
        """Hide the links."""
        return page.without_elements(text_links(page))


def text_links(page: Document) -> Marked:
    """Mark the links that no image stands in."""
    images = child_sums(page.elements, _IMAGE_IN_LINK[page.elements.tag])
    marked: Marked = links(page) & (images == 0)
    return marked


def saved_links(page: Document) -> Marked:
    """Mark the links that are saved at the end of a page when they are removed: text links, and no advertisements."""
    marked: Marked = text_links(page) & ~page.inside(advertisements(page))
    return marked


@dataclass(frozen=True, slots=True)
class CrunchImages(Prefilter):
    """Removes images: no text changes, but html has none, and methods that count tags see fewer.

    Paper: mohammadzadeh2013, section 3.2.1; gupta2003.
    """

    name: ClassVar[str] = "crunch-images"

    def __call__(self, page: Document) -> Document:
        """Let the tags of images count as nothing."""
        return page.without_elements(_IMAGE[page.elements.tag])


@dataclass(frozen=True, slots=True)
class CrunchStyles(Prefilter):
    """Removes inline styles of divisions: no text changes, but html has none, and methods that count code see less.

    Paper: mohammadzadeh2013, section 3.2.1, Algorithm 1 ("ignoreDivStyles"); gupta2003. Style elements count as no code
    anyway.
    Deviations: what such an attribute hides stays hidden; no prefilter brings text back.
    """

    name: ClassVar[str] = "crunch-styles"

    def __call__(self, page: Document) -> Document:
        """Shorten the tags of divisions by their style attributes."""
        code = page.code.copy()
        for tag, start, end in _styles(page):
            code[tag] = max(int(code[tag]) - (end - start), len("<div>"))
        return page.with_code(code)

    def taken_out(self, page: Document) -> Spans:
        """Return where the attributes stand."""
        return Spans([(start, end) for _, start, end in _styles(page)], size=len(page.source))


def _styles(page: Document) -> Iterator[tuple[int, int, int]]:
    """Find the tags of divisions with a style, and where that attribute starts and ends."""
    tags = np.flatnonzero((page.tokens.code == _DIV) & (page.code > 0))
    starts, ends = page.tokens.tag_start[tags].tolist(), page.tokens.tag_end[tags].tolist()
    for tag, start, end in zip(tags.tolist(), starts, ends, strict=True):
        found = _STYLE.search(page.source, start, end)
        if found:
            yield tag, *found.span()


@dataclass(frozen=True, slots=True)
class CrunchEmptyTables(Prefilter):
    """Removes tables with too little text to mean anything.

    Paper: mohammadzadeh2013, section 3.2.1 ("a table without information or containing insignificant information");
    gupta2003. The least text of a table that stays, one character, is that of Crunch's own program.
    Deviations: an image alone does not save a table; images are no text.
    """

    name: ClassVar[str] = "crunch-empty-tables"
    least: int = 1
    """Tables with fewer characters are removed."""

    def __post_init__(self) -> None:
        """Check the number."""
        self.require_range("least", 0, 1_000_000)

    def __call__(self, page: Document) -> Document:
        """Hide the tables."""
        characters = page.in_subtrees(page.characters_before)
        return page.without_elements(_TABLE[page.elements.tag] & (characters < self.least))


@dataclass(frozen=True, slots=True)
class CrunchFilters(Prefilter):
    """Removes advertisements, lists and cells of links, links, images and empty tables: the recipe `crunch`."""

    name: ClassVar[str] = "crunch-filters"
    ads: bool = True
    """Remove what comes from advertisement servers."""
    link_cells: bool = True
    """Remove table cells with too many links."""
    link_lists: bool = True
    """Remove lists of links."""
    text_links: bool = True
    """Remove links with their texts."""
    images: bool = True
    """Remove images."""
    div_styles: bool = False
    """Remove style attributes of divisions."""
    empty_tables: bool = True
    """Remove tables without text."""
    cell_ratio: float = 0.25
    """Cells with more links for each word are removed."""
    list_quota: float = 0.5
    """Lists with a larger share of linked characters are removed."""
    least: int = 1
    """Tables with fewer characters are removed."""

    def __post_init__(self) -> None:
        """Check the switches, and the thresholds by making the filters."""
        for name in ("ads", "link_cells", "link_lists", "text_links", "images", "div_styles", "empty_tables"):
            if not isinstance(getattr(self, name), bool):
                raise ParameterError(f"{self.name}: {name} must be True or False, not {getattr(self, name)!r}")
        self._filters()

    def __call__(self, page: Document) -> Document:
        """Apply the filters that are switched on."""
        for prefilter in self._filters():
            page = prefilter(page)
        return page

    def taken_out(self, page: Document) -> Spans:
        """Join what the filters that are switched on take out."""
        return taken_out_by(self._filters(), page)

    def _filters(self) -> list[Prefilter]:
        every = (
            (self.link_cells, CrunchLinkCells(self.cell_ratio)),
            (self.link_lists, CrunchLinkLists(self.list_quota)),
            (self.ads, CrunchAds()),
            (self.text_links, CrunchTextLinks()),
            (self.images, CrunchImages()),
            (self.div_styles, CrunchStyles()),
            (self.empty_tables, CrunchEmptyTables(self.least)),
        )
        return [prefilter for on, prefilter in every if on]


def start_tags(page: Document) -> tuple[list[int], list[int]]:
    """Find where the tag with each element's attributes starts and ends; nowhere if it has none."""
    tag = page.elements.first.copy()
    tag[list(page.elements.owner)] = list(page.elements.owner.values())
    edges = (np.append(edge, np.int32(0)) for edge in (page.tokens.tag_start, page.tokens.tag_end))
    start, end = (edge[tag] for edge in edges)  # -1, no tag, finds the appended 0
    return start.tolist(), end.tolist()


def links(page: Document) -> Marked:
    """Mark the links: `a` elements that have an address."""
    marked = _LINK[page.elements.tag].copy()
    source, (starts, ends) = page.source, start_tags(page)
    for element in np.flatnonzero(marked).tolist():
        start, end = starts[element], ends[element]
        marked[element] = source.find("href", start, end) >= 0 or "href" in source[start:end].lower()
    return marked
