"""Each candidate against each other: the difference, whether it may be chance, how large it is, and who wins where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webwinnow.evaluate.report.charts.marks import Mark, swatch
from webwinnow.evaluate.report.markup import Html, element, join
from webwinnow.evaluate.report.numbers import count, effect, effect_word, p_value, signed
from webwinnow.evaluate.summary import Pair

Wins = Callable[[str, str], tuple[int, int, int]]
"""Pages on which the first candidate is higher, the second is, and both are equal."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A pair seen from one side: a positive difference speaks for the one in the row."""

    row: str
    column: str
    pair: Pair
    wins: tuple[int, int, int]

    @property
    def sign(self) -> int:
        """Whether the pair was compared the same way round."""
        return 1 if self.pair.first == self.row else -1

    @property
    def class_(self) -> str:
        """Better, worse, or a difference that may be chance."""
        return "level" if self.pair.better is None else "better" if self.pair.better == self.row else "worse"

    @property
    def difference(self) -> str:
        """The difference of the means."""
        return signed(self.sign * self.pair.difference.mean)

    @property
    def effect(self) -> str:
        """The effect size; what has no bound has the sign of the difference."""
        known = self.pair.effect
        value = float("inf") if known is None else known
        return effect(self.sign * (value if known is not None or self.pair.difference.mean > 0 else -value))

    def told(self) -> str:
        """Say everything about it in words."""
        bounds = sorted(self.sign * bound for bound in (self.pair.difference.low, self.pair.difference.high))
        size = "no bound" if self.pair.effect is None else effect_word(self.pair.effect)
        verdict = {"level": "not significant", "better": "significantly better", "worse": "significantly worse"}
        return (
            f"{self.row} against {self.column}: {self.difference} ({signed(bounds[0])} to {signed(bounds[1])}), "
            f"{verdict[self.class_]}, {p_value(self.pair.p_adjusted)} after Holm; effect {self.effect} ({size}); "
            f"higher on {count(self.wins[0])} pages, lower on {count(self.wins[1])}, equal on {count(self.wins[2])}"
        )


def wins_table(marks: Sequence[Mark], pairs: Sequence[Pair], wins: Wins, caption: str) -> Html:
    """Write the pairs as a square table: the row's candidate against the column's."""
    known = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    heads = [element("th", element("span", swatch(mark), mark.label()), scope="col", title=mark.name) for mark in marks]
    rows = (element("tr", _name(mark), *(_cell(mark, other, known, wins) for other in marks)) for mark in marks)
    parts = (element("caption", caption), element("thead", element("tr", element("td"), *heads)))
    return element("table", *parts, element("tbody", join(rows)), class_="wins")


def _name(mark: Mark) -> Html:
    return element("th", swatch(mark), element("code", mark.name), scope="row", class_="candidate")


def _cell(mark: Mark, other: Mark, known: dict[frozenset[str], Pair], wins: Wins) -> Html:
    pair = known.get(frozenset((mark.name, other.name)))
    if mark == other or pair is None:
        return element("td", "" if mark == other else "–", class_="self")
    duel = Duel(mark.name, other.name, pair, wins(mark.name, other.name))
    sign = {"better": "▲ ", "worse": "▼ ", "level": "≈ "}[duel.class_]
    parts = (element("b", f"{sign}{duel.difference}"), element("small", duel.effect))
    won = element("small", f"{count(duel.wins[0])} : {count(duel.wins[1])}")
    return element("td", *parts, won, class_=duel.class_, title=duel.told())
