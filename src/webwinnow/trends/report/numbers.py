"""The tables of the report: means times 1000, as mohammadzadeh2013, table 6.4 has them, and shares without keyword."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webwinnow.drawing.markup import Html, element, join
from webwinnow.trends.analysis import Trends
from webwinnow.trends.lines import THOUSAND, of_source, shown_sources
from webwinnow.trends.series import ALL, Series


def means(trends: Trends) -> Html:
    """Write the table of all texts, and folded those of the sources."""
    folded = (
        element("details", element("summary", source), _means(of_source(trends, source)))
        for source in (shown_sources(trends) if len(trends.sources) > 1 else ())
    )
    told = "Bold where a new level begins; small numbers are the ends of the band."
    return join((element("p", told, class_="told"), _means(of_source(trends, ALL)), *folded))


def without(trends: Trends) -> Html:
    """Write for each query how many texts have no keyword of it, and how many have none at all."""
    keywords = trends.scores.keywords
    rows = [
        [dictionary.name, f"{count:,}", f"{100 * count / len(keywords):.1f} %"]
        for dictionary, count in zip(trends.dictionaries, (keywords == 0).sum(axis=0).tolist(), strict=True)
    ]
    none = int((keywords == 0).all(axis=1).sum())
    rows.append(["none of all queries", f"{none:,}", f"{100 * none / len(keywords):.1f} %"])
    return table(("Query", "Texts without keyword", "Share"), [[element("td", cell) for cell in row] for row in rows])


def table(head: Iterable[str], rows: Iterable[Iterable[Html]], kind: str | None = None) -> Html:
    """Write a table that scrolls where it is too wide."""
    top = element("thead", element("tr", *(element("th", name, scope="col") for name in head)))
    body = element("tbody", *(element("tr", *cells) for cells in rows))
    return element("div", element("table", top, body, class_=kind), class_="scroll")


def _means(series: Sequence[Series]) -> Html:
    head = ("Period", "Texts", *(each.query for each in series))
    rows = (
        [
            element("td", period),
            element("td", f"{series[0].documents[at]:,}"),
            *(_cell(each, at) for each in series),
        ]
        for at, period in enumerate(series[0].periods)
    )
    return table(head, rows)


def _cell(series: Series, at: int) -> Html:
    low, high = f"{series.low[at] * THOUSAND:.0f}", f"{series.high[at] * THOUSAND:.0f}"
    kind = "change" if at in series.changes else None
    return element("td", f"{series.mean[at] * THOUSAND:.0f} ", element("small", f"{low}–{high}"), class_=kind)
