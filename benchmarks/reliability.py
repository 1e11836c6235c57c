"""How far the probabilities of `consensus` can be trusted: what it expects against what is true, on packages with gold.

    python -m benchmarks.reliability FOLDER... [--every N] [--svg FILE]

Blocks: of those with a probability of about 0.7, about 70 % should be content. Pages: of those with a confidence of
about 0.8, the mean F1 should be about 0.8. Packages that the model was trained on are refused: it would look too good.
"""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from webwinnow.drawing.markup import element, join
from webwinnow.evaluate.measures.measure import FoundText, Gold
from webwinnow.evaluate.package import PageFiles, load
from webwinnow.extractors.consensus.consensus import Consensus, trained_on
from webwinnow.render.text import render_text
from webwinnow.training.examples import ENOUGH, gold_shares, page_of
from webwinnow.training.model_card import MEASURE

Numbers = npt.NDArray[np.float64]
BINS = 10


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--every", type=click.IntRange(min=1), default=1, help="Take every n-th page.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw it, too.")
def main(folders: tuple[Path, ...], every: int, svg: Path | None) -> None:
    """Print what is expected and what is true, in ten steps."""
    packages = [load(folder) for folder in folders]
    known = [package.name for package in packages if package.name in trained_on()]
    if known:
        raise click.UsageError(f"the model was trained on {', '.join(known)}: give packages that it has not seen")
    measured = [_page(files) for package in packages for files in package.pages[::every] if files.gold is not None]
    found = [each for each in measured if each is not None]
    likely, labels, words = (np.concatenate([each[k] for each in found]) for k in range(3))
    curves = {
        "blocks": reliability(likely, labels, words),
        "pages": reliability(np.array([each[3] for each in found]), np.array([each[4] for each in found])),
    }
    for name, curve in curves.items():
        click.echo(f"{name}: mean distance {distance(curve):.3f}")
        for expected, true, weight in curve.tolist():
            click.echo(f"  expected {expected:.2f}   true {true:.2f}   weight {weight:.3f}")
    if svg:
        svg.write_text(drawn(curves), encoding="utf-8")


def reliability(expected: Numbers, true: Numbers, weights: Numbers | None = None) -> Numbers:
    """Average what is expected and what is true over each tenth of the scale; empty tenths are left out."""
    weights = np.ones(len(expected)) if weights is None else weights
    place = np.minimum((expected * BINS).astype(int), BINS - 1)
    total = np.bincount(place, weights, minlength=BINS)
    there = total > 0
    sums = [np.bincount(place, weights * each, minlength=BINS)[there] / total[there] for each in (expected, true)]
    return np.stack([*sums, total[there] / total.sum()], axis=1)


def distance(curve: Numbers) -> float:
    """Average how far what is expected is from what is true."""
    return float((np.abs(curve[:, 0] - curve[:, 1]) * curve[:, 2]).sum())


def drawn(curves: dict[str, Numbers]) -> str:
    """Draw the curves over the diagonal on which they should lie."""
    parts = [
        element("rect", width=360, height=360, fill="#ffffff"),
        element("line", x1=40, y1=320, x2=340, y2=20, stroke="#bbbbbb", stroke_dasharray="4 4"),
        element("text", "expected", x=190, y=350, text_anchor="middle", font_size=13),
        element("text", "true", x=14, y=170, font_size=13, transform="rotate(-90 14 170)", text_anchor="middle"),
    ]
    for (name, curve), colour, at in zip(curves.items(), ("#0b6e4f", "#b3541e"), (40, 60), strict=True):
        points = [(40 + 300 * expected, 320 - 300 * true) for expected, true, _ in curve.tolist()]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(element("path", d=path, fill="none", stroke=colour, stroke_width=2.5))
        parts += [element("circle", cx=round(x, 1), cy=round(y, 1), r=3.5, fill=colour) for x, y in points]
        parts.append(element("text", name, x=56, y=at, fill=colour, font_size=14))
    return element(
        "svg", join(parts), xmlns="http://www.w3.org/2000/svg", viewBox="0 0 360 360", font_family="sans-serif"
    )


def _page(files: PageFiles) -> tuple[Numbers, Numbers, Numbers, float, float] | None:
    gold, page, stage = files.read(), page_of(files), Consensus()
    if not gold.gold or not gold.gold.strip() or not len(page.blocks):
        return None
    verdict = stage.verdict(page)
    run = np.searchsorted(page.runs.start[page.blocks.runs], page.words.start, side="right") - 1
    words = np.bincount(np.searchsorted(page.blocks.first, run, side="right") - 1, minlength=len(page.blocks))
    text = render_text(page, stage.kept_spans(page, verdict))
    score = MEASURE(Gold(gold.gold, headline=gold.meta.title), FoundText(text))
    labels = (gold_shares(page, gold.gold) >= ENOUGH).astype(np.float64)
    return (
        verdict.likely.astype(np.float64),
        labels,
        (words + 0.1).astype(np.float64),
        verdict.confidence,
        score.f1 if score else 0.0,
    )


if __name__ == "__main__":
    main()
