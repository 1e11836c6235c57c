"""`webwinnow trends posts`: how many posts weblogs have in each year."""

from __future__ import annotations

import json
from typing import Final

import click

from webwinnow.cli.output import complain, emit, printable
from webwinnow.cli.pages import Pages, answer_options, many_pages, without_credentials
from webwinnow.document import Document
from webwinnow.trends.analysis import PERIODS, Period
from webwinnow.trends.growth import Growth, Weblogs, growth_of
from webwinnow.trends.record import Record

_EXAMPLES: Final = """\b
Examples:
  webwinnow trends posts weblog/*.html
  webwinnow trends posts --by month https://example.org/blog/ https://example.org/blog/page/2
  webwinnow trends posts weblogs/*.html --records > posts.jsonl
  webwinnow trends run posts.jsonl --queries queries.toml --source journal -o trends"""


@click.command("posts", short_help="Count the posts of weblogs by year.", epilog=_EXAMPLES)
@click.option("--by", "period", type=click.Choice(list(PERIODS)), default="year", show_default=True, help="Count by.")
@click.option(
    "--records",
    is_flag=True,
    help="Print each dated post as a JSON object on a line, for 'trends run' to find their topics.",
)
@answer_options("Print one JSON object on a line for each weblog and year")
@many_pages
def posts(pages: Pages, period: Period, records: bool, as_json: bool) -> int:
    """Count the posts of weblogs by year: of each PAGE, a file, an http(s) URL, or - for standard input.

    Pages of one host are one weblog; a file without a known address is a weblog, too. The same post on several
    pages counts once. Shown are posts, the change since the year before, and comments; posts without a date are counted
    below. A page that cannot be read is named on standard error, the others go on, and the exit code is 1.
    """
    found = Weblogs()

    def added(place: str, page: Document) -> str:
        found.add(page, without_credentials(place))
        return ""

    code = pages.show(added)
    if records:
        emit("".join(_record_line(each) for each in found.posts.records if each.date))
        return code
    for growth in growth_of(found, period):
        emit(_growth_lines(growth) if as_json else _growth_table(growth))
    if not found.posts.records:
        complain("no post was found: give pages of weblogs, such as front pages and archives")
    return code


def _record_line(record: Record) -> str:
    said = {"journal": record.journal, "date": record.date, "url": record.url, "text": record.abstract}
    return json.dumps(said, ensure_ascii=False) + "\n"


def _growth_lines(growth: Growth) -> str:
    columns = zip(growth.periods, growth.posts, growth.change, growth.comments, strict=True)
    return "".join(
        json.dumps({"weblog": growth.weblog, "period": period, "posts": count, "change": change, "comments": comments})
        + "\n"
        for period, count, change, comments in columns
    )


def _growth_table(growth: Growth) -> str:
    lines = [printable(growth.weblog), f"  {'period':7}  {'posts':>7}  {'change':>7}  {'comments':>8}"]
    for period, count, change, comments in zip(
        growth.periods, growth.posts, growth.change, growth.comments, strict=True
    ):
        said = "-" if change is None else f"{100 * change:+.0f}%"
        lines.append(f"  {period:7}  {count:7,}  {said:>7}  {comments:8,}")
    lines += [f"  {'no date':7}  {growth.undated:7,}"] * bool(growth.undated)
    return "\n".join(lines) + "\n"
