"""The end of the report: the terms of the queries, and what was left out of the collection."""

from __future__ import annotations

from typing import Final

from webwinnow.drawing.markup import Html, element, join
from webwinnow.trends.analysis import Trends
from webwinnow.trends.collection import Collection
from webwinnow.trends.record import counted
from webwinnow.trends.report.numbers import table

_LISTED: Final = 200
"""Problems that are listed; of more, the first."""


def queries(trends: Trends) -> Html:
    """Show the dictionaries: the stems that are looked for, with their weights."""
    rows = []
    for dictionary in trends.dictionaries:
        terms = zip(dictionary.terms, dictionary.weights.tolist(), strict=True)
        told = ", ".join(" ".join(term) + (f" (×{weight:.0f})" if weight > 1 else "") for term, weight in terms)
        rows.append([element("td", dictionary.name), element("td", element("code", told))])
    return table(("Query", "Stems"), rows, "words")


def problems(trends: Trends, collection: Collection) -> Html:
    """Count and list what was left out."""
    found = [*collection.problems, *trends.problems]
    told = f"{counted(len(found), 'problem')} and {counted(len(collection.duplicates), 'duplicate')}."
    listed = [str(problem) for problem in (*found, *collection.duplicates)]
    more = [f"and {len(listed) - _LISTED:,} more"] if len(listed) > _LISTED else []
    items = element("ul", *(element("li", element("code", line)) for line in listed[:_LISTED] + more))
    folded = element("details", element("summary", "All of them" if not more else "The first"), items)
    return join((element("p", told), folded if listed else Html()))
