"""Trains and checks the models of page types: which packages count as what, folds by site, and the figures reached.

Only packages whose licence allows it train what is shipped; the others (home pages, Greek, Russian, Polish, Chinese
and right-to-left articles) are for checking, and for the cross validation over everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.links import net_text_length
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import Package, PageFiles
from webwinnow.expression import parse
from webwinnow.kind import page_figures
from webwinnow.kind.trees import Trees
from webwinnow.stages import Extractor
from webwinnow.training.boosting import Amounts, Boosting
from webwinnow.training.examples import fold_of

Marked = npt.NDArray[np.bool_]

ASSUMED: Final = {"trafilatura-eval": "article", "mozilla-readability": "article"}
"""Packages whose pages have no type but were chosen, by those who made them, for the one text that each holds."""
PERMISSIVE: Final = frozenset({"wcxb-dev", "fundus", "magic-html", "postlight-parser", *ASSUMED})
"""Packages under CC-BY, MIT or Apache licences: what is shipped may learn from them."""
OVERVIEWS: Final = frozenset({"listing", "collection", "home"})
SINGLE: Final = frozenset({"article", "forum", "documentation", "encyclopedia"})
"""Types of pages with one content, which must not be skipped as overviews."""
REQUIRED: Final = frozenset({"article"}) | OVERVIEWS
"""The types that the balanced accuracy is about."""
DIRECTIONS: Final = {
    "container_words": -1, "container_share": -1, "headline_words": -1, "graph_article": -1, "data_article": -1,
    "joined_words": -1, "paragraphs_per_container": -1, "container_paragraphs": -1, "long_share": -1,
    "teaser_share": 1, "link_share": 1, "headline_link_share": 1, "linked_heading_share": 1, "data_list": 1,
    "images": 1, "stretch_link_share": 1, "times": 1,
    "blocks": 0, "headings_per_hundred_words": 0, "first_heading_words": 0, "first_heading_linked": 0,
}  # fmt: skip
"""The figures that the overview model uses, and whether more of one speaks for an overview (1) or against it (-1)."""
HEAVIEST: Final = 600.0
"""Pages of one class that a package counts for at most, so that none drowns the others; 250 and 600 gave balanced
accuracies within 0.006 of each other (2026-11-16)."""
FOLDS: Final = 10
"""Parts that sites are dealt into for cross-validation."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A page of a package as the training sees it."""

    package: str
    site: str
    page_type: str
    language: str
    net_text: int
    figures: dict[str, float]


@dataclass(frozen=True, slots=True)
class Samples:
    """Many pages."""

    pages: tuple[Sample, ...]

    def matrix(self, names: Sequence[str]) -> Amounts:
        """Return the named figures, a row for each page."""
        return np.array([[page.figures[name] for name in names] for page in self.pages])

    def mark(self, wanted: Callable[[Sample], bool]) -> Marked:
        """Mark the pages for which a question is answered with yes."""
        return np.array([wanted(page) for page in self.pages], dtype=np.bool_)


def package_samples(package: Package) -> Iterator[Sample | None]:
    """Measure the pages of a package one after the other; None for a page whose type nobody knows."""
    sweep = parse("textsweeper")
    assert isinstance(sweep, Extractor)
    for files in package.pages:
        yield _sample(package.name, files, sweep)


def _sample(package: str, files: PageFiles, sweep: Extractor) -> Sample | None:
    gold = files.read()
    page_type = gold.meta.page_type or ASSUMED.get(package)
    if page_type is None:
        return None
    page = Document.from_bytes(gold.html())
    net_text = net_text_length(page, sweep(page))
    site, language = site_of(gold.id, gold.meta), gold.meta.language or "unknown"
    return Sample(package, site, page_type, language, net_text, page_figures(page))


def is_overview(samples: Samples) -> Marked:
    """Mark the overview pages."""
    return samples.mark(lambda page: page.page_type in OVERVIEWS)


def usable(samples: Samples) -> Marked:
    """Mark the pages that are surely an overview or surely not."""
    return samples.mark(lambda page: page.page_type in OVERVIEWS | SINGLE)


def page_weights(samples: Samples, chosen: Marked) -> Amounts:
    """Weigh pages so that both classes count the same and no package more than HEAVIEST pages of a class."""
    overview, weights = is_overview(samples), np.zeros(len(samples.pages))
    packages = np.array([page.package for page in samples.pages])
    for side in (overview & chosen, ~overview & chosen):
        for package in np.unique(packages[side]):
            own = side & (packages == package)
            weights[own] = min(1.0, HEAVIEST / own.sum())
        weights[side] *= chosen.sum() / 2 / max(weights[side].sum(), 1e-9)
    return weights


def train_overview(samples: Samples, chosen: Marked) -> Trees:
    """Train the overview model on the chosen pages."""
    names, weights = tuple(DIRECTIONS), page_weights(samples, chosen)
    boosting = Boosting(directions=DIRECTIONS)
    return boosting.fit(names, samples.matrix(names)[chosen], is_overview(samples)[chosen], weights[chosen])


def scores(trees: Trees, samples: Samples) -> Amounts:
    """Score every page; above 0 is an overview."""
    return np.array([trees.score(page.figures) for page in samples.pages])


def cross_validated(samples: Samples, chosen: Marked) -> Amounts:
    """Score each chosen page with a model that never saw its site; the others get NaN."""
    fold = np.array([fold_of(page.site, FOLDS) for page in samples.pages])
    found = np.full(len(samples.pages), np.nan)
    for each in range(FOLDS):
        held = chosen & (fold == each)
        found[held] = scores(train_overview(samples, chosen & (fold != each)), samples)[held]
    return found


def balanced_accuracy(target: Marked, answer: Marked) -> float:
    """Return the mean of the shares of overviews and of others that were recognised."""
    return float((answer[target].mean() + (~answer[~target]).mean()) / 2)
