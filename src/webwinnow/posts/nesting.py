"""Which post stands in which, and the element that holds the text of each: the innermost with nearly all of its prose.

Short posts say more in their margins than in their text, so the posts of a list vote: where most of them name that
element alike, the others take the element of that name, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.posts.naming import naming
from webwinnow.posts.sections import PostSection

Column = npt.NDArray[np.int64]
Signature = tuple[int, str]

_MOST: Final = 0.7
"""Share of a post's prose that its text element holds."""
_AGREED: Final = 0.5
"""Share of a list's posts that must name their text element alike."""
_PART: Final = column("p a b i em strong span font u code pre blockquote ul ol li tbody tr small big cite q")
"""Parts of a text: the element around them is the one that counts."""


@dataclass(frozen=True, slots=True)
class Nesting:
    """All posts of a page in the order of the source, as intervals of gaps that lie in each other or apart."""

    first: Column
    last: Column
    section: Column
    """Per post: the index of its section."""
    parent: Column
    """Per post: the post around it, -1 if there is none."""
    owner: Column
    """Per gap: the innermost post around it, -1 if there is none."""

    def __len__(self) -> int:
        """Count the posts."""
        return len(self.first)


def nest(sections: tuple[PostSection, ...], gaps: int) -> Nesting:
    """Order the posts of all sections; of two that start and end alike, and of two that overlap, the first stays."""
    first = np.concatenate([each.posts.first for each in sections] or [np.empty(0, np.int64)])
    last = np.concatenate([each.posts.last for each in sections] or [np.empty(0, np.int64)])
    section = np.repeat(np.arange(len(sections)), [len(each.posts) for each in sections])
    order = np.lexsort([section, -last, first])
    kept, parents = _parents(first[order].tolist(), last[order].tolist())
    order = order[kept]
    parent = np.array(parents, dtype=np.int64)
    return Nesting(first[order], last[order], section[order], parent, _owners(first[order], last[order], parent, gaps))


def _parents(first: list[int], last: list[int]) -> tuple[list[int], list[int]]:
    """Walk over the intervals with those that are open; give the ones to keep, and for each the one around it."""
    kept, parents, ends = list[int](), list[int](), list[int]()
    open_posts = list[int]()
    for at, (start, end) in enumerate(zip(first, last, strict=True)):
        while open_posts and ends[open_posts[-1]] < start:
            open_posts.pop()
        if open_posts and (end > ends[open_posts[-1]] or (start, end) == (first[kept[-1]], ends[-1])):
            continue
        parents.append(open_posts[-1] if open_posts else -1)
        open_posts.append(len(kept))
        kept.append(at)
        ends.append(end)
    return kept, parents


def _owners(first: Column, last: Column, parent: Column, gaps: int) -> Column:
    """Write where the owner changes and carry that on: of ends the outermost counts, and starts outdo ends."""
    change = np.full(gaps + 1, -2, dtype=np.int64)
    inner_first = np.arange(len(first))[::-1]
    change[last[inner_first] + 1] = parent[inner_first]
    change[first] = np.arange(len(first))
    change[0] = max(change[0], -1)
    latest = np.maximum.accumulate(np.where(change > -2, np.arange(gaps + 1), 0))
    owners: Column = change[latest][:gaps]
    return owners


def text_elements(page: Document, nesting: Nesting, prose: Column) -> Column:
    """Return for each post its text element, -1 where there is none; `prose` counts per run."""
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
