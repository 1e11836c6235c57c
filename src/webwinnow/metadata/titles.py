"""What a page is called: its headline, unless that is plainly the heading of a part, or a part of the title itself."""

from __future__ import annotations

from typing import Final

from webwinnow.declared import MetaTag, declared
from webwinnow.document import Document
from webwinnow.headline import Headline, find_headline, rank_headlines
from webwinnow.headline.candidates import HEADINGS, declared_headlines
from webwinnow.headline.outline import cleaned
from webwinnow.headline.site import LONGEST_TITLE, Site, has_separator, parts, read_site, squeezed, without_site
from webwinnow.language.words import words
from webwinnow.metadata.found import Found
from webwinnow.metadata.keys import COPIED_TITLES, EVERY, TITLES
from webwinnow.spans import Spans

_FEW: Final = 3
"""Words of a heading that the title may overrule, if the two have none in common and nothing else declares the heading:
of up to 1, 2, 3, 4 and 6 words, the title was right on 10, 10, 12, 12 and 12 pages (all of mozilla-readability) and the
heading on 0, 0, 0, 0 and 4, of 2,550 pages of seven packages with known titles (2026-11-18)."""
_SHORT: Final = 80
"""Characters of a title that is not cut at a colon; in longer ones, what stands behind it may be a quotation."""
_SURE: Final = 0.5
"""How sure a title is that overrules a heading."""
_WEAK: Final = 0.45
"""How sure a headline is, if it is no main heading, that a title of one piece overrules: below 0.45, the title was
right on 3 pages and the headline on none, below 0.5, on 3 and 1, of 2,498 pages with known titles (November 2026)."""
_HEADING_NAMES: Final = tuple(f"h{order}" for order in range(1, len(HEADINGS) + 1))


def find_titles(page: Document, content: Spans | None) -> tuple[Found, ...]:
    """Find what the page is called, and what else may be it."""
    found = tuple(_called(each) for each in rank_headlines(page, content=content) if len(each.spans))
    best = find_title(page, content)
    return (best, *(each for each in found if each.value != best.value)) if best else found


def find_title(page: Document, content: Spans | None) -> Found | None:
    """Find what the page is called."""
    headline = find_headline(page, content=content)
    stated = _stated(page, headline) if headline else None
    if stated:
        return Found(cleaned(stated.content), f"meta {stated.key}", stated.start, stated.end, _SURE)
    if headline and (_heads_a_part(page, headline) or _is_cut(page, headline) or _is_weak(page, headline)):
        place = next(iter(declared(page).title_spans), (0, 0))
        return Found(_own_title(page), "title", *place, _SURE)
    if headline is None or len(headline.spans):
        return _called(headline) if headline else None
    ranked = rank_headlines(page, content=content)
    return next((_called(each) for each in ranked if len(each.spans)), None)


def _called(headline: Headline) -> Found:
    place = int(headline.spans.starts[0]), int(headline.spans.ends[-1])
    return Found(headline.text, headline.source, *place, headline.rounded_score(4))


def _own_title(page: Document) -> str:
    """Return the title without the site's name."""
    title = cleaned(page.title or "")
    return without_site(title, read_site(page)) if len(title) <= LONGEST_TITLE else ""


def _stated(page: Document, headline: Headline) -> MetaTag | None:
    """Return what a meta tag states as the title, if that is no copy and nothing else speaks for the headline.

    The title element does if one of the two holds the other, unless the meta tag states another part of that title.
    """
    every = declared(page).among(EVERY)
    metas = sorted((meta for meta in every if meta.key in TITLES), key=lambda meta: TITLES.index(meta.key))
    if not metas:
        return None
    best, site = metas[0], read_site(page)
    own, title, heading = _squeezed_own(best.content, site), _own_title(page), squeezed(headline.text)
    shared = [page.title or "", *(meta.content for meta in every if meta.key in COPIED_TITLES)]
    if site.is_called(own) or own in {heading, "", *(_squeezed_own(each, site) for each in shared)}:
        return None
    if any(squeezed(part) == own for part, _ in parts(title, site)):
        return best
    speaking = [squeezed(title), *(squeezed(meta.content) for meta in metas)]
    return None if any(each in heading or heading in each for each in speaking if each) else best


def _squeezed_own(title: str, site: Site) -> str:
    """Return the letters of a title without the site's name."""
    return squeezed(without_site(title[:LONGEST_TITLE], site))


def _is_weak(page: Document, headline: Headline) -> bool:
    """Tell whether a headline is neither sure nor a main heading, and the title is of one piece and says another."""
    if headline.source == _HEADING_NAMES[0] or not len(headline.spans) or not headline.is_doubtful(_WEAK):
        return False
    title = cleaned(page.title or "")
    if len(_words(title)) < 2 or len(title) > LONGEST_TITLE or read_site(page).is_name(title) or has_separator(title):
        return False
    heading, letters = squeezed(headline.text), squeezed(title)
    return heading not in letters and letters not in heading


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
    title = _own_title(page) if headline.source == "title" else ""
    return len(title) <= _SHORT and title.startswith(f"{headline.text}: ")


def _words(text: str) -> frozenset[str]:
    """Return the words at the beginning of a text, in small letters."""
    return frozenset(word.casefold() for word in words(text[:LONGEST_TITLE]))
