"""`webwinnow train`: learned stages from test packages."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from webwinnow.cli.options import jobs_option, sample_option
from webwinnow.cli.output import Progress, emit, require_writable, write_file
from webwinnow.evaluate.package import load
from webwinnow.models import write_model
from webwinnow.training import TRAINERS, learns_without_gold, trainer
from webwinnow.training.examples import Example, description_of, read_examples
from webwinnow.training.model_card import card, cross_validate, leave_packages_out, means, package_means, tested

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
@jobs_option("Processes that read pages, and models that are cross validated at once.  [default: one for each core]")
@sample_option("Learn from every n-th page of packages with more than N, so that no more than N remain.", "--pages")
@click.option(
    "--trust",
    "trusted",
    metavar="PACKAGE=SHARE",
    multiple=True,
    help="Let a package count for less (0.3) or more (2) than others of its size: one whose gold was made by a rule, or"
    " one with many kinds of pages.",
)
@click.option(
    "--leave-out",
    metavar="GROUPS",
    type=click.IntRange(0),
    default=0,
    help="Train so many times more, each time without a group of packages, the largest one alone, and say how well that"
    " does on them; as many as there are packages leave out each alone.",
)
@click.option(
    "--test",
    "tests",
    metavar="PACKAGE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A package that is not trained on, to say how well the model does on it.",
)
def command(
    name: str,
    packages: tuple[Path, ...],
    output: Path,
    folds: int,
    jobs: int | None,
    sample: int | None,
    trusted: tuple[str, ...],
    leave_out: int,
    tests: tuple[Path, ...],
) -> int:
    """Train the stage NAME on test packages with gold text, and write a model and its card (MODEL with .md).

    Gold text is aligned with the blocks of each page. Figures come from a cross validation by site: every page is
    judged by a model that has seen no page of its site. The same packages give the same model.
    """
    chosen, trust = trainer(name), read_shares(trusted)
    for path in (output, output.with_suffix(".md")):
        require_writable(path)
    at_once = jobs or os.cpu_count() or 1
    with Progress(0, sys.stderr.isatty()) as line:

        def read(folders: tuple[Path, ...], without_gold: bool) -> list[Example]:
            tell = lambda done, all_: line.tell(f"reading pages: {done} of {all_}")  # noqa: E731  (as short as its use)
            return read_examples(folders, chosen.prepare, at_once, tell, sample, trust, without_gold)

        def fit(part: Sequence[Example]) -> Any:
            return chosen.fit(part, report=lambda text: line.tell(f"cross validation: {text}"))

        without_gold = learns_without_gold(chosen)
        examples = read(packages, without_gold)
        crossed = cross_validate(examples, folds, fit, chosen.keep, at_once) if folds > 1 else []
        unseen = leave_packages_out(examples, leave_out, fit, chosen.keep, at_once) if leave_out else []
        found = chosen.fit(examples, report=line.tell)
        unseen += tested(read(tests, without_gold), found, chosen.keep) if tests else []
    data = description_of([load(folder) for folder in packages], examples)
    model = chosen.pack(found, {"packages": [each["package"] for each in data]})
    text = card(
        model,
        shlex.join(["webwinnow", *_arguments(name, packages, output, folds, sample, trusted, leave_out, tests)]),
        f"{datetime.now(UTC):%Y-%m-%d}",
        data,
        crossed,
        folds,
        unseen,
    )
    write_file(output, write_model(model))
    write_file(output.with_suffix(".md"), text)
    emit(f"{output}: {len(examples)} pages, sha256 {model.digest}\n")
    figures = means(crossed) | {f"{each}, unseen": figure for each, figure in package_means(unseen).items()}
    for slice_, figure in figures.items():
        emit(f"{slice_:24} {figure['pages']:5.0f} pages  F1 {figure['f1']:.4f}\n")
    return 0


def read_shares(written: Sequence[str]) -> dict[str, float]:
    """Read how much packages count."""
    return dict(map(_share, written))


def _share(written: str) -> tuple[str, float]:
    """Read how much a package counts."""
    package, _, share = written.rpartition("=")
    try:
        return package, float(share)
    except ValueError:
        raise click.UsageError(f"--trust {written}: write PACKAGE=SHARE, such as my-package=0.5") from None


def _arguments(
    name: str,
    packages: tuple[Path, ...],
    output: Path,
    folds: int,
    sample: int | None,
    trusted: tuple[str, ...],
    leave_out: int,
    tests: tuple[Path, ...],
) -> list[str]:
    """Repeat what was asked for, without the folders of this machine."""
    given = ["train", name, *(each.resolve().name for each in packages), "-o", output.name, "--folds", str(folds)]
    given += [] if sample is None else ["--sample", str(sample)]
    given += [part for each in trusted for part in ("--trust", each)]
    given += ["--leave-out", str(leave_out)] if leave_out else []
    return given + [part for each in tests for part in ("--test", each.resolve().name)]
