"""Signs that a page may be a thread or an interview: looked for first, for few pages are, and to find posts or turns
takes many times as long.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.markup import text_columns
from webwinnow.document.tree.elements import BY_HAND, HEADING, ITEM, PREFORMATTED
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.lazy_values import kept_for_good
from webwinnow.spans import Spans

SECTIONS: Final = "sections of posts"
"""What a page remembers its sections by."""
_THREAD: Final = WordSearch(("forum", "Forum", "thread", "QAPage", "bbs"))
_MANY: Final = 2
"""One sign have all 54 pages of harvest-forum, 96 % of the forum pages of wcxb-dev and 42 % of 220 articles of five
packages; three have 100 %, 88 % and 25 % (2026-11-17)."""
_INTERVIEW: Final = WordSearch(
    ("nterview", "ntrevist", "ntretien", "ranscri", "peaker", "espräch", "ntervju", "söyleşi")
)
_NEAR_EAST_INTERVIEW: Final = WordSearch(("нтервью", "συνέντευξη", "مقابلة", "مصاحبه", "ראיון"))
_FAR_EAST_INTERVIEW: Final = WordSearch(("访谈", "专访", "對談", "対談", "インタビュー", "인터뷰"))
"""Looked for before the names of an interview are: one stands in the text or the classes of nearly all."""
_NEAR_EAST: Final = range(0x370, 0x700)
"""The characters of Greek, Cyrillic, Armenian, Hebrew and Arabic."""
_FAR_EAST: Final = range(0x3000, 0xD800)
"""The characters of Chinese, Japanese and Korean on the first plane."""
_PROBES: Final = "oru thr QAP bbs nsc tie vju öyl äch ker tre rvi".split()
"""Three letters of each sign that few pages hold otherwise: by these, compiled code looks for it."""
_AT_ONCE: Final = 4
MOSTLY: Final = 0.5
"""Share of the text of the comments that was kept if they are part of the content."""
LONGEST_NAME: Final = 60
"""Characters of source up to which a text may be a name."""
MOST_WORDS: Final = 5
"""Words of a name."""
PARTICLE: Final = 3
"""Letters of the words in small letters that names hold: de, van, der."""
LABELS: Final = HEADING | BY_HAND | PREFORMATTED | ITEM
"""What a text stands in that is no name: a heading, a link or button, code, a list."""
_LONG: Final = 200_000
"""Characters of a page from which on it takes longer to look for words of an interview than to look for turns."""
_OF_THREAD, _OF_TURNS, _OF_INTERVIEW = 1, 2, 4


def may_speak(page: Document, spans: Spans) -> bool:
    """Tell whether somebody may be named who speaks in what is kept."""
    if comments_kept(page, spans):
        return True
    if LIBRARY is None or not len(spans):
        return may_be_thread(page) or may_be_interview(page, spans)
    known = page.remembered(may_be_thread)
    if known is None and _has_posts(page):
        wanted = _wanted(page)
        found = _found(LIBRARY, page, _OF_THREAD | _OF_TURNS | wanted, spans)
        known = page.once(may_be_thread, lambda: bool(found & _OF_THREAD))
        return known or page.once((may_be_interview, spans), lambda: found & wanted > 0)
    return (known and _has_posts(page)) or may_be_interview(page, spans)


def may_post(page: Document, spans: Spans) -> bool:
    """Tell whether what is kept may be posts: the page is a thread, or its comments are known and kept."""
    return may_be_thread(page) or comments_kept(page, spans)


def comments_kept(page: Document, spans: Spans) -> bool:
    """Tell whether most of the comments are kept, as far as is known where they are: somebody asked for them."""
    known = page.remembered(SECTIONS)
    lists = [section.posts.covered for section in known.sections if section.role == "comments"] if known else []
    if not lists or not len(spans):
        return False
    inside = np.flatnonzero(np.logical_or.reduce(lists)[page.runs.gap])
    start, end = page.runs.start[inside], page.runs.end[inside]
    kept = int((spans.characters_before(end) - spans.characters_before(start)).sum())
    return kept > MOSTLY * int((end - start).sum())


def may_be_thread(page: Document) -> bool:
    """Tell whether a page has words that threads of posts hardly do without, and lists of posts as far as is known."""
    return _has_posts(page) and page.once(may_be_thread, lambda: _is_thread(page))


def _has_posts(page: Document) -> bool:
    """Tell whether a page has lists of posts that are no weblog's, as far as is known."""
    known = page.remembered(SECTIONS)
    return known is None or any(section.role != "weblog" for section in known.sections)


def _is_thread(page: Document) -> bool:
    return _found(LIBRARY, page, _OF_THREAD) > 0 if LIBRARY else _THREAD.stand_in(page.markup, _MANY)


def may_be_interview(page: Document, spans: Spans) -> bool:
    """Tell whether names may take turns in what is kept, and any word of a page speaks for an interview.

    In long pages, no words are looked for.
    """
    return page.once((may_be_interview, spans), lambda: _is_interview(page, spans))


def _is_interview(page: Document, spans: Spans) -> bool:
    if LIBRARY and len(spans):
        return _found(LIBRARY, page, _OF_TURNS | _wanted(page), spans) & _wanted(page) > 0
    return may_take_turns(page, spans) and (len(page.source) > _LONG or speaks_of_interview(page))


def _wanted(page: Document) -> int:
    """Return the sign that a page has if it may be an interview."""
    return _OF_TURNS if len(page.source) > _LONG else _OF_INTERVIEW


def may_take_turns(page: Document, spans: Spans) -> bool:
    """Tell whether two names may lead two texts each; without compiled code any page may, to look takes as long."""
    if LIBRARY is None or not len(spans):
        return len(spans) > 0
    return _found(LIBRARY, page, _OF_TURNS, spans) > 0


def short_leads(page: Document, spans: Spans) -> npt.NDArray[np.integer]:
    """Return the short runs that lead a block, from a little before the content to its end, as may be names."""
    first, last = np.searchsorted(page.runs.start, [spans.starts[0], spans.ends[-1]]).tolist()
    first = max(first - 2, 0)
    if LIBRARY is None:
        runs = page.runs
        leads = np.diff(page.markup.breaks_before[runs.gap], prepend=-1) != 0
        short = leads & (runs.end - runs.start <= LONGEST_NAME)
        leading: npt.NDArray[np.intp] = np.flatnonzero(short[first:last]) + first
        return leading
    found: npt.NDArray[np.int32] = np.empty(last - first, np.int32)
    data, width = page.markup.units
    columns, _, breaks, around = text_columns(page)
    count = LIBRARY.of("find_names", width)(
        _rules(LIBRARY).address, data, columns, breaks, around, first, last, address(found)
    )
    return found[:count]


def speaks_of_interview(page: Document) -> bool:
    """Tell whether any word of the page speaks for an interview."""
    if LIBRARY:
        return _found(LIBRARY, page, _OF_INTERVIEW) > 0
    return any(each.stand_in(page.markup) for each in (_INTERVIEW, _NEAR_EAST_INTERVIEW, _FAR_EAST_INTERVIEW))


def _found(library: Library, page: Document, asked: int, spans: Spans | None = None) -> int:
    """Look for some of the signs; those of an interview count only with turns, where both are asked for."""
    (data, width), size = page.markup.units, len(page.source)
    reach = (int(spans.starts[0]), int(spans.ends[-1])) if spans else (0, 0)
    written = page.data if page.encoding == "utf-8" and not page.cut else None
    columns, _, breaks, around = text_columns(page) if spans else (None, data, None, None)
    found: int = library.of("find_signs", width)(
        _rules(library).address, data, size, asked, *reach, columns, breaks, around, written, len(written or b"")
    )
    check(found)
    return found


class Probes(ctypes.Structure):
    """`Probes` of native/posts.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in "table probe probe_of offset".split()),
        *((name, ctypes.c_int32) for name in "words groups".split()),
    )

    def __init__(self, search: WordSearch, known: Sequence[str]) -> None:
        """Take some words, and three letters of each that few texts hold otherwise; keep what is pointed to."""
        probe_of = [next(probe for probe in known if probe in word) for word in search.words]
        probes = list(dict.fromkeys(probe_of))
        groups = -(-len(probes) // _AT_ONCE)
        filled = probes + probes[:1] * (groups * _AT_ONCE - len(probes))
        places = [word.index(probe) for word, probe in zip(search.words, probe_of, strict=True)]
        self._kept: list[npt.NDArray[Any]] = [
            np.array([*map(ord, "".join(filled))], np.uint32),
            np.array([*map(probes.index, probe_of)], np.int32),
            np.array(places, np.int32),
        ]
        super().__init__(search.table, *map(address, self._kept), len(places), groups)


class _SignRules(ctypes.Structure):
    """`SignRules` of native/posts.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in "thread interview near_east far_east".split()),
        *((name, ctypes.c_uint32) for name in "near_first far_first near_count far_count".split()),
        *((name, ctypes.c_int32) for name in "many wide longest_name most_words particle labels".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._kept = Probes(_THREAD, _PROBES), Probes(_INTERVIEW, _PROBES)
        super().__init__(
            *map(ctypes.addressof, self._kept), _NEAR_EAST_INTERVIEW.table, _FAR_EAST_INTERVIEW.table,
            _NEAR_EAST.start, _FAR_EAST.start, len(_NEAR_EAST), len(_FAR_EAST), _MANY, library.is_wide,
            LONGEST_NAME, MOST_WORDS, PARTICLE, LABELS,
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library) -> _SignRules:
    return _SignRules(library)
