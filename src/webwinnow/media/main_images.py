"""Which images belong to the main content: those among the main media, found with less work than all that is known of
them takes, for renderings, which show them where they stand and read the rest from their tags.

Captions are not read: on nearly all pages they decide nothing. Where one may, or a medium that is no image, all media
are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from webwinnow.document import Document
from webwinnow.media.candidates import LARGE, MainImage, NearImages, NearMedium, find_images
from webwinnow.media.finding import Reader
from webwinnow.media.main_media import choose_media, is_picture, main_media, matters, may_be_large, media_rule
from webwinnow.media.teasers import Teasers, bare_address, lead_element
from webwinnow.spans import Spans

_MANY_TAGS: Final = 10_000


def main_images(page: Document, spans: Spans, extractor: object = None) -> frozenset[int]:
    """Find the elements of the images among the main media. Found once per page and content."""
    if media_rule(extractor) is not None:
        return _among_all(page, spans, extractor)
    return page.once((main_images, spans), lambda: _found(page, spans))


def _among_all(page: Document, spans: Spans, extractor: object = None) -> frozenset[int]:
    return frozenset(medium.element for medium in main_media(page, spans, extractor) if medium.kind == "img")


def _found(page: Document, spans: Spans) -> frozenset[int]:
    if page.remembered((main_media, spans)) is not None:
        return _among_all(page, spans)
    lead = lead_element(page)
    near = find_images(page, spans, lead)
    found = near if near is None or isinstance(near, frozenset) else _chosen(page, near, lead)
    if found is not None:
        return found
    if len(page.tokens.code) > _MANY_TAGS:  # there may be so many media that to keep them takes ten times the page
        return frozenset(medium.element for medium in choose_media(page, spans) if medium.kind == "img")
    return _among_all(page, spans)


def _chosen(page: Document, near: NearImages, lead: int | None) -> frozenset[int] | None:
    """Choose images as `main_media` does; None where that may depend on captions or on other media."""
    reader, chosen = Reader(page, values=near.values), near.sure
    if near.found:
        judged = _judged(reader, near, Teasers(page, lead))
        if judged is None:
            return None
        chosen = dict(sorted({**chosen, **judged}.items()))
    figures = {each.figure for each in chosen.values()} - {-1}
    if figures:
        if not near.others.isdisjoint(figures):
            return None
        large = {each.figure for each in chosen.values() if each.sized} - {-1}
        chosen = {element: each for element, each in chosen.items() if each.sized or each.figure not in large}
    return _once(reader, near, chosen)


def _judged(reader: Reader, near: NearImages, teasers: Teasers) -> dict[int, MainImage] | None:
    """Judge the images that are not surely main ones; None where a caption may decide, or other media."""
    linked = [each.standing for each in near.found.values() if each.standing.is_linked]
    never, chosen, again = teasers.holding(linked), dict[int, MainImage](), set[str | None]()
    for element in sorted(near.found, key=lambda element: element not in near.captioned):  # if in vain, soon so
        each = near.found[element]
        looked_at = element == teasers.lead or each.figure >= 0
        is_main = _is_main(reader, each, looked_at, is_teaser=element in never, captioned=element in near.captioned)
        if is_main is not False and element in near.doubtful:
            again.add(reader.address(element))
        elif is_main is None:
            return None
        elif is_main:
            chosen[element] = MainImage(each.figure, reader.size(element) is not None, None)
    shown = {reader.address(element) for element in near.values if element not in near.doubtful} if again else again
    return chosen if again <= shown else None


def _is_main(reader: Reader, each: NearMedium, looked_at: bool, *, is_teaser: bool, captioned: bool) -> bool | None:
    """Tell whether an image is a main one; None where that depends on its caption, or another medium may show it."""
    element, is_linked = each.standing.element, each.standing.link >= 0
    if _matters(reader, element, each, shown=each.shown, looked_at=looked_at) and not is_teaser:
        return None if (reader.address(element) or "").startswith("data:") else True
    if not captioned or (is_teaser and is_linked and reader.size(element) is None):
        return False
    with_caption = each._replace(alone=True)  # which says as much
    return None if _matters(reader, element, with_caption, shown=True, looked_at=looked_at) else False


def _matters(reader: Reader, element: int, each: NearMedium, *, shown: bool, looked_at: bool) -> bool:
    """Tell whether an image is a main one unless it leads elsewhere."""
    if not may_be_large(reader, each, shown) or not reader.is_larger(element, LARGE, unknown=shown):
        return False
    url, size = reader.address(element), reader.size(element)
    return matters("img", url, size, looked_at or (size is None and each.alone and is_picture(reader, element, url)))


def _once(reader: Reader, near: NearImages, chosen: Mapping[int, MainImage]) -> frozenset[int] | None:
    """Keep each picture once, as `distinct` does; None where a caption decides which of two is kept."""
    if len(chosen) < 2 or _differ([each.key for each in chosen.values()]):
        return frozenset(chosen)
    first, kept = dict[str, int](), list[int]()
    for element in chosen:
        url = reader.address(element)
        if not url or first.setdefault(bare_address(url), element) == element:
            kept.append(element)
    return frozenset(kept) if len(kept) == len(chosen) or near.captioned.isdisjoint(chosen) else None


def _differ(keys: list[int | None]) -> bool:
    """Tell whether keys surely are those of different pictures."""
    known = {key for key in keys if key is not None}
    return len(known) == len(keys) and len({key & 3 for key in known}) == 1
