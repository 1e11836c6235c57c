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
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.headline.candidates import about_news, candidate_elements, from_elements, other_candidates
from webwinnow.headline.features import IN_MAIN, CandidateGroup, Contest, grouped, look_around
from webwinnow.headline.outline import Headline, LateScore
from webwinnow.headline.shortlist import Bounds, shortlist
from webwinnow.headline.site import read_site
from webwinnow.headline.titlefinder import SIMILARITIES, TitleFinder, largest_font, title
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


def _ranked(page: Document, content: Spans | None) -> list[tuple[CandidateGroup, float]]:
    """Rank the candidates of a page, best first; the chances that the weights give add up to 1. Done once per page."""
    return page.once((_ranked, content), lambda: _with_chances(page, content))


def _with_chances(page: Document, content: Spans | None) -> list[tuple[CandidateGroup, float]]:
    contest = find_candidates(page, content)
    groups = contest.groups
    if not groups:
        return []
    sums = _sums(contest, range(len(groups)))
    highest = max(sums)
    chances = [math.exp(each - highest) for each in sums]
    order = sorted(range(len(groups)), key=lambda at: (-sums[at], groups[at].members[0].start))
    total = math.fsum(chances)
    return [(groups[at], chances[at] / total) for at in order]


def _sums(contest: Contest, some: Sequence[int]) -> list[float]:
    return list(map(_sum, contest.described(some)))


def _sum(described: Mapping[str, float]) -> float:
    """Weigh a group; exactly, for the features come in the order of a set, which must not show in the result."""
    weight = weights()
    return math.fsum([weight.get(name, 0.0) * value for name, value in described.items()])


def _found(page: Document, content: Spans | None) -> Headline | None:
    """Find the headline alone: most headings of a page cannot be it, whatever else is said of them."""
    best = None
    if page.shows_whole_runs:
        best = _best(*shortlist(page, read_site(page), content, _bounds()))
    best = best or _best(find_candidates(page, content))
    return best and _headline(page, best, LateScore(lambda: _ranked(page, content)[0][1]))


def _best(contest: Contest, others: float = -math.inf) -> CandidateGroup | None:
    """Return the group that weighs most, if it weighs more than others do at most; the main text is asked last."""
    weight, groups = weights(), contest.groups
    alone = contest.described_alone(range(len(groups)))
    sums = [_sum(each) for each in alone]
    least, most = min(weight.get(IN_MAIN, 0.0), 0.0) - _SLACK, max(weight.get(IN_MAIN, 0.0), 0.0) + _SLACK
    highest = max(sums, default=-math.inf) + least
    some = [at for at, each in enumerate(sums) if each + most >= highest]
    if len(some) > 1 or highest <= others:
        for at, share in zip(some, contest.in_main(some), strict=True):
            sums[at] = _sum(alone[at] | {IN_MAIN: share})
        highest = max([sums[at] for at in some], default=-math.inf)
    if not some or highest <= others:
        return None
    return groups[min(some, key=lambda at: (-sums[at], groups[at].members[0].start, at))]


def _made(page: Document, ranked: list[tuple[CandidateGroup, float]]) -> tuple[Headline, ...]:
    return tuple(_headline(page, group, chance) for group, chance in ranked)


def find_candidates(page: Document, content: Spans | None = None) -> Contest:
    """Collect the candidates of a page, which are the same whatever the content is. Done once per page and content."""
    return page.once((find_candidates, content), lambda: _contest(page, content))


def _contest(page: Document, content: Spans | None) -> Contest:
    elements = from_elements(page, candidate_elements(page))
    groups = page.once(_contest, lambda: grouped([*elements, *other_candidates(page, read_site(page))]))
    return Contest(look_around(page, read_site(page), content), groups, news=about_news(page))


@cache
def _bounds() -> Bounds:
    return Bounds(weights())


@cache
def weights() -> dict[str, float]:
    """Read the weights of the features."""
    model = load_model("headline", "webwinnow.headline")
    return dict(zip(model.settings["features"], model.arrays["weights"].tolist(), strict=True))


def _headline(page: Document, group: CandidateGroup, chance: float | LateScore) -> Headline:
    shown = group.members[0]
    place = Spans([(shown.start, shown.end)], size=len(page.source))
    seen = page.select(place)
    return Headline(shown.text, seen if shown.element >= 0 and len(seen) else place, chance, METHOD, shown.source)
