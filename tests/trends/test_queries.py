"""Queries: the four of the paper, and what is wrong with a file."""

import pytest

from webwinnow.errors import UsageError
from webwinnow.trends.analysis import TrendSettings, find_trends
from webwinnow.trends.collection import Collection
from webwinnow.trends.record import Record
from webwinnow.trends.scores import dictionary_of, read_queries

FILE = """# mine
[queries]
empty = []
blank = ["", " "]
number = 7
mixed = ["a", 7]
good = [
  "gene flow",
  "of the",
  "---",
]
one = "word"
nothing = ["the"]
"""
TEXTS = Collection((Record("", "", "2001", "gene flow is a word"),))


def test_the_queries_of_the_paper(queries) -> None:
    assert [query.name for query in queries] == ["biodiversity", "evolution", "conservation", "genome"]
    words = [sum(len(keyword.split()) for keyword in query.keywords) for query in queries]
    assert words == [18, 31, 23, 13]  # the paper counts words: 17, 31, 23 and 13, "functional" once
    assert "gene flow" in queries[1].keywords
    single = [dictionary_of(query, "en", "", single_words=True)[0] for query in queries]
    assert [each.weights.sum() for each in single if each] == [18, 31, 24, 13]  # "land-use" is two
    assert all(len(term) == 1 for each in single if each for term in each.terms)
    assert all(dictionary_of(query, "en", "")[0] for query in queries)


def test_problems_are_reported_with_file_and_line_and_the_rest_goes_on() -> None:
    queries, problems = read_queries(FILE, "q.toml")
    assert [query.name for query in queries] == ["good", "one", "nothing"]
    assert [str(problem) for problem in problems] == [
        "q.toml:3: query 'empty' is empty: left out",
        "q.toml:4: query 'blank' is empty: left out",
        "q.toml:5: query 'number' is no list of keywords: left out",
        "q.toml:6: query 'mixed' is no list of keywords: left out",
    ]
    trends = find_trends(TEXTS, queries, TrendSettings(language="en"), file="q.toml")
    assert [dictionary.name for dictionary in trends.dictionaries] == ["good", "one"]
    assert [str(problem) for problem in trends.problems] == [
        "q.toml:9: query 'good': nothing is left of the keyword 'of the' without stop words: left out",
        "q.toml:10: query 'good': nothing is left of the keyword '---' without stop words: left out",
        "q.toml:13: query 'nothing': nothing is left of the keyword 'the' without stop words: left out",
        "q.toml:13: query 'nothing' has no keyword left: left out",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [("", r"no table \[queries\]"), ("queries = 3", r"no table \[queries\]"), ("[queries", "no TOML")],
)
def test_files_without_queries(text, message) -> None:
    with pytest.raises(UsageError, match=message):
        read_queries(text, "q.toml")


def test_no_query_left() -> None:
    with pytest.raises(UsageError, match="no query has a keyword"):
        find_trends(TEXTS, read_queries('[queries]\na = ["the"]', "q.toml")[0], TrendSettings(language="en"))


def test_no_date_is_exact_enough() -> None:
    queries = read_queries('[queries]\na = ["gene"]', "q.toml")[0]
    with pytest.raises(UsageError, match="none of 1 texts has a date with a month"):
        find_trends(TEXTS, queries, TrendSettings("month"))


def test_months_and_sites() -> None:
    dates = ["2001-01", "2001-01-30", "2001-03", "2001"]
    records = [
        Record("J", "", date, "gene flow", f"https://www.site-{at % 2}.org/{at}") for at, date in enumerate(dates)
    ]
    queries = read_queries('[queries]\na = ["gene"]', "q.toml")[0]
    trends = find_trends(Collection(tuple(records)), queries, TrendSettings("month", "site", language="en"))
    assert trends.series[0].periods == ("2001-01", "2001-03")
    assert trends.sources == ("site-0.org", "site-1.org")
    assert [problem.message for problem in trends.problems] == ["the date 2001 has no month: left out"]
