"""How well a model does on sites that it has not seen, and its card, which says so, what it was trained on, and how.

Cross validation is by site: every page is judged by a model that has seen no page of its site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.evaluate.measures.measure import FoundText, Gold
from webwinnow.evaluate.measures.words import WordBag
from webwinnow.models import Model
from webwinnow.render.hidden import shown_of
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.training.examples import Example, Kept, fold_of, page_of

MEASURE: Final = WordBag(rule="plain", headline="optional")
"""What others publish: lower-case words in any order, with or without the headline."""


@dataclass(frozen=True, slots=True)
class Held:
    """A page that was judged by a model trained without its site."""

    example: Example
    f1: float


def cross_validate(
    examples: Sequence[Example],
    folds: int,
    fit: Callable[[Sequence[Example]], Any],
    keep: Callable[[Any, Any], Kept],
) -> list[Held]:
    """Train once for each fold on the sites of the others, and score the pages of the fold."""
    held = []
    for fold in range(folds):
        model = fit([each for each in examples if fold_of(each.site, folds) != fold])
        tested = [each for each in examples if fold_of(each.site, folds) == fold]
        held += [Held(each, score(each, keep(model, each.prepared))) for each in tested]
    return held


def score(example: Example, keep: Kept) -> float:
    """Score a decision about the blocks of a page as an evaluation would."""
    gold_page, page = example.files.read(), page_of(example.files)
    text = render_text(page, shown_of(page, kept_spans(page, keep), "strip"))
    found = MEASURE(Gold(gold_page.gold, headline=gold_page.meta.title), FoundText(text))
    return 0.0 if found is None else found.f1


def kept_spans(page: Document, keep: Kept) -> Spans:
    """Return the text that is kept: of the blocks that are marked, or between pairs of offsets."""
    return page.select(keep) if keep.ndim > 1 else page.select_blocks(keep.astype(np.bool_))


def means(held: Sequence[Held]) -> dict[str, dict[str, float]]:
    """Average by package, by type of page and by language; `all` is the mean over pages."""
    slices: dict[str, list[float]] = {}
    for each in held:
        for name in ("all", each.example.package, f"type {each.example.kind}", f"language {each.example.language}"):
            slices.setdefault(name, []).append(each.f1)
    return {name: {"pages": len(values), "f1": round(float(np.mean(values)), 4)} for name, values in slices.items()}


def card(
    model: Model,
    command: str,
    date: str,
    data: Sequence[Mapping[str, Any]],
    figures: Mapping[str, Mapping[str, float]],
    folds: int,
) -> str:
    """Write the card as Markdown."""
    lines = [
        f"# Model card: {model.name}",
        "",
        f"- Made on {date} by `{command}`",
        f"- SHA-256 of its contents: `{model.digest}`",
        f"- Inputs: {_inputs(model)}",
        "",
        "## Trained on",
        "",
        "| package | pages | licence |",
        "|---|---|---|",
        *(f"| {each['package']} | {each['pages']} | {each['licence']} |" for each in data),
        "",
        *_figures(figures, folds),
    ]
    return "\n".join(lines) + "\n"


def _inputs(model: Model) -> str:
    """Tell what the model looks at."""
    if "columns" in model.settings:
        return f"{len(model.settings['columns'])} columns: {', '.join(model.settings['columns'])}"
    return f"{len(model.settings.get('signals', ()))} signals per block, none of which knows a language"


def _figures(figures: Mapping[str, Mapping[str, float]], folds: int) -> list[str]:
    if not figures:
        return ["Not cross validated: train with `--folds 5` to see figures for sites that it has not seen."]
    return [
        f"## Word-bag F1 in {folds}-fold cross validation by site",
        "",
        "Plain rule, headline optional, mean over pages; each was judged by a model that saw no page of its site.",
        "",
        "| slice | pages | F1 |",
        "|---|---|---|",
        *(f"| {name} | {each['pages']:.0f} | {each['f1']:.4f} |" for name, each in figures.items()),
    ]
