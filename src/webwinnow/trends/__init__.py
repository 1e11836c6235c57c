"""Trends: how topics rise and fall in a collection of dated texts (TrendFinder: mohammadzadeh2013, section 6.6).

    files -readers-> Collection -> TermStream -> scores by query -> series by period -> csv, svg, png, report

`collection` reads and dates texts, `scores` turns them into columns of terms and compares them with queries,
`analysis` averages the scores; `search` finds texts and `emerging` finds words that grow, in the same columns.
"""

from webwinnow.trends.analysis import Trends, TrendSettings, find_trends
from webwinnow.trends.collection import Collection, read_collection
from webwinnow.trends.record import Record
from webwinnow.trends.scores import Query

__all__ = ["Collection", "Query", "Record", "TrendSettings", "Trends", "find_trends", "read_collection"]
