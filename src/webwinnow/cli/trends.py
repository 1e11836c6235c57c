"""`webwinnow trends`: how topics rise and fall in a collection, converting it, searching it, and words that emerge."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import numpy as np

from webwinnow.cli.growth import posts
from webwinnow.cli.output import complain, emit, write_file
from webwinnow.cli.pages import PLACE, answer_options
from webwinnow.errors import ExpressionError, MissingExtraError, PageError, UsageError
from webwinnow.language.words import words
from webwinnow.trends.analysis import Trends, TrendSettings, find_trends
from webwinnow.trends.chart import THOUSAND, of_source, time_of
from webwinnow.trends.collection import Collection, read_collection
from webwinnow.trends.emerging import FEWEST, LEVEL, emerging_terms
from webwinnow.trends.readers import READERS
from webwinnow.trends.readers.standard_xml import check_standard, standard_xml
from webwinnow.trends.record import FileProblem, Record, counted
from webwinnow.trends.report import outputs
from webwinnow.trends.scores import Query, read_queries, stemmed, stream_of
from webwinnow.trends.search import Hit, InvertedIndex, index_of, matching, query_words, ranked
from webwinnow.trends.series import ALL

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends run papers.ris --queries queries.toml -o trends
  webwinnow trends convert papers.ris more.bib -o collection.xml
  webwinnow trends search 'gene flow in plants' papers.ris
  webwinnow trends emerging papers.ris
  webwinnow trends posts weblog/*.html"""
_Command = TypeVar("_Command", bound=Callable[..., Any])
_OPTIONS = (
    click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PLACE),
    click.option(
        "--read-as", type=click.Choice(list(READERS)), help="The files' format.  [default: by name or content]"
    ),
    click.option("--keep-duplicates", is_flag=True, help="Keep records that say the same as another."),
)
_LANGUAGE = click.option(
    "--language", metavar="CODE", help="The language of the texts, such as en.  [default: recognised]"
)
_RUN_EXAMPLES: Final = """\b
Examples:
  webwinnow trends run papers.ris --queries queries.toml -o trends
  webwinnow trends run pages.jsonl --queries queries.toml --by month --source site -o trends"""
_CONVERT_EXAMPLES: Final = """\b
Examples:
  webwinnow trends convert papers.ris more.bib table.csv -o collection.xml
  webwinnow extract -f json *.html | webwinnow trends convert - > pages.xml"""
_SEARCH_EXAMPLES: Final = """\b
Examples:
  webwinnow trends search 'gene flow in plants' papers.ris
  webwinnow trends search --boolean '"climate change" AND NOT (policy OR law)' papers.ris
  webwinnow trends search drought papers.ris -n 100 --json | jq -r .url"""
_EMERGING_EXAMPLES: Final = """\b
Examples:
  webwinnow trends emerging papers.ris
  webwinnow trends emerging pages.jsonl -n 100 --json | jq -r .word"""


@click.group(epilog=_EXAMPLES)
def command() -> None:
    """Show how topics rise and fall in a collection of papers or pages."""


def _collection_options(command: _Command) -> _Command:
    """Add the files and the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(slots=True)
class _Files:
    """Reads files one after the other; those that cannot be read are named, and remembered in `failed`."""

    files: Iterable[str]
    failed: list[str] = field(default_factory=list)

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield name and content of each file."""
        for file in self.files:
            try:
                found = [sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()]
            except OSError as error:
                self.failed.append(file)
                complain(f"{file}: cannot be read ({error.strerror}): check the path")
                continue
            yield ("standard input" if file == "-" else file), found.pop()  # nothing is held here while it is read


def _read_files(files: tuple[str, ...], read_as: str | None, *, keep_duplicates: bool) -> tuple[Collection, int]:
    """Read a collection, complain about what is left out, and return the exit code so far: 1 if a file was not read."""
    reading = _Files(files)
    collection = read_collection(reading.contents(), form=read_as, keep_duplicates=keep_duplicates)
    _complain_all(collection.problems)
    kept = "counted again" if keep_duplicates else "left out"
    _complain_all(FileProblem(each.file, each.line, f"{each.message}: {kept}") for each in collection.duplicates)
    if not collection.records:
        raise PageError("no record with a date and an abstract: nothing to do")
    return collection, int(bool(reading.failed))


def _complain_all(problems: Iterable[FileProblem]) -> None:
    """Print problems on standard error, a line each."""
    for problem in problems:
        complain(str(problem))


def _summary(collection: Collection) -> str:
    """Say how much was read and left out."""
    parts = {"record": collection.records, "problem": collection.problems, "duplicate": collection.duplicates}
    return ", ".join(counted(len(listed), noun) for noun, listed in parts.items())


@command.command("run", short_help="Score texts by queries, and draw how the means change.", epilog=_RUN_EXAMPLES)
@_collection_options
@click.option(
    "--queries",
    "query_file",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="A TOML file with a table [queries]: name = [keywords].",
)
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(path_type=Path), help="The folder to write to."
)
@click.option(
    "--by",
    "period",
    type=click.Choice(["year", "month"]),
    default="year",
    show_default=True,
    help="The period of each mean.",
)
@click.option(
    "--source",
    type=click.Choice(["journal", "site", "none"]),
    default="journal",
    show_default=True,
    help="What gets its own series.",
)
@click.option("--tf-idf", "idf", is_flag=True, help="Weigh keywords less that many texts have.")
@click.option("--single-words", is_flag=True, help="Take each word of a keyword alone, not as a phrase.")
@_LANGUAGE
@click.option(
    "--draws", type=click.IntRange(min=1), default=1000, show_default=True, help="The bootstrap draws for each band."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the bootstrap draws."
)
@click.option(
    "--typical",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="The texts to list for each query and period.",
)
def run(
    files: tuple[str, ...], read_as: str | None, keep_duplicates: bool, query_file: Path, output: Path, **settings: Any
) -> int:
    """Score each FILE's texts by the cosine with each query, and show how the means change over time.

    FILE is RIS, BibTeX, CSV, jsonl (also of 'webwinnow extract -f json'), standard XML, or - for standard input. DIR
    gets series.csv, report.html, trends.svg and trends.png. Records that are left out are named with file and line on
    standard error, and the others go on. The exit code is 1 if a file could not be read.
    """
    queries = _queries(query_file)
    collection, code = _read_files(files, read_as, keep_duplicates=keep_duplicates)
    trends = find_trends(collection, queries, TrendSettings(**settings), file=str(query_file))
    _complain_all(trends.problems)
    try:
        for name, content in outputs(trends, collection):
            write_file(output / name, content)
    except MissingExtraError as error:  # all but the last picture is written
        complain(f"{output / 'trends.png'}: left out: {error}")
    emit(f"{_summary(collection)}\n\n{_table(trends)}\nReport: {output / 'report.html'}\n")
    return code


def _queries(file: Path) -> tuple[Query, ...]:
    try:
        queries, problems = read_queries(file.read_text(encoding="utf-8"), str(file))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror}): check the path") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: it is not UTF-8: save it as UTF-8") from error
    _complain_all(problems)
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


@command.command("convert", short_help="Convert collections to one XML file.", epilog=_CONVERT_EXAMPLES)
@_collection_options
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write to this file, not to standard output.",
)
def convert(files: tuple[str, ...], read_as: str | None, keep_duplicates: bool, output: Path | None) -> int:
    """Convert each FILE (RIS, BibTeX, CSV, jsonl, XML, or - for standard input) to one standard XML file.

    The result is checked against its schema. Records without a year or an abstract, broken records and duplicates are
    left out and named with file and line on standard error. The exit code is 1 if a file could not be read.
    """
    collection, code = _read_files(files, read_as, keep_duplicates=keep_duplicates)
    xml = standard_xml(collection.records)
    check_standard(xml.encode())
    if output:
        write_file(output, xml)
    else:
        emit(xml)
    complain(_summary(collection))
    return code


@command.command("search", short_help="Find the texts that speak of something.", epilog=_SEARCH_EXAMPLES)
@click.argument("query", metavar="QUERY")
@_collection_options
@click.option("--boolean", is_flag=True, help="QUERY is words with AND, OR, NOT, parentheses and quoted phrases.")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="List texts whose cosine with the query is greater.",
)
@click.option("--tf", "tf_only", is_flag=True, help="Weigh words by how often they occur in a text, and by no more.")
@click.option("-n", "count", type=click.IntRange(min=1), default=10, show_default=True, help="The most texts to list.")
@answer_options("Print one JSON object on a line for each text, with its abstract")
@_LANGUAGE
def search(
    query: str,
    files: tuple[str, ...],
    read_as: str | None,
    keep_duplicates: bool,
    boolean: bool,
    count: int,
    as_json: bool,
    language: str | None,
    threshold: float,
    tf_only: bool,
) -> int:
    """Find texts in each FILE that speak of QUERY, by title and abstract, the nearest first.

    Ranks are cosines of tf-idf vectors, or of tf vectors with --tf. With --boolean, texts are found that make the
    expression true, in their order.
    """
    collection, code = _read_files(files, read_as, keep_duplicates=keep_duplicates)
    index = index_of(stream_of((f"{each.title}\n{each.abstract}" for each in collection.records), language))
    if boolean:
        hits = _matching(index, query)[:count]
    else:
        hits = _ranked(index, query, count, threshold=threshold, idf_weights=not tf_only)
    _explain_misses(index, query, found=bool(hits), boolean=boolean)
    for hit in hits:
        record = collection.records[hit.text]
        emit(_object(record, hit) if as_json else _line(record, hit))
    return code


def _explain_misses(index: InvertedIndex, query: str, *, found: bool, boolean: bool) -> None:
    """Name the words of a query that no text has; a search that finds nothing says so."""
    unknown = index.unknown_words(query_words(query) if boolean else words(query))
    if unknown:
        complain(f"no text has {', '.join(map(repr, unknown))}")
    if not found:
        complain(f"{query!r}: nothing was found in {counted(index.stream.texts, 'text')}: ask for other words")


def _ranked(index: InvertedIndex, query: str, count: int, *, threshold: float, idf_weights: bool) -> list[Hit]:
    if not stemmed(query, index.stream.language):
        raise ExpressionError(f"{query!r}: nothing is left without stop words: ask for other words")
    return ranked(index, query, count, threshold=threshold, idf_weights=idf_weights)


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


@command.command("emerging", short_help="List the words that more and more texts have.", epilog=_EMERGING_EXAMPLES)
@_collection_options
@click.option("-n", "count", type=click.IntRange(min=1), default=20, show_default=True, help="The most words to list.")
@click.option(
    "--fewest",
    type=click.IntRange(min=1),
    default=FEWEST,
    show_default=True,
    help="Leave out words that fewer texts have.",
)
@click.option(
    "--level", type=click.FloatRange(0, 1), default=LEVEL, show_default=True, help="The accepted share of wrong words."
)
@answer_options("Print one JSON object on a line for each word")
@_LANGUAGE
def emerging(
    files: tuple[str, ...],
    read_as: str | None,
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
    collection, code = _read_files(files, read_as, keep_duplicates=keep_duplicates)
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


command.add_command(posts)
