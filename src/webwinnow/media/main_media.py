"""Which media belong to the main content.

The rule of bhardwaj2014 (section III, step 7) is size alone: more than 120,000 square pixels, anywhere on the page. It
needs sizes as a browser shows them; those that a page states are larger for many teasers. So for any extractor a medium
belongs to the main content if it is large enough and stands where text was kept: the smallest element around it with at
least `SURROUNDING` characters of visible text decides, and at least half of that text must have been kept. Captions are
shorter than that, so a picture is not lost with a caption that was dropped. The picture that the page declares for
previews (`og:image`) belongs to it wherever it stands, as lead pictures often stand apart from the text.
Images of unknown size, as most weblogs have them, are judged by their place: in a figure, with a caption, or with no
text beside them in a block of the content, if they are files of pictures and neither icons nor part of a site's design.
Teasers and banners do not belong to it: what is linked to another page without a caption of its own, and what stands
in a short part of the page that is all links. Nor do icons, placeholders, what a figure shows beside its picture, and
the same picture again, in whatever size. Written while looking at 41 pages of seven packages (2026-11-17).
An extractor that has a rule of its own, as `wlr-media` has, says so with a method `media`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Protocol, cast, runtime_checkable

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.kernels import give_back_free
from webwinnow.media.candidates import LARGE, NearMedia, NearMedium, find_candidates
from webwinnow.media.finding import Reader, find_media, with_captions
from webwinnow.media.medium import Medium, Size
from webwinnow.media.sources import CLASS, is_placeholder
from webwinnow.media.teasers import Teasers, distinct, is_furniture, is_icon, is_picture_file, lead_element
from webwinnow.spans import Spans

_SVG: Final = NUMBER["svg"]
_PLAYED: Final = frozenset({"video", "iframe"})
_MANY: Final = 1_000
"""Media whose choice leaves much memory free; hardly any page that people write has more."""


@runtime_checkable
class ChoosesMedia(Protocol):
    """An extractor that has a rule of its own for media."""

    def media(self, page: Document) -> tuple[Medium, ...]:
        """Choose the main media of a page."""


def main_media(page: Document, spans: Spans, extractor: object = None) -> tuple[Medium, ...]:
    """Choose the media that belong to the main content, given as spans; by the extractor's own rule if it has one.

    Chosen once per page and content.
    """
    chooser = media_rule(extractor)
    if chooser is not None:
        return tuple(_apart(chooser.media(page)))
    return page.once((main_media, spans), lambda: choose_media(page, spans))


def choose_media(page: Document, spans: Spans) -> tuple[Medium, ...]:
    """Choose the media that belong to the main content, by the rule above. They are not kept."""
    chosen = tuple(_apart(distinct(_that_matter(page, spans))))
    if len(chosen) > _MANY:
        give_back_free()
    return chosen


def _that_matter(page: Document, spans: Spans) -> list[Medium]:
    """Choose media, some of which may show the same; what was known of each, several times as much, ends here."""
    lead = lead_element(page)
    near, teasers = find_candidates(page, spans, lead), Teasers(page, lead)
    if not near.found:
        return []
    reader = Reader(page, values=near.values)
    found = tuple(_read(reader, near, teasers))
    unknown = [each for each in found if each.kind == "img" and not each.size] if len(spans) else []
    pictures = _pictures_in_content(reader, near, unknown)
    chosen = [
        each
        for each in found
        if matters(
            each.kind,
            each.url,
            each.size,
            each.element == lead or each.element in pictures or near.found[each.element].figure >= 0,
        )
        and not teasers.hold(each, near.found[each.element].standing)
    ]
    return _largest_of_figures(near, chosen)


def _apart(media: Iterable[Medium]) -> Iterator[Medium]:
    """Leave the place of a caption, or of a part of it, with the first of the media that have it."""
    starts, ends = list[int](), list[int]()  # what captions before have taken, in order
    for medium in media:
        own, *caption = medium.spans
        left = [piece for start, end in caption for piece in _untaken(start, end, starts, ends)]
        for start, end in left:
            at = bisect_left(starts, start)
            starts.insert(at, start)
            ends.insert(at, end)
        yield medium if left == caption else replace(medium, spans=(own, *left))


def _untaken(start: int, end: int, starts: list[int], ends: list[int]) -> Iterator[tuple[int, int]]:
    """Cut what is taken out of a stretch."""
    at = bisect_right(ends, start)
    while at < len(starts) and starts[at] < end:
        if start < starts[at]:
            yield start, starts[at]
        start, at = max(start, ends[at]), at + 1
    if start < end:
        yield start, end


def _read(reader: Reader, near: NearMedia, teasers: Teasers) -> Iterator[Medium]:
    """Read the media that may belong to the content, none any further than it takes to know that it does not."""
    captions = near.captions
    some = {
        element: shown
        for element, each in near.found.items()
        if may_be_large(reader, each, shown := each.shown or element in captions)
    }
    never = teasers.holding([standing for element in some if (standing := near.found[element].standing).is_linked])
    left = [each for each in some if each in captions or each not in never]
    media = [reader.medium(each) for each in left if reader.is_larger(each, LARGE, unknown=some[each])]
    return with_captions(reader.page, media, captions, near.near)


def may_be_large(reader: Reader, candidate: NearMedium, shown: bool) -> bool:
    """Tell whether a medium is large by what most media state, or of unknown size and asked for then."""
    element = candidate.standing.element
    if candidate.silent and reader.page.elements.tag[element] != _SVG:
        reader.sized[element] = None
    elif candidate.large is not None:
        width, height = candidate.large
        reader.sized[element] = Size(float(width), float(height), "attributes")
    area = reader.stated_area(element) if candidate.sides else None
    return candidate.large is not None or (area > LARGE if area is not None else shown or not candidate.silent)


def large_media(page: Document, least: float = LARGE) -> tuple[Medium, ...]:
    """Choose all media of a page that are larger than so many square pixels, and sound that a browser showed."""
    heard = page.geometry is not None  # then players that nobody sees are not found at all
    return tuple(each for each in find_media(page) if each.area > least or (heard and each.kind == "audio"))


def matters(kind: str, url: str | None, size: Size | None, looked_at: bool) -> bool:
    """Tell whether a medium is large, or, where its size is not known, meant to be looked at or listened to."""
    inside = size is not None and "data" in size.source  # a picture in the page itself, of known size
    stands_in = bool(url) and is_placeholder(url or "")
    if kind == "img" and not inside and stands_in:
        return False
    if (size is not None and size.shown > LARGE) or kind == "audio":
        return True
    if size is not None or stands_in or not (looked_at or kind in _PLAYED):
        return False
    return not (url and is_icon(url))


def _pictures_in_content(reader: Reader, near: NearMedia, unknown: list[Medium]) -> frozenset[int]:
    """Find those of some images of unknown size that the content shows: captioned, or alone in a block inside of it."""
    return frozenset(
        each.element
        for each in unknown
        if (each.caption or near.found[each.element].alone) and is_picture(reader, each.element, each.url)
    )


def is_picture(reader: Reader, element: int, url: str | None) -> bool:
    """Tell whether an image is a file of a picture that says something, and no part of a site's design."""
    if not url or not is_picture_file(url):
        return False
    if url.lower().partition("?")[0].endswith(".gif") and not reader.alternative(element):  # old pages draw lines so
        return False
    return not is_furniture({"class": reader.value(element, CLASS)}, url)


def media_rule(stage: object) -> ChoosesMedia | None:
    """Find the last part of a stage that has a rule of its own for media; None if no part has one."""
    if hasattr(stage, "media"):  # to ask for the protocol takes many times as long
        return cast(ChoosesMedia, stage)
    parts = getattr(stage, "stages", None) or getattr(stage, "members", None) or ()
    found = (media_rule(part) for part in reversed(parts))
    return next((each for each in found if each is not None), None)


def _largest_of_figures(near: NearMedia, media: list[Medium]) -> list[Medium]:
    """Leave out pictures of unknown size beside a large one in the same figure: signs to zoom in, and the like."""
    large = {near.found[each.element].figure for each in media if each.area > LARGE} - {-1}
    return [each for each in media if each.size or each.kind != "img" or near.found[each.element].figure not in large]
