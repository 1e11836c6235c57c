"""Growth of weblogs: how many posts, and comments on them, each weblog has in each year or month.

Paper: mohammadzadeh2013, section 7.2.2: the number of posts of weblogs gives "a trend of growth for the number of posts
in continuous years", and how often posts are commented on tells which are important.
Ours: posts are found by the structure of the pages (`posts`). A page without such a structure is one post, its main
content, if it tells when it was published.
UNSPECIFIED: the same post on several pages: the front page, an archive, a page of its own. Ours: it counts once; posts
of one weblog are the same if eight words in a row are, near the start of both, and their dates do not differ.
UNSPECIFIED: posts without a date. Ours: they are counted apart, and in no year.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from webwinnow.document import Document
from webwinnow.extraction import extract
from webwinnow.language.words import words
from webwinnow.metadata import find_metadata
from webwinnow.posts import Post, find_posts
from webwinnow.render.text import render_text
from webwinnow.trends.analysis import PERIODS, Period
from webwinnow.trends.record import Record, moment

_SAME: Final = 8
"""Words in a row that two posts share if they are the same."""
_START: Final = 40
"""Words at the start of a post in which they stand: a teaser has as many, and the title or the date may stand above."""
_COMMENT: Final = "comment"


@dataclass(slots=True)
class WeblogTexts:
    """Texts of weblogs, each once; a record whose date is empty is not dated."""

    records: list[Record] = field(default_factory=list)
    _known: dict[tuple[str, ...], int] = field(default_factory=dict)

    def keep(self, record: Record) -> None:
        """Add a text; of one that is there already, keep the date if only one page has it."""
        start = words(record.abstract.casefold())[:_START]
        if not start:
            return
        keys = [(record.journal, *start[at : at + _SAME]) for at in range(max(len(start) - _SAME + 1, 1))]
        seen = (self._known[key] for key in keys if key in self._known)
        alike = (at for at in seen if "" in (record.date, day := self.records[at].date) or day == record.date)
        number = next(alike, len(self.records))
        self._known |= dict.fromkeys(keys, number)
        if number == len(self.records):
            self.records.append(record)
        elif not self.records[number].date:
            self.records[number] = record


@dataclass(frozen=True, slots=True)
class Weblogs:
    """Gathers the posts of pages, and the comments on them."""

    posts: WeblogTexts = field(default_factory=WeblogTexts)
    comments: WeblogTexts = field(default_factory=WeblogTexts)

    def add(self, page: Document, place: str) -> None:
        """Add the posts and comments of a page; `place` names the weblog of a page without address."""
        about = find_metadata(page)
        address = page.url or (about.canonical_url.value if about.canonical_url else "")
        weblog = Record("", "", "", "", address).site or place
        found = find_posts(page).posts
        for post in found:
            text = " ".join(render_text(page, post.text).split())
            texts = self.comments if post.kind == _COMMENT else self.posts
            texts.keep(Record(weblog, "", _day(post), text, address, place))
        if all(post.kind == _COMMENT for post in found) and about.published:
            text = " ".join(render_text(page, extract(page).spans).split())
            self.posts.keep(Record(weblog, "", moment(about.published.value) or "", text, address, place))


def _day(post: Post) -> str:
    return moment(post.time) or "" if post.time else ""


@dataclass(frozen=True, slots=True)
class Growth:
    """One weblog: columns with one number for each period from its first to its last, also those without posts."""

    weblog: str
    periods: tuple[str, ...]
    posts: tuple[int, ...]
    comments: tuple[int, ...]
    undated: int
    """Posts that no page tells the date of."""

    @property
    def change(self) -> tuple[float | None, ...]:
        """By how much there are more posts than in the period before, as a share of those; None without any."""
        before = (0, *self.posts)
        return tuple(now / then - 1 if then else None for then, now in zip(before, self.posts, strict=False))


def growth_of(weblogs: Weblogs, period: Period = "year") -> tuple[Growth, ...]:
    """Count the posts of each weblog by period, the largest weblog first."""
    exact = PERIODS[period]
    counted = Counter(record.journal for record in weblogs.posts.records)
    names = sorted(counted, key=lambda name: (-counted[name], name))
    return tuple(_growth(name, weblogs, exact) for name in names)


def _growth(weblog: str, weblogs: Weblogs, exact: int) -> Growth:
    posts, undated = _by_period(weblog, weblogs.posts.records, exact)
    comments, _ = _by_period(weblog, weblogs.comments.records, exact)
    periods = _between(min(posts), max(posts)) if posts else ()
    return Growth(
        weblog, periods, tuple(posts[each] for each in periods), tuple(comments[each] for each in periods), undated
    )


def _by_period(weblog: str, records: Iterable[Record], exact: int) -> tuple[Counter[str], int]:
    dates = [record.date for record in records if record.journal == weblog]
    return Counter(date[:exact] for date in dates if len(date) >= exact), sum(len(date) < exact for date in dates)


def _between(first: str, last: str) -> tuple[str, ...]:
    """List all periods from the first to the last.

    >>> _between("2011-11", "2012-01")
    ('2011-11', '2011-12', '2012-01')
    """
    years = range(int(first[:4]), int(last[:4]) + 1)
    every = [f"{year:04}" for year in years]
    if len(first) > 4:
        every = [f"{year}-{month:02}" for year in every for month in range(1, 13)]
    return tuple(each for each in every if first <= each <= last)
