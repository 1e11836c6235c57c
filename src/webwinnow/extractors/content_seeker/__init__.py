"""Content-Seeker: finds segments of good granularity in the tree, then those that are content, then cleans them.

Paper: louvan2009; mohammadzadeh2013, section 3.2.6 (segment granularity, content classification by decision tree,
random forest, support vector machine or multilayer perceptron; then largest block of text string or table pattern).
Ours: figures of segments are sums over subtrees, and all elements are judged at once.
UNSPECIFIED: what "uniform semantic unit" means for a label. Ours: an element is of good granularity if nearly all or
nearly none of its words are content.
UNSPECIFIED: which of nested good segments counts. Ours: the outermost; text in none of them belongs to the nearest
block-level element around it.
UNSPECIFIED: the features behind "etc.", and whose length and width are meant. Ours: `columns()`; the characters of an
element, and those per block-level element in it. Stop words are those of all our lists.
UNSPECIFIED: when which heuristic is applied, and to what. Ours: the table pattern where repeated siblings hold most of
the content; else, within each segment, the largest block of text string if most of the segment's text stands there.
Deviations: the support vector machine is linear, and its solver is not sequential minimal optimisation. J48
is C4.5, ours is CART.   Cost: O(elements log elements).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.letters import Letters, lower_case
from webwinnow.document.tree.elements import depths, subtree_sums
from webwinnow.errors import ParameterError
from webwinnow.extractors.content_seeker.heuristics import cleaned
from webwinnow.language.terms import stop_words
from webwinnow.models import Model, load_model, require_arrays, require_columns
from webwinnow.signals import classifiers
from webwinnow.signals.rolling_hash import stretch_hashes
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import Curve, Panels, Threshold, chosen_where, element_panel, kept_text

Figures = npt.NDArray[np.number]
Marked = npt.NDArray[np.bool_]

CLASSIFIERS: Final = ("forest", "tree", "svm", "perceptron")
LIMITS: Final = {"forest": 0.5, "tree": 0.5, "svm": 0.0, "perceptron": 0.0}
"""Answers above are yes: the middle of a probability, of a distance, and of log odds."""
_QUESTIONS: Final = {"granularity": "Is it a segment?", "content": "Is it content?"}
_SEEN: Final = {
    "granularity": "Whether each element is a segment of good granularity, as the classifier answers; 0 for elements"
    " that are not asked about. Of nested ones, the outermost counts (section 3.2.6 of mohammadzadeh2013).",
    "content": "Whether each element is content, as the classifier answers. Kept are the segments that are, without the"
    " noise in them (section 3.2.6 of mohammadzadeh2013).",
}
_LINK: Final = column("a")
_IMAGE: Final = column("img picture svg video audio canvas")
_FRAME: Final = column("iframe frame object embed applet")
_PARAGRAPH: Final = column("p")
_HEADING: Final = column("h1 h2 h3 h4 h5 h6")
_ITEM: Final = column("li dd dt td th")
_CONTROL: Final = column("input button select textarea form")


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
        self.require_choice("classifier", CLASSIFIERS)
        if not isinstance(self.heuristics, bool):
            raise ParameterError(f"{self.name}: heuristics must be True or False, not {self.heuristics!r}")
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Find the segments, judge them, and clean what is left."""
        if not len(page.blocks):
            return Spans(size=len(page.source))
        return page.select(seek(self._learned(), page, segments(page), self.classifier, heuristics=self.heuristics))

    def curves(self, page: Document) -> Panels:
        """Show the answers to both questions for every element, and the text that is kept."""
        kept = kept_text(page, str(self), self(page))
        if not len(page.blocks):
            return (kept,)
        learned, measured, limit = self._learned(), segments(page), LIMITS[self.classifier]
        panels: Panels = ()
        for question, title in _QUESTIONS.items():
            answer = np.zeros(len(page.elements))
            answer[measured.element] = answers(learned, question, self.classifier, measured.rows)
            panels += (
                element_panel(
                    page,
                    str(self),
                    title,
                    _SEEN[question],
                    Curve(question, "signed" if limit == 0 else "columns", answer),
                    chosen=chosen_where(answer > limit),
                    thresholds=(Threshold(limit, "yes above"),),
                ),
            )
        return *panels, kept

    def _learned(self) -> Model:
        return load_model(self.name, __name__, self.model, _check)


def _check(learned: Model) -> None:
    """Refuse a model for other columns, or one whose arrays do not fit together."""
    require_columns(learned, columns())
    width = len(columns())
    for question in _QUESTIONS:
        for trees in ("forest", "tree"):
            require_arrays(
                learned, classifiers.TREE_SIZES, {**classifiers.TREE_PLACES, "feature": width}, f"{question} {trees}"
            )
        require_arrays(learned, classifiers.linear_sizes(width), group=f"{question} svm")
        require_arrays(learned, classifiers.perceptron_sizes(width), group=f"{question} perceptron")


def seek(
    learned: Model, page: Document, measured: Segments, classifier: str, *, heuristics: bool = True
) -> npt.NDArray[np.int32]:
    """Return the text that is kept, as pairs of offsets."""
    segment = segment_of_runs(page, measured.element[judge(learned, "granularity", classifier, measured.rows)])
    is_content = np.zeros(len(page.elements), dtype=np.bool_)
    is_content[measured.element] = judge(learned, "content", classifier, measured.rows)
    keep = is_content[segment]
    if heuristics:
        keep = cleaned(page, segment, keep)
    return np.column_stack([page.runs.start[keep], page.runs.end[keep]])


def segment_of_runs(page: Document, good: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Find the segment of each run: the outermost good element around it, else the nearest block-level one."""
    elements = page.elements
    is_good = np.zeros(len(elements), dtype=np.bool_)
    is_good[good] = True
    inside = page.inside(is_good)
    outermost = is_good & ~(inside[np.maximum(elements.parent, 0)] & (elements.parent >= 0))
    segment = np.where(inside, page.nearest(outermost), page.nearest(BLOCK[elements.tag]))
    return segment[page.runs.home].astype(np.intp)


def judge(learned: Model, question: str, classifier: str, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Ask one of the classifiers one of the two questions about segments."""
    return answers(learned, question, classifier, rows) > LIMITS[classifier]


def answers(learned: Model, question: str, classifier: str, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Ask how likely the answer is yes (forest, tree), or how far a segment lies on the side of yes."""
    judging = {"svm": classifiers.judge_linear, "perceptron": classifiers.judge_perceptron}.get(
        classifier, classifiers.judge_trees
    )
    return judging(learned.group(f"{question} {classifier}"), rows)


@dataclass(frozen=True, slots=True)
class Segments:
    """Elements that may be segments, and their figures."""

    element: npt.NDArray[np.int32]
    rows: npt.NDArray[np.float32]


def segments(page: Document) -> Segments:
    """Measure the block-level elements that hold words."""
    text = page.letters
    per_element = _word_counter(page, text)
    words = per_element(np.ones(len(text.word_run)))
    chosen = np.flatnonzero(BLOCK[page.elements.tag] & (words > 0))
    figures = [values[chosen] for _, values in _figures(page, words, per_element(_is_stop_word(text)))]
    rows = np.array(figures, dtype=np.float32).T.reshape(len(chosen), len(figures))
    return Segments(chosen.astype(np.int32), rows)


@cache
def columns() -> tuple[str, ...]:
    """Name the columns, in order."""
    page = Document("<p>text")
    nothing = np.zeros(len(page.elements))
    return tuple(name for name, _ in _figures(page, nothing, nothing))


def _figures(page: Document, words: Figures, stop: Figures) -> Iterator[tuple[str, Figures]]:
    elements, tag = page.elements, page.elements.tag
    up = np.maximum(elements.parent, 0)
    characters = page.in_subtrees(page.characters_before)
    linked = page.in_subtrees(page.characters_inside(_LINK[tag]))
    inside = {
        name: subtree_sums(elements, marked[tag].astype(np.int32))
        for name, marked in (
            ("links", _LINK), ("images", _IMAGE), ("frames", _FRAME), ("paragraphs", _PARAGRAPH),
            ("headings", _HEADING), ("items", _ITEM), ("controls", _CONTROL), ("blocks", BLOCK),
        )
    }  # fmt: skip
    before = page.characters_before[elements.first + 1]
    total = max(int(page.characters_before[-1]), 1)
    for name, count in inside.items():
        yield name, np.log1p(count)
    yield "length", np.log1p(characters)
    yield "width", characters / np.maximum(inside["blocks"], 1)
    yield "linked share", linked / np.maximum(characters, 1)
    yield "share of stop words", stop / np.maximum(words, 1)
    yield "stop words", np.log1p(stop)
    yield "depth", depths(elements)
    yield "where it starts", before / total
    yield "where it ends", (before + characters) / total
    yield "share of the page", characters / total
    yield "share of the element around it", characters / np.maximum(characters[up], 1)
    yield "links of the element around it", linked[up] / np.maximum(characters[up], 1)
    yield "length of the element around it", np.log1p(characters[up])


def _word_counter(page: Document, text: Letters) -> Callable[[Figures], Figures]:
    """Make the function that adds up an amount per word over each subtree."""
    home = page.runs.home[text.run[text.word_run]]

    def count(amounts: Figures) -> Figures:
        return subtree_sums(page.elements, np.bincount(home, amounts, minlength=len(page.elements)))

    return count


def _is_stop_word(text: Letters) -> Figures:
    """Mark the words of grammar of any language that we have a list of."""
    known = _stop_hashes()
    found = stretch_hashes(text.marked(lower_case()), text.word_start, text.word_end)
    place = np.minimum(np.searchsorted(known, found), len(known) - 1)
    marked: Figures = known[place] == found
    return marked


@cache
def _stop_hashes() -> npt.NDArray[np.uint64]:
    words = sorted(set().union(*stop_words().values()))
    points = np.frombuffer("".join(words).encode("utf-32-le"), "<u4")
    bound = np.concatenate([[0], np.cumsum([len(word) for word in words])])
    return np.sort(stretch_hashes(points, bound[:-1], bound[1:]))
