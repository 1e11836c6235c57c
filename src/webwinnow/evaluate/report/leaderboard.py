"""A leaderboard as a table, and what it says in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.board import Board, Row
from webwinnow.evaluate.report.charts.bars import bar
from webwinnow.evaluate.report.numbers import NONE, count, percent, seconds, share
from webwinnow.evaluate.report.tables import Cell, Column, candidate, table
from webwinnow.evaluate.summary import Mean

NAMES: Final = {"f1": "F1", "precision": "Precision", "recall": "Recall", "with": "With", "without": "Without"}
"""How the columns of measures are headed."""
_MEANINGS: Final = {
    "f1": "Harmonic mean of precision and recall, mean over the pages",
    "precision": "Share of what was found that belongs to the gold, mean over the pages",
    "recall": "Share of the gold that was found, mean over the pages",
    "with": "Share of the snippets that must be in the text and are",
    "without": "Share of the snippets that must not be in the text and are not",
}
_STANDINGS: Final = {"best": "highest", "level": "≈ best", "behind": "", "not compared": "not compared"}
_STANDING_MEANINGS: Final = {
    "best": "The highest",
    "level": "Not significantly different from the highest",
    "behind": "Significantly below the highest",
    "not compared": "No page in common with the highest",
}
_NAMED: Final = 6
"""Candidates that a sentence names."""


def leaderboard(board: Board, caption: str) -> Html:
    """Write the board as a table."""
    columns = _columns(board)
    rows = (_cells(row, board) for row in board.rows)
    return table(caption, columns, rows, sorted_by=len(columns) - 1 if board.failed else 2)


def _columns(board: Board) -> list[Column]:
    main, *others = board.columns
    if_failed = Column(f"{NAMES[main]} with failures", "The same mean with each failed page counted as 0")
    return [
        Column("Candidate", numbers=False, first="ascending"),
        Column("Rank", "One more than the number of significantly better candidates", numbers=False, first="ascending"),
        Column(NAMES[main], _MEANINGS[main], numbers=False),
        Column("95\u00a0% interval", "Where the mean lies with 95\u00a0% (paired bootstrap)"),
        *(Column(NAMES[name], _MEANINGS[name]) for name in others),
        Column("Std", f"Standard deviation of {NAMES[main]} over the pages", first="ascending"),
        Column("Time per kB", "Seconds of all pages by their size in kB (1,000 bytes)", first="ascending"),
        Column("Scored", "Pages that the means are over"),
        Column("Failed", "Pages without an answer; they are in no mean", first="ascending"),
        *([if_failed] if board.failed else []),
    ]


def _cells(row: Row, board: Board) -> list[Cell]:
    main, *others = board.columns
    known = row.measured
    means = known.columns if known else {}
    return [
        candidate(row.mark),
        _rank(row),
        _main(row, means.get(main)),
        _interval(means.get(main)),
        *(_score(means.get(name)) for name in others),
        Cell(share(known.deviation if known else None), known.deviation if known else None),
        Cell(seconds(row.summary.seconds_per_kb), row.summary.seconds_per_kb),
        _scored(row),
        _failed(row),
        *([_score(known.with_failures if known else None)] if board.failed else []),
    ]


def _rank(row: Row) -> Cell:
    told = _STANDINGS[row.standing]
    parts = (element("span", NONE if row.rank is None else str(row.rank), class_="rank"),)
    badge = element("span", told, class_=f"standing {row.standing.split()[0]}") if told else Html("")
    return Cell(join((*parts, badge), " "), row.rank, class_="fixed", meaning=_STANDING_MEANINGS[row.standing])


def _main(row: Row, mean: Mean | None) -> Cell:
    if mean is None:
        return Cell(NONE)
    return Cell(join((element("b", share(mean.mean)), bar(row.mark, mean))), mean.mean, class_="fixed main")


def _interval(mean: Mean | None) -> Cell:
    return Cell(NONE) if mean is None else Cell(f"{share(mean.low)}–{share(mean.high)}", mean.low)


def _score(mean: Mean | float | None) -> Cell:
    value = mean.mean if isinstance(mean, Mean) else mean
    return Cell(share(value), value)


def _scored(row: Row) -> Cell:
    pages = row.measured.pages if row.measured else 0
    approximate = row.measured.approximate if row.measured else 0
    if not approximate:
        return Cell(count(pages), pages)
    told = f"{count(approximate)} of them are lower bounds: too long to be exact"
    return Cell(f"{count(pages)}*", pages, meaning=told)


def _failed(row: Row) -> Cell:
    if not row.summary.failed:
        return Cell("0", 0, class_="none")
    told = f"{count(row.summary.failed)} ({percent(row.summary.failed, row.summary.pages)})"
    kinds = ", ".join(f"{kind}: {count(pages)}" for kind, pages in row.summary.failures.items())
    return Cell(element("a", told, href="#failures"), row.summary.failed, class_="failed", meaning=kinds)


def verdict(board: Board) -> Html:
    """Say in a sentence who is best, as far as that can be said."""
    if not board.scored:
        return Html("")
    best, *others = board.scored
    name = f"mean {NAMES[board.column]}{' with failed pages counted as 0' * board.failed}"
    alone = " With alone rewards keeping everything: read it beside Without." * (board.column == "with")
    said = (_code(best), f" has the highest {name}{_figures(board, best)}", *_others(others), alone)
    return element("p", *said, class_="verdict")


def _figures(board: Board, best: Row) -> str:
    if best.measured is None:
        return ""
    if board.failed:
        return f" ({share(best.measured.with_failures)})"
    mean = best.measured.columns[board.column]
    return f" ({share(mean.mean)}, 95\u00a0% interval {share(mean.low)} to {share(mean.high)})"


def _others(others: Sequence[Row]) -> list[str]:
    if not others:
        return ["."]
    level = [row for row in others if row.standing == "level"]
    unknown = [row for row in others if row.standing == "not compared"]
    if not level and not unknown:
        return [" and is significantly better than ", "the other." if len(others) == 1 else "all others."]
    told: list[str] = ["."]
    if level:
        told += [" Not significantly different from it: ", _named(level), "."]
    if unknown:
        told += [" Not compared, for want of common pages: ", _named(unknown), "."]
    return told


def _named(rows: Sequence[Row]) -> Html:
    """Name the first, and count the others."""
    more = f" and {len(rows) - _NAMED} more" * (len(rows) > _NAMED)
    return join((join(map(_code, rows[:_NAMED]), ", "), more))


def _code(row: Row) -> Html:
    return element("code", row.mark.name)
