"""`webwinnow plan`: what a crawl will take, before it is begun.

`webwinnow batch` has the same options, which say what each page becomes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar

import click

from webwinnow.batch.estimate import BUSY, CrawlEstimate, measure_sample, sample_records
from webwinnow.batch.job import FORMS, TEXT_FORMS, Form, Job, PageRecord, TextForm
from webwinnow.cli.options import extractor_option, recipes_option, sample_option
from webwinnow.cli.output import emit
from webwinnow.cli.pages import Choice
from webwinnow.expression import parse_extractor
from webwinnow.recipes import Recipes
from webwinnow.render.formats import NICKNAMES

_Command = TypeVar("_Command", bound=Callable[..., Any])


def job_options(command: _Command) -> _Command:
    """Add -e, --recipes, -f, --text, --facts and --near-duplicates to a command."""
    options = (
        extractor_option(),
        recipes_option,
        click.option(
            "-f",
            "--format",
            "form",
            type=Choice(FORMS, {"json": "jsonl"}),
            default="parquet",
            show_default=True,
            help="The form of the results.",
        ),
        click.option(
            "--text",
            type=Choice(TEXT_FORMS, NICKNAMES),
            default="text",
            show_default=True,
            help="The form of the texts.",
        ),
        click.option(
            "--facts/--no-facts",
            default=True,
            help="Find headline, authors, date, language and page type, too; takes as long again.  [default: facts]",
        ),
        click.option(
            "--near-duplicates",
            is_flag=True,
            help="Mark texts that are nearly the same: of each group the record with the smallest id stays.",
        ),
    )
    for add in reversed(options):
        command = add(command)
    return command


_EXAMPLES = """\b
Examples:
  webwinnow plan --pages 3e9 --mean-kb 130 --cores 1000 sample.warc.gz
  webwinnow plan --pages 1e6 --mean-kb 90 --cores 16 --core-price 0.04 pages/"""
_ABOVE_0 = click.FloatRange(min=0, min_open=True)


@click.command(epilog=_EXAMPLES)
@click.argument("inputs", metavar="[SAMPLE]...", nargs=-1)
@click.option("--pages", type=_ABOVE_0, required=True, metavar="N", help="Pages of the crawl, such as 3e9.")
@click.option("--mean-kb", type=_ABOVE_0, metavar="KB", help="Their mean size, unpacked.  [default: the sample's]")
@click.option("--cores", type=click.IntRange(1), default=1, show_default=True, help="Cores that work at a time.")
@click.option("--core-price", type=click.FloatRange(min=0), metavar="PRICE", help="Of a core for an hour.")
@click.option(
    "--busy",
    type=click.FloatRange(0, 1, min_open=True),
    default=BUSY,
    show_default=True,
    help="The share of a core's time that goes into pages.",
)
@sample_option("Measure so many pages of the sample.  [default: 200]")
@job_options
def command(
    inputs: tuple[str, ...],
    pages: float,
    mean_kb: float | None,
    cores: int,
    core_price: float | None,
    busy: float,
    sample: int | None,
    extractor: str,
    recipes: Recipes,
    form: Form,
    text: TextForm,
    facts: bool,
    near_duplicates: bool,
) -> None:
    """Estimate core hours, storage and cost of a crawl, from a measurement on a SAMPLE of it.

    A SAMPLE is whatever 'webwinnow batch' takes, and the options of results are its own; without a SAMPLE, the page
    that comes with webwinnow is measured, repeated up to the size of --mean-kb: enough for the order of magnitude. What
    comparing near-duplicates takes at the end is not in the estimate.
    """
    job = Job(
        inputs or ("-",), "-", parse_extractor(extractor, recipes), form, text, facts, near_duplicates=near_duplicates
    )
    records = sample_records(inputs, sample or 200, job) if inputs else [_bundled(1000 * (mean_kb or 0))]
    cost = measure_sample(records, job)
    mean = cost.page_bytes / cost.pages if mean_kb is None else 1000 * mean_kb
    emit(CrawlEstimate(cost, pages, mean, cores, core_price, busy).summary())


def _bundled(size: float) -> PageRecord:
    page = resources.files("webwinnow").joinpath("example.html").read_bytes()
    return PageRecord("example:0", page * max(round(size / len(page)), 1), name="example.html")
