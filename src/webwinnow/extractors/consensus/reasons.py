"""Which signals spoke for and against each block, in numbers that add up to the decision.

What the trees say of a block is what they say of the mean of all training blocks, and what each family of signals adds
to that: the mean of what its values add, over all orders in which families may be heard (Shapley values). What is added
to the answer of the trees, and the limit of the page, complete the sum. A block is kept if it is above zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.structures import KINDS as STRUCTURES
from webwinnow.extractors.consensus.features import families, table
from webwinnow.extractors.consensus.judging import NOTHING, SECTION, TEMPER
from webwinnow.extractors.consensus.learned import Learned, columns
from webwinnow.extractors.consensus.lexicon import LEXICON_NAMES
from webwinnow.extractors.consensus.verdict import Verdict
from webwinnow.stages.curves import Curve, Panels, Threshold, block_panel, chosen_where

Numbers = npt.NDArray[Any]
_START: Final = "start"
_NAMES: Final = "class names"
_LIMIT: Final = "limit"
_LISTED: Final = {"definitions": "list of definitions", "links": "list of links"}
MEANINGS: Final = {
    _START: "where every block starts: what the trees say of an average one",
    "text": "the block itself: its length, links, emphasis, punctuation, capitals and digits",
    "elements": "the element that it is, those that it stands in, and whether it is hidden",
    "position": "how far down the page it stands",
    "headline": "how like the title it is, and how near to the headline",
    "landmarks": "whether it stands in what the page marks as its article or main part",
    "description": "the words that it shares with what the page says of itself to programs",
    "vocabulary": "whether its words come back in the running text of the page",
    "surroundings": "whether running text or links stand around it",
    "neighbours": "the blocks right before and after it",
    "container": "how near it is to the element that holds most of the running text",
    "candidate": "whether its element would win by the paragraphs that it holds",
    "density": "how much text its element has for each tag",
    "ancestors": "how much text and how many links the elements around it hold",
    "page": "what the page is made of as a whole",
    "paths": "the other blocks in elements like those around it",
    "siblings": "the repeated elements that it is one of, if any",
    _NAMES: "the class names and ids of the elements around it",
    "comments or sources": "comments of readers and lists of sources are doubted where the page has other text",
    **{
        f"whole {kind}": f"the {_LISTED.get(kind, kind)} around it is kept or dropped whole; the text around has a say"
        for kind in STRUCTURES
    },
    SECTION: "a short heading is kept or dropped with what stands below it, as far as that can tell",
    "said again": "it stands on the page before, as does most of the text around it",
    NOTHING: "the page is a form, and next to nothing on it is like content",
    "kind of page": "documentation and pages of services have their content in small pieces",
    "no landmarks": "the page marks none of its parts, so the trees are believed less",
    "site": "text that repeats over the pages of the site is doubted, what only this page has is trusted a little more",
    "favour": "what all blocks are given or denied, as precision, recall or a balance is asked for",
    _LIMIT: "what this page asks of a block: to be likelier content than half of the F1 that is expected",
}
"""One sentence for each number: what it is about."""
_LIKELY: Final = (
    "How likely each block is content, as such blocks turn out to be. They are kept by falling probability as long as"
    " the expected F1 of what is kept rises, so the limit differs from page to page."
)
_SPOKEN: Final = (
    "What speaks for each block, above the axis, and against it, below, in log odds: where it starts, what each family"
    " of signals adds, what is added for the whole page, and the page's limit. Blocks are kept whose sum is above zero."
)


@dataclass(frozen=True, slots=True)
class Reasons:
    """What each family of signals said about each block, and all else that decides, in log odds."""

    said: dict[str, Numbers]
    """In the order of `MEANINGS`; what changes nothing is left out."""
    verdict: Verdict

    @property
    def total(self) -> Numbers:
        """Add all up: blocks above zero are kept."""
        total: Numbers = np.sum(list(self.said.values()), axis=0)
        return total

    def curves(self, page: Document, stage: str) -> Panels:
        """Show how likely each block is content, and all that speaks for and against it."""
        every = np.array(list(self.said.values()))
        told = [Curve(name, "adds", values, meaning=MEANINGS[name]) for name, values in self.said.items()]
        speaking = (
            Curve("for", "above", np.maximum(every, 0).sum(axis=0)),
            Curve("against", "below", np.maximum(-every, 0).sum(axis=0)),
        )
        shown, chosen = Curve("probability", "columns", self.verdict.likely), chosen_where(self.verdict.keep)
        limit = (Threshold(self.verdict.likely_limit, "limit of this page"),)
        return (
            block_panel(page, page.blocks, stage, "Probability", _LIKELY, shown, chosen=chosen, thresholds=limit),
            block_panel(page, page.blocks, stage, "For and against", _SPOKEN, *speaking, *told, chosen=chosen),
        )


def reasons(page: Document, model: Learned, verdict: Verdict) -> Reasons:
    """Ask each family; the page has at least one block."""
    signals, (names, group) = table(page), groups()
    named = model.words.of_blocks(signals.names, signals.lineage, signals.up, signals.place)
    shares = np.empty((len(names), len(signals.words)), dtype=np.float32)
    shared = model.trees.sharing(model.mean, group)
    for at, items in signals.stretches(more=len(LEXICON_NAMES)):
        items[-len(LEXICON_NAMES) :] = named[:, at]
        shares[:, at] = TEMPER * shared(items.T)
    every: dict[str, float | Numbers] = {
        _START: TEMPER * float(model.trees.odds(model.mean[None])[0]),
        **dict(zip(names, shares, strict=True)),
        **verdict.added,
        _LIMIT: -verdict.limit,
    }
    said = {name: np.broadcast_to(every[name], len(signals.words)) for name in MEANINGS if np.any(every[name])}
    return Reasons(said, verdict)


def groups() -> tuple[list[str], npt.NDArray[np.intp]]:
    """Name the families, and return for each signal the number of its family."""
    family = {name: each for each, names in families().items() for name in names}
    of_each = [family.get(name, _NAMES) for name in columns()]
    names = list(dict.fromkeys(of_each))
    return names, np.array([names.index(each) for each in of_each], dtype=np.intp)
