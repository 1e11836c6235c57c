"""The candidates that are worth reading where numpy alone does the work: most headings are not read at all.

They have a word that stands in nothing else that may be the headline: not in the title, not in what is declared, not in
a heading of the first order. So they agree with nothing, and what they weigh at most is known from columns; they are
read only where nothing else weighs more.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.word_search import TermCounts, count_terms
from webwinnow.headline import candidates, features
from webwinnow.headline.rules import SLACK
from webwinnow.headline.site import Site
from webwinnow.language.terms import terms_of_each
from webwinnow.spans import Spans

_H1: Final = NUMBER["h1"]
_SEEN_ALONE: Final = (
    "h2", "h3", "h4", "h5", "h6", "element", "beside h1: seen", "in title", "starts title", "holds title",
)  # fmt: skip
"""What else a text that readers see may have, beside `PLAIN`; parts of words may stand in the title."""
_IN_COLUMNS: Final = frozenset({"before text", "near text", "marked", "long", "ends in dots"})
_MAY_END_IN_DOTS: Final = ".…;¶#§🔗"
"""Last characters of such a text: dots, a reference, a sign that is no part of it."""


class Shortlist(NamedTuple):
    """What was read, and what the elements that were not read weigh at most."""

    contest: features.Contest
    at_most: float


def shortlist(page: Document, site: Site, content: Spans | None, weight: Mapping[str, float]) -> Shortlist:
    """Read what may agree with something else; the weights of features tell what the rest can weigh."""
    others, elements = candidates.other_candidates(page, site), candidates.candidate_elements(page)
    around = features.look_around(page, site, content)
    at_once = (page.elements.tag[elements.element] == _H1) | (elements.last - elements.first > 1)
    read = list(candidates.from_elements(page, elements.chosen(at_once)))
    single = elements.chosen(~at_once)
    counts = _counted(around, single, [*others, *read])
    alone = counts.strange > 0
    read += candidates.from_elements(page, single.chosen(~alone))
    order = {element: at for at, element in enumerate(elements.element.tolist())}
    read.sort(key=lambda each: order[each.element])
    contest = features.Contest(around, features.grouped([*read, *others]), news=candidates.about_news(page))
    unread = TermCounts(*(each[alone] for each in counts))
    return Shortlist(contest, _at_most(around, single.chosen(alone), unread, Bounds(weight)))


def _counted(
    around: features.HeadlineSetting, elements: candidates.CandidateElements, read: list[candidates.Candidate]
) -> TermCounts:
    """Count the words of elements with one text each, those of the title, and those that nothing that was read has."""
    known = dict.fromkeys(around.title_terms)
    known.update(dict.fromkeys(term for own in terms_of_each([each.text for each in read]) for term in own))
    return count_terms(around.page, list(known), len(around.title_terms), elements.start, elements.end)


class Bounds:
    """What features can add to a weight at most."""

    def __init__(self, weight: Mapping[str, float]) -> None:
        """Take the weights of the features."""
        self.most = defaultdict(float, {name: max(value, 0.0) for name, value in weight.items()})
        self.always = (
            sum(self.most[name] for name in (*features.PLAIN, *_SEEN_ALONE) if name not in _IN_COLUMNS) + SLACK
        )
        """What any text that readers see may have, but for what columns tell."""


def _at_most(
    around: features.HeadlineSetting, elements: candidates.CandidateElements, words: TermCounts, bounds: Bounds
) -> float:
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
    if (words.every > features.LONG_HEADLINE).any():
        highest += most["long"]
    if any(page.source[end - 1] in _MAY_END_IN_DOTS for end in elements.end.tolist()):
        highest += most["ends in dots"]
    return highest + bounds.always
