"""What more labelled sites bring: `consensus` trained on a share of them, and judged on sites that none of it saw.

    python -m benchmarks.learning_curve PACKAGE... [--test PACKAGE] [--trust PACKAGE=SHARE] [--share 0.25]

One fifth of the sites is held out, always the same; of the others a share teaches, each share part of the next larger.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from benchmarks.table import table
from webwinnow.cli.train import read_shares
from webwinnow.training import consensus
from webwinnow.training.examples import Example, fold_of, read_examples
from webwinnow.training.model_card import Held, package_means, tested

FOLDS: Final = 5
_STEPS: Final = 1000
HEADER: Final = ["trained on", "sites", "judged on", "pages", "F1"]
Row = tuple[float, int, list[Held]]


def curve(examples: Sequence[Example], tests: Sequence[Example], shares: Sequence[float]) -> Iterator[Row]:
    """Yield for each share how many sites it has, and how well a model does that learned from them."""
    held = [each for each in examples if fold_of(each.site, FOLDS) == 0]
    rest = [each for each in examples if fold_of(each.site, FOLDS)]
    for share in shares:
        part = [each for each in rest if fold_of(f"{each.site} learns", _STEPS) < share * _STEPS]
        found = consensus.fit(part)
        yield share, len({each.site for each in part}), tested([*held, *tests], found, consensus.keep)


def lines(rows: Iterator[Row]) -> Iterator[list[str | int]]:
    """Lay out the mean F1 of each package."""
    for share, sites, held in rows:
        for package, figure in sorted(package_means(held).items()):
            yield [f"{share:.1%}", sites, package, int(figure["pages"]), f"{figure['f1']:.4f}"]


@click.command()
@click.argument("packages", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--test", "tests", multiple=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--trust", "trusted", multiple=True, metavar="PACKAGE=SHARE", help="As of 'webwinnow train'.")
@click.option("--share", "shares", multiple=True, type=click.FloatRange(0, 1), default=(0.125, 0.25, 0.5, 1.0))
def main(
    packages: tuple[Path, ...], tests: tuple[Path, ...], trusted: tuple[str, ...], shares: tuple[float, ...]
) -> None:
    """Train on growing shares of the sites of PACKAGEs, and print how well each model does on others."""
    workers = os.cpu_count() or 1
    examples = read_examples(packages, consensus.prepare, workers, trust=read_shares(trusted), without_gold=True)
    others = read_examples(tests, consensus.prepare, workers) if tests else []
    click.echo(table(HEADER, lines(curve(examples, others, sorted(shares)))), nl=False)


if __name__ == "__main__":
    main()
