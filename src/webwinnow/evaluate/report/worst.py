"""The worst pages of each candidate, and what the others make of them, with a view of gold against found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.errors import PackageError
from webwinnow.evaluate.package import GoldPage, Package, load
from webwinnow.evaluate.report.frame import CandidateMark, named
from webwinnow.evaluate.report.gold_view import compare_texts, counts_in_words, render_view, shortened
from webwinnow.evaluate.report.material import NAMES, Material, ScoreTable
from webwinnow.evaluate.report.numbers import share
from webwinnow.evaluate.results import Run
from webwinnow.lazy_values import cached_property


@dataclass(frozen=True)
class PageTexts:
    """Reads gold and found texts of a run; each package's folder is listed once, and it may have moved since."""

    run: Run

    def page(self, package: str, page: str) -> GoldPage | None:
        """Read a page with its gold; None if it is no longer there or broken."""
        known = self._packages[package]
        try:
            return None if known is None else known.page(page)
        except PackageError:
            return None

    def found(self, candidate: str, pages: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Read the texts a candidate found on some pages, given by package and page; each file is read once."""
        chosen: dict[str, set[str]] = {}
        for package, page in pages:
            chosen.setdefault(package, set()).add(page)
        return {
            (package, page): text
            for package, wanted in chosen.items()
            for page, text in self.run.found_texts(package, candidate, wanted).items()
        }

    @cached_property
    def _packages(self) -> dict[str, Package | None]:
        return {each.name: _loaded(each.folder) for each in self.run.packages}


def _loaded(folder: Path) -> Package | None:
    try:
        return load(folder)
    except PackageError:
        return None


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page, the candidate's score, and the best score any candidate has on it."""

    package: str
    page: str
    score: float
    best: str
    best_score: float


def worst_pages(scores: ScoreTable, candidate: str, number: int) -> list[WorstPage]:
    """Return the pages with the lowest scores, lowest first; of equal ones those that others do best on."""
    mine = scores.of(candidate)
    highest = np.where(np.isfinite(scores.values), scores.values, -1.0).max(axis=0, initial=-1.0)
    order = np.lexsort((-highest, mine))[: min(number, int(np.isfinite(mine).sum()))]
    return [_worst(scores, float(mine[place]), int(place)) for place in order]


def _worst(scores: ScoreTable, score: float, place: int) -> WorstPage:
    column = np.nan_to_num(scores.values[:, place], nan=-1.0)
    best = int(column.argmax())
    return WorstPage(*scores.pages[place], score, scores.candidates[best], float(column[best]))


PAGES: Final = 8
"""Pages shown for each candidate."""
_ALL_VIEWS: Final = 2_500_000
"""Characters that all views together may have, so that the report stays a file to send around."""
_LONGEST_VIEW: Final = 40_000


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the views of a report have in common."""

    material: Material
    texts: PageTexts
    limit: int

    @property
    def column(self) -> str:
        """The name of the score."""
        return NAMES[self.material.board.column] if self.material.board else ""


def section(material: Material) -> Html:
    """Show for each candidate the pages it does worst on, all folded."""
    if not material.ranked:
        return element("p", "No page was scored.")
    shown = _Shown(material, PageTexts(material.run), min(_LONGEST_VIEW, _ALL_VIEWS // (PAGES * len(material.ranked))))
    return join((_legend(), *(_candidate(row.mark, shown) for row in material.ranked)))


def _legend() -> Html:
    parts = (
        "Gold against found, in the order of the page's text: ",
        element("u", "missing"),
        " is gold that was not found, ",
        element("s", "superfluous"),
        " was found and is not gold, and what is common is plain. […] stands for text left out here.",
    )
    return element("p", *parts, class_="note view")


def _candidate(mark: CandidateMark, shown: _Shown) -> Html:
    worst = worst_pages(shown.material.scores, mark.name, PAGES)
    found = shown.texts.found(mark.name, [(each.package, each.page) for each in worst])
    scores = f" {len(worst)} worst pages, {shown.column} {share(worst[0].score)} to {share(worst[-1].score)}"
    summary = element("summary", named(mark), scores)
    pages = (_page(each, mark, found.get((each.package, each.page)), shown) for each in worst)
    return element("details", summary, *pages, id=f"worst-{mark.number}")


def _page(worst: WorstPage, mark: CandidateMark, found: str | None, shown: _Shown) -> Html:
    page = shown.texts.page(worst.package, worst.page)
    return element("details", _summary(worst, mark, page, shown), _view(worst, page, found, shown), class_="page")


def _summary(worst: WorstPage, mark: CandidateMark, page: GoldPage | None, shown: _Shown) -> Html:
    title = page.meta.title if page and page.meta.title else ""
    score = element("b", f"{shown.column} {share(worst.score)}")
    where = element("span", f"{worst.package} / {worst.page}", class_="page-id")
    name = element("bdi", title, class_="page-title") if title else Html("")
    return element("summary", score, " ", where, " ", name, _best(worst, mark))


def _best(worst: WorstPage, mark: CandidateMark) -> Html:
    if worst.best == mark.name:
        return element("span", "no candidate is higher here", class_="detail")
    return element(
        "span", "highest here: ", element("code", worst.best), f" {share(worst.best_score)}", class_="detail"
    )


def _view(worst: WorstPage, page: GoldPage | None, found: str | None, shown: _Shown) -> Html:
    if page is None:
        return element("p", "The package is no longer where it was, or the page is broken: no view.", class_="note")
    address = element("p", page.meta.url, class_="address", dir="ltr") if page.meta.url else Html("")
    if page.gold is None or found is None:
        lacking = "The page has no gold text" if page.gold is None else "The text found is not known any more"
        return join((address, element("p", f"{lacking}: no view.", class_="note")))
    view = compare_texts(page.gold, found)
    approximate = " (texts too long to be aligned exactly)" * view.approximate
    counted = element("p", f"{counts_in_words(view)}{approximate}", class_="note")
    name = f"Gold against found, {worst.page}"
    text = render_view(shortened(view, shown.limit))
    body = element("div", text, class_="view", role="region", tabindex="0", aria_label=name)
    return join((address, counted, body))
