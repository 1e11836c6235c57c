"""The report of a run as one page, `report.html`: charts, tables, typical texts, emerging words, and what was left out.

The page fetches nothing (its own policy forbids it) and runs nothing. Tables hold means times 1000, as
mohammadzadeh2013, table 6.4 does.

All files that a run writes are made here, as names and contents; the caller puts them where they belong. `series.csv`
has a row for each source, query and period, for spreadsheets and statistics.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from io import StringIO
from itertools import groupby
from typing import Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Colour, variables
from webwinnow.trends import chart
from webwinnow.trends.analysis import Trends
from webwinnow.trends.collection import Collection
from webwinnow.trends.emerging import Emerging, emerging_terms
from webwinnow.trends.record import counted
from webwinnow.trends.series import ALL, TrendSeries, Typical

_WIDTH, _LARGE, _LOW, _SMALL = 900, 380, 240, 190
_PANEL: Final = 300
_LISTED: Final = 200
"""Problems that are listed; of more, the first."""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_TITLE: Final = "Trends"


def write_report(trends: Trends, collection: Collection, emerging: Sequence[Emerging]) -> str:
    """Write the page."""
    sections = [
        ("trends", "Topics over time", _means_chart(trends)),
        ("sources", "By source", _source_charts(trends)),
        ("table", "Means times 1000", _means_tables(trends)),
        ("without", "Texts without any keyword", _without_chart(trends) + _without_table(trends)),
        ("typical", "Most typical texts", _typical(trends)),
        ("emerging", "Emerging words", _emerging(emerging)),
        ("queries", "What was asked", _queries(trends)),
        ("problems", "What was left out", _problems(trends, collection)),
    ]
    shown = [(name, title, Html(content)) for name, title, content in sections if content]
    links = (element("li", element("a", title, href=f"#{name}")) for name, title, _ in shown)
    main = (element("section", element("h2", title), content, id=name) for name, title, content in shown)
    top = element("header", element("h1", _TITLE), element("p", _about(trends), class_="about"))
    body = element("body", top, element("nav", element("ul", *links), aria_label="Contents"), element("main", *main))
    return f"<!doctype html>\n{element('html', _head(), body, lang='en')}\n"


def _head() -> Html:
    style = resources.files("webwinnow.trends").joinpath("report.css").read_text(encoding="utf-8")
    rules = f":root{{color-scheme:light;{variables(_light)}}}{chart.line_rules(_light)}{chart.SHAPES}"
    dark = f":root{{color-scheme:dark;{variables(_dark)}}}{chart.line_rules(_dark)}"
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


def _means_chart(trends: Trends) -> Html:
    """Draw the lines of all queries over all texts."""
    lines = chart.mean_lines(trends, ALL)
    note = (
        f"Each line is the mean cosine of a query with the texts of a {trends.settings.period}. The band holds 95 of"
        f" 100 means of {trends.settings.draws:,} bootstrap draws; a ring marks where a new level begins."
    )
    return _figure(lines, chart.frame_for(lines, _WIDTH, _LARGE, chart.UNIT), "Means of all texts", note)


def _source_charts(trends: Trends) -> Html:
    """Draw a small chart for each source, all with the same scales; nothing where there is only one source."""
    sources = chart.shown_sources(trends)
    if len(trends.sources) < 2:
        return Html()
    small = [chart.mean_lines(trends, source) for source in sources]
    frame = chart.frame_for([line for lines in small for line in lines], _PANEL, _SMALL, chart.UNIT, named=False)
    panels = (
        element("div", element("h3", source), _figure(lines, frame, f"Means of {source}"))
        for source, lines in zip(sources, small, strict=True)
    )
    rest = len(trends.sources) - len(sources)
    note = f"The {len(sources)} sources with most texts; series.csv has the other {rest}, too." if rest else ""
    return join((_legend(small[0]), element("div", *panels, class_="panels"), element("p", note, class_="note")))


def _without_chart(trends: Trends) -> Html:
    """Draw the share of texts without any keyword."""
    lines = chart.without_lines(trends, ALL)
    note = "Share of the texts that have no keyword of a query, in percent; their cosine is 0."
    return _figure(lines, chart.frame_for(lines, _WIDTH, _LOW, "% of the texts"), "Texts without any keyword", note)


def _figure(lines: Sequence[chart.ChartLine], frame: chart.ChartFrame, name: str, note: str = "") -> Html:
    box = f"0 0 {frame.width:g} {frame.height:g}"
    drawn = element("svg", chart.chart(lines, frame), viewBox=box, role="img", aria_label=name)
    caption = (element("figcaption", note),) if note else ()
    return element("figure", drawn, *caption, class_="large" if frame.named else None)


def _legend(lines: Sequence[chart.ChartLine]) -> Html:
    """Show which line is which, where the names have no room beside the lines."""
    swatches = (
        element(
            "li",
            element("svg", element("path", class_=f"line line-{line.style}", d="M0 6h36"), width=36, height=12),
            " ",
            line.name,
        )
        for line in lines
    )
    return element("nav", element("ul", *swatches), aria_label="Lines")


def _typical(trends: Trends) -> Html:
    """List the most typical texts, folded by query."""
    folded = (
        element("details", element("summary", query), element("ul", *_items(trends, list(found)), class_="typical"))
        for query, found in groupby(trends.typical, key=lambda each: each.query)
    )
    return join(folded)


def _emerging(found: Sequence[Emerging]) -> Html:
    """Write the words that grow most."""
    if not found:
        return Html()
    note = (
        "Words that more and more texts have: the share of texts in the first and in the last third of the time, the"
        " change of the share by year, and how likely chance does it (adjusted for the number of words)."
    )
    rows = (
        [
            element("td", each.word),
            element("td", f"{each.texts:,}"),
            *(element("td", f"{100 * share:.1f} %") for share in (each.early, each.late)),
            element("td", f"{100 * each.slope:+.2f} points"),
            element("td", f"{each.significance:.1e}"),
        ]
        for each in found
    )
    head = ("Word", "Texts", "First third", "Last third", "By year", "Adjusted p")
    return join((element("p", note, class_="note"), _table(head, rows)))


def _link(url: str, text: str) -> Html:
    """Link to the web, and nowhere else: an address of another kind is shown as text only."""
    safe = url.lower().startswith(("http://", "https://"))
    return element("a", text, href=url, rel="noreferrer") if safe else element("span", text)


def _items(trends: Trends, found: Sequence[Typical]) -> list[Html]:
    items = []
    for each in found:
        record = trends.records[each.text]
        note = f" {record.journal} · {1000 * each.score:.0f} · {each.keywords} keywords"
        title = record.title or f"{record.abstract[:80]}…"
        items.append(element("li", element("b", each.period), _link(record.url, title), element("small", note)))
    return items


def _queries(trends: Trends) -> Html:
    """Show the dictionaries: the stems that are looked for, with their weights."""
    rows = []
    for dictionary in trends.dictionaries:
        terms = zip(dictionary.terms, dictionary.weights.tolist(), strict=True)
        note = ", ".join(" ".join(term) + (f" (×{weight:.0f})" if weight > 1 else "") for term, weight in terms)
        rows.append([element("td", dictionary.name), element("td", element("code", note))])
    return _table(("Query", "Stems"), rows, "words")


def _problems(trends: Trends, collection: Collection) -> Html:
    """Count and list what was left out."""
    found = [*collection.problems, *trends.problems]
    note = f"{counted(len(found), 'problem')} and {counted(len(collection.duplicates), 'duplicate')}."
    listed = [str(problem) for problem in (*found, *collection.duplicates)]
    more = [f"and {len(listed) - _LISTED:,} more"] if len(listed) > _LISTED else []
    items = element("ul", *(element("li", element("code", line)) for line in listed[:_LISTED] + more))
    folded = element("details", element("summary", "All of them" if not more else "The first"), items)
    return join((element("p", note), folded if listed else Html()))


def _means_tables(trends: Trends) -> Html:
    """Write the table of all texts, and folded those of the sources."""
    folded = (
        element("details", element("summary", source), _means_table(chart.of_source(trends, source)))
        for source in (chart.shown_sources(trends) if len(trends.sources) > 1 else ())
    )
    note = "Bold where a new level begins; small numbers are the ends of the band."
    return join((element("p", note, class_="note"), _means_table(chart.of_source(trends, ALL)), *folded))


def _without_table(trends: Trends) -> Html:
    """Write for each query how many texts have no keyword of it, and how many have none at all."""
    keywords = trends.scores.keywords
    rows = [
        [dictionary.name, f"{count:,}", f"{100 * count / len(keywords):.1f} %"]
        for dictionary, count in zip(trends.dictionaries, (keywords == 0).sum(axis=0).tolist(), strict=True)
    ]
    none = int((keywords == 0).all(axis=1).sum())
    rows.append(["none of all queries", f"{none:,}", f"{100 * none / len(keywords):.1f} %"])
    return _table(("Query", "Texts without keyword", "Share"), [[element("td", cell) for cell in row] for row in rows])


def _table(head: Iterable[str], rows: Iterable[Iterable[Html]], kind: str | None = None) -> Html:
    """Write a table that scrolls where it is too wide."""
    top = element("thead", element("tr", *(element("th", name, scope="col") for name in head)))
    body = element("tbody", *(element("tr", *cells) for cells in rows))
    return element("div", element("table", top, body, class_=kind), class_="scroll")


def _means_table(series: Sequence[TrendSeries]) -> Html:
    head = ("Period", "Texts", *(each.query for each in series))
    rows = (
        [
            element("td", period),
            element("td", f"{series[0].documents[at]:,}"),
            *(_cell(each, at) for each in series),
        ]
        for at, period in enumerate(series[0].periods)
    )
    return _table(head, rows)


def _cell(series: TrendSeries, at: int) -> Html:
    low, high = f"{series.low[at] * chart.THOUSAND:.0f}", f"{series.high[at] * chart.THOUSAND:.0f}"
    kind = "change" if at in series.changes else None
    return element("td", f"{series.mean[at] * chart.THOUSAND:.0f} ", element("small", f"{low}–{high}"), class_=kind)


COLUMNS: Final = "source query period documents mean low high without_keyword new_level".split()
_DIGITS: Final = 6
"""Digits behind the point in the table for programs."""


def outputs(trends: Trends, collection: Collection) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files one by one; the picture that needs a library comes last."""
    yield "series.csv", series_csv(trends.series)
    yield "report.html", write_report(trends, collection, emerging(trends))
    yield "trends.svg", chart.draw_svg(trends)
    yield "trends.png", chart.draw_png(trends)


def emerging(trends: Trends, count: int = 20) -> tuple[Emerging, ...]:
    """Return the words that grow most in the texts of a run."""
    exact = 7 if trends.settings.period == "month" else 4
    years = np.array([chart.time_of(record.date[:exact]) for record in trends.records])
    return emerging_terms(trends.stream, years, count=count)


def series_csv(series: Sequence[TrendSeries]) -> str:
    """Write series; scores are cosines from 0 to 1, `new_level` is 1 where a change point is."""
    written = StringIO(newline="")
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for each in series:
        for at, period in enumerate(each.periods):
            figures = (each.mean[at], each.low[at], each.high[at], each.without[at])
            numbers = (f"{figure:.{_DIGITS}f}" for figure in figures)
            table.writerow([each.source, each.query, period, each.documents[at], *numbers, int(at in each.changes)])
    return written.getvalue()
