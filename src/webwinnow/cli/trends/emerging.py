"""`webwinnow trends emerging`: the words of a collection that grow most."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final

import click
import numpy as np

from webwinnow.cli.output import emit
from webwinnow.cli.trends.reading import LANGUAGE, collection_options, read_files
from webwinnow.trends.chart import time_of
from webwinnow.trends.emerging import FEWEST, LEVEL, emerging_terms
from webwinnow.trends.stream import stream_of

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends emerging papers.ris
  webwinnow trends emerging pages.jsonl -n 100 --json | jq -r .word"""


@click.command("emerging", epilog=_EXAMPLES)
@collection_options
@click.option("-n", "count", type=click.IntRange(min=1), default=20, show_default=True, help="Words at most.")
@click.option(
    "--fewest", type=click.IntRange(min=1), default=FEWEST, show_default=True, help="Texts that must have a word."
)
@click.option(
    "--level", type=click.FloatRange(0, 1), default=LEVEL, show_default=True, help="Share of wrong words accepted."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on a line for each word.")
@LANGUAGE
def command(
    files: tuple[str, ...],
    form: str | None,
    keep_duplicates: bool,
    count: int,
    fewest: int,
    level: float,
    as_json: bool,
    language: str | None,
) -> int:
    """List the words that more and more texts of each FILE have, the fastest first; no query is needed.

    Shown are the share of texts with the word in the first and in the last third of the texts, the change of this
    share by year in percentage points, and p of the trend test, adjusted for the number of words.
    """
    collection, code = read_files(files, form, keep_duplicates=keep_duplicates)
    stream = stream_of((record.abstract for record in collection.records), language)
    years = np.array([time_of(record.date[:4]) for record in collection.records])
    found = emerging_terms(stream, years, count=count, fewest=fewest, level=level)
    if not as_json:
        emit(f"{'word':24}  {'texts':>7}  {'early':>7}  {'late':>7}  {'by year':>8}  adjusted p\n")
    for each in found:
        shares = f"{100 * each.early:6.1f}%  {100 * each.late:6.1f}%  {100 * each.slope:+8.2f}"
        line = f"{each.word:24}  {each.texts:7,}  {shares}  {each.significance:.1e}\n"
        emit(json.dumps(asdict(each), ensure_ascii=False) + "\n" if as_json else line)
    return code
