"""Markdown against gold Markdown: text, headings, lists, tables, code, formulas and figures, each from 0 to 1.

Paper: webmainbench2025: text, code and formulas by edit distance, tables by TEDS, their mean as `overall`. Ours: code
and formulas are right only if they are the same character by character, blanks around them aside; headings, lists and
figures are measured, too. Where a page has several tables, they are paired in their order; a table that has no partner
scores 0, on either side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from webwinnow.evaluate.alignment import intern_words
from webwinnow.evaluate.folding import fold, unicode_words
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure
from webwinnow.evaluate.structures.markdown import Part, PartKind, read_markdown
from webwinnow.evaluate.structures.similarity import paired, similarity, text_distance

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
