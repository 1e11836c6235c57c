"""The worst pages of each candidate, and what the others make of them, with a view of gold against found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.fingerprint import program_version
from webwinnow.evaluate.package import GoldPage, Package, load
from webwinnow.evaluate.report.gold_view import compare_texts, render_view, shortened, told
from webwinnow.evaluate.report.marks import CandidateMark, named
from webwinnow.evaluate.report.material import NAMES, Material, ScoreTable
from webwinnow.evaluate.report.numbers import share
from webwinnow.evaluate.results import Run
from webwinnow.extraction import extract


@dataclass(frozen=True)
class PageTexts:
    """Reads the pages of a run's packages, which may have moved or changed since."""

    run: Run

    @property
    def changed(self) -> bool:
        """Whether the program is no longer the one that made the run: texts computed again may differ then."""
        return self.run.program != program_version()

    def page(self, package: str, page: str) -> GoldPage | None:
        """Read a page with its gold; None if it is no longer there or broken."""
        known = self._packages[package]
        try:
            return None if known is None else known.page(page)
        except PackageError:
            return None

    def found(self, package: str, candidate: str, page: GoldPage) -> str | None:
        """Give the text a candidate found on a page, computed again for expressions of ours; None if not known."""
        known = self.run.candidate(candidate)
        if known.kind != "expression":
            return self.run.found_text(package, candidate, page.id)
        try:
            return extract(page.html(), known.specification, url=page.meta.url).text
        except WebwinnowError:
            return None

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
    """Give the pages with the lowest scores, lowest first; of equal ones those that others do best on."""
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
    return join((_legend(shown.texts), *(_candidate(row.mark, shown) for row in material.ranked)))


def _legend(texts: PageTexts) -> Html:
    parts = (
        "Gold against found, in the order of the page's text: ",
        element("u", "missing"),
        " is gold that was not found, ",
        element("s", "superfluous"),
        " was found and is not gold, and what is common is plain. […] stands for text left out here.",
    )
    changed = " The program has changed since the run: its own texts are what it finds now." * texts.changed
    return element("p", *parts, changed, class_="note view")


def _candidate(mark: CandidateMark, shown: _Shown) -> Html:
    worst = worst_pages(shown.material.scores, mark.name, PAGES)
    told = f" {len(worst)} worst pages, {shown.column} {share(worst[0].score)} to {share(worst[-1].score)}"
    summary = element("summary", named(mark), told)
    return element("details", summary, *(_page(each, mark, shown) for each in worst), id=f"worst-{mark.number}")


def _page(worst: WorstPage, mark: CandidateMark, shown: _Shown) -> Html:
    page = shown.texts.page(worst.package, worst.page)
    return element("details", _summary(worst, mark, page, shown), _view(worst, mark, page, shown), class_="page")


def _summary(worst: WorstPage, mark: CandidateMark, page: GoldPage | None, shown: _Shown) -> Html:
    title = page.meta.title if page and page.meta.title else ""
    score = element("b", f"{shown.column} {share(worst.score)}")
    where = element("span", f"{worst.package} / {worst.page}", class_="page-id")
    name = element("bdi", title, class_="page-title") if title else Html("")
    return element("summary", score, " ", where, " ", name, _best(worst, mark))


def _best(worst: WorstPage, mark: CandidateMark) -> Html:
    if worst.best == mark.name:
        return element("span", "no candidate is higher here", class_="told")
    return element("span", "highest here: ", element("code", worst.best), f" {share(worst.best_score)}", class_="told")


def _view(worst: WorstPage, mark: CandidateMark, page: GoldPage | None, shown: _Shown) -> Html:
    if page is None:
        return element("p", "The package is no longer where it was, or the page is broken: no view.", class_="note")
    found = shown.texts.found(worst.package, mark.name, page)
    address = element("p", page.meta.url, class_="address", dir="ltr") if page.meta.url else Html("")
    if page.gold is None or found is None:
        lacking = "The page has no gold text" if page.gold is None else "The text found is not known any more"
        return join((address, element("p", f"{lacking}: no view.", class_="note")))
    view = compare_texts(page.gold, found)
    approximate = " (texts too long to be aligned exactly)" * view.approximate
    counted = element("p", f"{told(view)}{approximate}", class_="note")
    name = f"Gold against found, {worst.page}"
    text = render_view(shortened(view, shown.limit))
    body = element("div", text, class_="view", role="region", tabindex="0", aria_label=name)
    return join((address, counted, body))
