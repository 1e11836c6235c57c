"""How well a model does on sites that it has not seen, and its card, which says so, what it was trained on, and how.

Cross validation is by site: every page is judged by a model that has seen no page of its site. Packages may be left out
in turn, too: what a convention of one package is, the others do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.evaluate.measures.measure import FoundText, Gold
from webwinnow.evaluate.measures.words import WordBag
from webwinnow.evaluate.statistics import bootstrap_intervals
from webwinnow.models import Model
from webwinnow.render.hidden import shown_of
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.training.examples import Example, Kept, fold_of, page_of

MEASURE: Final = WordBag(rule="plain", headline="optional")
"""What others publish: lower-case words in any order, with or without the headline."""


Fit = Callable[[Sequence[Example]], Any]
Keep = Callable[[Any, Any], Kept]


@dataclass(frozen=True, slots=True)
class Held:
    """A page that was judged by a model trained without its site."""

    example: Example
    f1: float


def cross_validate(examples: Sequence[Example], folds: int, fit: Fit, keep: Keep) -> list[Held]:
    """Train once for each fold on the sites of the others, and score the pages of the fold."""
    return [
        each
        for fold in range(folds)
        for each in _held(examples, lambda example, fold=fold: fold_of(example.site, folds) == fold, fit, keep)  # type: ignore[misc]
    ]


def leave_packages_out(examples: Sequence[Example], fit: Fit, keep: Keep) -> list[Held]:
    """Train once for each package with gold on all the others, and score its pages."""
    packages = dict.fromkeys(each.package for each in examples if each.whole)
    return [held for package in packages for held in leave_out(examples, package, fit, keep)]


def leave_out(examples: Sequence[Example], package: str, fit: Fit, keep: Keep) -> list[Held]:
    """Train without one package, and score its pages."""
    return _held(examples, lambda example: example.package == package, fit, keep)


def tested(examples: Sequence[Example], found: Any, keep: Keep) -> list[Held]:
    """Score pages of packages that a model was not trained on."""
    return [Held(each, score(each, keep(found, each.prepared))) for each in examples if each.whole]


def _held(examples: Sequence[Example], is_held: Callable[[Example], bool], fit: Fit, keep: Keep) -> list[Held]:
    held, rest = ([each for each in examples if is_held(each) == here] for here in (True, False))
    return tested(held, fit(rest), keep) if held and rest else []


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
    """Average by package, by type of page, of each package, too, and by language; `all` is the mean over pages."""
    slices: dict[str, list[float]] = {}
    for each in held:
        package, kind, language = each.example.package, each.example.kind, each.example.language
        of_kind = (f"type {kind}", f"{package}, type {kind}") if kind else ()
        for name in ("all", package, *of_kind, *((f"language {language}",) if language else ())):
            slices.setdefault(name, []).append(each.f1)
    return {name: _figure(values) for name, values in slices.items()}


def _figure(scores: Sequence[float]) -> dict[str, float]:
    """Return the mean over pages, and between what it would lie with other pages of the same kind, at 95 %."""
    found = bootstrap_intervals([scores])[0]
    return {"pages": len(scores), "f1": round(found.mean, 4), "low": round(found.low, 4), "high": round(found.high, 4)}


def card(
    model: Model,
    command: str,
    date: str,
    data: Sequence[Mapping[str, Any]],
    figures: Mapping[str, Mapping[str, float]],
    folds: int,
    unseen: Mapping[str, Mapping[str, float]] | None = None,
) -> str:
    """Write the card as Markdown; `unseen` are figures of packages by models that saw none of them."""
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
        *_unseen(unseen or {}),
        *_figures(figures, folds),
    ]
    return "\n".join(lines) + "\n"


def _inputs(model: Model) -> str:
    """Tell what the model looks at."""
    if "columns" in model.settings:
        return f"{len(model.settings['columns'])} columns: {', '.join(model.settings['columns'])}"
    return f"{len(model.settings.get('signals', ()))} signals per block, none of which knows a language"


def _unseen(figures: Mapping[str, Mapping[str, float]]) -> list[str]:
    if not figures:
        return []
    return [
        "## Word-bag F1 on whole packages that the model did not see",
        "",
        "Plain rule, headline optional, mean over pages, with 95 % intervals. A package of the list above was judged by"
        " a model trained without it, any other by this model.",
        "",
        *_rows("package", figures),
        "",
    ]


def _rows(what: str, figures: Mapping[str, Mapping[str, float]]) -> list[str]:
    rows = (
        f"| {name} | {f['pages']:.0f} | {f['f1']:.4f} | {f['low']:.3f} to {f['high']:.3f} |"
        for name, f in figures.items()
    )
    return [f"| {what} | pages | F1 | interval |", "|---|---|---|---|", *rows]


def _figures(figures: Mapping[str, Mapping[str, float]], folds: int) -> list[str]:
    if not figures:
        return ["Not cross validated: train with `--folds 5` to see figures for sites that it has not seen."]
    return [
        f"## Word-bag F1 in {folds}-fold cross validation by site",
        "",
        "Plain rule, headline optional, mean over pages; each was judged by a model that saw no page of its site.",
        "",
        *_rows("slice", figures),
    ]
