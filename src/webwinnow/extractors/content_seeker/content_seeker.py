"""Content-Seeker: finds segments of good granularity in the tree, then those that are content, then cleans them.

Paper: louvan2009; mohammadzadeh2013, section 3.2.6 (segment granularity, content classification by decision tree,
random forest, support vector machine or multilayer perceptron; then largest block of text string or table pattern).
Ours: figures of segments are sums over subtrees, and all elements are judged at once.
UNSPECIFIED: what "uniform semantic unit" means for a label. Ours: an element is of good granularity if nearly all or
nearly none of its words are content.
UNSPECIFIED: which of nested good segments counts. Ours: the outermost; text in none of them belongs to the nearest
block-level element around it.
UNSPECIFIED: the features behind "etc.", and whose length and width are meant. Ours: `features.columns()`; the
characters of an element, and those per block-level element in it. Stop words are those of all our
lists.
UNSPECIFIED: when which heuristic is applied, and to what. Ours: the table pattern where repeated siblings hold most of
the content; else, within each segment, the largest block of text string if most of the segment's text stands there.
Deviations: the support vector machine is linear, and its solver is not sequential minimal optimisation. J48
is C4.5, ours is CART.   Cost: O(elements log elements).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK
from webwinnow.errors import ParameterError
from webwinnow.extractors.content_seeker.features import Segments, columns, segments
from webwinnow.extractors.content_seeker.heuristics import cleaned
from webwinnow.models import Model, load_model, require_columns
from webwinnow.signals.decision_tree import judge_trees
from webwinnow.signals.linear_model import judge_linear
from webwinnow.signals.perceptron import judge_perceptron
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

CLASSIFIERS: Final = ("forest", "tree", "svm", "perceptron")


@dataclass(frozen=True, slots=True)
class ContentSeeker(Extractor):
    """Keeps whole segments of the tree: headings and lists of an article stay with it, so do boxes inside it."""

    name: ClassVar[str] = "content-seeker"
    classifier: str = "forest"
    """`forest`, `tree`, `svm` or `perceptron`."""
    heuristics: bool = True
    """Whether segments are cleaned by the two heuristics."""
    model: str = ""
    """A file that `webwinnow train content-seeker` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Check the choices; a wrong file is refused before any page is read."""
        if self.classifier not in CLASSIFIERS:
            raise ParameterError(f"{self.name}: classifier must be {', '.join(CLASSIFIERS)}, not {self.classifier!r}")
        if not isinstance(self.heuristics, bool):
            raise ParameterError(f"{self.name}: heuristics must be True or False, not {self.heuristics!r}")
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Find the segments, judge them, and clean what is left."""
        if not len(page.blocks):
            return Spans(size=len(page.source))
        return page.select(seek(self._learned(), page, segments(page), self.classifier, heuristics=self.heuristics))

    def _learned(self) -> Model:
        learned = load_model(self.name, "webwinnow.extractors.content_seeker", self.model)
        require_columns(learned, columns())
        return learned


def seek(
    learned: Model, page: Document, measured: Segments, classifier: str, *, heuristics: bool = True
) -> npt.NDArray[np.int32]:
    """Give the text that is kept, as pairs of offsets."""
    segment = segment_of_runs(page, measured.element[judge(learned, "granularity", classifier, measured.rows)])
    is_content = np.zeros(len(page.elements), dtype=np.bool_)
    is_content[measured.element] = judge(learned, "content", classifier, measured.rows)
    keep = is_content[segment]
    if heuristics:
        keep = cleaned(page, segment, keep)
    return np.column_stack([page.runs.start[keep], page.runs.end[keep]])


def segment_of_runs(page: Document, good: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Give the segment of each run: the outermost good element around it, else the nearest block-level one."""
    elements = page.elements
    is_good = np.zeros(len(elements), dtype=np.bool_)
    is_good[good] = True
    inside = page.inside(is_good)
    outermost = is_good & ~(inside[np.maximum(elements.parent, 0)] & (elements.parent >= 0))
    segment = np.where(inside, page.nearest(outermost), page.nearest(BLOCK[elements.tag]))
    return segment[page.runs.home].astype(np.intp)


def judge(learned: Model, question: str, classifier: str, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Ask one of the classifiers one of the two questions about segments."""
    arrays = learned.group(f"{question} {classifier}")
    if classifier in ("forest", "tree"):
        return judge_trees(arrays, rows) > 0.5
    return (judge_linear if classifier == "svm" else judge_perceptron)(arrays, rows) > 0
