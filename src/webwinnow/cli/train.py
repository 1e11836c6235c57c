"""`webwinnow train`: learned stages from test packages."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.options import jobs_option, sample_option
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.progress import Progress
from webwinnow.evaluate.package import load
from webwinnow.models import write_model
from webwinnow.training.examples import description_of, read_examples
from webwinnow.training.model_card import card, cross_validate, means
from webwinnow.training.trainers import TRAINERS, trainer

_EXAMPLES: Final = """\b
Examples:
  webwinnow train consensus my-package -o mine.npz
  webwinnow train consensus packages/* -o mine.npz --folds 5
  webwinnow extract page.html -e "consensus(model='mine.npz')" """


@click.command(epilog=_EXAMPLES)
@click.argument("name", type=click.Choice(list(TRAINERS)))
@click.argument("packages", metavar="PACKAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", metavar="MODEL", required=True, type=click.Path(path_type=Path), help="The model's file."
)
@click.option(
    "--folds",
    type=click.IntRange(0, 20),
    default=5,
    show_default=True,
    help="The parts of the cross validation by site; 0 for none.",
)
@jobs_option("Processes that read pages.  [default: one for each core]")
@sample_option("Learn from every n-th page of packages with more than N, so that no more than N remain.", "--pages")
def command(
    name: str, packages: tuple[Path, ...], output: Path, folds: int, jobs: int | None, sample: int | None
) -> int:
    """Train the stage NAME on test packages with gold text, and write a model and its card (MODEL with .md).

    Gold text is aligned with the blocks of each page. Figures come from a cross validation by site: every page is
    judged by a model that has seen no page of its site. The same packages give the same model.
    """
    chosen = trainer(name)
    with Progress(0, sys.stderr.isatty()) as line:
        examples = read_examples(
            packages,
            chosen.prepare,
            jobs or os.cpu_count() or 1,
            lambda done, all_: line.tell(f"reading pages: {done} of {all_}"),
            sample,
        )
        figures = {}
        if folds > 1:
            held = cross_validate(
                examples,
                folds,
                lambda part: chosen.fit(part, report=lambda text: line.tell(f"cross validation: {text}")),
                chosen.keep,
            )
            figures = means(held)
        found = chosen.fit(examples, report=line.tell)
    data = description_of([load(folder) for folder in packages], examples)
    model = chosen.pack(found, {"packages": [each["package"] for each in data]})
    text = card(
        model,
        shlex.join(["webwinnow", *_arguments(name, packages, output, folds, sample)]),
        f"{datetime.now(UTC):%Y-%m-%d}",
        data,
        figures,
        folds,
    )
    write_file(output, write_model(model))
    write_file(output.with_suffix(".md"), text)
    emit(f"{output}: {len(examples)} pages, sha256 {model.digest}\n")
    for slice_, figure in figures.items():
        emit(f"{slice_:24} {figure['pages']:5.0f} pages  F1 {figure['f1']:.4f}\n")
    return 0


def _arguments(name: str, packages: tuple[Path, ...], output: Path, folds: int, sample: int | None) -> list[str]:
    given = ["train", name, *(each.resolve().name for each in packages), "-o", output.name, "--folds", str(folds)]
    return given if sample is None else [*given, "--sample", str(sample)]
