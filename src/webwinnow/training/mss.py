"""Training of `mss`: naive Bayes over trigrams of tokens and the tags around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.mss import COLUMNS, PARENTS, PageTokens, read_tokens, scores, stretch, token_numbers, trigrams
from webwinnow.language.terms import porter_stems
from webwinnow.models import Model
from webwinnow.training import with_settings
from webwinnow.training.classifiers import Arrays
from webwinnow.training.examples import ENOUGH, Example, blocks_of

_WORDS: Final = 6_000
"""Words that the model knows: those on most pages."""
_FEWEST_PAGES: Final = 5
"""Pages that a word must stand on."""
_TRIGRAMS: Final = 60_000
"""Trigrams that the model holds: the most frequent. All three bound the file's size; none was chosen by a sweep."""


@dataclass(frozen=True, slots=True)
class TokenisedPage:
    """A page's tokens, the block of each word, and its distinct words as written."""

    tokens: PageTokens
    of_word: npt.NDArray[np.int32]
    vocabulary: tuple[str, ...]
    hashes: npt.NDArray[np.uint64]


def prepare(page: Document) -> TokenisedPage:
    """Compute what is learned from."""
    tokens, words = read_tokens(page), page.words
    hashes, first = np.unique(tokens.word, return_index=True)
    places = zip(words.start[first].tolist(), words.end[first].tolist(), strict=True)
    block = blocks_of(page, words.start)
    return TokenisedPage(tokens, block.astype(np.int32), tuple(page.source[a:b].lower() for a, b in places), hashes)


def fit(examples: Sequence[Example], *, report: Callable[[str], None] = lambda text: None) -> Model:  # noqa: ARG005
    """Count trigrams and parents in content and in the rest."""
    report("words")
    words, stems = _words(examples)
    report("trigrams")
    pages = [(each.prepared.tokens, _labels(each)) for each in examples]
    keys = [trigrams(token_numbers(tokens, words, stems)) for tokens, _ in pages]
    content = np.concatenate([labels for _, labels in pages])
    parents = _odds(np.concatenate([tokens.parent for tokens, _ in pages]), content, PARENTS)
    found, number = np.unique(np.concatenate(keys), return_inverse=True)
    most = np.sort(np.argsort(-np.bincount(number), kind="stable")[:_TRIGRAMS])
    arrays: Arrays = {
        "words": words,
        "stems": stems,
        "trigrams": found[most],
        "trigram odds": _odds(number, content, len(found))[most].astype(np.float16),
        "parents": parents.astype(np.float16),
        "prior": np.round([np.log((content.sum() + 1) / ((~content).sum() + 1))], 5).astype(np.float32),
    }
    return Model("mss", {"columns": list(COLUMNS)}, arrays)


def keep(found: Model, prepared: TokenisedPage) -> npt.NDArray[np.int64]:
    """Return the stretch that is content, as a pair of offsets."""
    tokens = prepared.tokens
    pairs = [(tokens.start[first], tokens.end[last]) for first, last in stretch(tokens, scores(found, tokens))]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


pack = with_settings


def _words(examples: Sequence[Example]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint16]]:
    """Choose the words on most pages and number their stems."""
    pages: Counter[int] = Counter()
    written: dict[int, str] = {}
    for example in examples:
        hashes = example.prepared.hashes.tolist()
        pages.update(hashes)
        written.update(zip(hashes, example.prepared.vocabulary, strict=True))
    ranked = sorted(pages, key=lambda each: (-pages[each], each))[:_WORDS]
    chosen = sorted(each for each in ranked if pages[each] >= _FEWEST_PAGES)
    stems = porter_stems([written[each] for each in chosen])
    numbers = {stem: number for number, stem in enumerate(sorted(set(stems)))}
    return np.array(chosen, dtype=np.uint64), np.array([numbers[stem] for stem in stems], dtype=np.uint16)


def _labels(example: Example) -> npt.NDArray[np.bool_]:
    """Mark the words of content blocks, and the tags between two such words."""
    tokens: PageTokens = example.prepared.tokens
    of_words = (example.shares >= ENOUGH)[example.prepared.of_word]
    before = np.cumsum(~tokens.is_tag)
    padded = np.concatenate([[False], of_words, [False]])
    return np.where(tokens.is_tag, padded[before] & padded[before + 1], padded[before])


def _odds(number: npt.NDArray[np.integer[Any]], content: npt.NDArray[np.bool_], size: int) -> npt.NDArray[np.float64]:
    """Compare how likely each kind of token is in content and in the rest; each was seen once more, in proportion."""
    good, bad = np.bincount(number[content], minlength=size), np.bincount(number[~content], minlength=size)
    share = (content.sum() + 1) / (len(content) + 2)
    more, less = (good + share) / (content.sum() + 1), (bad + 1 - share) / ((~content).sum() + 1)
    odds: npt.NDArray[np.float64] = np.round(np.log(more / less), 4)
    return odds
