"""The methods by name, and the two calls that use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.headline.baselines import largest_font, title
from webwinnow.headline.headline import Headline
from webwinnow.headline.ranking import METHOD, rank
from webwinnow.headline.titlefinder import SIMILARITIES, TitleFinder
from webwinnow.spans import Spans

Method = Callable[[Document], tuple[Headline, ...]]

_METHODS: Final[dict[str, Method]] = {
    METHOD: rank,
    **{name: TitleFinder(name) for name in SIMILARITIES},
    "largest-font": largest_font,
    "title": title,
}
METHODS: Final = tuple(_METHODS)
"""The names of the methods, the default first."""


def rank_headlines(page: Document, method: str = METHOD, content: Spans | None = None) -> tuple[Headline, ...]:
    """Give the headline and its runners-up, best first; nothing where a method finds none.

    `content` is the main content, if it is known; only the default method looks at it.
    """
    if method not in _METHODS:
        raise UsageError(f"unknown method {method!r}: one of {', '.join(METHODS)}")
    return rank(page, content) if method == METHOD else _METHODS[method](page)


def find_headline(page: Document, method: str = METHOD, content: Spans | None = None) -> Headline | None:
    """Give the headline of a page, None if there is none.

    >>> find_headline(Document("<title>Grain - The Mill</title><h1>Grain</h1><p>Winnow it.")).text
    'Grain'
    """
    found = rank(page, content, count=1) if method == METHOD else rank_headlines(page, method)
    return next(iter(found), None)
