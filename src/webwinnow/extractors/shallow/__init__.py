"""Boilerplate detection using shallow text features: each text block is judged by its looks, not by what it says.

Paper: kohlschuetter2010; mohammadzadeh2013, section 3.3.2.1 (the feature set, decision tree and linear support vector
machine).
UNSPECIFIED: what of the local context is looked at besides positions. Ours: the same figures of the block before and of
the block behind, as the features of kohlschuetter2010.
UNSPECIFIED: what date and time tokens are. Ours: years, and numbers parted by a colon, slash, dot or hyphen.
UNSPECIFIED: how large trees are. Ours: at most 64 leaves, each with 40 blocks of the training pages or more.
UNSPECIFIED: whether a block stands in a paragraph or heading if another block-level element is in between. Ours: it
does.
Deviations: trained on other pages than the paper's (see the card beside the model); words are those of our splitter, in
every script.   Cost: O(page).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.blocks import TextBlocks, atoms, text_blocks
from webwinnow.document.html_names import NUMBER
from webwinnow.document.markup import Blocks
from webwinnow.document.tree.elements import along_ancestors
from webwinnow.models import Model, load_model, require_arrays, require_columns
from webwinnow.signals.classifiers import TREE_PLACES, TREE_SIZES, judge_linear, judge_trees, linear_sizes
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, block_panel, chosen_where, kept_text

Figures = npt.NDArray[np.number]

CLASSIFIERS: Final = ("tree", "svm")
LIMITS: Final = {"tree": 0.5, "svm": 0.0}
"""Answers above are yes: the middle of a probability, and of a distance."""
_SEEN: Final = {
    "tree": "How likely each text block is content, by the leaf of the decision tree that its figures lead to.",
    "svm": "How far each text block lies on the side of content of the support vector machine's plane.",
}
_TAGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div")
"""The structural features: whether the block stands in such an element."""
_SIDES: Final = ("", "previous ", "next ")
# The tree of kohlschuetter2010, Algorithm 2: limits up to which a figure counts as small.
_FEW_LINKS: Final = 0.333333
_FEW_LINKS_BEFORE: Final = 0.555556
_SHORT: Final = 16
_SHORT_BEHIND: Final = 15
_SHORT_BEFORE: Final = 4
_SHORT_AFTER_LINKS: Final = 40
_SHORT_BEHIND_AFTER_LINKS: Final = 17
_WORDS: Final = (
    "Words of each text block. Algorithm 2 of kohlschuetter2010 asks for those of a block, of the one before and of the"
    " one behind; chosen are the blocks that its tree calls content."
)
_LINKS: Final = (
    "The share of each text block's words that are linked. Blocks above the limit are no content, and behind a block"
    f" with more than {_FEW_LINKS_BEFORE:.3g} a text must be longer."
)


@dataclass(frozen=True, slots=True)
class Shallow(Extractor):
    """Keeps long blocks with few links and their kind: solid on articles, loses headings and short list items."""

    name: ClassVar[str] = "shallow"
    classifier: str = "tree"
    """`tree`, a decision tree, or `svm`, a linear support vector machine."""
    model: str = ""
    """A file that `webwinnow train shallow` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Check the choices; a wrong file is refused before any page is read."""
        self.require_choice("classifier", CLASSIFIERS)
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Judge the text blocks."""
        blocks = atoms(page)
        if not len(blocks):
            return Spans(size=len(page.source))
        keep = judge(self._learned(), own_figures(page, blocks), self.classifier)
        return page.select_blocks(keep, blocks)

    def curves(self, page: Document) -> Panels:
        """Show what the classifier says of each block, and the text that is kept."""
        kept = kept_text(page, str(self), self(page))
        blocks = atoms(page)
        if not len(blocks):
            return (kept,)
        answer = answers(self._learned(), own_figures(page, blocks), self.classifier)
        limit = LIMITS[self.classifier]
        panel = block_panel(
            page,
            blocks,
            str(self),
            "Answer of the classifier",
            _SEEN[self.classifier],
            Curve("answer", "signed" if limit == 0 else "columns", answer),
            chosen=chosen_where(answer > limit),
            thresholds=(Threshold(limit, "content above"),),
        )
        return panel, kept

    def _learned(self) -> Model:
        return load_model(self.name, __name__, self.model, _check)


def _check(learned: Model) -> None:
    """Refuse a model for other columns, or one whose arrays do not fit together."""
    require_columns(learned, columns())
    width = len(columns())
    require_arrays(learned, TREE_SIZES, {**TREE_PLACES, "feature": width}, "tree")
    require_arrays(learned, linear_sizes(width), group="svm")


@dataclass(frozen=True, slots=True)
class NumWordsLinkDensity(Extractor):
    """Keeps long blocks with few links, and short ones beside them: needs no training, loses lists and headings.

    Paper: kohlschuetter2010; mohammadzadeh2013, section 3.3.2.1 ("a combination of two features such as number of words
    and link density leads to a simple classification model").
    UNSPECIFIED: the model and its thresholds. Ours: the small decision tree that kohlschuetter2010 gives for these two
    features of a block, the one before and the one behind (its Algorithm 2).
    UNSPECIFIED: the neighbours of the first and the last block. Ours: blocks without words.
    """

    name: ClassVar[str] = "numwords-linkdensity"

    def __call__(self, page: Document) -> Spans:
        """Judge the text blocks."""
        blocks = atoms(page)
        if not len(blocks):
            return Spans(size=len(page.source))
        figures = text_blocks(page, blocks)
        return page.select_blocks(is_content(figures.words, figures.link_density), blocks)

    def curves(self, page: Document) -> Panels:
        """Show words and link density of each block, and the text that is kept."""
        kept = kept_text(page, str(self), self(page))
        blocks = atoms(page)
        if not len(blocks):
            return (kept,)
        figures = text_blocks(page, blocks)
        chosen = chosen_where(is_content(figures.words, figures.link_density))
        words, links = (
            Curve("words", "columns", figures.words),
            Curve("linked", "columns", figures.link_density, "code"),
        )
        few = (Threshold(_FEW_LINKS, "at most:"),)
        return (
            block_panel(page, blocks, str(self), "Words of each block", _WORDS, words, chosen=chosen),
            block_panel(page, blocks, str(self), "Link density", _LINKS, links, chosen=chosen, thresholds=few),
            kept,
        )


def judge(learned: Model, own: npt.NDArray[np.float32], classifier: str = "tree") -> npt.NDArray[np.bool_]:
    """Decide for each block from its own figures and those of its neighbours."""
    return answers(learned, own, classifier) > LIMITS[classifier]


def answers(learned: Model, own: npt.NDArray[np.float32], classifier: str) -> npt.NDArray[np.float64]:
    """Ask for each block how likely it is content (tree), or how far it lies on the side of content (svm)."""
    judging = judge_trees if classifier == "tree" else judge_linear
    return judging(learned.group(classifier), with_neighbours(own))


def own_figures(page: Document, blocks: Blocks) -> npt.NDArray[np.float32]:
    """Compute the figures of the blocks themselves."""
    columns = [values for _, values in _figures(page, text_blocks(page, blocks))]
    return np.array(columns, dtype=np.float32).T.reshape(len(blocks), len(columns))


def with_neighbours(own: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Join the figures of each block with those of the one before and the one behind; zeros where there is none."""
    nothing = np.zeros((1, own.shape[1]), dtype=np.float32)
    place = np.arange(len(own), dtype=np.float32)
    positions = np.column_stack([place, place / max(len(own) - 1, 1)])
    return np.hstack([own, np.vstack([nothing, own[:-1]]), np.vstack([own[1:], nothing]), positions])


@cache
def columns() -> tuple[str, ...]:
    """Name the columns, in order."""
    page = Document("<p>text")
    own = [name for name, _ in _figures(page, text_blocks(page, atoms(page)))]
    return (*(side + name for side in _SIDES for name in own), "absolute position", "relative position")


def _figures(page: Document, blocks: TextBlocks) -> Iterator[tuple[str, Figures]]:
    words = np.maximum(blocks.words, 1)
    yield "average word length", blocks.letters / words
    yield "average sentence length", blocks.words / np.maximum(blocks.sentence_ends, 1)
    yield "number of words", blocks.words
    yield "words that start with a capital", blocks.capitalised
    yield "words all in capitals", blocks.capitals
    yield "ratio of words that start with a capital", blocks.capitalised / words
    yield "ratio of words all in capitals", blocks.capitals / words
    yield "ratio of full stops", blocks.full_stops / words
    yield "date and time tokens", blocks.dates
    yield "vertical bars", blocks.bars
    yield "link density", blocks.link_density
    for tag, inside in zip(_TAGS, _inside(page, blocks), strict=True):
        yield f"in {tag}", inside


def _inside(page: Document, blocks: TextBlocks) -> Figures:
    """Mark for each tag the blocks that stand in such an element."""
    bits = np.zeros(len(page.elements), dtype=np.uint16)
    for bit, tag in enumerate(_TAGS):
        bits[page.elements.tag == NUMBER[tag]] |= np.uint16(1 << bit)
    around = along_ancestors(page.elements.parent.astype(np.intp), bits, np.bitwise_or)[blocks.element]
    return np.array([around >> np.uint16(bit) & np.uint16(1) for bit in range(len(_TAGS))])


def is_content(words: Figures, links: Figures) -> npt.NDArray[np.bool_]:
    """Ask the tree for all blocks at once."""
    before, behind = np.append(0, words[:-1]), np.append(words[1:], 0)
    links_before = np.append(0, links[:-1])
    in_text = (words > _SHORT) | (behind > _SHORT_BEHIND) | (before > _SHORT_BEFORE)
    after_links = (words > _SHORT_AFTER_LINKS) | (behind > _SHORT_BEHIND_AFTER_LINKS)
    answer: npt.NDArray[np.bool_] = np.where(links_before <= _FEW_LINKS_BEFORE, in_text, after_links)
    return answer & (links <= _FEW_LINKS)
