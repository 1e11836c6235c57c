"""The element that holds the text of each post: the innermost one with nearly all of the post's prose.

Short posts say more in their margins than in their text, so the posts of a list vote: where most of them name that
element alike, the others take the element of that name, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.posts.naming import naming
from webwinnow.posts.nesting import Nesting

Column = npt.NDArray[np.int64]
Signature = tuple[int, str]

_MOST: Final = 0.7
"""Share of a post's prose that its text element holds."""
_AGREED: Final = 0.5
"""Share of a list's posts that must name their text element alike."""
_PART: Final = column("p a b i em strong span font u code pre blockquote ul ol li tbody tr small big cite q")
"""Parts of a text: the element around them is the one that counts."""


def text_elements(page: Document, nesting: Nesting, prose: Column) -> Column:
    """Give for each post its text element, -1 where there is none; `prose` counts per run."""
    weights = np.zeros(len(nesting.owner), dtype=np.int64)
    weights[page.runs.gap] = prose
    owner = nesting.owner[page.elements.first + 1]
    amount = own_amounts(page, nesting, owner, weights)
    best = _best(page, nesting, owner, amount)
    for section in np.unique(nesting.section).tolist():
        _agree(page, np.flatnonzero(nesting.section == section), owner, amount, best)
    return best


def own_amounts(page: Document, nesting: Nesting, owner: Column, weights: Column) -> Column:
    """Add up in each element what belongs to the post that the element stands in, without posts further inside."""
    gaps = len(weights)
    key = nesting.owner * gaps + np.arange(gaps)
    order = np.argsort(key, kind="stable")
    before = np.concatenate([[0], np.cumsum(weights[order])])
    start = np.searchsorted(key[order], owner * gaps + page.elements.first + 1)
    end = np.searchsorted(key[order], owner * gaps + page.elements.close, side="right")
    amounts: Column = np.where(owner >= 0, before[end] - before[start], 0)
    return amounts


def _best(page: Document, nesting: Nesting, owner: Column, amount: Column) -> Column:
    """Find for each post the innermost element that holds most of the prose and is no mere part of a text."""
    total = np.zeros(len(nesting), dtype=np.int64)
    np.maximum.at(total, owner[owner >= 0], amount[owner >= 0])
    holds = np.flatnonzero((owner >= 0) & (amount > 0) & (amount >= _MOST * total[owner]))
    best = np.full(len(nesting), -1, dtype=np.int64)
    np.maximum.at(best, owner[holds], holds)
    parent, part = page.elements.parent, _PART[page.elements.tag]
    for post, element in enumerate(best.tolist()):
        while element > 0 and part[element] and owner[parent[element]] == post:
            element = int(parent[element])
        best[post] = element
    return best


def _agree(page: Document, posts: Column, owner: Column, amount: Column, best: Column) -> None:
    """Let the posts of one list vote, and the minority follow where it has such an element."""
    chosen = [int(best[post]) for post in posts.tolist() if best[post] >= 0]
    votes = Counter(_signature(page, element) for element in chosen)
    winner, count = votes.most_common(1)[0] if votes else ((0, ""), 0)
    if len(posts) < 3 or not winner[1] or count < _AGREED * len(posts):
        return
    wanted = set(posts.tolist())
    found: dict[int, int] = defaultdict(lambda: -1)
    for element in np.flatnonzero((page.elements.tag == winner[0]) & (owner >= 0)).tolist():
        post = int(owner[element])
        if post in wanted and _signature(page, element) == winner:
            known = found[post]
            found[post] = element if known < 0 or amount[element] > amount[known] else known
    for post, element in found.items():
        best[post] = element


def _signature(page: Document, element: int) -> Signature:
    return int(page.elements.tag[element]), naming(page, element).key
