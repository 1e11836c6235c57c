"""Markdown against gold Markdown: text, headings, lists, tables, code, formulas and figures, each from 0 to 1.

Paper: webmainbench2025: text, code and formulas by edit distance, tables by TEDS, their mean as `overall`. Ours: code
and formulas are right only if they are the same character by character, blanks around them aside; headings, lists and
figures are measured, too. Where a page has several tables, they are paired in their order; a table that has no partner
scores 0, on either side.

How alike two parts of Markdown are: tree edit distance, and the best pairs of two sequences of parts.

Paper: zhong2020, section V (TEDS): 1 - distance / number of nodes of the larger tree, where inserting and deleting a
node costs 1, and two cells cost the edit distance of their texts, by the longer of them.
Ours: Selkow's distance, in which only whole subtrees are inserted and deleted; of a table these are rows and cells. A
general distance may also dissolve a row into its cells, which no reader would call a small change. For lists the same.
Cost: the product of both numbers of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from webwinnow.errors import MissingExtraError
from webwinnow.evaluate.alignment import fold, intern_words, unicode_words
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure
from webwinnow.evaluate.structures.markdown import Part, PartKind, read_markdown

_MOST_NODES: Final = 4_000_000
"""Pairs of nodes that are compared; beyond, parts are alike only if they are equal. A table of 500 rows and 4 columns
against itself has six million."""


def similarity(first: Part, second: Part) -> float:
    """Return how alike two trees are, from 0 to 1."""
    if first == second:
        return 1.0
    sizes = [sum(1 for _ in part.walk()) for part in (first, second)]
    if sizes[0] * sizes[1] > _MOST_NODES:
        return 0.0
    return max(0.0, 1 - _distance(first, second) / max(sizes))


def _distance(first: Part, second: Part) -> float:
    """Return the distance of two trees; as deep as Markdown is nested, which its reader bounds."""
    if first.kind is not second.kind or first.label != second.label:
        renamed = 1.0
    else:
        renamed = text_distance(first.text, second.text)
    mine, theirs = first.parts, second.parts
    if mine == theirs:
        return renamed
    deleted, inserted = [_size(part) for part in mine], [_size(part) for part in theirs]
    row = np.concatenate([[0.0], np.cumsum(inserted)]).tolist()
    for part, cost in zip(mine, deleted, strict=True):
        before, row = row, [row[0] + cost]
        for at, other in enumerate(theirs):
            row.append(min(before[at + 1] + cost, row[at] + inserted[at], before[at] + _distance(part, other)))
    return renamed + float(row[-1])


def _size(part: Part) -> int:
    return sum(1 for _ in part.walk())


def text_distance(first: str, second: str) -> float:
    """Return the edit distance of two texts by the length of the longer one."""
    if first == second:
        return 0.0
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        raise MissingExtraError("rapidfuzz", "evaluate") from None
    return float(Levenshtein.normalized_distance(first, second))


def paired(gold: Sequence[Part], found: Sequence[Part], alike: Callable[[Part, Part], float]) -> float | None:
    """Pair parts in their order so that they are most alike, and score them: 1 if all are equal and none is left.

    None if there are none at all.
    """
    if not gold and not found:
        return None
    row = [0.0] * (len(found) + 1)
    for mine in gold:
        before, row = row, [0.0]
        for at, theirs in enumerate(found):
            row.append(max(before[at + 1], row[at], before[at] + alike(mine, theirs)))
    return 2 * row[-1] / (len(gold) + len(found))


_APART: Final = frozenset({PartKind.TABLE, PartKind.CODE, PartKind.FORMULA})
"""What is measured by itself and is no running text."""


@dataclass(frozen=True, slots=True)
class MarkdownScore:
    """How alike the parts of each kind are; None where neither side has any."""

    approximate: ClassVar[bool] = False

    text: float | None
    headings: float | None
    lists: float | None
    tables: float | None
    code: float | None
    formulas: float | None
    figures: float | None

    def numbers(self) -> dict[str, float | None]:
        """Return the columns of a result file."""
        parts = {name: getattr(self, name) for name in self.__slots__}
        known = [score for score in parts.values() if score is not None]
        return {"overall": sum(known) / len(known) if known else None, **parts}


@dataclass(frozen=True, slots=True)
class MarkdownLikeness(Measure):
    """How alike two Markdown texts are, part by part."""

    name: ClassVar[str] = "markdown"
    columns: ClassVar[tuple[str, ...]] = ("overall", *MarkdownScore.__slots__)
    compared: ClassVar[tuple[str, ...]] = ("overall",)
    needs_markdown: ClassVar[bool] = True

    def __call__(self, gold: Gold, found: FoundText) -> MarkdownScore | None:
        """Compare; None if the page has no gold Markdown."""
        if gold.markdown is None:
            return None
        mine, theirs = read_markdown(gold.markdown), read_markdown(found.markdown or "")
        return MarkdownScore(
            text=_text(mine, theirs),
            headings=paired(*_both(mine, theirs, PartKind.HEADING), _same_heading),
            lists=paired(*_both(mine, theirs, PartKind.LIST, PartKind.DEFINITIONS), similarity),
            tables=paired(*_both(mine, theirs, PartKind.TABLE), similarity),
            code=paired(*_both(mine, theirs, PartKind.CODE), _same_code),
            formulas=paired(*_both(mine, theirs, PartKind.FORMULA), _same_formula),
            figures=paired(*_both(mine, theirs, PartKind.FIGURE), _same_figure),
        )


def _both(mine: Part, theirs: Part, *kinds: PartKind) -> tuple[list[Part], list[Part]]:
    return mine.of_kind(*kinds), theirs.of_kind(*kinds)


def _text(mine: Part, theirs: Part) -> float | None:
    """Compare the words of the running text by edit distance."""
    letters = intern_words(list(_running_words(mine)), list(_running_words(theirs)))
    return 1 - text_distance(letters.gold, letters.found) if letters.gold or letters.found else None


def _running_words(part: Part) -> Iterator[str]:
    left = [part]
    while left:
        each = left.pop()
        if each.kind not in _APART:
            yield from unicode_words(each.text)
            left.extend(reversed(each.parts))


def _same_heading(mine: Part, theirs: Part) -> float:
    """Compare texts; not levels, which a site may shift for all its pages."""
    return float(fold(mine.text) == fold(theirs.text))


def _same_code(mine: Part, theirs: Part) -> float:
    return float(_lines(mine.text) == _lines(theirs.text))


def _lines(code: str) -> list[str]:
    """Return the lines of code, without blanks at their ends and without empty lines around."""
    return [line.rstrip() for line in code.strip("\n").splitlines()]


def _same_formula(mine: Part, theirs: Part) -> float:
    return float("".join(mine.text.split()) == "".join(theirs.text.split()))


def _same_figure(mine: Part, theirs: Part) -> float:
    """Compare captions and alternative texts."""
    return float(fold(mine.text) == fold(theirs.text) and fold(mine.label) == fold(theirs.label))
