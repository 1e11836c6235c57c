"""`python -m benchmarks.page_types FOLDER... [--write]`: train the model of overview pages, and say how good it is.

The folders are test packages. Three figures count: cross validation by site over everything; the same over the pages
that the shipped model may learn from; and that model on packages that it never saw. TextSweeper's threshold on the net
text length stands beside it. With --write, the shipped model and its card replace those of the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np

import webwinnow.kind
from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow.evaluate.package import load
from webwinnow.kind.page_type import MINIMUM
from webwinnow.models import Model, write_model
from webwinnow.training import page_types as training
from webwinnow.training.boosting import Amounts
from webwinnow.training.page_types import Marked, Sample, Samples

_MODEL: Final = Path(webwinnow.kind.__file__).with_name("overview.npz")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_types", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="replace the model that comes with the package")
    chosen = parser.parse_args(arguments)
    samples = Samples(tuple(_samples(chosen.folders)))
    model = _report(samples)
    if chosen.write:
        _MODEL.write_bytes(write_model(model))
        _MODEL.with_suffix(".md").write_text(card_text(model), encoding="utf-8")
    return 0


def _samples(folders: Sequence[Path]) -> Iterator[Sample]:
    for package in map(load, folders):
        for sample in counted(training.package_samples(package), len(package.pages), package.name):
            if sample is not None:
                yield sample


def _report(samples: Samples) -> Model:
    overview, usable = training.is_overview(samples), training.usable(samples)
    permissive = usable & samples.mark(lambda page: page.package in training.PERMISSIVE)
    required = samples.mark(lambda page: page.page_type in training.REQUIRED) & _of(samples, _STATED)
    every = samples.mark(lambda page: page.page_type in training.REQUIRED)
    parts = (required, every, every & ~permissive)
    trees = training.train_overview(samples, permissive)
    answers = {
        "cross validated": training.cross_validated(samples, usable),
        "as shipped": training.scores(trees, samples),
        f"net text < {MINIMUM}": np.array([MINIMUM - page.net_text - 0.5 for page in samples.pages]),
    }
    rows = [
        [name, *(f"{training.balanced_accuracy(overview[part], score[part] > 0):.3f}" for part in parts)]
        for name, score in answers.items()
    ]
    rows[1][1:3] = [_SEEN, _SEEN]
    print("Balanced accuracy", table(["", *_PARTS], rows), sep="\n")
    print("Net text, best threshold", _best_threshold(samples, overview, required), sep=": ")
    for heading, key in _SLICES.items():
        print(f"\nRecognised, by {heading}", _sliced(samples, answers, key), sep="\n")
    return trees.to_model("overview", _card(samples, permissive, rows))


_PARTS: Final = ("wcxb-dev and home pages", "all packages", "packages that were not trained on")
_SEEN: Final = "(saw them)"
_STATED: Final = frozenset({"wcxb-dev", "homepages-mixed", "rtl-homepages"})
_SLICES: Final[dict[str, Callable[[Sample], str]]] = {
    "package": lambda page: page.package,
    "type": lambda page: page.page_type,
    "language": lambda page: page.language,
}


def _of(samples: Samples, packages: frozenset[str]) -> Marked:
    return samples.mark(lambda page: page.package in packages)


def _best_threshold(samples: Samples, overview: Marked, part: Marked) -> str:
    net_text = np.array([page.net_text for page in samples.pages])
    tried = [
        (training.balanced_accuracy(overview[part], net_text[part] < least), least) for least in range(50, 6001, 50)
    ]
    accuracy, least = max(tried)
    return f"{least} characters give {accuracy:.3f}"


def _sliced(samples: Samples, answers: dict[str, Amounts], key: Callable[[Sample], str]) -> str:
    """Show for each slice the share of its overviews and of its other pages that were recognised."""
    overview, names, rows = training.is_overview(samples), np.array([key(page) for page in samples.pages]), []
    for name in np.unique(names).tolist():
        for kind, side, sign in (("overview", overview, 1), ("other", ~overview, -1)):
            own = side & (names == name)
            if own.any():
                shares = [_recognised(sign * score[own]) for score in answers.values()]
                rows.append([name, kind, str(int(own.sum())), *shares])
    return table(["", "", "pages", *answers], rows)


def _recognised(scores: Amounts) -> str:
    """Return the share of right answers; pages without a score are of a type that the training leaves out."""
    known = scores[~np.isnan(scores)]
    return f"{(known > 0).mean():.3f}" if len(known) else "-"


def _card(samples: Samples, permissive: Marked, rows: list[list[str]]) -> dict[str, Any]:
    pages = [page for page, chosen in zip(samples.pages, permissive, strict=True) if chosen]
    counts = {
        package: sum(page.package == package for page in pages) for package in sorted({page.package for page in pages})
    }
    return {
        "what": "tells overview pages (listings, collections, home pages) from pages with one content",
        "trained_on": counts,
        "licences": "wcxb-dev CC-BY-4.0; fundus MIT; magic-html, trafilatura-eval, mozilla-readability Apache-2.0; "
        "postlight-parser MIT or Apache-2.0; the trees hold no text of any page",
        "date": date.today().isoformat(),
        "balanced_accuracy": {name: dict(zip(_PARTS, shares, strict=True)) for name, *shares in rows},
        "command": "python -m benchmarks.page_types FOLDER... --write",
    }


def card_text(model: Model) -> str:
    """Write the card for people: what the model is for, what it learnt from, how good it is."""
    card = model.settings["card"]
    rows = [[name, *(shares[part] for part in _PARTS)] for name, shares in sorted(card["balanced_accuracy"].items())]
    lines = [
        "# Model card: overview",
        f"- Made on {card['date']} by `{card['command']}`",
        f"- SHA-256 of its contents: `{model.digest}`",
        f"- It {card['what']}",
        f"- Inputs: {len(model.settings['figures'])} figures: {', '.join(model.settings['figures'])}",
        f"- Licences: {card['licences']}",
        "\n## Trained on\n",
        "| package | pages |",
        "|---|---|",
        *(f"| {package} | {pages} |" for package, pages in card["trained_on"].items()),
        "\n## Balanced accuracy\n",
        f"| | {' | '.join(_PARTS)} |",
        "|---" * (len(_PARTS) + 1) + "|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    return "\n".join(lines).replace("overview\n-", "overview\n\n-", 1) + "\n"


if __name__ == "__main__":
    sys.exit(main())
