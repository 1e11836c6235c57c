"""Text inside the main content that is there for the hand, not for the eye: links of a heading to itself and those to
edit a section, buttons that copy code or answer a post, "Read more" behind a paragraph, names of icons that a font
draws, numbers of lines beside code, data of a script that was left between tags, and what a video or sound says to
browsers that cannot play it.

It stays in the spans, which are the extractor's; no rendering shows it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import AttributeSearch, value_at
from webwinnow.document.html_names import column
from webwinnow.document.tree.elements import AS_IT_IS, BY_HAND, PLAYED, surroundings
from webwinnow.document.word_search import WordSearch, elements_around
from webwinnow.render.structure.gaps import Column, read_pieces
from webwinnow.spans import Spans

_PHRASE, _LEFT_DATA, _DRAWN_SIGN, _INSTEAD_OF_MEDIA = 2, 4, 8, 16
ALL_SORTS: Final = _PHRASE | _LEFT_DATA | _DRAWN_SIGN | _INSTEAD_OF_MEDIA
"""Sorts of noise, as bits by which native/text.h tells them apart; numbers of lines are found by the words of signs."""
SIGNS: Final = frozenset("¶ # § 🔗 ⚓ ⚓︎ \uf0c1 link permalink anchor".split())
"""Whole texts of links to the place where they stand."""
LONGEST: Final = 60
"""Characters of source up to which a text may be one of the phrases."""
_LINK, _MEDIUM = column("a"), column("video audio")
_MOST_INSTEAD: Final = 300
"""Characters of what stands in a video or sound for those who cannot play it; with more, it was left open."""
_DATA: Final = re.compile(r'\s*[\[{]+\s*(?:"|&quot;)[\w@:.$ -]{1,60}(?:"|&quot;)\s*[:,]')
_DRAWN: Final = re.compile(r"(?<![\w-])material-(?:icons|symbols)")
_NUMBERING: Final = re.compile(r"(?<![\w-])(?:lineno(?:s|div)?|lnt)(?![\w-])")
_NUMBERS: Final = re.compile(r"[\d\s]+")
_PREFORMATTED: Final = column("pre")
_CLASS: Final = AttributeSearch(("class",))
DRAWN_OR_EDITED: Final = ("material-", "mw-editsection", "lineno", '"lnt', "=lnt")
"""Words in the tags around what a font draws, what edits a section, and numbers of lines."""
DRAWN_OR_EDITED_WORDS: Final = WordSearch(DRAWN_OR_EDITED)
_LIGATURE: Final = re.compile("[a-z][a-z0-9_]*")
_LEVELS: Final = 3
"""How many elements around a text are looked at."""
SHORTEST_DATA: Final = 40
_ENDS: Final = ".!?…:;\"'»”’)]。！？」』؟۔।"
"""What the text before a phrase ends with if it is whole without it."""


def without_noise(page: Document, spans: Spans, sorts: int = ALL_SORTS) -> Spans:
    """Leave out what is noise, of which there may be these `sorts` alone; found once per page and spans."""
    return page.once((without_noise, spans), lambda: _without(page, spans, sorts))


def _without(page: Document, spans: Spans, sorts: int) -> Spans:
    runs = page.runs
    kept = read_pieces(page, spans).runs
    if not len(kept):
        return spans
    found = (find(page, kept) for sort, find in _FINDERS if sorts & sort)
    noise = sorted({*chain.from_iterable(found)})
    if not noise:
        return spans
    gone = np.array(noise)
    left = spans - Spans.from_sorted(runs.start[gone], runs.end[gone], len(page.source))
    return left if len(left) else spans


def _phrases(page: Document, kept: Column) -> list[int]:
    """Find the runs in links and buttons that say one of the phrases, where the text around is whole without them."""
    runs = page.runs
    by_hand = (surroundings(page)[runs.home[kept]] & BY_HAND) > 0
    short = (runs.end - runs.start)[kept] <= LONGEST
    block = page.markup.breaks_before[runs.gap[kept]]
    ends = np.append(block[1:] != block[:-1], True)
    found, signs = list[int](), list[int]()
    phrases, asked = known_phrases(), np.flatnonzero(by_hand & short)
    chosen = kept[asked]
    columns = (asked, chosen, runs.start[chosen], runs.end[chosen])
    for at, run, start, end in zip(*(each.tolist() for each in columns), strict=True):
        said = page.text(start, end).strip().casefold()
        if said in SIGNS:
            signs.append(run)
        elif said in phrases and ends[at]:
            alone = at == 0 or block[at - 1] != block[at]
            before = int(kept[at - 1])
            whole = page.source[int(runs.start[before]) : int(runs.end[before])].rstrip()[-1:] in _ENDS
            if alone or (whole and not phrases[said]):
                found.append(run)
    return found + _leading_here(page, signs) if signs else found


def _leading_here(page: Document, runs: list[int]) -> list[int]:
    """Choose the runs that are all of a link to a place of the page itself."""
    links = page.nearest(_LINK[page.elements.tag])[page.runs.home[runs]].tolist()
    return [run for run, link in zip(runs, links, strict=True) if "#" in page.attributes(link).get("href", "")]


def _data(page: Document, kept: Column) -> list[int]:
    """Find the runs that are data as JSON writes it, outside of code."""
    runs = page.runs
    long = kept[(runs.end - runs.start)[kept] >= SHORTEST_DATA]
    starts = [(run, page.source[start]) for run, start in zip(long.tolist(), runs.start[long].tolist(), strict=True)]
    suspects = [run for run, first in starts if first in "[{"]
    if not suspects:
        return []
    as_it_is = (surroundings(page)[runs.home[suspects]] & AS_IT_IS) > 0
    return [
        run
        for run, code in zip(suspects, as_it_is.tolist(), strict=True)
        if not code and _DATA.match(page.source, int(runs.start[run])) and page.source[int(runs.end[run]) - 1] in "]}"
    ]


def _drawn_or_edited(page: Document, kept: Column) -> list[int]:
    """Find the runs in elements that a font draws as an icon, and those of a wiki's links to edit a section."""
    runs, found = page.runs, list[int]()
    short = kept[(runs.end - runs.start)[kept] <= LONGEST]
    near = short[_near(page, runs.home[short])]
    around = _around(page, runs.home[near])
    classes = _classes(page, np.concatenate(around))
    for run, *elements in zip(near.tolist(), *(each.tolist() for each in around), strict=True):
        names = [classes[each] for each in elements]
        text = page.source[int(runs.start[run]) : int(runs.end[run])].strip()
        if (_DRAWN.search(names[0]) and _LIGATURE.fullmatch(text)) or "mw-editsection" in " ".join(names):
            found.append(run)
    return found


def _numbers(page: Document, kept: Column) -> list[int]:
    """Find the runs of columns that number the lines of the code beside them; numbers in the code itself stay."""
    runs, found = page.runs, list[int]()
    code = kept[(surroundings(page)[runs.home[kept]] & AS_IT_IS) > 0]
    code = code[_near(page, runs.home[code])] if len(code) else code
    columns = _each_once(page.nearest(_PREFORMATTED[page.elements.tag])[runs.home[code]])
    inside = [page.texts.run[first:last] for first, last in page.texts.inside(columns).tolist()]
    around, homes = np.stack(_around(page, columns), axis=1), [runs.home[each] for each in inside]
    classes = _classes(page, np.concatenate([around.ravel(), *homes]))
    called = {element for element, name in classes.items() if _NUMBERING.search(name)}
    for elements, held, home in zip(around.tolist(), inside, homes, strict=True) if called else ():
        if not called.isdisjoint([*elements, *home.tolist()]) and all(_is_number(page, run) for run in held.tolist()):
            found += held.tolist()
    return found


def _classes(page: Document, elements: Column) -> dict[int, str]:
    """Read the classes of some elements, each once."""
    asked = _each_once(elements)
    places = _CLASS.places(page, asked).reshape(-1, 2).tolist()
    return {
        element: value_at(page.source, start, end) if start >= 0 else ""
        for element, (start, end) in zip(asked.tolist(), places, strict=True)
    }


def _each_once(elements: Column) -> Column:
    """Do as `np.unique`, which loads masked arrays when it is first used: that takes longer than a page."""
    return np.array(sorted(set(elements.tolist())), elements.dtype)


def _is_number(page: Document, run: int) -> bool:
    return _NUMBERS.fullmatch(page.source, int(page.runs.start[run]), int(page.runs.end[run])) is not None


def _instead(page: Document, kept: Column) -> list[int]:
    """Find the runs in videos and sounds, which browsers show instead of them; in one left open, what follows stays."""
    runs = page.runs
    played = kept[(surroundings(page)[runs.home[kept]] & PLAYED) > 0]
    if not len(played):
        return []
    medium = page.nearest(_MEDIUM[page.elements.tag])[runs.home[played]]
    found: list[int] = played[page.in_subtrees(page.characters_before, medium) <= _MOST_INSTEAD].tolist()
    return found


_FINDERS: Final = (
    (_PHRASE, _phrases), (_LEFT_DATA, _data), (_DRAWN_SIGN, _drawn_or_edited), (_DRAWN_SIGN, _numbers),
    (_INSTEAD_OF_MEDIA, _instead),
)  # fmt: skip


def _near(page: Document, elements: Column) -> npt.NDArray[np.bool_]:
    """Tell which elements have a tag, or stand in two that have one, that holds a word of those that are looked for."""
    near = np.zeros(len(elements), dtype=np.bool_)
    holding = elements_around(page, elements, DRAWN_OR_EDITED_WORDS, _LEVELS)
    if holding:
        for _ in range(_LEVELS):
            near |= np.isin(elements, holding)
            elements = np.maximum(page.elements.parent[elements], 0)
    return near


def _around(page: Document, elements: Column) -> tuple[Column, Column, Column]:
    """Return elements, and the two around each."""
    parent = np.maximum(page.elements.parent[elements], 0)
    return elements, parent, np.maximum(page.elements.parent[parent], 0)


@cache
def known_phrases() -> dict[str, bool]:
    """Read the phrases, each with whether it is noise only where nothing else stands in its block."""
    text = resources.files("webwinnow.render").joinpath("noise.txt").read_text(encoding="utf-8")
    lines = (line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return {line.removeprefix("= "): line.startswith("= ") for line in lines}
