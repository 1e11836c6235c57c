"""`webwinnow trends search`: texts of a collection by a query, ranked or Boolean."""

from __future__ import annotations

import json
from typing import Final

import click
import numpy as np

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit
from webwinnow.cli.trends.reading import LANGUAGE, collection_options, read_files
from webwinnow.errors import ExpressionError
from webwinnow.trends.record import Record
from webwinnow.trends.search import Hit, InvertedIndex, index_of, matching, ranked
from webwinnow.trends.stream import stemmed, stream_of

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends search 'gene flow in plants' papers.ris
  webwinnow trends search --boolean '"climate change" AND NOT (policy OR law)' papers.ris
  webwinnow trends search drought papers.ris -n 100 --json | jq -r .url"""


@click.command("search", epilog=_EXAMPLES)
@click.argument("query", metavar="QUERY")
@collection_options
@click.option("--boolean", is_flag=True, help="QUERY is words with AND, OR, NOT, parentheses and quoted phrases.")
@click.option("-n", "count", type=click.IntRange(min=1), default=10, show_default=True, help="Texts at most.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on a line for each, with its abstract.")
@LANGUAGE
def command(
    query: str,
    files: tuple[str, ...],
    form: str | None,
    keep_duplicates: bool,
    boolean: bool,
    count: int,
    as_json: bool,
    language: str | None,
) -> int:
    """Find texts in each FILE that speak of QUERY, by title and abstract, the nearest first.

    Ranks are cosines of tf-idf vectors. With --boolean, texts are found that make the expression true, in their order.
    """
    collection, code = read_files(files, form, keep_duplicates=keep_duplicates)
    index = index_of(stream_of((f"{each.title}\n{each.abstract}" for each in collection.records), language))
    hits = _matching(index, query)[:count] if boolean else _ranked(index, query, count)
    for hit in hits:
        record = collection.records[hit.text]
        emit(_object(record, hit) if as_json else _line(record, hit))
    return code


def _ranked(index: InvertedIndex, query: str, count: int) -> list[Hit]:
    if not stemmed(query, index.stream.language):
        raise ExpressionError(f"{query!r}: nothing is left without stop words: ask for other words")
    return ranked(index, query, count)


def _matching(index: InvertedIndex, query: str) -> list[Hit]:
    found, left_out = matching(index, query)
    for word in left_out:
        complain(f"{word!r} is left out: nothing is left of it without stop words")
    return [Hit(int(text), 1.0) for text in np.flatnonzero(found)]


def _line(record: Record, hit: Hit) -> str:
    parts = (f"{hit.score:.3f}", f"{record.date:10}", record.title or f"{record.abstract[:80]}…", record.url)
    return "  ".join(part for part in parts if part) + "\n"


def _object(record: Record, hit: Hit) -> str:
    names = ("title", "date", "journal", "url", "abstract", "file", "line")
    found = {"score": round(hit.score, 6)} | {name: getattr(record, name) for name in names}
    return json.dumps(found, ensure_ascii=False) + "\n"
