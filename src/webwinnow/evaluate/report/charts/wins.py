"""Each candidate against each other as a square: the difference, whether it may be chance, and how large it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.report.charts.marks import Mark, named, swatch
from webwinnow.evaluate.report.duels import Duel, Duels
from webwinnow.evaluate.report.numbers import count, effect, signed
from webwinnow.evaluate.report.tables import caption_of

_SIGNS: Final = {"better": "▲", "worse": "▼", "level": "≈"}


def wins_square(marks: Sequence[Mark], duels: Duels, caption: str) -> Html:
    """Write all pairs as a square table: the row's candidate against the column's."""
    heads = (
        element("th", element("span", swatch(mark), mark.label(22)), scope="col", title=mark.name) for mark in marks
    )
    rows = (element("tr", _name(mark), *(_cell(duels(mark.name, other.name)) for other in marks)) for mark in marks)
    head = element("thead", element("tr", element("td"), *heads))
    return element("table", caption_of(caption), head, element("tbody", join(rows)), class_="wins")


def _name(mark: Mark) -> Html:
    return element("th", named(mark), scope="row")


def _cell(duel: Duel | None) -> Html:
    if duel is None:
        return element("td", class_="self")
    parts = (
        element("b", f"{_SIGNS[duel.result]} {signed(duel.difference)}"),
        element("small", effect(duel.effect)),
        element("small", f"{count(duel.wins[0])} : {count(duel.wins[1])}"),
    )
    return element("td", *parts, class_=duel.result, title=duel.told())
