"""The template of posts: which elements of one post correspond to which of another, and where the text stands.

Software writes every post of a list alike, so an element is known by its naming, its depth in the post and the naming
of the element around it: its slot. What a slot holds is decided for the list as a whole, because short posts say more
in their margins than in their text.

`Nesting` says which post stands in which, and what belongs to each without the posts further inside.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import depths
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.posts.compiled import tag_rules
from webwinnow.posts.naming import read_naming
from webwinnow.posts.sections import PostSection, PostSections

Column = npt.NDArray[np.int64]
Places = npt.NDArray[np.integer]

_KELVIN: Final = "\u212a"
"""The only letter beyond ASCII of which `str.lower` makes one of ASCII alone."""
_MOST: Final = 0.7
"""Share of the prose that the slot of the text holds, in a list and in a post that has no such slot."""
_IN_EACH: Final = 0.6
"""Share of a list's posts that have the slot of the text."""
_ONCE: Final = 0.9
"""Share of the prose in a slot that stands in the largest element of each post: paragraphs have less."""
_COUNTS: Final = 500
"""Characters of a post that count for its list: one long post does not outvote the others."""
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


def nesting_of(page: Document, sections: PostSections) -> Nesting:
    """Order the posts of a page. Ordered once."""
    return page.once(nesting_of, lambda: nest(sections.sections, len(sections.prose)))


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


def own_amounts(page: Document, nesting: Nesting, owner: Column, weights: Column) -> Column:
    """Add up in each element what belongs to the post that the element stands in, without posts further inside."""
    gaps, close = len(weights), page.elements.close
    order = np.argsort(nesting.owner, kind="stable")
    before = np.concatenate([[0], np.cumsum(weights[order])])
    place = np.empty(gaps, dtype=np.int64)
    place[order] = np.arange(gaps)
    end = place[close] + 1
    others = np.flatnonzero((nesting.owner[close] != owner) & (owner >= 0))  # that end inside of another post
    if len(others):
        key = nesting.owner * gaps + np.arange(gaps)
        end[others] = np.searchsorted(key[order], owner[others] * gaps + close[others], side="right")
    amounts: Column = np.where(owner >= 0, before[end] - before[place[page.elements.first + 1]], 0)
    return amounts


class Tags:
    """Start tags of a page, of which few are read as texts."""

    def __init__(self, source: str, starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer]) -> None:
        """Take where they stand."""
        self.source, self.starts, self.ends = source, starts, ends

    def __len__(self) -> int:
        """Count them."""
        return len(self.starts)

    def chosen(self, numbers: Places) -> Tags:
        """Return some of them."""
        return Tags(self.source, self.starts[numbers], self.ends[numbers])

    def text(self, at: int) -> str:
        """Return one of them in lower case."""
        return self.source[int(self.starts[at]) : int(self.ends[at])].lower()

    def holding(self, page: Document, words: WordSearch) -> list[int]:
        """Find those of them that hold one of some words in small letters, and some more that are to be looked at."""
        if _KELVIN in self.source:
            return [*range(len(self))]
        return words.holding(page.markup, self.starts, self.ends).tolist()  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """The slots of all posts of a page."""

    owner: Column
    """Per element: the post that it stands in, -1 outside of all."""
    slot: Column
    """Per element: the number of its slot, -1 outside of all posts. Posts of different lists share none."""
    depth: Column
    """Per element: how deep it stands in its post; 0 outside of all."""
    tags: Tags
    """The different start tags of the elements that stand in a post, by `number`."""
    keys: list[str]
    """Per start tag: what elements that are named alike share."""
    number: Column
    """Per element: the number of its start tag among `tags`, -1 outside of all posts."""

    def key_of(self, element: int) -> str:
        """Return what an element shares with those that are named alike; nothing for what stands outside."""
        return self.keys[self.number[element]] if self.number[element] >= 0 else ""


def template_of(page: Document, nesting: Nesting) -> Template:
    """Number the slots of the posts."""
    elements, tokens = page.elements, page.tokens
    owner = nesting.owner[elements.first + 1]
    inside = np.flatnonzero(owner >= 0)
    tag = elements.first[inside]
    tags, numbers, keys = _named(page, tokens.tag_start[tag], tokens.tag_end[tag])
    number = np.full(len(elements), -1, dtype=np.int64)
    number[inside] = numbers
    names = {key: at + 1 for at, key in enumerate(dict.fromkeys(keys))}
    named = np.array([names[key] if key else 0 for key in keys] or [0], dtype=np.int64)[number[inside]]
    name = np.zeros(len(elements), dtype=np.int64)
    name[inside] = np.where(named, named + int(elements.tag.max()), elements.tag[inside])  # the nameless by their tag
    depth = _depths(page, nesting, owner)
    above = name[np.maximum(elements.parent[inside], 0)]
    wide, deep = int(name.max()) + 1, int(depth.max()) + 1
    code = ((nesting.section[owner[inside]] * deep + depth[inside]) * wide + name[inside]) * wide + above
    slot = np.full(len(elements), -1, dtype=np.int64)
    slot[inside] = np.unique(code, return_inverse=True)[1]
    return Template(owner, slot, depth, tags, keys, number)


def _named(page: Document, starts: Places, ends: Places) -> tuple[Tags, Column, list[str]]:
    """Tell some start tags apart; give the different ones, the number of each, and the keys of the different ones."""
    if LIBRARY:
        return _named_at_once(LIBRARY, page, starts, ends)
    written = [page.source[start:end].lower() for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    numbers = {text: at for at, text in enumerate(dict.fromkeys(written))}
    first = np.unique([numbers[text] for text in written], return_index=True)[1]
    keys = [read_naming(text).key for text in numbers]
    return Tags(page.source, starts[first], ends[first]), np.array([numbers[text] for text in written], np.int64), keys


def _named_at_once(library: Library, page: Document, starts: Places, ends: Places) -> tuple[Tags, Column, list[str]]:
    """Do as `_named`; tags that differ in the case of letters count as different, and still have the same key."""
    count, (data, width) = len(starts), page.markup.units
    starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
    number, first, key_at = np.empty((3, count + 1), np.int32)
    left, written = np.empty(count, np.bool_), np.empty(int((ends - starts).sum()) + 1, np.uint8)
    columns: tuple[npt.NDArray[Any], ...] = (starts, ends, number, first, key_at, left, written)
    found = library.of("name_tags", width)(ctypes.addressof(tag_rules(library)), data, count, *map(address, columns))
    check(found)
    text, bound = str(written[: key_at[found]].data, "ascii"), key_at[: found + 1].tolist()
    keys = [text[start:end] for start, end in pairwise(bound)]
    tags = Tags(page.source, starts[first[:found]], ends[first[:found]])
    for at in np.flatnonzero(left[:found]).tolist():
        keys[at] = read_naming(tags.text(at)).key
    return tags, number[:count].astype(np.int64), keys


def _depths(page: Document, nesting: Nesting, owner: Column) -> Column:
    """Count for each element in a post how deep it stands there; what follows a head may stand higher than that."""
    depth = depths(page.elements).astype(np.int64)
    units = np.searchsorted(page.elements.first, nesting.first - 1)
    below: Column = np.where(owner >= 0, np.maximum(depth - depth[units][owner] + 2, 0), 0)
    return below


def text_elements(page: Document, nesting: Nesting, template: Template, prose: Column) -> Column:
    """Return for each post its text element, -1 where there is none; `prose` counts per run."""
    weights = np.zeros(len(nesting.owner), dtype=np.int64)
    weights[page.runs.gap] = prose
    amount = own_amounts(page, nesting, template.owner, weights)
    best = _best(page, nesting, template.owner, amount)
    for section in np.unique(nesting.section).tolist():
        posts = np.flatnonzero(nesting.section == section)
        if len(posts) > 1:
            _follow(page, nesting, template, amount, posts, best)
    return best


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


def _follow(page: Document, nesting: Nesting, template: Template, amount: Column, posts: Column, best: Column) -> None:
    """Find the innermost slot with most of a list's prose, and let all posts follow that have it."""
    mine = np.zeros(len(nesting), dtype=np.bool_)
    mine[posts] = True
    places = np.flatnonzero((template.owner >= 0) & mine[template.owner])
    slot, owner, size = template.slot[places], template.owner[places], int(template.slot.max()) + 1
    said = np.zeros(len(nesting), dtype=np.int64)
    np.maximum.at(said, owner, amount[places])
    counts: npt.NDArray[np.float64] = np.minimum(1.0, _COUNTS / np.maximum(said, 1))
    held = counts[owner] * amount[places]
    some = np.flatnonzero(held)
    largest = some[_largest(slot[some], owner[some], held[some])]
    in_largest = np.bincount(slot[largest], held[largest], size)
    in_all = np.bincount(slot[some], held[some], size)
    part = np.bincount(slot, _PART[page.elements.tag[places]], size) * 2 > np.bincount(slot, minlength=size)
    fits = (in_largest >= _MOST * in_largest.max()) & (in_largest >= _ONCE * in_all) & ~part & (in_largest > 0)
    depth, fitting = np.zeros(size, dtype=np.int64), np.flatnonzero(fits)
    depth[slot] = template.depth[places]
    least = _IN_EACH * np.count_nonzero(said)
    for deepest in fitting[np.argsort(-depth[fitting], kind="stable")].tolist():
        having = np.flatnonzero(slot == deepest)
        taken = having[_largest(slot[having], owner[having], held[having])]
        if len(taken) < least:  # too few have it
            continue
        for post, element in zip(owner[taken].tolist(), places[taken].tolist(), strict=True):
            alike = template.key_of(element) == template.key_of(int(best[post]))
            if not (alike and amount[element] < amount[best[post]]):  # the same, only wrapped otherwise
                best[post] = element
        return


def _largest(slot: Column, owner: Column, held: npt.NDArray[np.float64]) -> Column:
    """Choose of each post the element of a slot with most prose, of equal ones the last."""
    order = np.lexsort([held, owner, slot])
    slot, owner = slot[order], owner[order]
    ends = np.ones(len(order), dtype=np.bool_)
    ends[:-1] = (slot[1:] != slot[:-1]) | (owner[1:] != owner[:-1])
    chosen: Column = order[ends]
    return chosen


def begins(column: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Mark the first of each row of equal numbers."""
    marked = np.ones(len(column), dtype=np.bool_)
    np.not_equal(column[1:], column[:-1], out=marked[1:])
    return marked
