"""`find_turns`: who speaks in an interview or a transcript whose names stand apart from what is said.

A name with a colon that leads what somebody says is read with it. Where names stand in elements of their own,
extractors drop them as short blocks, and question and answer read as the words of one person. Such names repeat: at
least two of them lead at least four texts, mostly in turns, each of them a sentence or more, and most of what is kept
follows one of them. Labels do so, too: "Pros" and "Cons", "Buy now", the cells of tables. So names are no links or
buttons, stand in no list and no figure, and in a table as the first of two cells; all their words begin with large
letters, what follows is no list, and few headings stand between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import HEADING, ITEM, surroundings
from webwinnow.posts.signs import LABELS, LONGEST_NAME, MOST_WORDS, PARTICLE, short_leads
from webwinnow.spans import Spans

_NAME: Final = re.compile(r"[^\W\d_a-zà-ÿ][^\d?!;,:/|。！？]{0,39}")
_SENTENCE: Final = re.compile(r"\w{4,}\.\s|\.{2}|…")
_LEAST_TURNS, _LEAST_SPEAKERS = 4, 2
_MOSTLY: Final = 0.5
_SAID: Final = 30
"""Characters that somebody says in most turns, at least: a label stands above less, or above nothing."""
_OFTEN: Final = 0.6
"""Share of the turns that are taken by names that come back, at least."""
_FEW: Final = 0.25
"""Share of the turns that are followed by a list, or have a heading before the next. Of 94 pages of 18 packages
that were taken for interviews without these rules, three were; with them, these three and two others (2026-11-18)."""
_ENDS: Final = " \t\n:：–—-"
_DIGITS: Final = re.compile(r"\d+")
_CELL, _FIGURE = column("td th"), column("figure figcaption")


class Turn(NamedTuple):
    """Somebody's name, and where it stands."""

    name: str
    start: int
    end: int


def find_turns(page: Document, spans: Spans) -> tuple[Turn, ...]:
    """Find the names above the turns of an interview, in the order of the page; none where a page is no interview."""
    if not len(spans):
        return ()
    candidates = list(_candidates(page, spans))
    often = {name for name, count in Counter(name for name, _ in candidates).items() if count > 1}
    if len(often) < _LEAST_SPEAKERS:
        return ()
    shapes = _shapes(page, [run for _, run in candidates])
    shared = {shape for (name, _), shape in zip(candidates, shapes, strict=True) if name in often}
    start, end = page.runs.start, page.runs.end
    turns = [
        Turn(name, int(start[run]), int(end[run]))
        for (name, run), shape in zip(candidates, shapes, strict=True)
        if name in often or shape in shared
    ]
    return tuple(turns) if _is_interview(turns, spans) and not _are_labels(page, turns, spans) else ()


def leading_name(text: str) -> str:
    """Return the name with a colon that a text begins with, as turns of an interview do; nothing if there is none.

    >>> leading_name("Ada Byron: I have turned it."), leading_name("Here is why: it turns.")
    ('Ada Byron', '')
    """
    head, colon, _ = text[: LONGEST_NAME + 1].replace("：", ":").partition(":")
    name = " ".join(head.split())
    return name if colon and _is_name(name) and not name.islower() and _all_begin_large(name) else ""


def _all_begin_large(name: str) -> bool:
    """Tell whether no longer word of a name is written small: what a sentence says before a colon is no name."""
    return not any(len(word) > PARTICLE and word[0].islower() for word in name.split())


def take_turns(names: Sequence[str]) -> bool:
    """Tell whether names follow each other as those who talk do: several times, at least two of them, in turns."""
    often = sum(count > 1 for count in Counter(names).values())
    changes = sum(one != other for one, other in pairwise(names))
    return len(names) >= _LEAST_TURNS and often >= _LEAST_SPEAKERS and changes >= _MOSTLY * (len(names) - 1)


def _is_interview(turns: list[Turn], spans: Spans) -> bool:
    """Tell whether names follow each other in turns, and most of what is kept follows one of them."""
    if not take_turns([turn.name for turn in turns]):
        return False
    places = [turns[0].start, *(each.end for each in turns), spans.size]
    before = spans.characters_before(np.array(places))
    said, all_kept = before[2:] - before[1:-1] >= _SAID, int(before[-1])
    return all_kept - int(before[0]) >= _MOSTLY * all_kept and bool(said.mean() > _MOSTLY)


def _are_labels(page: Document, turns: list[Turn], spans: Spans) -> bool:
    """Tell whether names are labels: most stand there once, above a list, or below a heading each or every other."""
    count = Counter(turn.name for turn in turns)
    if sum(times for times in count.values() if times > 1) < _OFTEN * len(turns):
        return True
    around, runs = surroundings(page)[page.runs.home], page.runs
    ends = [turn.end for turn in turns]
    following = np.minimum(np.searchsorted(runs.start, ends), len(runs.start) - 1)
    begins = (around & HEADING) > 0
    begins[1:] &= ~begins[:-1]
    headings = runs.start[begins]
    kept = headings[np.diff(spans.characters_before(np.stack([headings, headings + 1])), axis=0)[0] > 0]
    between = np.diff(np.searchsorted(kept, ends)) > 0
    return bool(((around[following] & ITEM) > 0).mean() > _FEW or (len(between) and between.mean() > _FEW))


def _candidates(page: Document, spans: Spans) -> Iterator[tuple[str, int]]:
    """Yield the short texts that lead a block or are one, each with its run."""
    runs, short = page.runs, short_leads(page, spans)
    short = short[_may_be_named(page, runs.home[short])]
    breaks, following = page.markup.breaks_before, np.minimum(short + 1, len(runs) - 1)
    alone_there = (following == short) | (breaks[runs.gap[following]] != breaks[runs.gap[short]])
    columns = (short, runs.start[short], runs.end[short], alone_there)
    for run, start, end, alone in zip(*(each.tolist() for each in columns), strict=True):
        name = " ".join(page.text(start, end).split()).strip(_ENDS)
        if _is_name(name) and _all_begin_large(name) and (alone or _is_joined(page, run)):
            yield name, run


def _shapes(page: Document, runs: list[int]) -> list[str]:
    """Return the start tags around some runs, without numbers; those of all speakers are the same."""
    tag, edge = page.elements.start_tags()[page.runs.home[runs]], page.tokens.edge
    bounds = zip(edge[2 * tag + 1].tolist(), edge[2 * tag + 2].tolist(), strict=True)
    written = [page.source[start:end] if at >= 0 else "" for at, (start, end) in zip(tag.tolist(), bounds, strict=True)]
    joined = "\0".join(written)
    return _DIGITS.sub("", joined).split("\0") if joined.count("\0") < len(written) else [*map(_shape, written)]


def _shape(tag: str) -> str:
    return _DIGITS.sub("", tag)


def _may_be_named(page: Document, elements: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Tell of some elements whether a name may stand apart there."""
    tag = page.elements.tag
    apart: npt.NDArray[np.bool_] = (surroundings(page)[elements] & LABELS) == 0
    figures, cells = _FIGURE[tag], _CELL[tag]
    if figures.any():
        apart &= ~page.inside(figures)[elements]
    if cells.any():
        nearest = page.nearest(cells)[elements]
        apart &= _told(page, cells)[nearest] | ~cells[nearest]
    return apart


def _told(page: Document, is_cell: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Mark the first cells of rows that have two: a name, and what is said."""
    tree, cells = page.elements, np.flatnonzero(is_cell)
    row = tree.parent[cells]
    first = np.diff(row, prepend=-1) != 0
    told = np.zeros(len(tree), dtype=np.bool_)
    told[cells] = first & (np.bincount(row, minlength=len(tree))[row] == 2)
    return told


def _is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and len(text.split()) <= MOST_WORDS and not _SENTENCE.search(text + " ")


def _is_joined(page: Document, run: int) -> bool:
    """Tell whether text follows in another element without a blank, so that name and text would read as one word."""
    end, following = int(page.runs.end[run]), int(page.runs.start[run + 1])
    edges = page.source[end - 1] + page.source[following]
    between = re.sub(r"<[^>]*>", "", page.source[end:following])
    return edges[1].isalnum() and not between and edges[0] not in ":：" and not edges[0].isspace()
