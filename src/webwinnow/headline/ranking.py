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
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.headline.candidates import about_news, declared_headlines, from_elements, from_texts, from_titles
from webwinnow.headline.features import PLAIN, CandidateGroup, Contest, grouped, look_around
from webwinnow.headline.outline import Headline, LateScore
from webwinnow.headline.site import read_site
from webwinnow.headline.titlefinder import SIMILARITIES, TitleFinder, largest_font, title
from webwinnow.models import load_model
from webwinnow.spans import Spans

METHOD: Final = "headline"
MOST: Final = 10
"""How many texts are given at most; the rest is hardly ever of interest."""
_SLACK: Final = 1e-6
"""More than rounding adds to a sum."""
_NO_HEADLINES: Final = frozenset(
    {"null", "undefined", "none", "nan", "untitled", "untitled document", "[object object]"}
)
"""What programs write where they have no title."""
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
    """Weigh some groups; exactly, for the features come in the order of a set, which must not show in the result."""
    weight = weights()
    return [
        math.fsum([weight.get(name, 0.0) * value for name, value in each.items()]) for each in contest.described(some)
    ]


def _found(page: Document, content: Spans | None) -> Headline | None:
    """Find the headline alone: most headings of a page cannot be it, whatever else is said of them."""
    contest = find_candidates(page, content)
    plain = {at for at in range(len(contest.groups)) if contest.is_plain(at)}
    asked = [at for at in range(len(contest.groups)) if at not in plain]
    sums = dict(zip(asked, _sums(contest, asked), strict=True))
    highest = max(sums.values(), default=-math.inf)
    others = [at for at in plain if _at_most(contest, at) >= highest]
    sums |= zip(others, _sums(contest, others), strict=True) if others else ()
    if not sums:
        return None
    first = min(sums, key=lambda at: (-sums[at], contest.groups[at].members[0].start, at))
    return _headline(page, contest.groups[first], LateScore(lambda: _ranked(page, content)[0][1]))


def _at_most(contest: Contest, at: int) -> float:
    """Return more than a plain group can weigh."""
    weight = weights()
    return sum([weight.get(name, 0.0) for name in contest.of_sources(at)]) + _plain_at_most()


@cache
def _plain_at_most() -> float:
    return sum(max(weights().get(name, 0.0), 0.0) for name in PLAIN) + _SLACK


def _made(page: Document, ranked: list[tuple[CandidateGroup, float]]) -> tuple[Headline, ...]:
    return tuple(_headline(page, group, chance) for group, chance in ranked)


def find_candidates(page: Document, content: Spans | None = None) -> Contest:
    """Collect the candidates of a page, which are the same whatever the content is. Done once per page and content."""
    return page.once((find_candidates, content), lambda: _contest(page, content))


def _contest(page: Document, content: Spans | None) -> Contest:
    groups = page.once(_candidates, lambda: _candidates(page))
    return Contest(look_around(page, read_site(page), content), groups, news=about_news(page))


def _candidates(page: Document) -> list[CandidateGroup]:
    said, site = list(declared_headlines(page)), read_site(page)
    found = [*from_elements(page), *from_texts(page), *said, *from_titles(page, said, site)]
    return grouped([each for each in found if each.text.lower() not in _NO_HEADLINES])


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
