"""Blocks: which paragraphs were retrieved whole.

Paper: bhardwaj2014, section IV: precision and recall over the relevant and the retrieved blocks, counted by eye.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from webwinnow.evaluate.measures.folding import fold_lines
from webwinnow.evaluate.measures.measure import Found, Gold, Specified
from webwinnow.evaluate.measures.optional_headline import check_headline, texts
from webwinnow.evaluate.measures.word_bag import bag_score
from webwinnow.evaluate.score import Score


@dataclass(frozen=True, slots=True)
class Blocks(Specified):
    """Precision, recall and F1 over blocks of text.

    UNSPECIFIED: the paper does not say what a block of text is. Ours is a line that is not blank. A retrieved
    block is relevant when a gold block equals it after `fold` (white space, case, quotation marks); equal blocks
    count as often as they occur on both sides. So a block found in part, or two run together, is wrong: the
    measure is strict, and of no use for an extractor that answers on one line.
    """

    name: ClassVar[str] = "blocks"
    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1")

    headline: str = "as-is"

    def __post_init__(self) -> None:
        """Check the parameter."""
        check_headline(self.headline)

    def __call__(self, gold: Gold, found: Found) -> Score | None:
        """Compare the texts; None without gold text."""
        pair = texts(gold, found, self.headline)
        return None if pair is None else bag_score(*map(fold_lines, pair))
