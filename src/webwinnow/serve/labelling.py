"""Labels of a page: which text is main content, headline, date, author, comments, and which media belong to it.

`suggest` proposes them, so that people correct instead of starting from nothing; `label` turns what people marked into
what a test package holds. Labels are stand-off: places in the source, by characters. The page is never changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from webwinnow.document import Document
from webwinnow.document.links import absolute
from webwinnow.media import find_media
from webwinnow.metadata import find_metadata
from webwinnow.metadata.found import Found
from webwinnow.posts import comment_regions
from webwinnow.render.text import render_text
from webwinnow.result import Result
from webwinnow.serve.requests import RequestError
from webwinnow.spans import Spans

LABELS: Final = ("content", "headline", "date", "author", "comments")
"""What a text can be; a text has one label. `headline` is main content, too."""
MOST: Final = 20_000
"""Stretches of one label, far above what anybody marks."""
SCHEMA: Final = {
    "additionalProperties": False,
    "properties": {
        name: {
            "type": "array",
            "maxItems": MOST,
            "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        }
        for name in LABELS
    },
}
"""Labels in a request: for each, pairs of start and end."""


def suggest(result: Result) -> dict[str, Any]:
    """Propose labels from what was found out about the page."""
    page, known = result.page, find_metadata(result.page, result.spans)
    headline = page.select(result.headline.spans) if result.headline else _nothing(page)
    comments = page.select(comment_regions(page))
    dates = _visible(page, known.candidates.get("published", ()))
    authors = _visible(page, known.candidates.get("authors", ()))
    main = {medium.element for medium in result.media}
    taken: dict[str, Spans] = {}
    for name, spans in zip(LABELS[1:], (headline, dates, authors, comments), strict=True):
        taken[name] = spans - _union(page, taken.values())
    labels = {"content": page.select(result.spans - _union(page, taken.values())), **taken}
    return {
        "url": page.url,
        "extractor": str(result.extractor),
        "labels": {name: list(spans) for name, spans in labels.items()},
        "media": [medium.to_json() | {"main": medium.element in main} for medium in find_media(page)],
        "characters": len(page.source),
    }


def label(page: Document, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a package holds of a page that was labelled: gold text, texts of the labels, and clean labels."""
    labels = read_labels(page, options.get("labels", {}))
    texts = {name: _text(page, labels[name]) for name in LABELS[1:4]}
    authors = [_text(page, Spans([pair], size=len(page.source))) for pair in _whole(page, labels["author"])]
    return {
        "gold": render_text(page, labels["content"] | labels["headline"]),
        "title": texts["headline"] or None,
        "date": _iso_date(page, labels["date"]) or texts["date"] or None,
        "author": [author for author in dict.fromkeys(authors) if author],
        "labels": {name: list(spans) for name, spans in labels.items()},
        "media": [absolute(page.url or "", each) for each in options.get("media", [])],
        "visible": page.visible.characters,
        "characters": len(page.source),
        "encoding": page.encoding,
    }


def read_labels(page: Document, given: Mapping[str, Any]) -> dict[str, Spans]:
    """Check labels and clip them to what readers see; what a later label has, an earlier one loses."""
    for name in given:
        if name not in LABELS:
            raise RequestError(f"unknown label {name[:80]!r}: one of {', '.join(LABELS)}", "unknown_field")
    taken, labels = _nothing(page), {}
    for name in reversed(LABELS):
        labels[name] = page.select(_pairs(name, given.get(name, []), len(page.source))) - taken
        taken |= labels[name]
    return {name: labels[name] for name in LABELS}


def _pairs(name: str, given: object, size: int) -> list[tuple[int, int]]:
    rule = f"label {name!r} must be a list of at most {MOST:,} pairs of places with 0 <= start < end <= {size:,}"
    if not isinstance(given, list) or len(given) > MOST:
        raise RequestError(rule, "wrong_type")
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(place) is int for place in pair):
            raise RequestError(rule, "wrong_type")
        if not 0 <= pair[0] < pair[1] <= size:
            raise RequestError(f"{rule}, not {pair}", "wrong_value")
    return [(start, end) for start, end in given]


def _nothing(page: Document) -> Spans:
    return Spans(size=len(page.source))


def _union(page: Document, many: Iterable[Spans]) -> Spans:
    return Spans.covered([_nothing(page), *many], at_least=1)


def _visible(page: Document, candidates: Sequence[Found]) -> Spans:
    """Return the place of the best candidate that readers see."""
    places = (page.select([(each.start, each.end)]) for each in candidates if each.end > each.start)
    return next((spans for spans in places if 0 < spans.characters <= _LONGEST), _nothing(page))


_LONGEST: Final = 200
"""Characters of a name or a date with what stands around it; longer ones are the whole byline, or more."""


def _whole(page: Document, spans: Spans) -> list[tuple[int, int]]:
    """Join stretches that only tags part: one author each."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        between = page.source[joined[-1][1] : start] if joined else ""
        if joined and not _text(page, page.select([(joined[-1][1], start)])) and "<" not in between.replace("</", ""):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _text(page: Document, spans: Spans) -> str:
    return " ".join(render_text(page, spans).split())


def _iso_date(page: Document, marked: Spans) -> str | None:
    """Return the date as ISO 8601 writes it, where the place that was marked is one that we can read."""
    candidates = find_metadata(page).candidates.get("published", ())
    inside = (each for each in candidates if (page.select([(each.start, each.end)]) & marked).characters)
    return next((each.value for each in inside), None)
