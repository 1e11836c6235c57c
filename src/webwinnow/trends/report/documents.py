"""Texts and words of the report: the most typical texts of each query and period, with links, and emerging words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from webwinnow.drawing.markup import Html, element, join
from webwinnow.trends.analysis import Trends
from webwinnow.trends.emerging import Emerging
from webwinnow.trends.report.numbers import table
from webwinnow.trends.typical import Typical


def typical(trends: Trends) -> Html:
    """List the most typical texts, folded by query."""
    folded = (
        element("details", element("summary", query), element("ul", *_items(trends, list(found)), class_="typical"))
        for query, found in groupby(trends.typical, key=lambda each: each.query)
    )
    return join(folded)


def emerging(found: Sequence[Emerging]) -> Html:
    """Write the words that grow most."""
    if not found:
        return Html()
    told = (
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
    return join((element("p", told, class_="told"), table(head, rows)))


def link(url: str, text: str) -> Html:
    """Link to the web, and nowhere else: an address of another kind is shown as text only."""
    safe = url.lower().startswith(("http://", "https://"))
    return element("a", text, href=url, rel="noreferrer") if safe else element("span", text)


def _items(trends: Trends, found: Sequence[Typical]) -> list[Html]:
    items = []
    for each in found:
        record = trends.records[each.text]
        told = f" {record.journal} · {1000 * each.score:.0f} · {each.keywords} keywords"
        title = record.title or f"{record.abstract[:80]}…"
        items.append(element("li", element("b", each.period), link(record.url, title), element("small", told)))
    return items
