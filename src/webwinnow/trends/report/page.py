"""The report as one page: head, contents, sections; it fetches nothing (its own policy forbids it), runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Final

from webwinnow.drawing.markup import Html, element
from webwinnow.drawing.palette import Colour, variables
from webwinnow.trends.analysis import Trends
from webwinnow.trends.collection import Collection
from webwinnow.trends.colours import SHAPES, line_rules
from webwinnow.trends.emerging import Emerging
from webwinnow.trends.record import counted
from webwinnow.trends.report import charts, documents, left_out, numbers

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_TITLE: Final = "Trends"


def write_report(trends: Trends, collection: Collection, emerging: Sequence[Emerging]) -> str:
    """Write the page."""
    sections = [
        ("trends", "Topics over time", charts.means(trends)),
        ("sources", "By source", charts.by_source(trends)),
        ("table", "Means times 1000", numbers.means(trends)),
        ("without", "Texts without any keyword", charts.without(trends) + numbers.without(trends)),
        ("typical", "Most typical texts", documents.typical(trends)),
        ("emerging", "Emerging words", documents.emerging(emerging)),
        ("queries", "What was asked", left_out.queries(trends)),
        ("problems", "What was left out", left_out.problems(trends, collection)),
    ]
    shown = [(name, title, Html(content)) for name, title, content in sections if content]
    links = (element("li", element("a", title, href=f"#{name}")) for name, title, _ in shown)
    main = (element("section", element("h2", title), content, id=name) for name, title, content in shown)
    top = element("header", element("h1", _TITLE), element("p", _about(trends), class_="about"))
    body = element("body", top, element("nav", element("ul", *links), aria_label="Contents"), element("main", *main))
    return f"<!doctype html>\n{element('html', _head(), body, lang='en')}\n"


def _head() -> Html:
    style = resources.files("webwinnow.trends.report").joinpath("style.css").read_text(encoding="utf-8")
    rules = f":root{{color-scheme:light;{variables(_light)}}}{line_rules(_light)}{SHAPES}"
    dark = f":root{{color-scheme:dark;{variables(_dark)}}}{line_rules(_dark)}"
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", _TITLE),
        element("style", Html(f"{rules}@media(prefers-color-scheme:dark){{{dark}}}{style}")),
    )


def _light(colour: Colour) -> str:
    return colour.light


def _dark(colour: Colour) -> str:
    return colour.dark


def _about(trends: Trends) -> str:
    periods = trends.series[0].periods
    settings = trends.settings
    parts = (
        counted(len(trends.records), "text"),
        f"{periods[0]} to {periods[-1]}",
        counted(len(trends.sources), "source") if settings.source != "none" else "",
        f"queries: {', '.join(dictionary.name for dictionary in trends.dictionaries)}",
        f"weights: {'tf-idf' if settings.idf else 'tf'}",
        f"language: {trends.stream.language or 'unknown'}",
    )
    return " · ".join(filter(None, parts))
