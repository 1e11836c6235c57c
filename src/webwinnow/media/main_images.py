"""Which images belong to the main content: those among the main media, found with less work than all that is known of
them takes, for renderings, which show them where they stand and read the rest from their tags.

Captions are not read: on nearly all pages they decide nothing. Where one may, or a medium that is no image, all media
are looked at.
"""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.media.candidates import LARGE, NearImages, find_images
from webwinnow.media.finding import Reader
from webwinnow.media.main_media import is_picture, main_media, matters, may_be_large, media_rule
from webwinnow.media.teasers import Teasers, bare_address, lead_element
from webwinnow.spans import Spans


def main_images(page: Document, spans: Spans, extractor: object = None) -> frozenset[int]:
    """Find the elements of the images among the main media. Found once per page and content."""
    if media_rule(extractor) is not None or page.remembered((main_media, spans)) is not None:
        return _among_all(page, spans, extractor)
    return page.once((main_images, spans), lambda: _found(page, spans))


def _among_all(page: Document, spans: Spans, extractor: object = None) -> frozenset[int]:
    return frozenset(medium.element for medium in main_media(page, spans, extractor) if medium.kind == "img")


def _found(page: Document, spans: Spans) -> frozenset[int]:
    lead = lead_element(page)
    near = find_images(page, spans, lead)
    if near is None:
        return _among_all(page, spans)
    found = _judged(page, near, lead) if near.found else frozenset[int]()
    return _among_all(page, spans) if found is None else found


def _judged(page: Document, near: NearImages, lead: int | None) -> frozenset[int] | None:
    """Judge the images as `main_media` does; None where that may depend on captions or on other media."""
    reader, teasers = Reader(page, values=near.values), Teasers(page, lead)
    some = {element: each for element, each in near.found.items() if may_be_large(reader, each, each.shown)}
    for element in near.captioned.intersection(some):
        each = some[element]
        if not each.shown or each.standing.link >= 0 or each.standing.part >= 0:
            return None
    never = teasers.holding([each.standing for each in some.values()])
    chosen, figures, large = dict[int, str | None](), dict[int, int](), set[int]()
    for element, each in some.items():
        if element in never or not reader.is_larger(element, LARGE, unknown=each.shown):
            continue
        url, size = reader.address(element), reader.size(element)
        looked_at = element == lead or each.figure >= 0
        looked_at = looked_at or (size is None and each.alone and is_picture(reader, element, url))
        if not matters("img", url, size, looked_at):
            continue
        chosen[element] = url
        if each.figure >= 0 and size is None:
            figures[element] = each.figure
        elif each.figure >= 0:
            large.add(each.figure)
    if near.doubtful.intersection(chosen) or near.others.intersection(figures.values()):
        return None
    return _once(near, {element: url for element, url in chosen.items() if figures.get(element) not in large})


def _once(near: NearImages, chosen: dict[int, str | None]) -> frozenset[int] | None:
    """Keep each picture once, as `distinct` does; None where a caption decides which of two is kept."""
    if any(url and url.startswith("data:") for url in chosen.values()):  # which any medium may show
        return None
    if len(chosen) < 2:
        return frozenset(chosen)
    first: dict[str, int] = {}
    kept, again = list[int](), False
    for element, url in chosen.items():
        if not url or first.setdefault(bare_address(url), element) == element:
            kept.append(element)
        else:
            again = True
    return None if again and not near.captioned.isdisjoint(chosen) else frozenset(kept)
