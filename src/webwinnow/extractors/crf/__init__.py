"""Content extraction as sequence labelling: blocks are labelled content or not, each in the light of its neighbours.

Paper: gibson2007; mohammadzadeh2013, section 3.3.2.2 (conditional random field, maximum entropy classifier and maximum
entropy Markov model).
Ours: with two labels, all weights of a block are one number, the score of content over the score of the rest; the best
labels are found by Viterbi in numpy (`best_path`).
UNSPECIFIED: the features. Ours: words, links, capitals, full stops, dates and element of a block and its neighbours,
its place, the elements around it, and which share of the page's words outside links it and its siblings have, each as
one of a few values.
UNSPECIFIED: blocks, "tokens placed in HTML tags (but not in all tags)". Ours: the blocks that readers see.
UNSPECIFIED: the label before the first block. Ours: not content.
UNSPECIFIED: a page whose best labels hold no content at all. Ours: then each block is judged by itself, as the maximum
entropy classifier does. In training that befell 25 of 216 pages by the field, 19 by the Markov model and 8 by the
classifier; with the shares of the page among the features 16, 16 and none (2026-11-18, sites of one fold of three).
Deviations: trained on other pages than the paper's (see the card beside the model), and the field is the second of the
three, where the thesis has it first, on news pages: on all pages of dragnet, never seen, the Markov model has .853, the
field .836, the classifier .812; on daniel-waddle .886, .857, .842; on cleaneval-en-dev .866, .872, .905 (`webwinnow
evaluate` by the bag of words, plain rule, headline optional, 2026-11-18). The reason is the one above: to a chain of
labels that mostly stay the same, "nothing here" is more likely than one paragraph among menus, unless the features tell
of the whole page.
With such features F1 on the sites of the fold rose from .812 to .831, on five packages that it did not see from .845 to
.867 (dragnet .766 to .798); of the Markov model from .854 to .871, of the classifier from .839 to .859. Pages of seven
packages instead of four, as many, had given .845 instead of .835. Regularisation (c2 of 0.1, 1, 10: .845, .845, .851),
300 steps instead of 80 (.843), weights for each pair of labels (.782) and long blocks counted several times (.827 to
.846) did not help. Words of blocks, 324 pages, 2026-11-18.   Cost: O(blocks log blocks).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.blocks import TextBlocks, text_blocks
from webwinnow.document.html_names import NUMBERS, column
from webwinnow.document.tree.elements import along_ancestors
from webwinnow.models import Model, load_model, require_arrays, require_columns
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, block_panel, chosen_where, kept_text

Scores = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]


def best_path(first: Scores, steps: Scores) -> Labels:
    """Find the labels with the largest total score.

    `first[j]` scores label j at the first place, `steps[t, i, j]` going from label i at place t to label j at t + 1.

    The usual loop looks at one place after the other. Ours: best scores over stretches combine like products of
    matrices, where adding takes the place of multiplying and the maximum that of adding; so all prefixes are found in
    as many rounds as the length has binary digits. The way back composes, in the same manner, the choice of each place.
    """
    best = np.vstack([first[None], (first[None, :, None] + _prefixes(steps)).max(axis=1)])
    chosen = (best[:-1, :, None] + steps).argmax(axis=1)  # at place t + 1 with label j: the label before
    last = int(best[-1].argmax())
    return np.append(_suffixes(chosen)[:, last], last).astype(np.intp)


def _prefixes(steps: Scores) -> Scores:
    """Return the best scores from the first place to each later one, for every pair of labels at the two ends."""
    total, reach = steps.copy(), 1
    while reach < len(total):
        total[reach:] = (total[:-reach, :, :, None] + total[reach:, None, :, :]).max(axis=2)
        reach *= 2
    return total


def _suffixes(chosen: Labels) -> Labels:
    """Compose the choices: from the label at the last place to the label at each place before."""
    total, reach = chosen.copy(), 1
    while reach < len(total):
        total[:-reach] = np.take_along_axis(total[:-reach], total[reach:], axis=1)
        reach *= 2
    return total


Values = npt.NDArray[np.number]

METHODS: Final = ("crf", "maxent", "memm")
_SEEN: Final = (
    "The weights of all that was observed of a block: above the axis they speak for content, below against it. Chosen"
    " are the blocks that the best sequence of labels calls content, in which a label depends on the one before"
    " (section 3.3.2.2 of mohammadzadeh2013)."
)
_GROUPS: Final = ("p", "h1", "h2 h3", "h4 h5 h6", "li dd dt", "td th", "div section article main", "pre blockquote")
_AROUND: Final = ("nav menu header", "footer", "aside form", "article main", "ul ol dl", "table")
_GROUP_OF: Final = np.zeros(NUMBERS, dtype=np.uint8)
for _number, _names in enumerate(_GROUPS, 1):
    _GROUP_OF[column(_names)] = _number
_BITS: Final = np.zeros(NUMBERS, dtype=np.uint8)
for _bit, _names in enumerate(_AROUND):
    _BITS[column(_names)] |= np.uint8(1 << _bit)
_LENGTHS: Final = np.array([1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 100])
_SHARES: Final = np.array([0.001, 0.1, 0.2, 0.33, 0.5, 0.75, 0.95])
_PLACES: Final = np.array([0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98])
_OF_PAGE: Final = np.array([0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2])
_OF_SIBLINGS: Final = np.array([0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7])
"""Limits between the values of lengths, shares and places: close where most blocks lie; no sweep chose them."""
KINDS: Final = {
    "words": 12, "words before": 12, "words behind": 12, "words around": 12,
    "links": 8, "links before": 8, "links behind": 8,
    "capitals": 8, "full stops": 8, "dates": 3, "bars": 2, "word length": 5,
    "element": 9, "element before": 9, "element behind": 9, "place": 11,
    "words far around": 12, "share of the page": 8, "share of the siblings": 9,
} | {f"in {names}": 2 for names in _AROUND}  # fmt: skip
"""The columns, and how many values each may have."""
COLUMNS: Final = tuple(f"{name}: {count}" for name, count in KINDS.items())
OFFSETS: Final = np.cumsum([0, *KINDS.values()])[:-1]
"""Where the values of each column start when all are numbered through."""
VALUES: Final = sum(KINDS.values())


@dataclass(frozen=True, slots=True)
class CRF(Extractor):
    """Keeps runs of blocks that belong together: short paragraphs between long ones stay, single teasers go."""

    name: ClassVar[str] = "crf"
    method: str = "crf"
    """`crf`, a conditional random field; `maxent`, each block by itself; `memm`, a maximum entropy Markov model."""
    model: str = ""
    """A file that `webwinnow train crf` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Check the choices; a wrong file is refused before any page is read."""
        self.require_choice("method", METHODS)
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Label the blocks."""
        if not len(page.blocks):
            return Spans(size=len(page.source))
        keep = label(self._learned(), observations(page), self.method)
        return page.select_blocks(keep)

    def curves(self, page: Document) -> Panels:
        """Show what speaks for and against each block by itself, the labels, and the text that is kept."""
        kept = kept_text(page, str(self), self(page))
        if not len(page.blocks):
            return (kept,)
        learned, observed = self._learned(), observations(page)
        odds = Curve("odds", "signed", _summed(learned, self.method, observed).mean(axis=1))
        labels = chosen_where(label(learned, observed, self.method))
        return block_panel(page, page.blocks, str(self), "Odds of each block", _SEEN, odds, chosen=labels), kept

    def _learned(self) -> Model:
        return load_model(self.name, __name__, self.model, _check)


def _check(learned: Model) -> None:
    """Refuse a model for other columns, or one whose arrays do not fit together."""
    require_columns(learned, COLUMNS)
    require_arrays(learned, {"crf transitions": (2, 2)})
    for method, labels in {"crf": 1, "maxent": 1, "memm": 2}.items():
        require_arrays(learned, {"weights": (VALUES, labels), "start": (labels,)}, group=method)


def label(learned: Model, observed: npt.NDArray[np.int16], method: str = "crf") -> npt.NDArray[np.bool_]:
    """Find the best labels for a page with at least one block."""
    found = {"crf": _random_field, "memm": _markov_model, "maxent": _one_by_one}[method](learned, observed)
    return found if found.any() else _one_by_one(learned, observed)


def _random_field(learned: Model, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    state = np.pad(_summed(learned, "crf", observed), [(0, 0), (1, 0)])  # the other label scores 0
    steps = learned.arrays["crf transitions"].astype(np.float64)[None] + state[1:, None, :]
    return best_path(state[0], steps).astype(np.bool_)


def _markov_model(learned: Model, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    odds = _summed(learned, "memm", observed)  # a column for each label before
    steps = np.stack([-np.logaddexp(0, odds), -np.logaddexp(0, -odds)], axis=2)
    return best_path(steps[0, 0], steps[1:]).astype(np.bool_)


def _one_by_one(learned: Model, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    likely: npt.NDArray[np.bool_] = _summed(learned, "maxent", observed)[:, 0] > 0
    return likely


def _summed(learned: Model, method: str, observed: npt.NDArray[np.int16]) -> npt.NDArray[np.float64]:
    """Add up the weights of what was observed."""
    weights = learned.arrays[f"{method} weights"].astype(np.float64)
    total: npt.NDArray[np.float64] = weights[observed].sum(axis=1) + learned.arrays[f"{method} start"]
    return total


def observations(page: Document) -> npt.NDArray[np.int16]:
    """Observe the blocks of a page; each value is numbered through all columns."""
    values = [value for _, value in _observed(page, text_blocks(page, page.blocks))]
    numbered = np.array(values, dtype=np.int16).T.reshape(-1, len(KINDS))
    return numbered + OFFSETS.astype(np.int16)


def _observed(page: Document, blocks: TextBlocks) -> Iterator[tuple[str, Values]]:
    words = np.maximum(blocks.words, 1)
    length, links = _binned(blocks.words, _LENGTHS), _binned(blocks.link_density, _SHARES)
    element = _GROUP_OF[page.elements.tag[blocks.element]]
    yield "words", length
    yield "words before", _before(length)
    yield "words behind", _behind(length)
    yield "words around", _binned(_window(blocks.words), _LENGTHS)
    yield "links", links
    yield "links before", _before(links)
    yield "links behind", _behind(links)
    yield "capitals", _binned(blocks.capitalised / words, _SHARES)
    yield "full stops", _binned(blocks.full_stops / words * 5, _SHARES)
    yield "dates", np.minimum(blocks.dates, 2)
    yield "bars", np.minimum(blocks.bars, 1)
    yield "word length", _binned(blocks.letters / words, np.array([1.5, 3.5, 5.0, 6.5]))
    yield "element", element
    yield "element before", _before(element)
    yield "element behind", _behind(element)
    yield "place", _binned(np.arange(len(blocks)) / max(len(blocks) - 1, 1), _PLACES)
    yield "words far around", _binned(_window(blocks.words, 10), _LENGTHS)
    parent = page.elements.parent.astype(np.intp)
    free = blocks.words * (1 - blocks.link_density)
    whole = max(float(free.sum()), 1.0)
    yield "share of the page", _binned(free / whole, _OF_PAGE)
    yield (
        "share of the siblings",
        _binned(np.bincount(parent[blocks.element] + 1, free)[parent[blocks.element] + 1] / whole, _OF_SIBLINGS),
    )
    around = along_ancestors(parent, _BITS[page.elements.tag], np.bitwise_or)[blocks.element]
    for bit, names in enumerate(_AROUND):
        yield f"in {names}", around >> np.uint8(bit) & np.uint8(1)


def _binned(values: Values, limits: Values) -> Values:
    return np.searchsorted(limits, values, side="right")


def _before(values: Values) -> Values:
    return np.concatenate([np.zeros(1, values.dtype), values[:-1]])


def _behind(values: Values) -> Values:
    return np.concatenate([values[1:], np.zeros(1, values.dtype)])


def _window(words: Values, reach: int = 3) -> Values:
    """Average the words over a few blocks before and behind."""
    before = np.concatenate([[0.0], np.cumsum(words)])
    place = np.arange(len(words))
    low, high = np.maximum(place - reach, 0), np.minimum(place + reach + 1, len(words))
    mean: Values = (before[high] - before[low]) / (high - low)
    return mean
