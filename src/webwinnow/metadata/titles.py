"""What a page is called: its headline, unless that is plainly the heading of a part, or a part of the title itself."""

from __future__ import annotations

from itertools import islice
from typing import Final

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.headline import Headline, find_headline, rank_headlines
from webwinnow.headline.candidates import HEADINGS, declared_headlines
from webwinnow.headline.outline import cleaned
from webwinnow.headline.site import LONGEST_TITLE, read_site, squeezed, without_site
from webwinnow.language.words import words
from webwinnow.metadata.found import Found
from webwinnow.spans import Spans

_FEW: Final = 3
"""Words of a heading that the title may overrule, if the two have none in common and nothing else declares the heading:
of up to 1, 2, 3, 4 and 6 words, the title was right on 10, 10, 12, 12 and 12 pages (all of mozilla-readability) and the
heading on 0, 0, 0, 0 and 4, of 2,550 pages of seven packages with known titles (2026-11-18)."""
_SHORT: Final = 80
"""Characters of a title that is not cut at a colon; in longer ones, what stands behind it may be a quotation."""
_SURE: Final = 0.5
"""How sure a title is that overrules a heading."""
_HEADING_NAMES: Final = tuple(f"h{order}" for order in range(1, len(HEADINGS) + 1))


def find_titles(page: Document, content: Spans | None) -> tuple[Found, ...]:
    """Find what the page is called, and what else may be it."""
    found = tuple(_called(each) for each in rank_headlines(page, content=content) if len(each.spans))
    best = find_title(page, content)
    return (best, *(each for each in found if each.value != best.value)) if best else found


def find_title(page: Document, content: Spans | None) -> Found | None:
    """Find what the page is called."""
    headline = find_headline(page, content=content)
    if headline and (_heads_a_part(page, headline) or _is_cut(page, headline)):
        place = next(iter(declared(page).title_spans), (0, 0))
        return Found(_own_title(page), "title", *place, _SURE)
    if headline is None or len(headline.spans):
        return _called(headline) if headline else None
    ranked = rank_headlines(page, content=content)
    return next((_called(each) for each in ranked if len(each.spans)), None)


def _called(headline: Headline) -> Found:
    place = int(headline.spans.starts[0]), int(headline.spans.ends[-1])
    return Found(headline.text, headline.source, *place, round(headline.score, 4))


def _own_title(page: Document) -> str:
    """Return the title without the site's name."""
    title = cleaned(page.title or "")
    return without_site(title, read_site(page)) if len(title) <= LONGEST_TITLE else ""


def _heads_a_part(page: Document, headline: Headline) -> bool:
    """Tell whether a heading of few words says nothing that the page declares, and the title says more."""
    if headline.source not in _HEADING_NAMES or len(_words(headline.text)) > _FEW:
        return False
    title, heading = _own_title(page), squeezed(headline.text)
    if read_site(page).is_name(title) or len(_words(title)) < 2 or not heading or heading in squeezed(page.title or ""):
        return False
    common = _words(headline.text) & _words(page.title or "")
    return not common and all(squeezed(each.text) != heading for each in declared_headlines(page))


def _is_cut(page: Document, headline: Headline) -> bool:
    """Tell whether a headline that only the title holds was cut off at a colon, which is part of a short title."""
    title = _own_title(page)
    return headline.source == "title" and len(title) <= _SHORT and title.startswith(f"{headline.text}: ")


def _words(text: str) -> frozenset[str]:
    """Return the words at the beginning of a text, in small letters."""
    return frozenset(word.casefold() for word in islice(words(text[:LONGEST_TITLE]), LONGEST_TITLE))
