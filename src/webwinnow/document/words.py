"""The words of a page, alone, as terms and in one sequence with its tags, and counts of the characters readers see."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from webwinnow.document.layout import Column, Runs
from webwinnow.document.references import decode_references, source_kinds
from webwinnow.document.tokens import Tokens
from webwinnow.document.tree.elements import Elements
from webwinnow.kernels import LIBRARY, Library, address
from webwinnow.language.stop_words import language_of, stop_words
from webwinnow.language.terms import Terms, numbered
from webwinnow.language.words import BETWEEN, visible
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.document.markup import Markup


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


def in_one_sequence(words: Words, runs: Runs, tokens: Tokens, code: Column) -> WordsAndTags:
    """Put words and those tags into one sequence that count as code."""
    if LIBRARY:
        return _sequence_compiled(LIBRARY, words, runs, tokens, code)
    tags = np.flatnonzero(code)
    tag_start, tag_end = tokens.tag_start[tags], tokens.tag_end[tags]
    where = np.searchsorted(words.start, tag_start) + np.arange(len(tags))
    is_tag = np.zeros(len(words) + len(tags), dtype=np.bool_)
    is_tag[where] = True
    start, end = np.empty(len(is_tag), np.int32), np.empty(len(is_tag), np.int32)
    start[is_tag], end[is_tag] = tag_start, tag_end
    start[~is_tag], end[~is_tag] = _with_punctuation(words, runs, tokens.edge[-1:])
    return WordsAndTags(start, end, is_tag)


class _Sequence(ctypes.Structure):
    """`Sequence` of native/sequence.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("words", "runs", "tags", "size")),
        *((name, ctypes.c_void_p) for name in ("word_start", "word_end", "run_start", "run_end", "edge", "code")),
        *((name, ctypes.c_void_p) for name in ("start", "end", "is_tag")),
    )


def _sequence_compiled(library: Library, words: Words, runs: Runs, tokens: Tokens, code: Column) -> WordsAndTags:
    """Do as `in_one_sequence`."""
    most, lengths = len(words) + len(code), np.ascontiguousarray(code, np.int32)
    start, end, is_tag = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.bool_)
    columns: tuple[npt.NDArray[Any], ...] = (
        words.start, words.end, runs.start, runs.end, tokens.edge, lengths, start, end, is_tag,
    )  # fmt: skip
    given = _Sequence(len(words), len(runs), len(code), int(tokens.edge[-1]), *map(address, columns))
    found = library.put_in_sequence(ctypes.addressof(given))
    return WordsAndTags(start[:found], end[:found], is_tag[:found])


def _with_punctuation(words: Words, runs: Runs, page_end: Column) -> tuple[Column, Column]:
    run = np.searchsorted(runs.start, words.start, side="right") - 1
    is_first = np.diff(run, prepend=-1) > 0
    start = np.where(is_first, runs.start[run], words.start)
    following = np.append(start[1:], page_end)
    return start, np.minimum(following, runs.end[run])


def word_terms(source: str, words: Words) -> Terms:
    """Number the words as terms, with references decoded: a word holds no blank, so none makes a new line."""
    written = [source[start:end] for start, end in zip(words.start.tolist(), words.end.tolist(), strict=True)]
    return numbered(written, decode_references)


def without_stop_words(source: str, words: Words) -> Words:
    """Leave out the stop words of the language in which most of the words are."""
    terms = word_terms(source, words)
    stops = stop_words().get(language_of(terms) or "", frozenset())
    kept = np.array([term not in stops for term in terms.vocabulary], dtype=np.bool_)[terms.number]
    return Words(words.start[kept], words.end[kept])


def runs_with(runs: Runs, shown: Spans) -> npt.NDArray[np.intp]:
    """Return the runs of which something is shown, in order."""
    found = np.searchsorted(runs.start, shown.starts, side="right") - 1
    first = np.ones(len(found), dtype=np.bool_)
    np.not_equal(found[1:], found[:-1], out=first[1:])
    return found[first]


def are_whole(runs: Runs, chosen: npt.NDArray[np.integer], shown: Spans) -> bool:
    """Tell whether what is shown are whole runs: those that are chosen."""
    return (
        len(chosen) == len(shown)
        and np.array_equal(runs.start[chosen], shown.starts)
        and np.array_equal(runs.end[chosen], shown.ends)
    )


def words_of(markup: Markup, runs: npt.NDArray[np.integer], shown: Spans | None) -> Words:
    """Return the words of some runs, as far as they are shown: of all, where nothing says what is."""
    start, end = markup.words_in(runs)
    if shown is None or are_whole(markup.runs, runs, shown):
        return Words(start, end)
    inside = shown.contains(start)
    return Words(start[inside], end[inside])


def seen_before(markup: Markup, shown: Spans | None, starts_shown: npt.NDArray[np.bool_]) -> Column:
    """Count the characters that are seen before each gap: of all that is shown, or of the runs that are."""
    runs, whole = markup.runs, np.diff(markup.characters_before)[markup.runs.gap]
    per_gap = np.zeros(len(markup.tokens.code) + 1, dtype=np.int32)
    if shown is None:
        per_gap[runs.gap] = np.where(starts_shown, whole, 0)
    else:
        per_gap[runs.gap] = _characters_per_run(markup.source, runs, shown, whole)
    return before_gaps(per_gap)


def _characters_per_run(source: str, runs: Runs, shown: Spans, whole: Column) -> Column:
    """Count for each run the characters to see in what is shown of it; `whole` are those of whole runs, counted."""
    run = np.searchsorted(runs.start, shown.starts, side="right") - 1
    if are_whole(runs, run, shown):
        per_run = np.zeros(len(runs), dtype=np.int32)
        per_run[run] = whole[run]
        return per_run
    pieces = [source[start:end] + BETWEEN for start, end in shown]
    seen = visible(source_kinds("".join(pieces)))
    lengths = shown.ends - shown.starts + len(BETWEEN)
    return np.bincount(np.repeat(run, lengths), seen, minlength=len(runs)).astype(np.int32)


def before_gaps(per_gap: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> Column:
    """Add up a count per gap: what stands before each, and one more entry that closes the page."""
    before = np.zeros(len(per_gap) + 1, dtype=np.int32)
    np.cumsum(per_gap, out=before[1:])
    return before


def gaps_inside(elements: Elements, marked: npt.NDArray[np.bool_], gaps: int) -> npt.NDArray[np.bool_]:
    """Tell for each of the page's gaps whether it stands inside a marked element."""
    chosen = np.flatnonzero(marked)
    opened = np.bincount(elements.first[chosen] + 1, minlength=gaps + 1)
    closed = np.bincount(elements.close[chosen] + 1, minlength=gaps + 1)
    inside: npt.NDArray[np.bool_] = np.cumsum(opened - closed)[:-1] > 0
    return inside


def sums_in(elements: Elements, marked: npt.NDArray[np.bool_], before: Column) -> Column:
    """Count again what is counted before each gap, but only in gaps inside a marked element."""
    inside = gaps_inside(elements, marked, len(before) - 1)
    return before_gaps(np.where(inside, np.diff(before), 0))
