"""All texts of a page that may be its headline: headings, marked elements, texts like the title, what is declared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.declared import NAMING_WORDS, Item, MetaSearch, declared, texts
from webwinnow.document import Document
from webwinnow.document.attributes import finder
from webwinnow.document.html_names import NUMBER, NUMBERS, column
from webwinnow.document.word_search import LONGEST_TAG, RAW, WordSearch, tags_holding
from webwinnow.headline.outline import cleaned, without_signs
from webwinnow.headline.site import LONGEST_TITLE, Site, parts
from webwinnow.headline.titlefinder import most_like_title
from webwinnow.spans import Spans

Numbers = npt.NDArray[np.integer]
QUOTES: Final = str.maketrans("‘’ʼ“”„«»\u00a0", '\'\'\'""""" ')
HEADINGS: Final = tuple(NUMBER[f"h{order}"] for order in range(1, 7))
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
MARKING: Final = WordSearch(("headline", "heading", "title", "titel", "titre", "titulo", "subject"), ignore_case=True)
"""Words in a start tag that mark a headline: class names, ids and item properties are written with them."""
_NOT_MARKING: Final = column("meta link img input svg a body html head button") | _HEADING | RAW
MAY_MARK: Final = np.concatenate([[False], ~_NOT_MARKING[1:], np.zeros(NUMBERS, dtype=np.bool_)])
"""By a tag's code; those of end tags are negative, and so count from the end."""
HEADLINE_CLASSES: Final = (
    "headline",
    "entry-title",
    "post-title",
    "article-title",
    "page-title",
    "entry_title",
    "article__title",
)
HEADLINE_PROPERTIES: Final = ("headline", "name")
"""What item properties say, and what stands in classes, of elements that are headlines."""
MARKED: Final = WordSearch(("itemprop", *HEADLINE_CLASSES), ignore_case=True)
_CLASS, _PROPERTY = finder("class"), finder("itemprop")
LONGEST: Final = 300
"""Characters of a headline; of 1,332 headlines of wcxb-dev the longest has 257 (2026-11-16)."""
LONGEST_SOURCE: Final = 10 * LONGEST
PER_KIND: Final = 12
"""How many of each order of headings, and of marked elements, are looked at: ten h1 are enough to choose from."""
_AT_ONCE: Final = 200
"""Start tags that are looked through at once, then twice as many: most pages mark some headline near their start."""
ALIKE: Final = 3
"""How many of the texts most like the title are looked at."""
MOST_PIECES: Final = 6
"""Pieces of text of a heading that are also looked at alone; where there are more, none is."""
META_KEYS: Final = {
    "og:title": "og:title",
    "twitter:title": "twitter:title",
    "title": "meta-title",
    "dc.title": "meta-title",
    "dcterms.title": "meta-title",
    "dc:title": "meta-title",
    "parsely-title": "meta-title",
    "sailthru.title": "meta-title",
    "citation_title": "meta-title",
    "headline": "microdata",
    "name": "meta-name",
}
"""Keys of meta tags, and the source that they count as."""
_METAS: Final = MetaSearch(META_KEYS, NAMING_WORDS)
ABOUT_PAGE: Final = (
    "Article", "NewsArticle", "BlogPosting", "Posting", "Report", "Product", "Question", "Recipe", "WebPage", "Book",
    "Course", "Event", "JobPosting", "Movie", "VideoObject", "SoftwareApplication", "CollectionPage", "ItemPage",
    "AboutPage", "FAQPage", "QAPage", "ProfilePage", "Service", "CreativeWork", "MedicalWebPage", "TechArticle",
)  # fmt: skip
NEWS: Final = "Article"
"""How the types of articles of news end."""
NEAR: Final = 2
"""How deep an object may stand in others to speak of the page itself."""
LONG: Final = 25
"""Words of a block that is running text. Chosen by hand: two lines of a column; no sweep was made."""
_LINK: Final = NUMBER["a"]
OF_PAGE: Final = ("mainEntity", "mainEntityOfPage")
MOST_ITEMS: Final = 40
"""Items of JSON-LD that are asked for a headline; no sweep was made."""


class Candidate(NamedTuple):
    """A text and where it was read."""

    text: str
    source: str
    """What held it; see `Headline.source`."""
    start: int
    end: int
    """Where that stands in the page's source."""
    element: int = -1
    """The element whose visible text it is, -1 if it stands in no such element."""
    part: str = ""
    """Which part of its source it is: nothing for the whole, else `first`, `last`, `middle`, `clean` or `run`."""

    @property
    def key(self) -> str:
        """The text without differences of case and typography: equal keys are one headline."""
        return key_of(self.text)


def key_of(text: str) -> str:
    """Fold a text for comparison."""
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFC", text).translate(QUOTES)
    return " ".join(plain.casefold().split())


class CandidateElements(NamedTuple):
    """Elements whose text may be the headline, and where that text is read; those without text are left out."""

    element: Numbers
    first: Numbers
    """The first of the page's texts that stands in each,"""
    last: Numbers
    """and one past the last."""
    start: Numbers
    end: Numbers
    """Where that text starts and ends in the source."""

    def chosen(self, which: npt.NDArray[np.bool_]) -> CandidateElements:
        """Return the marked ones."""
        return CandidateElements(*(each[which] for each in self))


def candidate_elements(page: Document) -> CandidateElements:
    """Find the headings, by their order, and the elements that are marked as headlines; of each kind the first few."""
    headings = np.flatnonzero(_HEADING[page.elements.tag])
    order = page.elements.tag[headings]
    chosen = [headings[order == number][:PER_KIND] for number in HEADINGS] if len(headings) else []
    elements = np.concatenate([*chosen, marked_elements(page, PER_KIND)])
    inside = page.texts.inside(elements)
    filled = inside[:, 0] < inside[:, 1]
    elements, (first, last) = elements[filled], inside[filled].T
    start, end = page.runs.start[page.texts.run[first]], page.runs.end[page.texts.run[last - 1]]
    return CandidateElements(elements, first, last, start, end).chosen(end - start <= LONGEST_SOURCE)


def from_elements(page: Document, elements: CandidateElements) -> Iterator[Candidate]:
    """Yield the text of elements, and of headings the single runs if there are a few."""
    runs, texts, tags = page.runs, page.texts, page.elements.tag[elements.element]
    columns = (*elements, tags, _HEADING[tags])
    for element, first, last, start, end, tag, is_heading in zip(*(each.tolist() for each in columns), strict=True):
        name, text = page.tokens.name(tag), without_signs(texts.text(first, last))
        if text and len(text) <= LONGEST:
            yield Candidate(text, name, start, end, element)
        if is_heading and 1 < last - first <= MOST_PIECES:
            for at, run in enumerate(texts.run[first:last].tolist(), first):
                place = int(runs.start[run]), int(runs.end[run])
                yield Candidate(without_signs(texts.text(at, at + 1)), name, *place, element, "run")


def marked_elements(page: Document, count: int) -> npt.NDArray[np.intp]:
    """Find the first elements whose start tag has a word that marks headlines, in order."""
    tags = np.flatnonzero(MAY_MARK[page.tokens.code])
    opened = page.elements.by_start_tag(len(page.tokens.code))
    found, at, some = np.empty(0, dtype=np.intp), 0, _AT_ONCE
    while at < len(tags) and len(found) < count:
        elements = opened[tags_holding(page, tags[at : at + some], MARKING)]
        found = np.append(found, elements[elements >= 0])
        at, some = at + some, 2 * some
    return found[:count]


def is_marked(page: Document, start: int, end: int) -> bool:
    """Tell whether a start tag with a word of those that mark headlines has it where it counts."""
    written = page.source[start:end][:LONGEST_TAG].lower()
    if "itemprop" in written and _PROPERTY(written) in HEADLINE_PROPERTIES:
        return True
    kind = _CLASS(written) if any(word in written for word in HEADLINE_CLASSES) else None
    return kind is not None and any(word in kind for word in HEADLINE_CLASSES)


def from_texts(page: Document) -> Iterator[Candidate]:
    """Yield the texts most like the title, whatever element they stand in."""
    runs = page.runs
    for run, _ in most_like_title(page, ALIKE):
        start, end = int(runs.start[run]), int(runs.end[run])
        text = cleaned(page.text(start, end))
        if len(text) <= LONGEST:
            yield Candidate(text, "text", start, end, int(runs.home[run]))


def from_titles(page: Document, stated: list[Candidate], site: Site, place: tuple[int, int]) -> list[Candidate]:
    """Return the title element, which stands at such a place, and the parts of it and of `og:title`."""
    titles = [Candidate(cleaned(page.title), "title", *place)] if page.title else []
    found, cut = list(titles), dict[str, list[tuple[str, str]]]()  # both often say the same
    for each in [*titles, *[one for one in stated if one.source == "og:title"]][:2]:
        text = each.text[:LONGEST_TITLE]
        if text not in cut:
            cut[text] = parts(text, site)
        found += [Candidate(part, each.source, each.start, each.end, -1, name) for part, name in cut[text] if part]
    return found


def title_place(page: Document) -> tuple[int, int]:
    """Return where the title element stands."""
    return next(iter(declared(page).title_spans), (0, 0))


def other_candidates(page: Document, site: Site) -> list[Candidate]:
    """Return the candidates that are no text of a heading or a marked element. Found once per page."""
    return page.once(other_candidates, lambda: _others(page, site))


def _others(page: Document, site: Site) -> list[Candidate]:
    said = declared_headlines(page)
    return [*from_texts(page), *said, *from_titles(page, said, site, title_place(page))]


def declared_headlines(page: Document) -> list[Candidate]:
    """Return what meta tags and JSON-LD call the page."""
    said = declared(page)
    found = [Candidate(cleaned(meta.content), META_KEYS[meta.key], meta.start, meta.end) for meta in said.among(_METAS)]
    named = [item for item in said.json_ld if len(item.path) <= NEAR and (not item.path or item.path[0] in OF_PAGE)]
    for item in named[:MOST_ITEMS]:
        found += _of_item(item)
    return found


def about_news(page: Document) -> bool:
    """Tell whether the page declares itself to be an article of news."""
    return any(kind.endswith(NEWS) for item in declared(page).json_ld if not item.path for kind in item.types)


def _of_item(item: Item) -> Iterator[Candidate]:
    headline, name = item.properties.get("headline"), item.properties.get("name")
    if headline is not None:
        for text in texts(headline)[:1]:
            yield Candidate(cleaned(text), "json-ld", item.start, item.end)
    if name is not None and any(kind.endswith(ABOUT_PAGE) for kind in item.types):
        for text in texts(name)[:1]:
            yield Candidate(cleaned(text), "json-ld-name", item.start, item.end)


def main_text(page: Document, content: Spans | None) -> Spans:
    """Return the main text that candidates are compared with."""
    return _running_text(page) if content is None else page.select(content)


def start_of_main(page: Document, content: Spans | None) -> int:
    """Return where the main text starts in the source; the end of the page if there is none."""
    visible = page.visible
    if content is not None and len(content) and len(visible):  # most often the first place of the content is seen
        start, at = int(content.starts[0]), int(visible.ends.searchsorted(content.starts[0], "right"))
        if at < len(visible) and visible.starts[at] < content.ends[0]:
            return max(start, int(visible.starts[at]))
    main = main_text(page, content)
    return int(main.starts[0]) if len(main) else len(page.source)


def _running_text(page: Document) -> Spans:
    """Find the blocks with many words that are no links."""
    blocks, runs = page.blocks, page.runs
    if not len(blocks):
        return page.select([])
    linked = page.inside(page.elements.tag == _LINK)[runs.home]
    words = np.bincount(np.searchsorted(runs.start, page.words.start, side="right") - 1, minlength=len(runs))
    unlinked = np.where(linked, 0, words)[blocks.runs]
    long = np.add.reduceat(unlinked, blocks.first[:-1]) >= LONG
    return page.select_blocks(long)
