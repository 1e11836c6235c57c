"""What is said for and against a text being the headline, as numbers between 0 and 1 that a weighted sum adds up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import finder
from webwinnow.document.html_names import column
from webwinnow.document.words import before_gaps
from webwinnow.headline.candidates import Candidate, key_of
from webwinnow.headline.site import LONGEST_TITLE, Site, without_site
from webwinnow.language.terms import Terms, terms, terms_of_each
from webwinnow.spans import Spans

_HEADLINE: Final = (
    "headline",
    "entry-title",
    "post-title",
    "article-title",
    "page-title",
    "entry_title",
    "article__title",
)
_CLASS, _PROPERTY = finder("class"), finder("itemprop")
_KNOWN: Final = frozenset(
    "h1 h2 h3 h4 h5 h6 text title og:title twitter:title json-ld json-ld-name meta-title microdata meta-name".split()
)
_DECLARED: Final = {"og:title", "twitter:title", "json-ld", "json-ld-name", "meta-title", "microdata", "meta-name"}
_SEEN: Final = {"h1", "h2", "h3", "text"}
_IN_TITLE: Final = "title or a part of it"
LONG: Final = 25
"""Words of a block that is running text. Chosen by hand: two lines of a column; no sweep was made."""
_LINK: Final = column("a")
_ASIDE: Final = column("nav aside footer form dialog")
_INNER: Final = column("article main")


@dataclass(frozen=True)
class CandidateGroup:
    """Candidates with the same text."""

    key: str
    """What their texts have in common (see `key_of`)."""
    members: tuple[Candidate, ...]

    @property
    def text(self) -> str:
        """The text as its first member writes it."""
        return self.members[0].text

    @cached_property
    def sources(self) -> frozenset[str]:
        """Where it was read as a whole."""
        return frozenset(each.source for each in self.members if not each.part)

    @cached_property
    def placed(self) -> tuple[Candidate, ...]:
        """The members that readers see, in order."""
        return tuple(sorted((each for each in self.members if each.element >= 0), key=lambda each: each.start))


def grouped(candidates: Iterable[Candidate]) -> list[CandidateGroup]:
    """Put candidates with the same text together; what readers see comes first, so that it is what is shown."""
    found: dict[str, list[Candidate]] = {}
    for each in sorted(candidates, key=lambda each: each.element < 0):
        if each.text:
            found.setdefault(each.key, []).append(each)
    return [CandidateGroup(key, tuple(members)) for key, members in found.items()]


def features(around: HeadlineSetting, groups: Sequence[CandidateGroup], *, news: bool) -> list[dict[str, float]]:
    """Describe each group; what is left out is 0."""
    h1 = [each for group in groups for each in group.members if each.source == "h1" and not each.part]
    first = min((each.start for each in h1), default=-1)
    words = list(map(tuple, terms_of_each([group.text for group in groups])))
    agreed: dict[tuple[str, ...], set[str]] = {}
    for group, own in zip(groups, words, strict=True):
        agreed.setdefault(own, set()).update(
            group.sources, (_IN_TITLE for each in group.members if each.source == "title")
        )
    return [
        {
            **_of_sources(group, first, len(h1)),
            **_of_title(around, group, set(own)),
            **_of_text(around, group, own),
            **_of_place(around, group),
            **_of_agreement(around, group, agreed[own], news=news),
        }
        for group, own in zip(groups, words, strict=True)
    ]


def _of_sources(group: CandidateGroup, first: int, many: int) -> dict[str, float]:
    sources = group.sources
    found = {source if source in _KNOWN else "element": 1.0 for source in sources}
    if many == 1 and "h1" not in sources:
        found |= {f"beside h1: {'seen' if group.placed else 'declared' if sources else 'part'}": 1.0}
    if "h1" in sources:
        found["only h1"] = float(many == 1)
        found["first h1"] = float(any(each.start == first for each in group.members))
    found |= {
        f"{each.part} of {'heading' if each.part == 'run' else each.source}": 1.0 for each in group.members if each.part
    }
    return found


def _of_title(around: HeadlineSetting, group: CandidateGroup, own: set[str]) -> dict[str, float]:
    key, title = group.key, around.title
    shared = len(around.title_terms & own)
    return {
        "starts title": float(bool(title) and title.startswith(key)),
        "in title": float(bool(title) and key in title),
        "holds title": float(bool(title) and title in key and title != key),
        "title covered": shared / max(len(around.title_terms), 1),
        "covered by title": shared / max(len(own), 1),
        "no title": float(not title),
    }


def _of_text(around: HeadlineSetting, group: CandidateGroup, own: tuple[str, ...]) -> dict[str, float]:
    count, different, names_site = len(own), set(own), around.site.is_name(group.text)
    return {
        "names site": float(names_site),
        "names site, title says more": float(names_site and around.says_more),
        "holds site": float(around.site.holds_name(group.text)),
        "in main text": sum(map(around.in_text, different)) / max(len(different), 1),
        "no word": float(count == 0),
        "one word": float(count == 1),
        "two words": float(count == 2),
        "three words": float(count == 3),
        "long": float(count > 20),
        "very long": float(count > 30),
        "ends in dots": float(group.text.endswith(("...", "…"))),
        "has separator": float(any(sign in group.text for sign in (" | ", " - ", " – ", " » "))),
    }


def _of_place(around: HeadlineSetting, group: CandidateGroup) -> dict[str, float]:
    placed = group.placed
    if not placed:
        return {"not seen": 1.0}
    whole = [each for each in placed if not each.part] or list(placed)
    elements, page = [each.element for each in whole], around.page
    words = abs(around.starts_at - whole[0].start) / max(len(page.source), 1)
    return {
        "before text": float(any(each.start < around.starts_at for each in whole)),
        "near text": max(0.0, 1 - 5 * words),
        "aside": float(all(around.aside[element] for element in elements)),
        "inner": float(any(around.inner[element] for element in elements)),
        "linked": float(all(around.linked[element] for element in elements)),
        "marked": float(any(_is_marked(around, element) for element in elements)),
        "repeated": float(len({each.start for each in whole}) > 1),
    }


def _is_marked(around: HeadlineSetting, element: int) -> bool:
    page, tag = around.page, around.page.elements.start_tag(element)
    if tag < 0:
        return False
    written = page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]][:2000].lower()
    if "itemprop" in written and _PROPERTY(written) in ("headline", "name"):
        return True
    kind = _CLASS(written) if any(word in written for word in _HEADLINE) else None
    return kind is not None and any(word in kind for word in _HEADLINE)


def _of_agreement(around: HeadlineSetting, group: CandidateGroup, sources: set[str], *, news: bool) -> dict[str, float]:
    """Describe the sources of all groups with the same words."""
    declared = sources & _DECLARED
    seen = sources & _SEEN
    found = {
        "declared and seen": float(bool(declared) and bool(seen)),
        "declared twice": float(len(declared) > 1),
        "h1 and title": float({"h1", _IN_TITLE} <= sources),
    }
    if news:
        found |= {f"news: {source}": 1.0 for source in group.sources & {"h1", "og:title", "json-ld", "twitter:title"}}
        found["news: only h1"] = float("h1" in group.sources and not declared)
        apart = "og:title" in group.sources and bool(around.title) and group.key not in around.title
        found["news: own og:title"] = float(apart)
        found["news: own og:title, seen"] = float(apart and bool(seen))
        found["news: h1 and json-ld"] = float({"h1", "json-ld"} <= sources)
        found["news: h1 and og:title"] = float({"h1", "og:title"} <= sources)
        found["news: json-ld and og:title"] = float({"json-ld", "og:title"} <= sources)
    return found


@dataclass(frozen=True, slots=True)
class HeadlineSetting:
    """A page as candidates are judged in it."""

    page: Document
    site: Site
    title: str
    """The title's key (see `key_of`)."""
    says_more: bool
    """Whether the title has something besides the site's name."""
    title_terms: frozenset[str]
    known: Mapping[str, int]
    in_main: npt.NDArray[np.bool_]
    """The number of each term of the page, and by number whether it stands in the main text."""
    starts_at: int
    """Where the main text starts in the source; the end of the page if there is none."""
    aside: npt.NDArray[np.bool_]
    """Per element: whether it stands in navigation, an aside, a footer, a form."""
    inner: npt.NDArray[np.bool_]
    """Per element: whether it stands in an article or in `main`."""
    linked: npt.NDArray[np.bool_]
    """Per element: whether it stands in a link or holds one."""

    def in_text(self, term: str) -> bool:
        """Tell whether a term stands in the main text."""
        number = self.known.get(term, -1)
        return number >= 0 and bool(self.in_main[number])


def look_around(page: Document, site: Site, known: Terms, content: Spans | None) -> HeadlineSetting:
    """Gather what is known; without `content`, the page's long blocks stand for the main text."""
    tag = page.elements.tag
    main = _running_text(page) if content is None else page.select(content)
    held = page.in_subtrees(before_gaps(_opened(page, _LINK))) > 0
    return HeadlineSetting(
        page,
        site,
        key_of(page.title or ""),
        bool(page.title) and not site.is_name(without_site((page.title or "")[:LONGEST_TITLE], site)),
        frozenset(terms(page.title or "")),
        known.known,
        np.bincount(known.number[main.contains(page.words.start)], minlength=len(known.vocabulary)) > 0,
        int(main.starts[0]) if len(main) else len(page.source),
        page.inside(_ASIDE[tag]),
        page.inside(_INNER[tag]),
        page.inside(_LINK[tag]) | held,
    )


def _opened(page: Document, names: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Count per gap whether a start tag of these names stands right before it."""
    code = page.tokens.code
    opens = np.append(False, names[np.abs(code)] & (code > 0))
    return opens.astype(np.int32)


def _running_text(page: Document) -> Spans:
    """Find the blocks with many words that are no links."""
    blocks, runs = page.blocks, page.runs
    if not len(blocks):
        return page.select([])
    linked = page.inside(_LINK[page.elements.tag])[runs.home]
    words = np.bincount(np.searchsorted(runs.start, page.words.start, side="right") - 1, minlength=len(runs))
    unlinked = np.where(linked, 0, words)[blocks.runs]
    long = np.add.reduceat(unlinked, blocks.first[:-1]) >= LONG
    return page.select_blocks(long)
