"""Each candidate against each other: in numbers, in words, as a square and as a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import copysign, inf
from typing import Final, Literal

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.material import NAMES, Board, Material, ScoreTable
from webwinnow.evaluate.summary import Pair
from webwinnow.lazy_values import cached_property

Result = Literal["better", "worse", "level"]
"""Significantly better, significantly worse, or a difference that may be chance."""
WORDS: Final[dict[Result, str]] = {
    "better": "significantly better",
    "worse": "significantly worse",
    "level": "not significantly different",
}


@dataclass(frozen=True, slots=True)
class Duel:
    """One candidate against another; `wins` counts pages on which it is higher, lower, and equal."""

    mine: str
    other: str
    pair: Pair
    wins: tuple[int, int, int]

    @property
    def sign(self) -> int:
        """Whether the pair was compared the same way round, or the other."""
        return 1 if self.pair.first == self.mine else -1

    @property
    def result(self) -> Result:
        """What may be said about it."""
        return "level" if self.pair.better is None else "better" if self.pair.better == self.mine else "worse"

    @property
    def difference(self) -> float:
        """How much higher the mean is than the other's."""
        return self.sign * self.pair.difference.mean

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which bounds the difference lies with 95 %."""
        low, high = sorted((self.sign * self.pair.difference.low, self.sign * self.pair.difference.high))
        return low, high

    @property
    def effect(self) -> float:
        """The effect size; without bound where all pages differ by the same."""
        known = self.pair.effect
        return copysign(inf, self.difference) if known is None else self.sign * known

    def in_words(self) -> str:
        """Say what a number in a table leaves out."""
        low, high = self.bounds
        between = f"{frame.signed(low)} to {frame.signed(high)}"
        return f"{WORDS[self.result]}: {between}, {frame.p_value(self.pair.p_adjusted)} after Holm"


@dataclass(frozen=True)
class Duels:
    """All pairs, to be asked for either way round; `wins` counts pages for two candidates."""

    pairs: Sequence[Pair]
    wins: Callable[[str, str], tuple[int, int, int]]

    def __call__(self, mine: str, other: str) -> Duel | None:
        """Return one candidate against another; None if they were not compared."""
        pair = self._known.get(frozenset((mine, other)))
        return None if pair is None else Duel(mine, other, pair, self.wins(mine, other))

    def once(self) -> list[Duel]:
        """Return each pair once: the higher mean first, the largest difference first."""
        ways = (
            (pair.first, pair.second) if pair.difference.mean >= 0 else (pair.second, pair.first) for pair in self.pairs
        )
        found = (self(*names) for names in ways)
        return sorted((duel for duel in found if duel), key=lambda duel: -duel.difference)

    @cached_property
    def _known(self) -> dict[frozenset[str], Pair]:
        return {frozenset((pair.first, pair.second)): pair for pair in self.pairs}


_SIGNS: Final = {"better": "▲", "worse": "▼", "level": "≈"}


def wins_square(marks: Sequence[frame.CandidateMark], duels: Duels, caption: str) -> Html:
    """Write all pairs as a square table: the row's candidate against the column's."""
    heads = (
        element("th", element("span", frame.swatch(mark), mark.label(22)), scope="col", title=mark.name)
        for mark in marks
    )
    rows = (
        element("tr", _row_head(mark), *(_square_cell(duels(mark.name, other.name)) for other in marks))
        for mark in marks
    )
    head = element("thead", element("tr", element("td"), *heads))
    return element("table", frame.caption_of(caption), head, element("tbody", join(rows)), class_="wins")


def _row_head(mark: frame.CandidateMark) -> Html:
    return element("th", frame.named(mark), scope="row")


def _square_cell(duel: Duel | None) -> Html:
    if duel is None:
        return element("td", class_="self")
    parts = (
        element("b", f"{_SIGNS[duel.result]} {frame.signed(duel.difference)}"),
        element("small", frame.effect(duel.effect)),
        element("small", f"{frame.count(duel.wins[0])} : {frame.count(duel.wins[1])}"),
    )
    return element("td", *parts, class_=duel.result, title=duel.in_words())


def section(material: Material) -> Html:
    """Show all pairs over all pages: as a square, how to read it, and as a list with everything."""
    board = material.board
    if board is None or not board.pairs:
        return element("p", "There is no pair of candidates to compare.")
    square = pairs_square(board, material.scores, material.scope)
    folded = element(
        "details", element("summary", "All pairs with intervals and p-values"), _list(board, material.scores)
    )
    return join((square, _legend(), folded))


def pairs_square(board: Board, scores: ScoreTable, scope: str) -> Html:
    """Show the pairs of a board; nothing if it has none."""
    if not board.pairs:
        return Html("")
    pages = frame.count(board.pairs[0].pages)
    caption = f"Row against column: difference of mean {NAMES[board.column]} on {pages} pages of {scope}"
    marks = [row.mark for row in board.scored]
    return frame.scrolling(wins_square(marks, Duels(board.pairs, scores.wins), caption), caption)


def _legend() -> Html:
    said = (
        "▲ the row is significantly better, ▼ significantly worse, ≈ the difference may be chance (paired permutation "
        "test, Holm's correction over all pairs, 5\u00a0%). d is Cohen's effect size for pairs: 0.2 small, 0.5 medium, "
        "0.8 large. Below it: pages on which the row is higher : lower. A failed page counts as nothing found."
    )
    return element("p", said, class_="note")


def _list(board: Board, scores: ScoreTable) -> Html:
    """List each pair once, the higher mean first."""
    columns = [
        frame.TableColumn("Candidate", numbers=False, first="ascending"),
        frame.TableColumn("is", numbers=False, first="ascending"),
        frame.TableColumn("than or from", numbers=False, first="ascending"),
        frame.TableColumn("Difference", f"Difference of mean {NAMES[board.column]}"),
        frame.TableColumn("95\u00a0% interval", "Where the difference lies with 95\u00a0% (paired bootstrap)"),
        frame.TableColumn("p after Holm", "Paired permutation test, corrected over all pairs", first="ascending"),
        frame.TableColumn("Effect", "Cohen's d for pairs"),
        frame.TableColumn("Higher : lower : equal", "Pages on which the first is higher, lower, equal"),
    ]
    rows = [_cells(duel) for duel in Duels(board.pairs, scores.wins).once()]
    return frame.table(f"All pairs by {board.measure}", columns, rows, sorted_by=3)


def _cells(duel: Duel) -> list[frame.TableCell]:
    low, high = duel.bounds
    adjusted = duel.pair.p_adjusted
    return [
        frame.TableCell(element("code", duel.mine)),
        frame.TableCell(WORDS[duel.result]),
        frame.TableCell(element("code", duel.other)),
        frame.TableCell(frame.signed(duel.difference), duel.difference),
        frame.TableCell(f"{frame.signed(low)} to {frame.signed(high)}", low),
        frame.TableCell(frame.p_value(adjusted).removeprefix("p ").removeprefix("= "), adjusted),
        frame.TableCell(
            f"{frame.effect(duel.effect).removeprefix('d = ')}, {frame.effect_word(duel.effect)}", duel.effect
        ),
        frame.TableCell(" : ".join(map(frame.count, duel.wins)), duel.wins[0]),
    ]
