"""The worst pages of each candidate, with a view of gold against found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.package import GoldPage
from webwinnow.evaluate.report.charts.marks import Mark, named
from webwinnow.evaluate.report.gold_view import compare_texts, render_view, shortened, told
from webwinnow.evaluate.report.leaderboard import NAMES
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import share
from webwinnow.evaluate.report.page_texts import PageTexts
from webwinnow.evaluate.report.worst import WorstPage, worst_pages

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


def _candidate(mark: Mark, shown: _Shown) -> Html:
    worst = worst_pages(shown.material.scores, mark.name, PAGES)
    told = f" {len(worst)} worst pages, {shown.column} {share(worst[0].score)} to {share(worst[-1].score)}"
    summary = element("summary", named(mark), told)
    return element("details", summary, *(_page(each, mark, shown) for each in worst), id=f"worst-{mark.number}")


def _page(worst: WorstPage, mark: Mark, shown: _Shown) -> Html:
    page = shown.texts.page(worst.package, worst.page)
    return element("details", _summary(worst, mark, page, shown), _view(worst, mark, page, shown), class_="page")


def _summary(worst: WorstPage, mark: Mark, page: GoldPage | None, shown: _Shown) -> Html:
    title = page.meta.title if page and page.meta.title else ""
    score = element("b", f"{shown.column} {share(worst.score)}")
    where = element("span", f"{worst.package} / {worst.page}", class_="page-id")
    name = element("bdi", title, class_="page-title") if title else Html("")
    return element("summary", score, " ", where, " ", name, _best(worst, mark))


def _best(worst: WorstPage, mark: Mark) -> Html:
    if worst.best == mark.name:
        return element("span", "no candidate is higher here", class_="told")
    return element("span", "highest here: ", element("code", worst.best), f" {share(worst.best_score)}", class_="told")


def _view(worst: WorstPage, mark: Mark, page: GoldPage | None, shown: _Shown) -> Html:
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
