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

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, column
from webwinnow.document.tree.elements import Marked, Places
from webwinnow.lazy_values import cached_property
from webwinnow.media.finding import Wanted, find_media
from webwinnow.media.medium import Medium
from webwinnow.media.sources import is_placeholder
from webwinnow.media.teasers import (
    Teasers,
    distinct,
    is_furniture,
    is_icon,
    is_picture_file,
    lead_element,
    subtree_characters,
)
from webwinnow.spans import Spans

LARGE: Final = 120_000
"""Square pixels, 400 x 300: bhardwaj2014, section III, step 7."""
SURROUNDING: Final = 400
"""Characters without blanks: more than any of 212 captions on 240 pages of fundus, wcxb-dev, daniel-waddle and xmu-zh
(median 62, 99 % below 277, longest 364; 2026-11-16)."""
_FIGURE: Final = column("figure")
_PLAYED: Final = frozenset({"video", "iframe"})
_PLAYED_TAG: Final = column("video iframe audio")
_IMAGE: Final = column("img image")


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
    return page.once((main_media, spans), lambda: _chosen(page, spans))


def _chosen(page: Document, spans: Spans) -> tuple[Medium, ...]:
    lead, setting = lead_element(page), _Setting(page, spans)
    teasers = Teasers(page, lead)

    def among(places: Places) -> Marked:
        near: Marked = setting.is_kept(places) | (places == lead)
        return near

    def unknown(places: Places) -> Marked:
        matter: Marked = _PLAYED_TAG[page.elements.tag[places]] | (places == lead) | setting.in_figures(places)
        return matter | setting.show(places)

    found = find_media(page, wanted=Wanted(among, teasers.holding, LARGE, unknown))
    pictures = _pictures_in_content(setting, [each for each in found if each.kind == "img" and not each.size])
    in_figures = setting.in_figures(np.array([each.element for each in found], dtype=np.intp)).tolist()
    chosen = [
        each
        for each, figured in zip(found, in_figures, strict=True)
        if _matters(each, each.element == lead or each.element in pictures or figured) and not teasers.hold(each)
    ]
    return tuple(_apart(distinct(_largest_of_figures(setting, chosen))))


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


class _Setting:
    """Where media stand: beside text that was kept, in a figure, alone in a block of the content."""

    def __init__(self, page: Document, spans: Spans) -> None:
        self.page, self.spans = page, spans

    def is_kept(self, places: Places) -> Marked:
        """Tell of some elements whether what is around them was mostly kept."""
        visible = subtree_characters(self.page)
        decides = self.page.nearest(visible >= SURROUNDING)[places]
        mostly: Marked = 2 * self._kept(decides) >= visible[decides]
        return mostly

    def _kept(self, elements: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
        """Count the characters of some elements that were kept; by runs of text, where these were kept as a whole."""
        page, runs, spans = self.page, self.page.runs, self.spans
        run = np.searchsorted(runs.start, spans.starts, side="right") - 1
        whole = page.shows_whole_runs and np.array_equal(runs.start[run], spans.starts)
        if not whole or not np.array_equal(runs.end[run], spans.ends):
            return page.in_subtrees(page.within(spans).characters_before, elements)
        gap, characters = runs.gap[run], page.characters_before
        before = np.concatenate([[0], np.cumsum(characters[gap + 1] - characters[gap])])
        first, close = page.elements.first[elements] + 1, page.elements.close[elements]
        kept: npt.NDArray[np.integer] = (
            before[np.searchsorted(gap, close, side="right")] - before[np.searchsorted(gap, first)]
        )
        return kept

    @cached_property
    def figure(self) -> npt.NDArray[np.int32]:
        """Per element: the figure that it stands in; 0 for none."""
        figures = _FIGURE[self.page.elements.tag]
        return self.page.nearest(figures) if figures.any() else np.zeros(len(figures), dtype=np.int32)

    def in_figures(self, places: Places) -> Marked:
        """Tell which of some elements stand in a figure."""
        inside: Marked = _FIGURE[self.page.elements.tag[self.figure[places]]]
        return inside

    def show(self, places: Places) -> Marked:
        """Tell which of some media are images that are alone in their block, inside of the content."""
        images: Marked = _IMAGE[self.page.elements.tag[places]]
        if not len(self.spans) or not images.any():
            return np.zeros(len(places), dtype=np.bool_)
        start = self.page.tokens.tag_start[self.page.elements.first[places]]
        within = (start > self.spans.starts[0]) & (start < self.spans.ends[-1])
        alone: Marked = images & within & (subtree_characters(self.page)[self._block[places]] == 0)
        return alone

    @cached_property
    def _block(self) -> npt.NDArray[np.int32]:
        return self.page.nearest(BLOCK[self.page.elements.tag])


def large_media(page: Document, least: float = LARGE) -> tuple[Medium, ...]:
    """Choose all media of a page that are larger than so many square pixels, and sound that a browser showed."""
    heard = page.geometry is not None  # then players that nobody sees are not found at all
    return tuple(each for each in find_media(page) if each.area > least or (heard and each.kind == "audio"))


def _matters(medium: Medium, looked_at: bool) -> bool:
    """Tell whether a medium is large, or, where its size is not known, meant to be looked at or listened to."""
    inside = medium.size is not None and "data" in medium.size.source  # a picture in the page itself, of known size
    if medium.kind == "img" and not inside and medium.url and is_placeholder(medium.url):
        return False
    if medium.area > LARGE or medium.kind == "audio":
        return True
    unknown = medium.size is None and not (medium.url and (is_placeholder(medium.url) or is_icon(medium.url)))
    return unknown and (looked_at or medium.kind in _PLAYED)


def _pictures_in_content(setting: _Setting, unknown: list[Medium]) -> frozenset[int]:
    """Find those of some images of unknown size that the content shows: captioned, or alone in a block inside of it."""
    if not unknown or not len(setting.spans):
        return frozenset()
    shown = setting.show(np.array([each.element for each in unknown], dtype=np.intp)).tolist()
    return frozenset(
        each.element
        for each, alone in zip(unknown, shown, strict=True)
        if each.url
        and is_picture_file(each.url)
        and (each.alt or not each.url.lower().partition("?")[0].endswith(".gif"))  # old pages draw lines with those
        and (each.caption or alone)
        and not is_furniture(setting.page.attributes(each.element), each.url)
    )


def media_rule(stage: object) -> ChoosesMedia | None:
    """Find the last part of a stage that has a rule of its own for media; None if no part has one."""
    if hasattr(stage, "media"):  # to ask for the protocol takes many times as long
        return cast(ChoosesMedia, stage)
    parts = getattr(stage, "stages", None) or getattr(stage, "members", None) or ()
    found = (media_rule(part) for part in reversed(parts))
    return next((each for each in found if each is not None), None)


def _largest_of_figures(setting: _Setting, media: list[Medium]) -> list[Medium]:
    """Leave out pictures of unknown size beside a large one in the same figure: signs to zoom in, and the like."""
    large = {int(setting.figure[each.element]) for each in media if each.area > LARGE} - {0}
    return [each for each in media if each.size or each.kind != "img" or int(setting.figure[each.element]) not in large]
