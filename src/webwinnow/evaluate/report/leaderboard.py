"""Leaderboards as tables, with what they say in words: over all pages, by every measure, and of each package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.measures import Measure
from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.material import NAMES, Board, BoardRow, Material
from webwinnow.evaluate.report.pairs import pairs_square
from webwinnow.evaluate.summary import CandidateSummary, Mean, PackageSummary


def bar(mark: frame.CandidateMark, mean: Mean) -> Html:
    """Draw a mean from 0 to 1 as a bar, and its bounds as a line across the bar's end."""
    track = element("path", class_="track", d="M0 0h100v10H0z")
    filled = element("path", class_=f"bar {mark.colour}", d=f"M0 0h{100 * mean.mean:.1f}v10H0z")
    bounds = element("path", class_="bounds", d=f"M{100 * mean.low:.1f} 5H{100 * mean.high:.1f}")
    box = {"viewBox": "0 0 100 10", "preserveAspectRatio": "none"}
    return element("svg", track, filled, bounds, class_="score", aria_hidden="true", **box)


_MEANINGS: Final = {
    "f1": "Harmonic mean of precision and recall, mean over the pages",
    "precision": "Share of what was found that belongs to the gold, mean over the pages",
    "recall": "Share of the gold that was found, mean over the pages",
    "with": "Share of the snippets that must be in the text and are",
    "without": "Share of the snippets that must not be in the text and are not",
    "whole": "Share of the structures of the gold that are whole in the result, mean over the pages",
    "cut": "Share of the structures of the gold that the result has in part",
    "missing": "Share of the structures of the gold that the result does not have",
    "extra": "Share of the structures that are whole in the result, and that the gold does not have",
    "order": "How well the order of blocks is kept: 1 - edit distance by their number",
    "overall": "Mean of the parts of Markdown that the page has",
    "text": "Running text by the edit distance of its words",
    "headings": "Headings with the right text",
    "lists": "Lists by their tree edit distance",
    "tables": "Tables by their tree edit distance (TEDS)",
    "code": "Blocks of code that are the same, character by character",
    "formulas": "Formulas that are the same",
    "figures": "Figures with the right caption and alternative text",
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
    return frame.table(caption, columns, rows, sorted_by=len(columns) - 1 if board.failed else 2)


def _columns(board: Board) -> list[frame.TableColumn]:
    main, *others = board.columns
    if_failed = frame.TableColumn(f"{NAMES[main]} with failures", "The same mean with each failed page counted as 0")
    return [
        frame.TableColumn("Candidate", numbers=False, first="ascending"),
        frame.TableColumn(
            "Rank", "One more than the number of significantly better candidates", numbers=False, first="ascending"
        ),
        frame.TableColumn(NAMES[main], _MEANINGS[main], numbers=False),
        frame.TableColumn("95\u00a0% interval", "Where the mean lies with 95\u00a0% (paired bootstrap)"),
        *(frame.TableColumn(NAMES[name], _MEANINGS[name]) for name in others),
        frame.TableColumn("Std", f"Standard deviation of {NAMES[main]} over the pages", first="ascending"),
        frame.TableColumn("Time per kB", "Seconds of all pages by their size in kB (1,000 bytes)", first="ascending"),
        frame.TableColumn("Scored", "Pages that the means are over"),
        frame.TableColumn("Failed", "Pages without an answer; they are in no mean", first="ascending"),
        *([if_failed] if board.failed else []),
    ]


def _cells(row: BoardRow, board: Board) -> list[frame.TableCell]:
    main, *others = board.columns
    known = row.measured
    means = known.columns if known else {}
    return [
        frame.candidate_cell(row.mark),
        _rank(row),
        _main(row, means.get(main)),
        _interval(means.get(main)),
        *(_score(means.get(name)) for name in others),
        frame.TableCell(frame.share(known.deviation if known else None), known.deviation if known else None),
        frame.TableCell(frame.seconds(row.summary.seconds_per_kb), row.summary.seconds_per_kb),
        _scored(row),
        _failed(row),
        *([_score(known.with_failures if known else None)] if board.failed else []),
    ]


def _rank(row: BoardRow) -> frame.TableCell:
    standing = _STANDINGS[row.standing]
    parts = (element("span", frame.NONE if row.rank is None else str(row.rank), class_="rank"),)
    badge = element("span", standing, class_=f"standing {row.standing.split()[0]}") if standing else Html("")
    return frame.TableCell(
        join((*parts, badge), " "), row.rank, class_="fixed", meaning=_STANDING_MEANINGS[row.standing]
    )


def _main(row: BoardRow, mean: Mean | None) -> frame.TableCell:
    if mean is None:
        return frame.TableCell(frame.NONE)
    return frame.TableCell(
        join((element("b", frame.share(mean.mean)), bar(row.mark, mean))), mean.mean, class_="fixed main"
    )


def _interval(mean: Mean | None) -> frame.TableCell:
    return (
        frame.TableCell(frame.NONE)
        if mean is None
        else frame.TableCell(f"{frame.share(mean.low)}–{frame.share(mean.high)}", mean.low)
    )


def _score(mean: Mean | float | None) -> frame.TableCell:
    value = mean.mean if isinstance(mean, Mean) else mean
    return frame.TableCell(frame.share(value), value)


def _scored(row: BoardRow) -> frame.TableCell:
    pages = row.measured.pages if row.measured else 0
    approximate = row.measured.approximate if row.measured else 0
    if not approximate:
        return frame.TableCell(frame.count(pages), pages)
    meaning = f"{frame.count(approximate)} of them are lower bounds: too long to be exact"
    return frame.TableCell(f"{frame.count(pages)}*", pages, meaning=meaning)


def _failed(row: BoardRow) -> frame.TableCell:
    if not row.summary.failed:
        return frame.TableCell("0", 0, class_="none")
    failed = f"{frame.count(row.summary.failed)} ({frame.percent(row.summary.failed, row.summary.pages)})"
    kinds = ", ".join(f"{kind}: {frame.count(pages)}" for kind, pages in row.summary.failures.items())
    return frame.TableCell(element("a", failed, href="#failures"), row.summary.failed, class_="failed", meaning=kinds)


def verdict(board: Board) -> Html:
    """Say in a sentence who is best, as far as that can be said."""
    if not board.scored:
        return Html("")
    best, *others = board.scored
    name = f"mean {NAMES[board.column]}{' with failed pages counted as 0' * board.failed}"
    alone = " With alone rewards keeping everything: read it beside Without." * (board.column == "with")
    said = (_code(best), f" has the highest {name}{_figures(board, best)}", *_others(others), alone)
    return element("p", *said, class_="verdict")


def _figures(board: Board, best: BoardRow) -> str:
    if best.measured is None:
        return ""
    if board.failed:
        return f" ({frame.share(best.measured.with_failures)})"
    mean = best.measured.columns[board.column]
    return f" ({frame.share(mean.mean)}, 95\u00a0% interval {frame.share(mean.low)} to {frame.share(mean.high)})"


def _others(others: Sequence[BoardRow]) -> list[str]:
    if not others:
        return ["."]
    level = [row for row in others if row.standing == "level"]
    unknown = [row for row in others if row.standing == "not compared"]
    if not level and not unknown:
        return [" and is significantly better than ", "the other." if len(others) == 1 else "all others."]
    said: list[str] = ["."]
    if level:
        said += [" Not significantly different from it: ", _named(level), "."]
    if unknown:
        said += [" Not compared, for want of common pages: ", _named(unknown), "."]
    return said


def _named(rows: Sequence[BoardRow]) -> Html:
    """Name the first, and count the others."""
    more = f" and {len(rows) - _NAMED} more" * (len(rows) > _NAMED)
    return join((join(map(_code, rows[:_NAMED]), ", "), more))


def _code(row: BoardRow) -> Html:
    return element("code", row.mark.name)


def overall(material: Material) -> Html:
    """Show who is best over all pages, in words and as a table, by every measure."""
    board = material.board
    if board is None:
        return element("p", "No page could be scored: the packages have no gold that a chosen measure compares with.")
    pages = f"{frame.count(board.pages)} pages of {material.scope}"
    weighed = "; each page counts the same, whatever its package" if len(material.run.packages) > 1 else ""
    caption = f"Leaderboard by {board.measure}, {pages}{weighed}"
    measures = every_measure(board)
    return join((verdict(board), leaderboard(board, caption), _notes(material), measures))


def _notes(material: Material) -> Html:
    board = material.board
    lower = bool(board and any(row.measured and row.measured.approximate for row in board.rows))
    said = (
        "≈ best: not significantly different from the highest (paired permutation test, Holm's correction over "
        "all pairs, 5\u00a0%). Rank: one more than the number of candidates that are significantly better. "
    )
    failures = (
        "Failed pages are in no score; but candidates are ordered and compared with failed pages counted as nothing "
        "found, so that leaving out hard pages does not pay. "
    )
    bounds = "* Some scores are lower bounds: texts too long to compare exactly." * lower
    return element("p", said, failures * bool(board and board.failed), bounds, class_="note")


def every_measure(board: Board) -> Html:
    """Show the mean of each measure's main column, rows in the order of the board; nothing if there is but one."""
    measures = list(dict.fromkeys(name for row in board.rows for name in row.summary.measures))
    if len(measures) < 2:
        return Html("")
    columns = [frame.TableColumn("Candidate", numbers=False, first="ascending"), *map(_measure_column, measures)]
    rows = ([frame.candidate_cell(row.mark), *_measure_means(row.summary, measures)] for row in board.rows)
    return frame.table(f"All measures, {board.name}: means over the pages that each can score", columns, rows)


def _measure_column(measure: Measure) -> frame.TableColumn:
    main = measure.main_column
    return frame.TableColumn(f"{measure} {'' if main == 'f1' else '/'.join(measure.columns)}".strip(), NAMES[main])


def _measure_means(summary: CandidateSummary, measures: list[Measure]) -> Iterator[frame.TableCell]:
    for measure in measures:
        known, main = summary.measures.get(measure), measure.main_column
        shown = [main] if main == "f1" else list(measure.columns)
        means = [known.columns[name].mean if known and name in known.columns else None for name in shown]
        yield frame.TableCell(
            " / ".join(map(frame.share, means)),
            means[0],
            meaning=f"{frame.count(known.pages)} pages" if known else None,
        )


def packages(material: Material) -> Html:
    """Show each package, folded; nothing if there is but one, which is then the whole."""
    if len(material.run.packages) < 2:
        return Html("")
    return join(_package(each, material) for each in material.run.summary.packages)


def _package(summary: PackageSummary, material: Material) -> Html:
    board = material.package_boards[summary.name]
    name = element("span", summary.name, class_="folded-name")
    if board is None:
        head = element("summary", name, f" {frame.count(summary.pages)} pages, none could be scored")
        return element("details", head, class_="section")
    level = sum(row.standing == "level" for row in board.rows)
    others = f", {level} not significantly different" * bool(level)
    best = element("span", "highest: ", element("code", board.rows[0].mark.name), others, class_="detail")
    head = element("summary", name, f" {frame.count(summary.pages)} pages by {board.measure} ", best)
    caption = f"Leaderboard by {board.measure}, {frame.count(board.pages)} pages of {summary.name}"
    pairs = pairs_square(board, material.package_scores(board), summary.name)
    body = (verdict(board), leaderboard(board, caption), every_measure(board), pairs)
    return element("details", head, *body, class_="section")
