"""All that a page may be made into: each form takes the page and returns what its reader gets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

from webwinnow import Document, extract
from webwinnow.explain import draw_svg, explain
from webwinnow.plain_data import posts_data
from webwinnow.render.formats import FORMATS, OUTLINES
from webwinnow.result import Result

Form = Callable[[Result], str | Iterator[str]]
"""What makes a page into a form, at once or piece by piece."""


def _explained(result: Result) -> str:
    return draw_svg(explain(result.page, result.extractor))


def _posts(result: Result) -> str:
    return json.dumps(posts_data(result.page, result.posts), allow_nan=False, ensure_ascii=False)


FORMS: dict[str, Form] = {
    **{name: partial(Result.render, form=name) for name in FORMATS if name != "json"},
    "formatted text": lambda result: result.render("text", keep_formatting=True),
    **{f"html {outline}": partial(Result.html, outline=outline) for outline in OUTLINES if outline != "remove"},
    "json": Result.json,
    "json with blocks": partial(Result.json_pieces, blocks=True),
    "posts": _posts,
    "chunks": lambda result: (f"{chunk.written()}\n" for chunk in result.chunks(500)),
    "explain": _explained,
}
"""Name to form."""
MOST = 8.0
"""How many times as large as the page a form may be,"""
MOST_OF = {"chunks": 16.0, "json": 20.0, "tei": 20.0, "xml": 32.0, "json with blocks": 180.0}
"""with exceptions: of a page of nothing but blocks of one letter, such as `<h2>x`, each has a record of its own,"""
FURNITURE = {"explain": 200_000}
LITTLE = 40_000
"""besides what every page gets: axes of pictures, the reader's style sheet, names of fields."""


def choose(source: str, extractor: str = "consensus") -> Result:
    """Read a page and choose its content."""
    return extract(Document(source, url="https://news.example/a/b.html"), extractor)


def most(form: str, size: int) -> float:
    """Return how long a form of a page of so many bytes may be."""
    return MOST_OF.get(form, MOST) * size + FURNITURE.get(form, LITTLE)
