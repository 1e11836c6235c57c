"""The worst pages of each candidate, and what the others make of them, with a view of gold against found.

The view goes word by word, in the order of the page's text: what is missing, superfluous, or common.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, escape, join
from webwinnow.errors import PackageError
from webwinnow.evaluate.alignment import Kind, align, fold, intern_words
from webwinnow.evaluate.package import GoldPage, Package, load
from webwinnow.evaluate.report import frame
from webwinnow.evaluate.report.material import NAMES, Material, ScoreTable
from webwinnow.evaluate.results import Run
from webwinnow.language.words import kinds, word_positions
from webwinnow.lazy_values import cached_property

_LENGTHS: Final = (4_000, 1_000, 400, 160)
"""Characters left of a passage, tried one after the other until the view is short enough."""
_TAGS: Final = {"missing": "u", "superfluous": "s"}
"""Underlined and struck also where there are no colours."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text that is the same in both, missing in what was found, or superfluous in it."""

    kind: Kind
    text: str
    words: int


@dataclass(frozen=True, slots=True)
class GoldView:
    """The passages in order; where items could not all be compared, `approximate`."""

    passages: tuple[Passage, ...]
    approximate: bool = False

    def words(self, kind: Kind) -> int:
        """Count the words of one kind."""
        return sum(passage.words for passage in self.passages if passage.kind == kind)


@dataclass(frozen=True, slots=True)
class _Words:
    """A text cut at the starts of its words: what stands before the first one belongs to it."""

    text: str
    cuts: list[int]
    folded: list[str]

    def between(self, first: int, last: int) -> str:
        """Return the text from one word up to another."""
        return self.text[self.cuts[first] : self.cuts[last]]


def compare_texts(gold: str, found: str) -> GoldView:
    """Align two texts by their words; case and the form of quotation marks do not matter, as in the measures."""
    mine, theirs = _cut(gold), _cut(found)
    letters = intern_words(mine.folded, theirs.folded)
    alignment = align(letters.gold, letters.found)
    passages = []
    for stretch in alignment.stretches:
        side = theirs if stretch.kind == "superfluous" else mine
        bounds = (stretch.found_start, stretch.found_end) if side is theirs else (stretch.gold_start, stretch.gold_end)
        passages.append(Passage(stretch.kind, side.between(*bounds), bounds[1] - bounds[0]))
    return GoldView(tuple(passages), alignment.approximate)


def _cut(text: str) -> _Words:
    starts, ends = word_positions(kinds(text))
    written = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    known = {word: fold(word) for word in set(written)}
    cuts = np.append(starts, len(text))
    cuts[0] = 0
    return _Words(text, cuts.tolist(), [known[word] for word in written])


def shortened(view: GoldView, limit: int) -> GoldView:
    """Leave out the inside of long passages until all fit into `limit` characters, and at last what follows."""
    for length in _LENGTHS:
        if sum(len(passage.text) for passage in view.passages) <= limit:
            return view
        view = replace(view, passages=tuple(_without_inside(passage, length) for passage in view.passages))
    ends = np.cumsum([len(passage.text) for passage in view.passages])
    return replace(view, passages=view.passages[: int(np.searchsorted(ends, limit, side="right"))])


def _without_inside(passage: Passage, length: int) -> Passage:
    """Keep the beginning and the end of a passage, cut between words where there are any."""
    if len(passage.text) <= length + 40:
        return passage
    before = passage.text[: length // 2].rsplit(maxsplit=1)[0]
    after = passage.text[-length // 2 :].split(maxsplit=1)[-1]
    return replace(passage, text=f"{before} […] {after}")


def render_view(view: GoldView) -> Html:
    """Write the passages as paragraphs, each in the direction of its script."""
    paragraphs = ("".join(pieces) for pieces in _paragraphs(view.passages))
    return join(element("p", Html(each), dir="auto") for each in paragraphs if each.strip())


def _paragraphs(passages: Sequence[Passage]) -> Iterator[list[str]]:
    """Divide passages at line breaks; a paragraph is a list of marked-up pieces."""
    current: list[str] = []
    for passage in passages:
        first, *others = re.split(r"\s*\n\s*", passage.text)
        current.append(_marked(passage.kind, first))
        for line in others:
            yield current
            current = [_marked(passage.kind, line)]
    yield current


def _marked(kind: Kind, text: str) -> Html:
    """Mark a piece of text, without the blank at its end, that belongs to nobody."""
    bare = text.rstrip()
    if kind == "same" or not bare:
        return escape(text)
    return join((element(_TAGS[kind], bare), " " * (bare != text)))


def counts_in_words(view: GoldView) -> str:
    """Say in words how much is missing and superfluous."""
    missing, superfluous = view.words("missing"), view.words("superfluous")
    common = frame.count(view.words("same"))
    return f"{frame.count(missing)} words missing, {frame.count(superfluous)} superfluous, {common} common"


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
"""Characters of one view, where few candidates share the room."""


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


def _candidate(mark: frame.CandidateMark, shown: _Shown) -> Html:
    worst = worst_pages(shown.material.scores, mark.name, PAGES)
    found = shown.texts.found(mark.name, [(each.package, each.page) for each in worst])
    scores = (
        f" {len(worst)} worst pages, {shown.column} {frame.share(worst[0].score)} to {frame.share(worst[-1].score)}"
    )
    summary = element("summary", frame.named(mark), scores)
    pages = (_page(each, mark, found.get((each.package, each.page)), shown) for each in worst)
    return element("details", summary, *pages, id=f"worst-{mark.number}")


def _page(worst: WorstPage, mark: frame.CandidateMark, found: str | None, shown: _Shown) -> Html:
    page = shown.texts.page(worst.package, worst.page)
    return element("details", _summary(worst, mark, page, shown), _view(worst, page, found, shown), class_="page")


def _summary(worst: WorstPage, mark: frame.CandidateMark, page: GoldPage | None, shown: _Shown) -> Html:
    title = page.meta.title if page and page.meta.title else ""
    score = element("b", f"{shown.column} {frame.share(worst.score)}")
    where = element("span", f"{worst.package} / {worst.page}", class_="page-id")
    name = element("bdi", title, class_="page-title") if title else Html("")
    return element("summary", score, " ", where, " ", name, _best(worst, mark))


def _best(worst: WorstPage, mark: frame.CandidateMark) -> Html:
    if worst.best == mark.name:
        return element("span", "no candidate is higher here", class_="detail")
    return element(
        "span", "highest here: ", element("code", worst.best), f" {frame.share(worst.best_score)}", class_="detail"
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
