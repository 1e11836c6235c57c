"""The leaderboard of each package."""

from __future__ import annotations

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.leaderboard import leaderboard, verdict
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import count
from webwinnow.evaluate.report.sections.leaderboards import every_measure
from webwinnow.evaluate.report.sections.pairs import pairs_square
from webwinnow.evaluate.summary import PackageSummary


def section(material: Material) -> Html:
    """Show each package, folded; nothing if there is but one, which is then the whole."""
    if len(material.run.packages) < 2:
        return Html("")
    return join(_package(each, material) for each in material.run.summary.packages)


def _package(summary: PackageSummary, material: Material) -> Html:
    board = material.package_boards[summary.name]
    name = element("span", summary.name, class_="folded-name")
    if board is None:
        head = element("summary", name, f" {count(summary.pages)} pages, none could be scored")
        return element("details", head, class_="section")
    level = sum(row.standing == "level" for row in board.rows)
    others = f", {level} not significantly different" * bool(level)
    best = element("span", "highest: ", element("code", board.rows[0].mark.name), others, class_="told")
    head = element("summary", name, f" {count(summary.pages)} pages by {board.measure} ", best)
    caption = f"Leaderboard by {board.measure}, {count(board.pages)} pages of {summary.name}"
    pairs = pairs_square(board, material.package_scores(board), summary.name)
    body = (verdict(board), leaderboard(board, caption), every_measure(board), pairs)
    return element("details", head, *body, class_="section")
