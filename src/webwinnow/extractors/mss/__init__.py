"""Maximum subsequence segmentation: naive Bayes scores every token, and the stretch with the largest sum is kept.

Paper: pasternack2009; mohammadzadeh2013, section 3.3.1.4, formula 3.5 and Algorithm 8. The features of a token are the
trigram of it and its two successors, and the tag around it; its score is p - 0.5.
Ours: sums are differences of prefix sums (`signals.stretches`), which find what Algorithm 8 finds. Porter's
stems are looked up, not computed: the model holds the words of its training pages with the stem of each.
UNSPECIFIED: the smoothing of naive Bayes. Ours: every trigram has been seen once more in text of both kinds, in
proportion; the same for tags.
UNSPECIFIED: the parent of a tag. Ours: the element around the one that it opens or closes.
UNSPECIFIED: what of the tags is content in training. Ours: tags between two words of the content.
Deviations: a model is finite. Words that it does not hold are one token, and trigrams that it does not hold say
nothing, so that only the tag around the token speaks. The K best subsequences, which section 3.3.1.4 mentions, are not
sought: the method keeps the best one.   Cost: O(tokens log words of the model).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import INVENTED, NUMBERS
from webwinnow.document.letters import Letters, characters, lower_case
from webwinnow.models import Model, load_model, require_arrays, require_columns
from webwinnow.signals.rolling_hash import joined, stretch_hashes
from webwinnow.signals.stretches import best_stretch
from webwinnow.spans import Spans
from webwinnow.stages import Extractor
from webwinnow.stages.curves import AxisLabel, Chosen, Curve, Panels, token_panel

Numbers = npt.NDArray[np.integer]

_DIGITS: Final = characters("0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹")
_KNOWN_TAGS: Final = NUMBERS - INVENTED
"""Names beyond are a page's own inventions, and one token."""
NUMBER_TOKEN: Final = 2 * _KNOWN_TAGS + 1
OTHER_WORD: Final = NUMBER_TOKEN + 1
FIRST_STEM: Final = NUMBER_TOKEN + 2
"""Tokens behind those of start and end tags: a number, a word that the model does not hold, and the first stem."""
PARENTS: Final = _KNOWN_TAGS + 1
"""Numbers of parents: 0 for none, names of HTML, and all others."""
COLUMNS: Final = ("trigram", f"one of {PARENTS} parents")
_SCORES: Final = (
    "How likely each token is content by the trigram that it begins and the tag around it, less one half. Chosen is the"
    " stretch with the largest sum. Formula 3.5 and Algorithm 8 of mohammadzadeh2013."
)
_SUMS: Final = (
    "The scores added up from the start of the page: the curve rises in content and falls elsewhere. The stretch that"
    " was chosen leads from a low point to the highest one after it."
)


@dataclass(frozen=True, slots=True)
class MSS(Extractor):
    """Keeps one contiguous stretch: good on news articles in languages that it was trained on."""

    name: ClassVar[str] = "mss"
    model: str = ""
    """A file that `webwinnow train mss` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Refuse a wrong file before any page is read."""
        if self.model:
            self._learned()

    def __call__(self, page: Document) -> Spans:
        """Score the tokens and keep the best stretch."""
        tokens = read_tokens(page)
        best = stretch(tokens, scores(self._learned(), tokens))
        return page.select([(tokens.start[first], tokens.end[last]) for first, last in best])

    def curves(self, page: Document) -> Panels:
        """Show the score of every token, their sum so far, and the stretch that was chosen."""
        tokens = read_tokens(page)
        score = scores(self._learned(), tokens)
        chosen = tuple(Chosen(first, last) for first, last in stretch(tokens, score))
        sums = Curve("sum of scores", "line", np.cumsum(score))
        each, total = AxisLabel("score", "score"), AxisLabel("sum of scores so far", "sum")
        return (
            token_panel(page, str(self), "Score of each token", _SCORES, each, Curve("score", "signed", score), chosen),
            token_panel(page, str(self), "Sum of the scores", _SUMS, total, sums, chosen),
        )

    def _learned(self) -> Model:
        return load_model(self.name, __name__, self.model, _check)


def _check(learned: Model) -> None:
    """Refuse a model for other columns, or one whose arrays do not fit together."""
    require_columns(learned, COLUMNS)
    sizes = {"words": ("words",), "stems": ("words",), "trigrams": ("trigrams",), "trigram odds": ("trigrams",)}
    require_arrays(learned, {**sizes, "parents": (PARENTS,), "prior": (1,)})


def scores(learned: Model, tokens: PageTokens) -> npt.NDArray[np.float64]:
    """Return p - 0.5 for each token."""
    arrays = learned.arrays
    odds = float(arrays["prior"][0]) + arrays["parents"].astype(np.float64)[tokens.parent]
    odds += _looked_up(arrays["trigrams"], arrays["trigram odds"], trigrams_of(learned, tokens))
    likely: npt.NDArray[np.float64] = 1 / (1 + np.exp(-odds))
    return likely - 0.5


def trigrams_of(learned: Model, tokens: PageTokens) -> npt.NDArray[np.uint32]:
    """Hash the trigrams of the tokens as the model numbers them."""
    return trigrams(token_numbers(tokens, learned.arrays["words"], learned.arrays["stems"]))


def stretch(tokens: PageTokens, score: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Find the first and the last token of the best stretch; nothing on a page without words."""
    return [] if tokens.is_tag.all() else [best_stretch(score)]


def _looked_up(
    keys: Numbers, values: npt.NDArray[np.number], wanted: npt.NDArray[np.uint32]
) -> npt.NDArray[np.float64]:
    """Find the value of each wanted key; 0 where there is none."""
    if not len(keys):
        return np.zeros(len(wanted))
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, values[place].astype(np.float64), 0.0)


@dataclass(frozen=True, slots=True)
class PageTokens:
    """Words and tags of a page, in order."""

    start: Numbers
    end: Numbers
    is_tag: npt.NDArray[np.bool_]
    tag: Numbers
    """Per tag: which token it is."""
    word: npt.NDArray[np.uint64]
    """Per word: a hash of its small letters."""
    is_number: npt.NDArray[np.bool_]
    """Per word: whether it is a number, which all are the same token."""
    parent: Numbers
    """Per token: the number of the tag around it."""

    def __len__(self) -> int:
        """Count the tokens."""
        return len(self.start)


def read_tokens(page: Document) -> PageTokens:
    """Read the tokens; what scripts and styles hold is none, as nobody sees it."""
    sequence, text = page.words_and_tags, page.letters
    number = np.abs(page.tokens.code[page.code > 0]).astype(np.int64)
    known = np.minimum(number, _KNOWN_TAGS - 1)
    closing = page.tokens.code[page.code > 0] < 0
    parent = np.zeros(len(sequence), dtype=np.int32)
    parent[sequence.is_tag] = _parents_of_tags(page)[page.code > 0]
    parent[~sequence.is_tag] = page.elements.tag[page.runs.home[text.run[text.word_run]]]
    return PageTokens(
        sequence.start,
        sequence.end,
        sequence.is_tag,
        (known + _KNOWN_TAGS * closing).astype(np.int16),
        word_hashes(text),
        text.per_word(text.marked(_DIGITS)) == text.word_end - text.word_start,
        np.minimum(parent, PARENTS - 1).astype(np.int16),
    )


def word_hashes(text: Letters) -> npt.NDArray[np.uint64]:
    """Hash the words in small letters."""
    return stretch_hashes(text.marked(lower_case()), text.word_start, text.word_end)


def token_numbers(tokens: PageTokens, words: npt.NDArray[np.uint64], stems: Numbers) -> Numbers:
    """Number the tokens; `words` are sorted hashes of known words, `stems` the number of each one's stem."""
    found = np.full(len(tokens.word), OTHER_WORD, dtype=np.int64)
    if len(words):
        place = np.minimum(np.searchsorted(words, tokens.word), len(words) - 1)
        found = np.where(words[place] == tokens.word, FIRST_STEM + stems[place], found)
    numbers = np.zeros(len(tokens), dtype=np.int64)
    numbers[tokens.is_tag] = tokens.tag
    numbers[~tokens.is_tag] = np.where(tokens.is_number, NUMBER_TOKEN, found)
    return numbers


def trigrams(numbers: Numbers) -> npt.NDArray[np.uint32]:
    """Hash each token with its two successors; behind the last token stands 0."""
    padded = np.append(numbers, [0, 0])
    return (joined(padded[:-2], padded[1:-1], padded[2:]) >> np.uint64(32)).astype(np.uint32)


def _parents_of_tags(page: Document) -> Numbers:
    """Return for each tag the name of the element around the element that it opens or closes; 0 for others."""
    elements = page.elements
    name = np.where(elements.parent >= 0, elements.tag[np.maximum(elements.parent, 0)], 0)
    parents = np.zeros(len(page.tokens.code) + 2, dtype=np.int32)
    parents[elements.close[::-1]] = name[::-1]  # where one tag closes several, the outermost counts
    parents[elements.first] = name  # where one tag opens several, the innermost is its own
    return parents[: len(page.tokens.code)]
