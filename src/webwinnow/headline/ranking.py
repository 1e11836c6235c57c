"""The methods to find headlines; the default judges every text that may be one by what speaks for and against it.

Paper: ours, from the weaknesses of TitleFinder that mohammadzadeh2013, sections 5.4.4 and 5.5 name: a site's name that
is longer than the headline (parts of the title that name the site are cut off, words of the title are looked for in
the main content), headlines that are no text node of their own, and pages whose title has no headline.
Ours: candidates are headings, marked elements, texts like the title, meta tags, JSON-LD, the title and its parts. Those
with the same text are one, described by features (features.py) whose weighted sum is the score. The weights were
learned (`headline.npz`); its card `headline.md` says on what and how.
Cost: O(page), with a bounded number of candidates.

Where numpy alone does the work, most headings are not read at all. They have a word that stands in nothing else that
may be the headline: not in the title, not in what is declared, not in a heading of the first order. So they agree with
nothing, and what they weigh at most is known from columns; they are read only where nothing else weighs more.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.word_search import TermCounts, count_terms
from webwinnow.errors import UsageError
from webwinnow.headline.candidates import (
    Candidate,
    CandidateElements,
    about_news,
    candidate_elements,
    from_elements,
    other_candidates,
)
from webwinnow.headline.features import (
    LONG_HEADLINE,
    PLAIN,
    Contest,
    HeadlineSetting,
    grouped,
    look_around,
)
from webwinnow.headline.outline import Headline, LateScore
from webwinnow.headline.rules import SLACK, feature_weights, weights
from webwinnow.headline.site import Site, read_site
from webwinnow.headline.titlefinder import SIMILARITIES, TitleFinder, largest_font, title
from webwinnow.headline.weighing import WeighedContest, choose, weigh
from webwinnow.kernels import LIBRARY
from webwinnow.language.terms import terms_of_each
from webwinnow.spans import Spans

METHOD: Final = "headline"
MOST: Final = 10
"""How many texts are given at most; the rest is hardly ever of interest."""
_H1: Final = NUMBER["h1"]
_SEEN_ALONE: Final = (
    "h2", "h3", "h4", "h5", "h6", "element", "beside h1: seen", "in title", "starts title", "holds title",
)  # fmt: skip
"""What else a text that readers see may have, beside `PLAIN`; parts of words may stand in the title."""
_IN_COLUMNS: Final = frozenset({"before text", "near text", "marked", "long", "ends in dots"})
_MAY_END_IN_DOTS: Final = ".…;¶#§🔗"
"""Last characters of such a text: dots, a reference, a sign that is no part of it."""
Method = Callable[[Document], tuple[Headline, ...]]
_OTHERS: Final[dict[str, Method]] = {
    **{name: TitleFinder(name) for name in SIMILARITIES},
    "largest-font": largest_font,
    "title": title,
}
METHODS: Final = (METHOD, *_OTHERS)
"""The names of the methods, the default first."""


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
        return page.once((find_headline, content), lambda: _found(page, content))
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


def _chance(contest: Contest | WeighedContest) -> float:
    return max(_chances(contest)[1])


def _found(page: Document, content: Spans | None) -> Headline | None:
    """Find the headline alone."""
    chosen = choose(LIBRARY, page, content) if LIBRARY else None
    best = _best_by_python(page, content) if chosen is None else chosen.candidate
    return best and _headline(page, best, LateScore(lambda: max(_chances(_contest(page, content))[1])))


def _best_by_python(page: Document, content: Spans | None) -> Candidate | None:
    """Choose where compiled code does not, which may still have described the candidates."""
    weighed = _weighed(page, content)
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
    weighed = _weighed(page, content)
    return find_candidates(page, content) if weighed is None else weighed


def _weighed(page: Document, content: Spans | None) -> WeighedContest | None:
    return weigh(LIBRARY, page, content) if LIBRARY else None


def find_candidates(page: Document, content: Spans | None = None) -> Contest:
    """Collect the candidates of a page, which are the same whatever the content is. Done once per page and content."""
    return page.once((find_candidates, content), lambda: _read(page, content))


def _read(page: Document, content: Spans | None) -> Contest:
    elements = from_elements(page, candidate_elements(page))
    groups = page.once(_read, lambda: grouped([*elements, *other_candidates(page, read_site(page))]))
    return Contest(look_around(page, read_site(page), content), groups, news=about_news(page))


def _headline(page: Document, shown: Candidate, chance: float | LateScore) -> Headline:
    place = Spans([(shown.start, shown.end)], size=len(page.source))
    seen = page.select(place)
    return Headline(shown.text, seen if shown.element >= 0 and len(seen) else place, chance, METHOD, shown.source)


class Shortlist(NamedTuple):
    """What was read, and what the elements that were not read weigh at most."""

    contest: Contest
    at_most: float


def shortlist(page: Document, site: Site, content: Spans | None, weight: Mapping[str, float]) -> Shortlist:
    """Read what may agree with something else; the weights of features tell what the rest can weigh."""
    others, elements = other_candidates(page, site), candidate_elements(page)
    around = look_around(page, site, content)
    at_once = (page.elements.tag[elements.element] == _H1) | (elements.last - elements.first > 1)
    read = list(from_elements(page, elements.chosen(at_once)))
    single = elements.chosen(~at_once)
    counts = _counted(around, single, [*others, *read])
    alone = counts.strange > 0
    read += from_elements(page, single.chosen(~alone))
    order = {element: at for at, element in enumerate(elements.element.tolist())}
    read.sort(key=lambda each: order[each.element])
    contest = Contest(around, grouped([*read, *others]), news=about_news(page))
    unread = TermCounts(*(each[alone] for each in counts))
    return Shortlist(contest, _at_most(around, single.chosen(alone), unread, Bounds(weight)))


def _counted(around: HeadlineSetting, elements: CandidateElements, read: list[Candidate]) -> TermCounts:
    """Count the words of elements with one text each, those of the title, and those that nothing that was read has."""
    known = dict.fromkeys(around.title_terms)
    known.update(dict.fromkeys(term for own in terms_of_each([each.text for each in read]) for term in own))
    return count_terms(around.page, list(known), len(around.title_terms), elements.start, elements.end)


class Bounds:
    """What features can add to a weight at most."""

    def __init__(self, weight: Mapping[str, float]) -> None:
        """Take the weights of the features."""
        self.most = defaultdict(float, {name: max(value, 0.0) for name, value in weight.items()})
        self.always = sum(self.most[name] for name in (*PLAIN, *_SEEN_ALONE) if name not in _IN_COLUMNS) + SLACK
        """What any text that readers see may have, but for what columns tell."""


def _at_most(around: HeadlineSetting, elements: CandidateElements, words: TermCounts, bounds: Bounds) -> float:
    """Return more than any of the elements can weigh, also together with others that have the same text."""
    if not len(elements.element):
        return -math.inf
    page, most, title = around.page, bounds.most, max(len(around.title_terms), 1)
    highest, size = 0.0, max(len(page.source), 1)
    for start, shared in zip(elements.start.tolist(), words.of_first.tolist(), strict=True):
        place = most["before text"] * (start < around.starts_at)
        place += most["near text"] * max(0.0, 1 - 5 * abs(around.starts_at - start) / size)
        covered = most["title covered"] * min(shared / title, 1.0)
        covering = most["covered by title"] * shared / (shared + 1)  # and some strange word
        highest = max(highest, place + covered + covering)
    if around.marked(elements.element).any():
        highest += most["marked"]
    if (words.every > LONG_HEADLINE).any():
        highest += most["long"]
    if any(page.source[end - 1] in _MAY_END_IN_DOTS for end in elements.end.tolist()):
        highest += most["ends in dots"]
    return highest + bounds.always
