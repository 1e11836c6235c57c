"""The methods to find headlines; the default judges every text that may be one by what speaks for and against it.

Paper: ours, from the weaknesses of TitleFinder that mohammadzadeh2013, sections 5.4.4 and 5.5 name: a site's name that
is longer than the headline (parts of the title that name the site are cut off, words of the title are looked for in
the main content), headlines that are no text node of their own, and pages whose title has no headline.
Ours: candidates are headings, marked elements, texts like the title, meta tags, JSON-LD, the title and its parts. Those
with the same text are one, described by features (features.py) whose weighted sum is the score. The weights were
learned (`headline.npz`); its card `headline.md` says on what and how.
Cost: O(page), with a bounded number of candidates.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.headline.candidates import Candidate, about_news, candidate_elements, from_elements, other_candidates
from webwinnow.headline.features import IN_MAIN, Contest, Weights, grouped, look_around
from webwinnow.headline.outline import Headline, LateScore
from webwinnow.headline.site import read_site
from webwinnow.headline.titlefinder import SIMILARITIES, TitleFinder, largest_font, title
from webwinnow.headline.weighing import FEATURES, WeighedContest, weigh
from webwinnow.kernels import LIBRARY
from webwinnow.models import load_model
from webwinnow.spans import Spans

METHOD: Final = "headline"
MOST: Final = 10
"""How many texts are given at most; the rest is hardly ever of interest."""
_SLACK: Final = 1e-6
"""More than rounding adds to a sum."""
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
    contest, weight = _contest(page, content), _weights()
    if not len(contest):
        return []
    shares = contest.in_main(range(len(contest)))
    sums = [contest.exact_sum(at, share, weight) for at, share in enumerate(shares)]
    highest, shown = max(sums), [contest.shown(at) for at in range(len(contest))]
    chances = [math.exp(each - highest) for each in sums]
    order = sorted(range(len(contest)), key=lambda at: (-sums[at], shown[at].start))
    total = math.fsum(chances)
    return [(shown[at], chances[at] / total) for at in order]


def _found(page: Document, content: Spans | None) -> Headline | None:
    """Find the headline alone."""
    weighed = _weighed(page, content)
    best = _best_of_few(page, content) if weighed is None else None
    best = best or _best(_contest(page, content))
    return best and _headline(page, best, LateScore(lambda: _ranked(page, content)[0][1]))


def _best_of_few(page: Document, content: Spans | None) -> Candidate | None:
    """Read only what can be the headline: most headings of a page cannot, whatever else is said of them."""
    from webwinnow.headline.shortlist import shortlist

    return _best(*shortlist(page, read_site(page), content, weights())) if page.shows_whole_runs else None


def _best(contest: Contest | WeighedContest, others: float = -math.inf) -> Candidate | None:
    """Return the one that weighs most, if it weighs more than others do at most; the main text is asked last."""
    weight = _weights()
    sums = contest.sums(weight)
    least, most = min(weight.in_main, 0.0) - _SLACK, max(weight.in_main, 0.0) + _SLACK
    highest = max(sums, default=-math.inf) + least
    some = [at for at, each in enumerate(sums) if each + most >= highest]
    if len(some) > 1 or highest <= others:
        for at, share in zip(some, contest.in_main(some), strict=True):
            sums[at] = contest.exact_sum(at, share, weight)
        highest = max([sums[at] for at in some], default=-math.inf)
    if not some or highest <= others:
        return None
    return min([(-sums[at], contest.shown(at).start, at, contest.shown(at)) for at in some])[-1]


def _made(page: Document, ranked: list[tuple[Candidate, float]]) -> tuple[Headline, ...]:
    return tuple(_headline(page, candidate, chance) for candidate, chance in ranked)


def _contest(page: Document, content: Spans | None) -> Contest | WeighedContest:
    """Weigh all candidates of a page."""
    weighed = _weighed(page, content)
    return find_candidates(page, content) if weighed is None else weighed


def _weighed(page: Document, content: Spans | None) -> WeighedContest | None:
    return page.once((weigh, content), lambda: weigh(LIBRARY, page, content) if LIBRARY else None)


def find_candidates(page: Document, content: Spans | None = None) -> Contest:
    """Collect the candidates of a page, which are the same whatever the content is. Done once per page and content."""
    return page.once((find_candidates, content), lambda: _read(page, content))


def _read(page: Document, content: Spans | None) -> Contest:
    elements = from_elements(page, candidate_elements(page))
    groups = page.once(_read, lambda: grouped([*elements, *other_candidates(page, read_site(page))]))
    return Contest(look_around(page, read_site(page), content), groups, news=about_news(page))


@cache
def _weights() -> Weights:
    by_name = weights()
    return Weights(by_name, np.array([by_name.get(name, 0.0) for name in FEATURES]), by_name.get(IN_MAIN, 0.0))


@cache
def weights() -> dict[str, float]:
    """Read the weights of the features."""
    model = load_model("headline", "webwinnow.headline")
    return dict(zip(model.settings["features"], model.arrays["weights"].tolist(), strict=True))


def _headline(page: Document, shown: Candidate, chance: float | LateScore) -> Headline:
    place = Spans([(shown.start, shown.end)], size=len(page.source))
    seen = page.select(place)
    return Headline(shown.text, seen if shown.element >= 0 and len(seen) else place, chance, METHOD, shown.source)
