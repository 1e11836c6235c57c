"""`webwinnow trends run`: the trends of queries in a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.trends.reading import LANGUAGE, collection_options, complain_all, read_files, told
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.trends.analysis import Trends, TrendSettings, find_trends
from webwinnow.trends.chart import THOUSAND, of_source
from webwinnow.trends.outputs import outputs
from webwinnow.trends.queries import Query, read_queries
from webwinnow.trends.series import ALL

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends run papers.ris --queries queries.toml -o trends
  webwinnow trends run pages.jsonl --queries queries.toml --by month --source site -o trends"""


@click.command("run", epilog=_EXAMPLES)
@collection_options
@click.option(
    "--queries",
    "query_file",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="A TOML file with a table [queries]: name = [keywords].",
)
@click.option("-o", "--output", metavar="DIR", required=True, type=click.Path(path_type=Path), help="Where to write.")
@click.option(
    "--by", "period", type=click.Choice(["year", "month"]), default="year", show_default=True, help="What means are of."
)
@click.option(
    "--source",
    type=click.Choice(["journal", "site", "none"]),
    default="journal",
    show_default=True,
    help="What gets series of its own.",
)
@click.option("--tf-idf", "idf", is_flag=True, help="Weigh keywords down that many texts have.")
@LANGUAGE
@click.option(
    "--draws", type=click.IntRange(min=1), default=1000, show_default=True, help="Bootstrap draws for each band."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the draws.")
@click.option(
    "--typical", type=click.IntRange(min=0), default=3, show_default=True, help="Texts listed by query and period."
)
def command(
    files: tuple[str, ...], form: str | None, keep_duplicates: bool, query_file: Path, output: Path, **settings: Any
) -> int:
    """Score each FILE's texts by the cosine with each query, and show how the means change over time.

    FILE is RIS, BibTeX, CSV, jsonl (also of 'webwinnow extract -f json'), standard XML, or - for standard input. DIR
    gets series.csv, report.html, trends.svg and trends.png. Records that are left out are named with file and line on
    standard error, and the others go on. The exit code is 1 if a file could not be read.
    """
    queries = _queries(query_file)
    collection, code = read_files(files, form, keep_duplicates=keep_duplicates)
    trends = find_trends(collection, queries, TrendSettings(**settings), file=str(query_file))
    complain_all(trends.problems)
    try:
        for name, content in outputs(trends, collection):
            write_file(output / name, content)
    except MissingExtraError as error:  # all but the last picture is written
        complain(f"{output / 'trends.png'}: left out: {error}")
    emit(f"{told(collection)}\n\n{_table(trends)}\nReport: {output / 'report.html'}\n")
    return code


def _queries(file: Path) -> tuple[Query, ...]:
    try:
        queries, problems = read_queries(file.read_text(encoding="utf-8"), str(file))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror}): check the path") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: it is not UTF-8: save it as UTF-8") from error
    complain_all(problems)
    return queries


def _table(trends: Trends) -> str:
    """Write the table of means times 1000."""
    series = of_source(trends, ALL)
    widths = [max(len(each.query), 6) for each in series]
    names = "  ".join(f"{each.query:>{width}}" for each, width in zip(series, widths, strict=True))
    lines = [f"{'period':7}  {'texts':>7}  {names}"]
    for at, period in enumerate(series[0].periods):
        cells = (f"{each.mean[at] * THOUSAND:{width}.0f}" for each, width in zip(series, widths, strict=True))
        lines.append(f"{period:7}  {series[0].documents[at]:7,}  {'  '.join(cells)}")
    shares = (f"{100 * share:.0f}%" for share in (trends.scores.keywords == 0).mean(axis=0).tolist())
    cells = (f"{share:>{width}}" for share, width in zip(shares, widths, strict=True))
    return "\n".join([*lines, f"{'without keyword':16}  {'  '.join(cells)}", ""])
