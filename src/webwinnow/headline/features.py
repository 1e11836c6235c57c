"""What is said for and against a text being the headline, as numbers between 0 and 1 that a weighted sum adds up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.word_search import LONGEST_TAG, share_found
from webwinnow.headline.candidates import MARKED, Candidate, is_marked, key_of, main_text, start_of_main
from webwinnow.headline.site import Site, says_more, squeezed
from webwinnow.language.terms import terms, terms_of_each
from webwinnow.lazy_values import cached_property, weakly
from webwinnow.spans import Spans

_FEW_WORDS: Final = ("no word", "one word", "two words", "three words")
KNOWN: Final = frozenset(
    "h1 h2 h3 h4 h5 h6 text title og:title twitter:title json-ld json-ld-name meta-title microdata meta-name".split()
)
_DECLARED: Final = {"og:title", "twitter:title", "json-ld", "json-ld-name", "meta-title", "microdata", "meta-name"}
_SEEN: Final = {"h1", "h2", "h3", "text"}
_IN_TITLE: Final = "title or a part of it"
IN_MAIN: Final = "in main text"
PLAIN: Final = (
    "no title", "names site", "names site, title says more", "holds site", IN_MAIN, *_FEW_WORDS, "long",
    "very long", "ends in dots", "has separator", "before text", "near text", "aside", "inner", "linked", "marked",
    "repeated",
)  # fmt: skip
"""What any text that readers see may have."""
NO_HEADLINES: Final = frozenset(
    {"null", "undefined", "none", "nan", "untitled", "untitled document", "[object object]"}
)
"""What programs write where they have no title."""
LONG_HEADLINE, VERY_LONG = 20, 30
"""Words of a headline beyond which it is long."""
SEPARATORS: Final = "|-–»"
"""Signs that stand between a headline and a name, with blanks around them."""
DOTS: Final = "…"
_LINK: Final = NUMBER["a"]
_ASIDE: Final = column("nav aside footer form dialog")
_INNER: Final = column("article main")
_IS_ASIDE, _IS_INNER, _IS_LINKED = 1, 2, 4  # as in native/kernels.h
AROUND: Final = (_IS_ASIDE * _ASIDE + _IS_INNER * _INNER + _IS_LINKED * column("a")).astype(np.uint8)
"""What an element says of what stands in it, by its tag's number."""


class CandidateGroup(NamedTuple):
    """Candidates with the same text."""

    key: str
    """What their texts have in common (see `key_of`)."""
    members: tuple[Candidate, ...]
    sources: frozenset[str]
    """Where it was read as a whole."""
    placed: tuple[Candidate, ...]
    """The members that readers see, in order."""

    @property
    def text(self) -> str:
        """The text as its first member writes it."""
        return self.members[0].text


def grouped(candidates: Iterable[Candidate]) -> list[CandidateGroup]:
    """Put candidates with the same text together; what readers see comes first, so that it is what is shown."""
    found: dict[str, list[Candidate]] = {}
    for each in sorted(candidates, key=lambda each: each.element < 0):
        if each.text and each.text.lower() not in NO_HEADLINES:
            found.setdefault(each.key, []).append(each)
    return [_group(key, members) for key, members in found.items()]


def _group(key: str, members: list[Candidate]) -> CandidateGroup:
    sources = frozenset([each.source for each in members if not each.part])
    placed = [each for each in members if each.element >= 0]
    if len(placed) > 1:
        placed.sort(key=lambda each: each.start)
    return CandidateGroup(key, tuple(members), sources, tuple(placed))


class Weights(NamedTuple):
    """What features weigh."""

    of: Mapping[str, float]
    columns: npt.NDArray[np.float64]
    """The same, as compiled code numbers features; without what is shared with the main text."""
    in_main: float
    """What weighs the share of words that stand in the main text."""

    def sum_of(self, described: Mapping[str, float]) -> float:
        """Weigh a group; exactly, for the features come in the order of a set, which must not show in the result."""
        weight = self.of
        return math.fsum([weight.get(name, 0.0) * value for name, value in described.items()])


class Contest:
    """The groups of a page, and what is said for and against each; what all of them share is found once."""

    def __init__(self, around: HeadlineSetting, groups: Sequence[CandidateGroup], *, news: bool) -> None:
        """Find which groups have the same words; `news` tells whether the page declares itself to be that."""
        self.around, self.groups, self._news = around, groups, news
        h1 = [each for group in groups for each in group.members if each.source == "h1" and not each.part]
        self._first_h1, self._many_h1 = min([each.start for each in h1], default=-1), len(h1)
        self._words = list(map(tuple, terms_of_each([group.text for group in groups])))
        self._agreed: dict[tuple[str, ...], set[str]] = {}
        for group, own in zip(groups, self._words, strict=True):
            together = self._agreed.setdefault(own, set())
            together |= group.sources
            if any(each.source == "title" for each in group.members):
                together.add(_IN_TITLE)

    def __len__(self) -> int:
        """Count the groups."""
        return len(self.groups)

    def shown(self, at: int) -> Candidate:
        """Return the candidate that stands for a group."""
        return self.groups[at].members[0]

    def sums(self, weight: Weights) -> list[float]:
        """Weigh the groups, but for what they share with the main text."""
        return [weight.sum_of(each) for each in self._alone]

    def exact_sums(self, some: Sequence[int], shares: Sequence[float], weight: Weights) -> list[float]:
        """Weigh some groups that have such shares of their words in the main text."""
        return [weight.sum_of(self._alone[at] | {IN_MAIN: share}) for at, share in zip(some, shares, strict=True)]

    def in_main(self, some: Sequence[int]) -> list[float]:
        """Return which share of the words of some groups stands in the main text."""
        return share_found(self.around.page, [self.groups[at].text for at in some], self.around.main)

    @cached_property
    def _alone(self) -> list[dict[str, float]]:
        return self.described_alone(range(len(self.groups)))

    def described(self, some: Sequence[int]) -> list[dict[str, float]]:
        """Describe some of the groups; what is left out is 0."""
        found = self.described_alone(some)
        for each, share in zip(found, self.in_main(some), strict=True):
            if share:
                each[IN_MAIN] = share
        return found

    def described_alone(self, some: Sequence[int]) -> list[dict[str, float]]:
        """Describe some of the groups, but for what they share with the main text."""
        around = self.around
        elements = {each.element for at in some for each in self.groups[at].placed}
        places = around.places(elements) if elements else {}
        described: list[dict[str, float]] = []
        for at in some:
            group, own = self.groups[at], self._words[at]
            found = self.of_sources(at)
            _of_title(found, around, group.key, set(own))
            _of_text(found, around, group.text, len(own))
            _of_place(found, around, group, places)
            _of_agreement(found, around, group, self._agreed[own], news=self._news)
            described.append(found)
        return described

    def of_sources(self, at: int) -> dict[str, float]:
        """Describe where a group was read."""
        return _of_sources(self.groups[at], self._first_h1, self._many_h1)


def _of_sources(group: CandidateGroup, first: int, many: int) -> dict[str, float]:
    sources = group.sources
    found = {source if source in KNOWN else "element": 1.0 for source in sources}
    if "h1" in sources:
        if many == 1:
            found["only h1"] = 1.0
        if any(each.start == first for each in group.members):
            found["first h1"] = 1.0
    elif many == 1:
        found["beside h1: seen" if group.placed else "beside h1: declared" if sources else "beside h1: part"] = 1.0
    for each in group.members:
        if each.part:
            found[f"{each.part} of {'heading' if each.part == 'run' else each.source}"] = 1.0
    return found


def _of_title(found: dict[str, float], around: HeadlineSetting, key: str, own: set[str]) -> None:
    title = around.title
    if not title:
        found["no title"] = 1.0
        return
    if key in title:
        if title.startswith(key):
            found["starts title"] = 1.0
        found["in title"] = 1.0
    elif title in key:
        found["holds title"] = 1.0
    shared = len(around.title_terms & own)
    if shared:
        found["title covered"] = shared / len(around.title_terms)
        found["covered by title"] = shared / len(own)


def _of_text(found: dict[str, float], around: HeadlineSetting, text: str, count: int) -> None:
    letters = squeezed(text)
    if around.site.is_called(letters):
        found["names site"] = 1.0
        if around.says_more:
            found["names site, title says more"] = 1.0
    if around.site.stands_in(letters):
        found["holds site"] = 1.0
    if count < len(_FEW_WORDS):
        found[_FEW_WORDS[count]] = 1.0
    elif count > LONG_HEADLINE:
        found["long"] = 1.0
        if count > VERY_LONG:
            found["very long"] = 1.0
    if text.endswith(("...", DOTS)):
        found["ends in dots"] = 1.0
    if any(f" {sign} " in text for sign in SEPARATORS):
        found["has separator"] = 1.0


def _of_place(
    found: dict[str, float], around: HeadlineSetting, group: CandidateGroup, places: Mapping[int, _Place]
) -> None:
    placed = group.placed
    if not placed:
        found["not seen"] = 1.0
        return
    whole = [each for each in placed if not each.part] or placed
    words = abs(around.starts_at - whole[0].start) / max(len(around.page.source), 1)
    if whole[0].start < around.starts_at:
        found["before text"] = 1.0
    if words < 1 / 5:
        found["near text"] = max(0.0, 1 - 5 * words)
    stand = _together([places[each.element] for each in whole])
    if stand.aside:
        found["aside"] = 1.0
    if stand.inner:
        found["inner"] = 1.0
    if stand.linked:
        found["linked"] = 1.0
    if stand.marked:
        found["marked"] = 1.0
    if len(whole) > 1 and whole[-1].start > whole[0].start:
        found["repeated"] = 1.0


def _of_agreement(
    found: dict[str, float], around: HeadlineSetting, group: CandidateGroup, sources: set[str], *, news: bool
) -> None:
    """Describe the sources of all groups with the same words."""
    declared = sources & _DECLARED
    seen = not _SEEN.isdisjoint(sources)
    if declared and seen:
        found["declared and seen"] = 1.0
    if len(declared) > 1:
        found["declared twice"] = 1.0
    if "h1" in sources and _IN_TITLE in sources:
        found["h1 and title"] = 1.0
    if news:
        found |= {f"news: {source}": 1.0 for source in group.sources & {"h1", "og:title", "json-ld", "twitter:title"}}
        apart = "og:title" in group.sources and bool(around.title) and group.key not in around.title
        said = {
            "news: only h1": "h1" in group.sources and not declared,
            "news: own og:title": apart,
            "news: own og:title, seen": apart and seen,
            "news: h1 and json-ld": {"h1", "json-ld"} <= sources,
            "news: h1 and og:title": {"h1", "og:title"} <= sources,
            "news: json-ld and og:title": {"json-ld", "og:title"} <= sources,
        }
        found |= {name: 1.0 for name, is_so in said.items() if is_so}


class _Place(NamedTuple):
    """Where an element stands."""

    aside: bool
    """In navigation, an aside, a footer, a form."""
    inner: bool
    """In an article or in `main`."""
    linked: bool
    """In a link, or around one."""
    marked: bool
    """Its start tag says that it is a headline."""


def _together(places: Sequence[_Place]) -> _Place:
    """Tell what holds of a text that stands at several places."""
    if len(places) == 1:
        return places[0]
    return _Place(
        all(each.aside for each in places),
        any(each.inner for each in places),
        all(each.linked for each in places),
        any(each.marked for each in places),
    )


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
    main: Spans
    """The main text."""
    starts_at: int
    """Where the main text starts in the source; the end of the page if there is none."""

    def places(self, elements: set[int]) -> dict[int, _Place]:
        """Tell where each of some elements stands."""
        chosen = np.array(sorted(elements), dtype=np.int32)
        bits = _bits_around(self.page, chosen)
        stands = zip(chosen.tolist(), bits.tolist(), self.marked(chosen).tolist(), strict=True)
        return {
            element: _Place(bool(bit & _IS_ASIDE), bool(bit & _IS_INNER), bool(bit & _IS_LINKED), marked)
            for element, bit, marked in stands
        }

    def marked(self, elements: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell whether the start tags of some elements say that they are headlines."""
        page, tokens = self.page, self.page.tokens
        opened = page.elements.start_tags()[elements]
        starts, ends = tokens.tag_start[opened], tokens.tag_end[opened]
        ends = np.where(opened >= 0, np.minimum(ends, starts + LONGEST_TAG), starts)
        marked = np.zeros(len(elements), dtype=np.bool_)
        for at in MARKED.holding(page.markup, starts, ends).tolist():
            marked[at] = is_marked(page, int(starts[at]), int(ends[at]))
        return marked


def _bits_around(page: Document, elements: npt.NDArray[np.int32]) -> npt.NDArray[np.uint8]:
    """Tell whether elements stand in what is aside, in what is inside, and in or around a link."""
    tree = page.elements
    links = np.flatnonzero(page.tokens.code == _LINK)
    holds = np.searchsorted(links, tree.close[elements]) > np.searchsorted(links, tree.first[elements])
    found = np.where(holds, np.uint8(_IS_LINKED), np.uint8(0))
    for bit in (_IS_ASIDE, _IS_INNER, _IS_LINKED):
        found[page.inside((AROUND & bit)[tree.tag] > 0)[elements]] |= bit
    return found


def look_around(page: Document, site: Site, content: Spans | None) -> HeadlineSetting:
    """Gather what is known; without `content`, the page's long blocks stand for the main text."""
    main = main_text(page, content)
    return HeadlineSetting(
        weakly(page),
        site,
        key_of(page.title or ""),
        says_more(page.title or "", site),
        frozenset(terms(page.title or "")),
        main,
        start_of_main(page, content),
    )
