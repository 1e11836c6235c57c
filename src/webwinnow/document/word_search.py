"""Words that are looked for on a page: short ones in many stretches of its source, such as signs of threads, or in its
start tags, such as names that mark headlines; and terms among its words, such as those of the title.

>>> from webwinnow.document import Document
>>> signs = WordSearch(("forum", "thread"))
>>> signs.counts(Document("a forum with threads").markup, np.array([0]), np.array([20])).tolist()
[2]
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import small_letters
from webwinnow.document.html_names import column
from webwinnow.document.markup import Markup
from webwinnow.document.references import character_table, decode_references, references, without_references
from webwinnow.document.tree.elements import before
from webwinnow.document.word_table import WordTable
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.language.terms import BETWEEN_WORDS, MANY_TERMS, Terms, fold_tables, folded, terms_of_each
from webwinnow.language.words import occurrences
from webwinnow.lazy_values import cached_property, kept_for_good

if TYPE_CHECKING:
    from webwinnow.document.document import Document
    from webwinnow.spans import Spans


Places = npt.NDArray[np.integer]
Tags = npt.NDArray[np.intp]
RAW: Final = column("script style textarea iframe noembed noframes xmp title")
"""Elements whose tags hold all of their text, too."""
LONGEST_TAG: Final = 2000
"""Characters of a tag that are looked at; a longer one is cut there."""
_POINTER = ctypes.c_void_p
MANY: Final = 2**31 - 1
NO_TERM: Final = -1
_AT_ONCE: Final = 4_096
_MANY_WORDS: Final = 4 * MANY_TERMS
_NO_NUMBERS: Final = np.empty(0, np.int32)
"""Stretches that are looked through at once: each is an object of its own."""
_NOT_FOLDED: Final = -2
"""What compiled code says of words that it does not read."""


class WordSearch:
    """Looks for words, each at least two characters long, none of which can overlap itself.

    It goes before patterns, which take many times as long; most stretches never get there.
    """

    def __init__(self, words: Sequence[str], *, ignore_case: bool = False) -> None:
        """Take the words; in small letters, where the case of ASCII does not matter."""
        self.words, self.ignore_case = tuple(words), ignore_case

    def counts(self, markup: Markup, starts: Places, ends: Places, most: int = MANY) -> npt.NDArray[np.int32]:
        """Count in each stretch how often any of the words stands in it; up to `most`, where more do not matter."""
        if LIBRARY is None:
            return np.minimum(self._counts(markup.source, starts, ends), most).astype(np.int32)
        data, width = markup.units
        starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
        found = np.empty(len(starts), np.int32)
        LIBRARY.of("count_words", width)(
            self.table, data, len(starts), address(starts), address(ends), most, address(found)
        )
        return found

    def holding(self, markup: Markup, starts: Places, ends: Places) -> npt.NDArray[np.intp]:
        """Find the stretches in which one of the words stands."""
        return np.flatnonzero(self.counts(markup, starts, ends, 1))

    def stand_in(self, markup: Markup, least: int = 1) -> bool:
        """Tell whether the words stand anywhere in a page, so often at least."""
        if LIBRARY is None and least == 1 and not self.ignore_case:
            return any(word in markup.source for word in self.words)
        return bool(self.counts(markup, np.array([0]), np.array([len(markup.source)]), least)[0] >= least)

    def _counts(self, source: str, starts: Places, ends: Places) -> npt.NDArray[np.intp]:
        """Look for each word in very many stretches at once: the definition that compiled code follows."""
        if len(starts) <= _AT_ONCE:
            return self._counted(source, starts, ends)
        parts = [slice(at, at + _AT_ONCE) for at in range(0, len(starts), _AT_ONCE)]
        return np.concatenate([self._counted(source, starts[part], ends[part]) for part in parts])

    def _counted(self, source: str, starts: Places, ends: Places) -> npt.NDArray[np.intp]:
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        text = "\0".join([source[start:end] for start, end in places])
        text = small_letters(text) if self.ignore_case else text
        hits = [at for word in self.words for at in occurrences(text, word)]
        edges = np.cumsum(ends.astype(np.int64) - starts + 1)
        return np.bincount(np.searchsorted(edges, hits, side="right"), minlength=len(starts))

    @property
    def table(self) -> int:
        """Where compiled code finds the words, as long as the search lives."""
        return self._table.address

    @cached_property
    def _table(self) -> WordTable:
        return WordTable(self.words, ignore_case=self.ignore_case)


def tags_holding(page: Document, tags: Tags, words: WordSearch) -> Tags:
    """Return those of some tags in which one of the words stands."""
    starts = page.tokens.tag_start[tags]
    return tags[words.holding(page.markup, starts, np.minimum(page.tokens.tag_end[tags], starts + LONGEST_TAG))]


def places_of_tags(page: Document, number: int, most: int, words: WordSearch) -> list[list[int]]:
    """Return where those of the first tags of a number start and end in which one of the words stands."""
    tokens = page.tokens
    if LIBRARY is None:
        tags = tags_holding(page, np.flatnonzero(tokens.code == number)[:most], words)
        found = np.column_stack([tokens.tag_start[tags], tokens.tag_end[tags]])
        return found.tolist()  # type: ignore[no-any-return]  # pairs of numbers
    (data, width), found = page.markup.units, np.empty((most, 2), np.int32)
    count = LIBRARY.of("search_tags", width)(
        words.table, data, len(tokens.code), address(tokens.edge), address(tokens.code), number, LONGEST_TAG, most,
        address(found),
    )  # fmt: skip
    return found[:count].tolist()  # type: ignore[no-any-return]  # pairs of numbers


def start_tags(page: Document, first: int = 0, last: int | None = None) -> Tags:
    """Return the numbers of the start tags in a stretch of the page's tags, without those that hold raw text."""
    code = page.tokens.code[max(first, 0) : last]
    return np.flatnonzero((code > 0) & ~RAW[np.maximum(code, 0)]) + max(first, 0)


class _Folding(ctypes.Structure):
    """`Folding` of native/kernels.h."""

    _fields_ = tuple((name, _POINTER) for name in ("fold", "several", "beyond", "references"))

    def __init__(self, library: Library) -> None:
        """Take the tables, and keep what is pointed to."""
        self._tables, self._references = fold_tables(), references(library)
        super().__init__(*map(address, self._tables), ctypes.addressof(self._references))


@kept_for_good
def _folding(library: Library) -> _Folding:
    return _Folding(library)


def folding(library: Library) -> int:
    """Tell where compiled code finds how terms are folded."""
    return ctypes.addressof(_folding(library))


def letters_compared(text: str) -> bytes:
    """Return a plain text as compiled code, which knows references, splits it into words, whatever the page's width."""
    return without_references(text).encode("utf-32-le", "surrogatepass")


class AskedTerms:
    """Different terms as compiled code takes them."""

    def __init__(self, terms: Sequence[str]) -> None:
        """Write them one behind the other, and keep what is pointed to."""
        self._text = np.frombuffer("".join(terms).encode("utf-32-le", "surrogatepass"), np.uint32)
        self._at = np.array([0, *accumulate(map(len, terms))], dtype=np.int32)
        self._slot = np.zeros(4 << len(terms).bit_length(), dtype=np.int32)
        self.given = (len(terms), address(self._text), address(self._at), address(self._slot), len(self._slot) - 1)


class TermCounts(NamedTuple):
    """How many words stretches of the source have, how many of the terms that come first, and how many of none."""

    every: Places
    of_first: Places
    strange: Places


def count_terms(page: Document, asked: Sequence[str], first: int, starts: Places, ends: Places) -> TermCounts:
    """Count in some stretches the words that are one of the first terms, and those that are none of all."""
    if LIBRARY is None or not len(starts):
        return _counted(page, asked, first, starts, ends)
    words, terms, (data, width) = page.words, AskedTerms(asked), page.markup.units
    starts, ends = np.ascontiguousarray(starts, np.int32), np.ascontiguousarray(ends, np.int32)
    counts = np.zeros((len(starts), 4), np.int32)
    LIBRARY.of("count_terms", width)(
        folding(LIBRARY), data, len(words), address(words.start), address(words.end), *terms.given, first,
        len(starts), address(starts), address(ends), address(counts),
    )  # fmt: skip
    if counts[:, 3].any():  # words that are not folded letter by letter
        return _counted(page, asked, first, starts, ends)
    return TermCounts(*counts.T[:3])


def _counted(page: Document, asked: Sequence[str], first: int, starts: Places, ends: Places) -> TermCounts:
    word, owner = words_between(page, starts, ends)
    number = find_terms(page, asked, word)
    kept = (owner, owner[(number >= 0) & (number < first)], owner[number < 0])
    return TermCounts(*(np.bincount(each, minlength=len(starts)) for each in kept))


def words_between(page: Document, starts: Places, ends: Places) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the words that start in some stretches of the source, and for each of them the number of its stretch."""
    first, last = np.searchsorted(page.words.start, starts), np.searchsorted(page.words.start, ends)
    count = last - first
    owner = np.repeat(np.arange(len(count), dtype=np.int32), count)
    word = np.arange(len(owner), dtype=np.int32)
    word += np.repeat((last - np.cumsum(count)).astype(np.int32), count)
    return word, owner


def find_terms(
    page: Document, asked: Sequence[str], words: npt.NDArray[np.integer] | None = None
) -> npt.NDArray[np.int32]:
    """Tell for each word of the page, or for some of them, which of the different terms it is; -1 for none.

    >>> from webwinnow.document import Document
    >>> find_terms(Document("<p>Don&#39;t toss; don’t TOSS"), ["toss", "dont"]).tolist()
    [1, 0, 1, 0]
    """
    start, end = page.words.start, page.words.end
    if LIBRARY is None and len(start) <= _MANY_WORDS:
        number = page.terms.number if words is None else page.terms.number[words]
        return _numbers_asked(page.terms, asked)[number]
    if words is not None:
        start, end = start[words], end[words]
    if LIBRARY is None:
        parts = (slice(at, at + MANY_TERMS) for at in range(0, len(start), MANY_TERMS))
        return np.concatenate([_NO_NUMBERS, *(_read_terms(page, asked, start[some], end[some]) for some in parts)])
    start, end = np.ascontiguousarray(start, np.int32), np.ascontiguousarray(end, np.int32)
    data, width = page.markup.units
    found, terms = np.empty(len(start), np.int32), AskedTerms(asked)
    LIBRARY.of("find_terms", width)(
        folding(LIBRARY), data, len(start), address(start), address(end), *terms.given, address(found)
    )
    left = np.flatnonzero(found == _NOT_FOLDED)
    if len(left):
        found[left] = _read_terms(page, asked, start[left], end[left])
    return found


def _read_terms(page: Document, asked: Sequence[str], start: Places, end: Places) -> npt.NDArray[np.int32]:
    """Tell which of the terms some words are: each is read anew, for all of a long page take many times its room."""
    written = BETWEEN_WORDS.join([page.source[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)])
    number = {term: n for n, term in enumerate(asked)}
    return np.array([number.get(term, NO_TERM) for term in folded(decode_references(written))], np.int32)


def _numbers_asked(terms: Terms, asked: Sequence[str]) -> npt.NDArray[np.int32]:
    """Tell for each term of a page which of those that are asked for it is; -1 for none.

    A dictionary of many terms would be kept, and take several times the page.
    """
    if len(terms.vocabulary) > MANY_TERMS:
        number = {term: n for n, term in enumerate(asked)}
        return np.fromiter(map(number.get, terms.vocabulary, repeat(NO_TERM)), np.int32, len(terms.vocabulary))
    known, table = terms.known, np.full(len(terms.vocabulary), NO_TERM, dtype=np.int32)
    table[[known[term] for term in asked if term in known]] = [n for n, term in enumerate(asked) if term in known]
    return table


def share_found(page: Document, texts: Sequence[str], inside: Spans) -> list[float]:
    """Return of some plain texts, a line each, which share of the terms of each stands in a stretch of the page."""
    found = _share_found_at_once(LIBRARY, page, texts, inside) if LIBRARY else None
    if found is not None:
        return found
    terms = list(map(set, terms_of_each(texts)))
    asked = list(set().union(*terms))
    number = find_terms(page, asked, words_between(page, inside.starts, inside.ends)[0])
    there = {asked[at] for at in np.flatnonzero(np.bincount(number[number >= 0], minlength=len(asked))).tolist()}
    return [len(each & there) / max(len(each), 1) for each in terms]


def _share_found_at_once(library: Library, page: Document, texts: Sequence[str], inside: Spans) -> list[float] | None:
    """Do as `share_found`; None where it must tell."""
    lines = letters_compared("".join([f"{text}\n" for text in texts]))
    found = shares_of_lines(library, page, len(texts), lines, inside)
    return None if found is None else found.tolist()


def shares_of_lines(
    library: Library, page: Document, count: int, lines: bytes, inside: Spans
) -> npt.NDArray[np.float64] | None:
    """Do as `share_found` for so many texts, each with a line break behind it, as `letters_compared` writes them."""
    (data, width), words, shares = page.markup.units, page.words, np.empty(count)
    starts, ends = np.ascontiguousarray(inside.starts, np.int32), np.ascontiguousarray(inside.ends, np.int32)
    found = library.of("share_terms", width)(
        character_table(library), folding(library), data, len(words), address(words.start), address(words.end), lines,
        len(lines) // 4, len(inside), address(starts), address(ends), address(shares),
    )  # fmt: skip
    check(found)
    return shares if found >= 0 else None


ALL_LEVELS: Final = 1 << 20
"""More than elements are nested."""


def elements_around(page: Document, elements: Places, words: WordSearch, levels: int, shortest: int = 0) -> list[int]:
    """Return the elements around some, these included, so many levels up, whose start tag holds one of the words.

    Tags that are shorter than the shortest have no attribute that counts. Of levels, there are few or all.
    """
    if LIBRARY:
        return _searched_at_once(LIBRARY, page, elements, words, levels, shortest)
    return _searched(page, elements, words, levels, shortest)


def _searched(page: Document, elements: Places, words: WordSearch, levels: int, shortest: int) -> list[int]:
    tree, tokens = page.elements, page.tokens
    marked = np.zeros(len(tree), dtype=np.bool_)
    if levels < ALL_LEVELS:
        for _ in range(levels):
            marked[elements] = True
            elements = np.maximum(tree.parent[elements], 0)
    else:
        asked = before(np.bincount(elements, minlength=len(tree)), np.int32)
        marked = asked[tree.last] > asked[:-1]
    tags = tree.start_tags()
    around = np.flatnonzero(marked & (tags >= 0))
    starts, ends = tokens.tag_start[tags[around]], tokens.tag_end[tags[around]]
    long = ends - starts >= shortest
    found: list[int] = around[long][words.holding(page.markup, starts[long], ends[long])].tolist()
    return found


def _searched_at_once(
    library: Library, page: Document, elements: Places, words: WordSearch, levels: int, shortest: int
) -> list[int]:
    """Do as `_searched`."""
    (data, width), tree, tags = page.markup.units, page.elements, page.elements.start_tags()
    elements = np.ascontiguousarray(elements, np.int32)
    marked, found = np.zeros(len(tree), np.uint8), np.empty(len(tree), np.int32)
    count = library.of("search_around", width)(
        words.table, data, address(page.tokens.edge), len(tree), address(tree.parent), address(tags), len(elements),
        address(elements), levels, shortest, address(marked), address(found),
    )  # fmt: skip
    listed: list[int] = found[:count].tolist()
    return listed
