"""A title taken apart: the headline is often one of several parts, the site's name and a section the others.

Paper: mohammadzadeh2013, sections 5.4.4 and 5.5 name the weakness of TitleFinder that this is for: where the site's
name is longer than the headline, the title as a whole is more like the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webwinnow.headline.site import Site

_SEPARATOR: Final = re.compile(
    r"\s+(?:[-–—―|·•:»›<>/~*]|::|\|\||--|&raquo;)+\s+|\s*[|»›·•｜_]\s*|\s*[:：]\s+|\s+[-–—]|[-–—]\s+"
)
_STRONG: Final = re.compile(r"\s+[-–—―|·•»›/~]+\s+|\s*[|»›·•｜]\s*")
"""Separators that stand between a headline and a site's name; colons and dashes also stand inside of headlines."""
LONGEST_TITLE: Final = 1200
"""Characters of a title that is taken apart; of a longer one, the beginning."""
_MOST: Final = 6
"""How many separators are looked at from each end."""


def parts(title: str, site: Site) -> Iterator[tuple[str, str]]:
    """Give the stretches of a title between its start, its end and its separators, each with what it is.

    `clean` is the title without the parts that name the site; `first` is from the start to a separator, `last` from a
    separator to the end, `middle` from one to another.
    """
    yield from ((stretch, "clean") for stretch in [without_site(title, site)] if stretch != title)
    found = [match.span() for match in _SEPARATOR.finditer(title)]
    ends, starts = [start for start, _ in found[:_MOST]], [end for _, end in found[-_MOST:]]
    yield from ((title[:end].strip(), "first") for end in ends)
    yield from ((title[start:].strip(), "last") for start in starts)
    bounds = found[:_MOST]
    yield from ((title[bounds[at][1] : bounds[at + 1][0]].strip(), "middle") for at in range(len(bounds) - 1))


def without_site(title: str, site: Site) -> str:
    """Cut parts that name the site off both ends, as long as something is left."""
    while (match := _last(title)) and site.is_name(title[match.end() :]) and match.start():
        title = title[: match.start()]
    while (match := _STRONG.search(title)) and site.is_name(title[: match.start()]) and match.end() < len(title):
        title = title[match.end() :]
    return title.strip()


def _last(title: str) -> re.Match[str] | None:
    return next(reversed(list(_STRONG.finditer(title))), None)
