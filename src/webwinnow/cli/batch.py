"""`webwinnow batch`: crawls in, clean corpora out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

import click

from webwinnow.batch.job import Form, Job, ResultRow, TextForm
from webwinnow.batch.report import Pace, served
from webwinnow.batch.run import Engine, LocalEngine, make_plan, run
from webwinnow.batch.shards import Shard
from webwinnow.cli.options import favour_option, jobs_option, limit_options, min_confidence_option
from webwinnow.cli.output import Progress, complain, emit
from webwinnow.cli.plan import job_options
from webwinnow.expression import Favour, parse_extractor
from webwinnow.extraction import extract
from webwinnow.limits import Limits
from webwinnow.recipes import Recipes

_EXAMPLES: Final = """\b
Examples:
  webwinnow batch crawl/*.warc.gz -o corpus
  webwinnow batch pages/ -o corpus --format jsonl --text markdown -j 8
  webwinnow batch s3://bucket/crawl/ -o s3://bucket/corpus --engine ray --ray-address auto
  webwinnow batch @warc.paths -o corpus --format wet
  webwinnow batch pages.parquet -o corpus --html-column content
  webwinnow batch corpus/failed -o again --max-seconds 600

\b
Exit codes: 0 all inputs were read to their end, 1 an input is damaged (what can
be read of it is there) or results could not be written, 2 wrong usage."""


@click.command(epilog=_EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", required=True, help="The folder of the results, a path or a URL.")
@job_options
@favour_option
@min_confidence_option
@click.option(
    "--site-templates",
    is_flag=True,
    help="First find what repeats over the pages of each site of 5 pages or more, and doubt it.",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Where the work is done: worker processes of this machine, or Ray.",
)
@click.option(
    "--ray-address", metavar="ADDRESS", help="The cluster, such as auto or ray://host:10001.  [default: this machine]"
)
@jobs_option("Pages at a time.  [default: one for each core]")
@click.option(
    "--html-column", metavar="NAME", default="html", show_default=True, help="Where tables (jsonl, Parquet) hold pages."
)
@limit_options(Limits(), also={"bytes": "--max-size"})
@click.option("--metrics-port", type=int, metavar="PORT", help="Serve numbers for Prometheus on 127.0.0.1.")
def command(
    inputs: tuple[str, ...],
    output: str,
    extractor: str,
    favour: Favour | None,
    recipes: Recipes,
    form: Form,
    text: TextForm,
    engine: str,
    ray_address: str | None,
    jobs: int | None,
    metrics_port: int | None,
    limits: Limits,
    **options: Any,
) -> int:
    """Extract all pages of the INPUTs into OUT.

    An INPUT is a folder, a glob, a web archive (.warc, .warc.gz, .warc.zst), a .zip or .tar, a table (.jsonl, .parquet)
    or a list of these, one on each line (@list, or a .txt or .paths file); paths, or URLs of object stores.

    OUT/records has one file for each input, with one row for each page and its outcome; OUT/failed has the pages that
    failed, as an archive that can be run again; OUT/report.txt says what happened. To go on with a run that was
    stopped, give the same command again.
    """
    if ray_address is not None and engine != "ray":
        raise click.UsageError("--ray-address is for --engine ray: add it, or leave the address out")
    job = Job(
        inputs=inputs,
        output=output,
        extractor=parse_extractor(extractor, recipes, favour=favour),
        form=form,
        text=text,
        facts=options["facts"],
        limits=limits,
        html_column=options["html_column"],
        site_templates=options["site_templates"],
        min_confidence=options["min_confidence"],
        near_duplicates=options["near_duplicates"],
    )
    extract("<p>text", job.extractor, min_confidence=job.min_confidence)  # refused before any work
    chosen = _engine(engine, ray_address, jobs)
    plan = make_plan(job)
    pace = Pace(sum(shard.size for shard in plan.missing), len(plan.missing))
    if plan.done:
        complain(f"{len(plan.done)} of {len(plan.shards)} shards are done already")
    with served(pace, metrics_port), _shown(pace) as watch:
        report = run(job, chosen, watch)
    emit(report.summary())
    for marker in report.damaged:
        complain(f"{marker.shard}: damaged input: {marker.damage[0]}")
    return 1 if report.damaged else 0


def _engine(name: str, address: str | None, jobs: int | None) -> Engine:
    if name == "ray":
        from webwinnow.batch.cluster import RayEngine

        return RayEngine(address, jobs)
    return LocalEngine(jobs or os.cpu_count() or 1)


@contextmanager
def _shown(pace: Pace) -> Iterator[Callable[[Shard, Sequence[ResultRow], int], None]]:
    """Yield a function that counts, and shows how far the run is, twice a second, on a terminal."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    last = 0.0

    def watch(shard: Shard, rows: Sequence[ResultRow], position: int) -> None:
        nonlocal last
        pace.watch(shard, rows, position)
        if shown and monotonic() - last > 0.5:
            last = monotonic()
            Progress(0, shown).tell(pace.line())

    try:
        yield watch
    except KeyboardInterrupt:
        Progress(0, shown).clear()
        complain("stopped: the same command goes on where this run was")
        raise
    finally:
        Progress(0, shown).clear()
