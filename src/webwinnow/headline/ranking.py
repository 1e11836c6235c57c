"""The methods to find headlines; the default judges every text that may be one by what speaks for and against it.

Paper: ours, from the weaknesses of TitleFinder that mohammadzadeh2013, sections 5.4.4 and 5.5 name: a site's name that
is longer than the headline (parts of the title that name the site are cut off, words of the title are looked for in
the main content), headlines that are no text node of their own, and pages whose title has no headline.
Ours: candidates are headings, marked elements, texts like the title, meta tags, JSON-LD, the title and its parts. Those
with the same text are one, described by features (features.py) whose weighted sum is the score. The weights were
learned (`headline.npz`); its card `headline.md` says on what and how.
Cost: O(page), with a bounded number of candidates.

One call of compiled code reads what is declared, headings and texts, puts all candidates together, describes them and
chooses one (native/headline.inc). It leaves a page to Python where what is declared is written in rare ways or must be
mended, where a text is not composed as Unicode recommends, has letters of rare scripts, or is too long to be compared
letter by letter. Where numpy alone does the work, few headings are read (shortlist.py).
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NAMES
from webwinnow.document.reading import columns_of
from webwinnow.document.word_search import share_found, shares_of_lines
from webwinnow.errors import UsageError
from webwinnow.headline import candidates
from webwinnow.headline.candidates import Candidate
from webwinnow.headline.features import KNOWN, Contest, Weights, grouped, look_around
from webwinnow.headline.outline import Headline
from webwinnow.headline.rules import FEATURES, NUMBER_OF, PARTS, SLACK, SOURCES, feature_weights, finder, weights
from webwinnow.headline.shortlist import shortlist
from webwinnow.headline.site import read_site
from webwinnow.headline.titlefinder import SIMILARITIES, TitleFinder, largest_font, title
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.kernels.library import address_of_bytes, filled
from webwinnow.lazy_values import LateNumber, cached_property, weakly
from webwinnow.spans import Spans

METHOD: Final = "headline"
MOST: Final = 10
"""How many texts are given at most; the rest is hardly ever of interest."""
Method = Callable[[Document], tuple[Headline, ...]]
_OTHERS: Final[dict[str, Method]] = {
    **{name: TitleFinder(name) for name in SIMILARITIES},
    "largest-font": largest_font,
    "title": title,
}
METHODS: Final = (METHOD, *_OTHERS)
"""The names of the methods, the default first."""


Rows = npt.NDArray[np.int32]
_POINTER, _SIZE = ctypes.c_void_p, ctypes.c_int64
_ELEMENT: Final = NUMBER_OF["element"]
_COLUMNS: Final = 7
_OF_HEADINGS: Final = len(candidates.HEADINGS) * candidates.PER_KIND * (1 + candidates.MOST_PIECES)
_MOST_ROWS: Final = _OF_HEADINGS + candidates.PER_KIND + candidates.ALIKE + 100
"""Candidates for which there is room: all that readers see, and a hundred others."""
_ROOM: Final = 20_000
"""Characters of all candidates beyond which Python compares them, which looks for them more cleverly."""
_IN_DOUBT: Final = -2
_PLACE, _IS_ONE_RUN = 6, 32
_FIRST, _ROWS, _TEXT = 2 * _MOST_ROWS, 3 * _MOST_ROWS, (3 + _COLUMNS) * _MOST_ROWS
"""Where parts of what is read begin (see `_Read`); what a group weighs takes two numbers."""
_NONE: Final = np.empty(0, np.int32)


def rank_headlines(
    page: Document, method: str = METHOD, content: Spans | None = None, *, stop_words: bool = True
) -> tuple[Headline, ...]:
    """Return the headline and its runners-up, best first; nothing where a method finds none. Found once per page.

    `content` is the main content, if it is known; only the default method looks at it. `stop_words` says whether
    TitleFinder's methods remove them; the others never do.
    """
    if method == METHOD:
        return page.once((rank_headlines, content), lambda: _made(page, _ranked(page, content)[:MOST]))
    if method not in _OTHERS:
        raise UsageError(f"unknown method {method!r}: one of {', '.join(METHODS)}")
    if not stop_words and method in SIMILARITIES:
        return TitleFinder(method, stop_words=False)(page)
    return page.once((rank_headlines, method), lambda: _OTHERS[method](page))


def find_headline(page: Document, method: str = METHOD, content: Spans | None = None) -> Headline | None:
    """Return the headline of a page, None if there is none. Found once per page.

    >>> find_headline(Document("<title>Grain - The Mill</title><h1>Grain</h1><p>Winnow it.")).text
    'Grain'
    """
    if method == METHOD:
        found, about = page.once((find_headline, content), lambda: _found(page, content))
        # The page keeps it without its late score, which keeps the page: else neither would go before a collection.
        rating = LateNumber(lambda: _chance(page, content), lambda: about and about.chance(page, content))
        return found and Headline(found.text, found.spans, rating, found.method, found.source)
    return next(iter(rank_headlines(page, method)), None)


def _ranked(page: Document, content: Spans | None) -> list[tuple[Candidate, float]]:
    """Rank the candidates of a page, best first; the chances that the weights give add up to 1. Done once per page."""
    return page.once((_ranked, content), lambda: _with_chances(page, content))


def _with_chances(page: Document, content: Spans | None) -> list[tuple[Candidate, float]]:
    contest = _contest(page, content)
    sums, chances = _chances(contest)
    shown = [contest.shown(at) for at in range(len(contest))]
    order = sorted(range(len(contest)), key=lambda at: (-sums[at], shown[at].start))
    return [(shown[at], chances[at]) for at in order]


def _chances(contest: Contest | WeighedContest) -> tuple[list[float], list[float]]:
    """Weigh all candidates, and tell the chance of each."""
    every = range(len(contest))
    sums = contest.exact_sums(every, contest.in_main(every), feature_weights())
    highest = max(sums, default=0.0)
    chances = [math.exp(each - highest) for each in sums]
    total = math.fsum(chances)
    return sums, [each / total for each in chances]


def _chance(page: Document, content: Spans | None) -> float:
    """Tell the chance of the headline. Found once per page."""
    return page.once((_chance, content), lambda: max(_chances(_contest(page, content))[1]))


def _found(page: Document, content: Spans | None) -> tuple[Headline | None, Contenders | None]:
    """Find the headline alone, and what it was chosen from, if compiled code did."""
    found = choose(LIBRARY, page, content) if LIBRARY else None
    best, is_seen, about = found or (_best_by_python(page, content), False, None)
    return (_headline(page, best, math.nan, is_seen=is_seen), about) if best else (None, None)


def _best_by_python(page: Document, content: Spans | None) -> Candidate | None:
    """Choose where compiled code does not, which may still have described the candidates."""
    weighed = weigh(LIBRARY, page, content) if LIBRARY else None
    if weighed is not None:
        return best_of(weighed)
    return _best_of_few(page, content) or best_of(find_candidates(page, content))


def _best_of_few(page: Document, content: Spans | None) -> Candidate | None:
    """Read only what can be the headline: most headings of a page cannot, whatever else is said of them."""
    return best_of(*shortlist(page, read_site(page), content, weights())) if page.shows_whole_runs else None


def best_of(contest: Contest | WeighedContest, others: float = -math.inf) -> Candidate | None:
    """Return the one that weighs most, if it weighs more than others do at most; the main text is asked last."""
    weight = feature_weights()
    sums = contest.sums(weight)
    least, most = min(weight.in_main, 0.0) - SLACK, max(weight.in_main, 0.0) + SLACK
    highest = max(sums, default=-math.inf) + least
    some = [at for at, each in enumerate(sums) if each + most >= highest]
    if len(some) > 1 or highest <= others:
        exact = contest.exact_sums(some, contest.in_main(some), weight)
        highest = max(exact, default=-math.inf)
        some = [at for at, each in zip(some, exact, strict=True) if each == highest]
    if not some or highest <= others:
        return None
    return contest.shown(some[0] if len(some) == 1 else min(some, key=lambda at: (contest.shown(at).start, at)))


def _made(page: Document, ranked: list[tuple[Candidate, float]]) -> tuple[Headline, ...]:
    return tuple(_headline(page, candidate, chance) for candidate, chance in ranked)


def _contest(page: Document, content: Spans | None) -> Contest | WeighedContest:
    """Weigh all candidates of a page."""
    weighed = weigh(LIBRARY, page, content) if LIBRARY else None
    return find_candidates(page, content) if weighed is None else weighed


def find_candidates(page: Document, content: Spans | None = None) -> Contest:
    """Collect the candidates of a page, which are the same whatever the content is. Done once per page and content."""
    return page.once((find_candidates, content), lambda: _read(page, content))


def _read(page: Document, content: Spans | None) -> Contest:
    elements = candidates.from_elements(page, candidates.candidate_elements(page))
    groups = page.once(_read, lambda: grouped([*elements, *candidates.other_candidates(page, read_site(page))]))
    return Contest(look_around(page, read_site(page), content), groups, news=candidates.about_news(page))


def _headline(page: Document, shown: Candidate, chance: float, *, is_seen: bool = False) -> Headline:
    place = Spans([(shown.start, shown.end)], size=len(page.source))
    seen = place if is_seen or shown.element < 0 else page.select(place)
    return Headline(shown.text, seen if len(seen) else place, chance, METHOD, shown.source)


class _HeadlineAsked(ctypes.Structure):
    """`HeadlineAsked` of native/headline.h."""

    _fields_ = (
        ("words", _SIZE), ("word_start", _POINTER), ("word_end", _POINTER), ("address_size", _SIZE),
        ("address", _POINTER), ("starts_at", _SIZE), ("stretches", _SIZE), ("start", _POINTER),
        ("end", _POINTER), ("renamed", _SIZE), ("source_of", _POINTER),
        *((name, _SIZE) for name in ("length", "room", "most_rows")),
        *((name, _POINTER) for name in ("text", "rows", "first", "described", "sums")),
        *((name, _SIZE) for name in ("title", "candidates", "groups", "best", "composed")),
        ("chance", ctypes.c_double),
    )  # fmt: skip


class _Read(NamedTuple):
    """All candidates of a page, in one stretch of memory: what each group of them weighs, the first candidate of each
    group, a row for each candidate, and the title and their texts, a line each."""

    numbers: Rows
    candidates: int
    title: int
    """Where the title's line ends."""

    @property
    def size(self) -> int:
        """How many characters all lines have."""
        return self.numbers.item(_ROWS + _COLUMNS * self.candidates - 1) if self.candidates else self.title

    @property
    def first(self) -> Rows:
        """The first candidate of each group, and what there is room for."""
        return self.numbers[_FIRST:_ROWS]

    @property
    def text(self) -> npt.NDArray[np.uint32]:
        """The characters of all lines, and what there is room for."""
        return self.numbers[_TEXT:].view(np.uint32)

    def line(self, start: int, end: int) -> str:
        """Return a stretch of the lines."""
        return self.text[start:end].tobytes().decode("utf-32-le", "surrogatepass")

    def row(self, number: int) -> list[int]:
        """Return what is known of a candidate, behind where its line starts."""
        at = _ROWS + _COLUMNS * number
        found: list[int] = self.numbers[at - 1 : at + _COLUMNS].tolist()
        return found if number else [self.title, *found[1:]]

    def text_of(self, number: int) -> str:
        """Return the text of a candidate."""
        start, *_, behind = self.row(number)
        return self.line(start, behind - 1)

    def candidate(self, page: Document, number: int) -> Candidate:
        """Return a candidate as Python has it."""
        _, element, start, end, source, part, *_ = self.row(number)
        name = page.name(element) if source == _ELEMENT else SOURCES[source]
        if name == "title" and element < 0:  # where it stands is looked up if it is asked for
            start, end = candidates.title_place(page)
        return Candidate(self.text_of(number), name, start, end, element, PARTS[part])


def _ask(
    library: Library, page: Document, content: Spans | None, features: npt.NDArray[np.float64] | None = None
) -> tuple[_HeadlineAsked, _Read] | None:
    """Read the candidates, and describe them by features, or weigh them and choose one; None where Python must."""
    (data, width), words, columns = page.markup.units, page.words, columns_of(page)
    # Words are looked for among those that are seen.
    main = candidates.main_text(page, None) if content is None else content
    called, url = _renamed(page), (page.url or "").encode("utf-32-le", "surrogatepass")
    numbers = np.empty(_TEXT + _ROOM, np.int32)
    place = address(numbers)
    asked = filled(
        _HeadlineAsked, len(words), address(words.start), address(words.end), len(url) // 4, address_of_bytes(url),
        -1 if page.shows_whole_runs else candidates.start_of_main(page, content),
        len(main), address(main.starts), address(main.ends), len(called), address(called) if len(called) else 0,
        max(len(page.source), 1), _ROOM, _MOST_ROWS, place + 4 * _TEXT, place + 4 * _ROWS, place + 4 * _FIRST,
        *((0, place) if features is None else (address(features),)),
    )  # fmt: skip
    found = library.of("find_headline", width)(
        finder(library).address, ctypes.addressof(columns), data, ctypes.addressof(asked)
    )
    check(found)
    if found <= 0:
        return None
    read = _Read(numbers, asked.candidates, asked.title)
    numbers.resize(_TEXT + read.size, refcheck=False)  # the rest goes back, and nothing is copied
    return (asked, read) if asked.composed or unicodedata.is_normalized("NFC", read.line(0, read.size)) else None


def _renamed(page: Document) -> Rows:
    """List elements that are called as what a headline is read from, such as `<text>`: they count as that."""
    invented = page.tokens.invented
    if not invented or KNOWN.isdisjoint(invented):
        return _NONE
    numbers = [(at, NUMBER_OF[name]) for at, name in enumerate(invented, len(NAMES) + 1) if name in KNOWN]
    return np.array(numbers, np.int32)


class Contenders(NamedTuple):
    """What a headline was chosen from, as much as tells how sure the choice is."""

    read: _Read
    groups: int
    known: float
    """How sure the choice is, if compiled code was asked for it already: readers do not see the headline; else 0."""

    def chance(self, page: Document, content: Spans | None) -> float | None:
        """Tell how sure the choice is, up to rounding; None where only `_chance` knows. Found once per page."""
        return page.once((Contenders, content), lambda: self._about(page, content))

    @property
    def lines(self) -> bytes:
        """The texts as `letters_compared` writes them."""
        text = self.read.text[self.read.title :]
        return np.where(text == ord("&"), np.uint32(ord("+")), text).tobytes()

    def _about(self, page: Document, content: Spans | None) -> float | None:
        main = candidates.main_text(page, None) if content is None else content
        if self.known or not LIBRARY:
            return self.known or None
        shares = shares_of_lines(LIBRARY, page, self.read.candidates, self.lines, main)
        if shares is None:
            return None
        own, first = self.read.numbers[:_FIRST].view(np.float64)[: self.groups], self.read.first[: self.groups]
        sums = (own + feature_weights().in_main * shares[first]).tolist()
        highest = max(sums)
        return 1 / sum([math.exp(each - highest) for each in sums])


def choose(
    library: Library, page: Document, content: Spans | None
) -> tuple[Candidate | None, bool, Contenders | None] | None:
    """Choose the headline of a page, tell whether it is seen as a whole, and among which; None where Python must."""
    found = _ask(library, page, content)
    if found is None or found[0].best == _IN_DOUBT:
        return None
    asked, read = found
    if asked.best < 0:
        return None, False, None
    is_seen = page.shows_whole_runs and read.row(asked.best)[_PLACE] & _IS_ONE_RUN > 0
    among = Contenders(read, asked.groups, asked.chance)
    return read.candidate(page, asked.best), is_seen, among


class WeighedContest:
    """The groups of a page's candidates, each described by numbers; `Contest` of features.py, compiled."""

    def __init__(self, page: Document, content: Spans | None, read: _Read, described: npt.NDArray[np.float64]) -> None:
        """Take page, main content and candidates, and a row of features for each group."""
        self._page, self._content, self._read = weakly(page), content, read
        self._first, self._described = read.first[: len(described)].tolist(), described

    def __len__(self) -> int:
        """Count the groups."""
        return len(self._first)

    def shown(self, at: int) -> Candidate:
        """Return the candidate that stands for a group."""
        return self._read.candidate(self._page, self._first[at])

    def sums(self, weight: Weights) -> list[float]:
        """Weigh the groups, but for what they share with the main text; up to rounding."""
        found: list[float] = (self._described @ weight.columns).tolist()
        return found

    def exact_sums(self, some: Sequence[int], shares: Sequence[float], weight: Weights) -> list[float]:
        """Weigh some groups that have such shares of their words in the main text."""
        rows = (self._described[list(some)] * weight.columns).tolist()
        return [math.fsum([*row, weight.in_main * share]) for row, share in zip(rows, shares, strict=True)]

    def described_alone(self, some: Sequence[int]) -> list[dict[str, float]]:
        """Describe some of the groups, but for what they share with the main text; what is left out is 0."""
        rows = self._described[list(some)].tolist()
        return [{name: value for name, value in zip(FEATURES, row, strict=True) if value} for row in rows]

    def in_main(self, some: Sequence[int]) -> list[float]:
        """Return which share of the words of some groups stands in the main text."""
        texts = [self._texts[at] for at in some]
        content = self._content
        return share_found(self._page, texts, candidates.main_text(self._page, None) if content is None else content)

    @cached_property
    def _texts(self) -> list[str]:
        return [self._read.text_of(number) for number in self._first]


def weigh(library: Library, page: Document, content: Spans | None) -> WeighedContest | None:
    """Read and describe the candidates of a page; None where Python must. Done once per page and content."""
    return page.once((weigh, content), lambda: _weighed(library, page, content))


def _weighed(library: Library, page: Document, content: Spans | None) -> WeighedContest | None:
    features = np.empty((_MOST_ROWS, len(FEATURES)))
    found = _ask(library, page, content, features)
    return found and WeighedContest(page, content, found[1], features[: found[0].groups].copy())
