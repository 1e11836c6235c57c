"""Signs that a page may be a thread or an interview: looked for first, for few pages are, and to find posts or turns
takes many times as long.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY, address, check
from webwinnow.spans import Spans

SECTIONS: Final = "sections of posts"
"""What a page remembers its sections by."""
_THREAD: Final = WordSearch(("forum", "Forum", "thread", "QAPage", "bbs"))
_MANY: Final = 2
"""One sign have all 54 pages of harvest-forum, 96 % of the forum pages of wcxb-dev and 42 % of 220 articles of five
packages; three have 100 %, 88 % and 25 % (2026-11-17)."""
_INTERVIEW: Final = WordSearch((
    "nterview", "ntrevist", "ntretien", "ranscri", "peaker", "espräch", "ntervju", "нтервью", "συνέντευξη", "söyleşi",
    "مقابلة", "مصاحبه", "ראיון",
))  # fmt: skip
_SHORT_INTERVIEW: Final = WordSearch(("访谈", "专访", "對談", "対談", "インタビュー", "인터뷰"))
"""Looked for before the names of an interview are: one stands in the text or the classes of nearly all."""
_FAR_EAST: Final = range(0x3000, 0xD800)
"""The characters of Chinese, Japanese and Korean on the first plane."""
LONGEST_NAME: Final = 60
"""Characters of source up to which a text may be a name."""
MOST_WORDS: Final = 5
"""Words of a name."""


def may_speak(page: Document, spans: Spans) -> bool:
    """Tell whether somebody may be named who speaks in what is kept."""
    return may_be_thread(page) or may_be_interview(page, spans)


def may_be_thread(page: Document) -> bool:
    """Tell whether a page has words that threads of posts hardly do without, and lists of posts as far as is known."""
    known = page.remembered(SECTIONS)
    if known is not None and all(section.role == "weblog" for section in known.sections):
        return False
    return page.once(may_be_thread, lambda: _THREAD.stand_in(page.markup, _MANY))


def may_be_interview(page: Document, spans: Spans) -> bool:
    """Tell whether names may take turns in what is kept, and any word of the page speaks for an interview."""
    return may_take_turns(page, spans) and page.once(may_be_interview, lambda: speaks_of_interview(page))


def may_take_turns(page: Document, spans: Spans) -> bool:
    """Tell whether two names may lead two texts each; without compiled code any page may, to look takes as long."""
    if LIBRARY is None or not len(spans):
        return len(spans) > 0
    (data, width), runs = page.markup.units, page.runs
    first, last = reach_of_turns(page, spans)
    answer: int = LIBRARY.of("may_take_turns", width)(
        data, first, last, len(runs), address(runs.start), address(runs.end), address(runs.gap),
        address(page.markup.breaks_before), LONGEST_NAME, MOST_WORDS,
    )  # fmt: skip
    check(answer)
    return answer > 0


def reach_of_turns(page: Document, spans: Spans) -> tuple[int, int]:
    """Return the runs among which names are looked for: from a little before the content to its end."""
    first, last = np.searchsorted(page.runs.start, [spans.starts[0], spans.ends[-1]]).tolist()
    return max(first - 2, 0), last


def speaks_of_interview(page: Document) -> bool:
    """Tell whether any word of the page speaks for an interview."""
    if _INTERVIEW.stand_in(page.markup):
        return True
    return _has_far_east(page) and _SHORT_INTERVIEW.stand_in(page.markup)


def _has_far_east(page: Document) -> bool:
    """Tell whether any character is of the writing of the short signs: a tenth of the cost of looking for them."""
    if page.source.isascii():
        return False
    codes = page.markup.points
    if codes.itemsize == 1 or codes.max() < _FAR_EAST.start:  # most pages know at a tenth of the cost
        return False
    return bool(((codes - codes.dtype.type(_FAR_EAST.start)) < len(_FAR_EAST)).any())  # what is below wraps around
