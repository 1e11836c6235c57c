"""The words of a page, alone and in one sequence with its tags."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.document.markup import Column, Runs
from webwinnow.document.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the visible text, in order, as offsets in the source."""

    start: Column
    end: Column

    def __len__(self) -> int:
        """Count the words."""
        return len(self.start)


@dataclass(frozen=True, slots=True)
class WordsAndTags:
    """The page as one sequence of words and tags, which token-based methods look at.

    Punctuation and blanks belong to the word before them, at the start of a run to its first word, so that a stretch
    of words is a stretch of text with nothing missing.
    """

    start: Column
    end: Column
    is_tag: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        """Count words and tags."""
        return len(self.start)


def in_one_sequence(words: Words, runs: Runs, tokens: Tokens, tags: npt.NDArray[np.intp]) -> WordsAndTags:
    """Put words and some of the tags into one sequence."""
    tag_start, tag_end = tokens.tag_start[tags], tokens.tag_end[tags]
    where = np.searchsorted(words.start, tag_start) + np.arange(len(tags))
    is_tag = np.zeros(len(words) + len(tags), dtype=np.bool_)
    is_tag[where] = True
    start, end = np.empty(len(is_tag), np.int32), np.empty(len(is_tag), np.int32)
    start[is_tag], end[is_tag] = tag_start, tag_end
    start[~is_tag], end[~is_tag] = _with_punctuation(words, runs, tokens.edge[-1:])
    return WordsAndTags(start, end, is_tag)


def _with_punctuation(words: Words, runs: Runs, page_end: Column) -> tuple[Column, Column]:
    run = np.searchsorted(runs.start, words.start, side="right") - 1
    is_first = np.diff(run, prepend=-1) > 0
    start = np.where(is_first, runs.start[run], words.start)
    following = np.append(start[1:], page_end)
    return start, np.minimum(following, runs.end[run])
